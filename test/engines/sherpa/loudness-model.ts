/**
 * The smallest streaming recogniser there can be: it writes "da" for each burst of sound that is loud. In the form of
 * T-one, which takes 300 ms of 8 kHz at a time and has a state that it hands on: so sherpa-onnx's streaming side can be
 * tried with a real model and without a download.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../../src/lib/installation.ts";

type Tensor = {
  readonly name: string;
  readonly dims: readonly bigint[];
  readonly type: number;
  readonly bytes: Buffer;
};
type Attribute = { readonly name: string; readonly type: number; readonly value: unknown };
type Value = { readonly name: string; readonly type: number; readonly shape: readonly bigint[] };

const { writeOnnx } = (await import(join(PROJECT_ROOT, "set-up/onnx/onnx-file.mjs"))) as {
  writeOnnx: (model: object) => Buffer;
};

const [FLOAT, INT32, INT64, FLOAT16] = [1, 6, 7, 10];
const [INT_ATTRIBUTE, INTS_ATTRIBUTE] = [2, 7];
const [CHUNK, FRAMES, STATE] = [2400n, 10n, 4n];

/** Fills a folder with it. */
export function writeLoudnessModel(dir: string): void {
  const graph = {
    nodes: [
      node("Cast", ["signal"], "samples", [{ name: "to", type: INT_ATTRIBUTE, value: BigInt(FLOAT) }]),
      node("Abs", ["samples"], "sizes"),
      node("Reshape", ["sizes", "frames_shape"], "frames"),
      node("ReduceMean", ["frames"], "loudness", [
        { name: "axes", type: INTS_ATTRIBUTE, value: [2n] },
        { name: "keepdims", type: INT_ATTRIBUTE, value: 1n },
      ]),
      node("MatMul", ["loudness", "weights"], "weighed"),
      node("Add", ["weighed", "bias"], "scores"),
      node("LogSoftmax", ["scores"], "logprobs", [{ name: "axis", type: INT_ATTRIBUTE, value: 2n }]),
      node("Identity", ["state"], "state_next"),
    ],
    initializers: [
      longs("frames_shape", [1n, FRAMES, CHUNK / FRAMES]),
      // Quiet: the blank. Above a mean of 1,000: "da".
      floats("weights", [1n, 1n, 2n], [0, 0.01]),
      floats("bias", [2n], [0, -10]),
    ],
    inputs: [value("signal", INT32, [1n, CHUNK, 1n]), value("state", FLOAT16, [1n, STATE])],
    outputs: [value("logprobs", FLOAT, [1n, FRAMES, 2n]), value("state_next", FLOAT16, [1n, STATE])],
  };
  const model = writeOnnx({ irVersion: 8n, opsets: [{ domain: "", version: 13n }], graph });
  const facts = { model_type: "t-one", frame_length_ms: "300", state_dim: String(STATE), sample_rate: "8000" };
  writeFileSync(join(dir, "model.onnx"), Buffer.concat([model, ...Object.entries(facts).map(metadata)]));
  writeFileSync(join(dir, "tokens.txt"), "<blk> 0\n\u2581da 1\n");
}

function node(operator: string, inputs: readonly string[], output: string, attributes: readonly Attribute[] = []) {
  return { name: output, operator, domain: "", inputs, outputs: [output], attributes };
}

function value(name: string, type: number, shape: readonly bigint[]): Value {
  return { name, type, shape };
}

function floats(name: string, dims: readonly bigint[], numbers: readonly number[]): Tensor {
  return { name, dims, type: FLOAT, bytes: Buffer.from(Float32Array.from(numbers).buffer) };
}

function longs(name: string, numbers: readonly bigint[]): Tensor {
  return { name, dims: [BigInt(numbers.length)], type: INT64, bytes: Buffer.from(BigInt64Array.from(numbers).buffer) };
}

/** A fact that the model tells of itself: field 14, with a key and a value of less than 128 bytes. */
function metadata([key, fact]: readonly [string, string]): Buffer {
  const pair = `\n${String.fromCharCode(key.length)}${key}\u0012${String.fromCharCode(fact.length)}${fact}`;
  return Buffer.from(`r${String.fromCharCode(pair.length)}${pair}`, "latin1");
}
