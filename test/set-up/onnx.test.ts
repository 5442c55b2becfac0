/** A model whose weights are bytes, written as an ONNX file as it is and as the set-up rewrites it, and calculated. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadOnnxRuntime } from "../../src/engines/embedded/vad/onnx-runtime.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

type Tensor = { name: string; dims: bigint[]; type: number; bytes: Buffer };
type Attribute = { name: string; type: number; value: unknown };
type Node = {
  name: string;
  domain: string;
  operator: string;
  inputs: string[];
  outputs: string[];
  attributes: Attribute[];
};
type Value = { name: string; type: number; shape: (bigint | string | null)[] | null };
type Graph = { nodes: Node[]; initializers: Tensor[]; inputs: Value[]; outputs: Value[] };
type Model = { irVersion: bigint; opsets: { domain: string; version: bigint }[]; graph: Graph };

const load = async <T>(name: string) => (await import(join(PROJECT_ROOT, "set-up/onnx", name))) as T;
const { writeOnnx } = await load<{ writeOnnx: (model: Model) => Buffer }>("onnx-file.mjs");
const { withWholeNumbers } = await load<{ withWholeNumbers: (model: Model) => Model }>("whole-numbers.mjs");
const { inOrder } = await load<{ inOrder: (nodes: Node[]) => Node[] }>("in-order.mjs");

const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;
const BOOL = 9;
const [ROWS, COLUMNS] = [12, 8];
const SCALE = 0.02;
const ZERO = -9;

const node = (operator: string, inputs: string[], output: string, attributes: Attribute[] = []): Node => ({
  name: output,
  domain: "",
  operator,
  inputs,
  outputs: [output],
  attributes,
});
const floats = (name: string, ...values: number[]): Tensor => ({
  name,
  dims: [BigInt(values.length)],
  type: FLOAT,
  bytes: Buffer.from(Float32Array.from(values).buffer),
});

/** Every byte there is, the outermost included. */
const WEIGHTS = Int8Array.from({ length: ROWS * COLUMNS }, (_, at) => ((at * 53) % 256) - 128);
const weightAt = (row: number, column: number): number => ((WEIGHTS[row * COLUMNS + column] ?? 0) - ZERO) * SCALE;

/** Looks up rows of a table, and multiplies them by it turned round: as the first and the last step of a decoder. */
function model(): Model {
  const inBranch: Graph = {
    nodes: [
      node("Gather", ["floats", "which"], "looked_up"),
      node("Transpose", ["floats"], "turned", [{ name: "perm", type: 7, value: [1n, 0n] }]),
      node("MatMul", ["looked_up", "turned"], "inner"),
    ],
    initializers: [],
    inputs: [],
    outputs: [{ name: "inner", type: FLOAT, shape: null }],
  };
  const elsewhere: Graph = {
    nodes: [node("Gather", ["floats", "which"], "inner")],
    initializers: [],
    inputs: [],
    outputs: [{ name: "inner", type: FLOAT, shape: null }],
  };
  const table = {
    name: "bytes",
    dims: [BigInt(ROWS), BigInt(COLUMNS)],
    type: INT8,
    bytes: Buffer.from(WEIGHTS.buffer),
  };
  return {
    irVersion: 8n,
    opsets: [
      { domain: "", version: 14n },
      { domain: "com.microsoft", version: 1n },
    ],
    graph: {
      nodes: inOrder([
        node("If", ["multiply"], "out", [
          { name: "then_branch", type: 5, value: inBranch },
          { name: "else_branch", type: 5, value: elsewhere },
        ]),
        node("Add", ["scaled", "offset"], "floats"),
        node("Mul", ["cast", "scale"], "scaled"),
        node("Cast", ["bytes"], "cast", [{ name: "to", type: 2, value: BigInt(FLOAT) }]),
      ]),
      initializers: [table, floats("scale", SCALE), floats("offset", -ZERO * SCALE)],
      inputs: [
        { name: "which", type: INT64, shape: ["count"] },
        { name: "multiply", type: BOOL, shape: [] },
      ],
      outputs: [{ name: "out", type: FLOAT, shape: null }],
    },
  };
}

async function calculate(file: Buffer, which: readonly number[], multiply: boolean): Promise<number[]> {
  const runtime = await loadOnnxRuntime();
  const session = await runtime.InferenceSession.create(file, { logSeverityLevel: 3 });
  const answer = await session.run({
    which: new runtime.Tensor("int64", BigInt64Array.from(which, BigInt), [which.length]),
    multiply: new runtime.Tensor("bool", [multiply], []),
  });
  const numbers = Array.from((answer["out"]?.data ?? []) as Float32Array);
  await session.release();
  return numbers;
}

const operatorsIn = ({ nodes }: Graph): string[] =>
  nodes.flatMap(({ operator, attributes }) => [
    operator,
    ...attributes.flatMap(({ value, type }) => (type === 5 ? operatorsIn(value as Graph) : [])),
  ]);

describe("a model that calculates with bytes", () => {
  const rewritten = withWholeNumbers(model());

  it("has no table of floating point numbers any more", () => {
    const operators = operatorsIn(rewritten.graph);
    expect(operators).toContain("DynamicQuantizeMatMul");
    expect(operators).not.toContain("MatMul");
    expect(operators).not.toContain("Transpose");
    // What is left of the way from bytes to floats stands behind the look-up of a few rows.
    expect(rewritten.graph.nodes.map(({ operator }) => operator)).toEqual(["If"]);
  });

  it("looks up the same rows", async () => {
    const expected = [3, 0, 11].flatMap((row) => Array.from({ length: COLUMNS }, (_, column) => weightAt(row, column)));
    for (const each of [model(), rewritten]) {
      const found = await calculate(writeOnnx(each), [3, 0, 11], false);
      expect(found).toHaveLength(expected.length);
      for (const [at, value] of found.entries()) expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 4);
    }
  });

  it("multiplies to what the floating point numbers give, but for the rounding of the other side", async () => {
    const exact = await calculate(writeOnnx(model()), [3, 0, 11], true);
    const bytes = await calculate(writeOnnx(rewritten), [3, 0, 11], true);
    expect(exact[0]).toBeCloseTo(
      Array.from({ length: COLUMNS }, (_, column) => weightAt(3, column) * weightAt(0, column)).reduce((a, b) => a + b),
      3,
    );
    const largest = Math.max(...exact.map(Math.abs));
    expect(bytes).toHaveLength(exact.length);
    for (const [at, value] of bytes.entries())
      expect(Math.abs(value - (exact[at] ?? Number.NaN))).toBeLessThan(largest / 100);
  });
});
