/** The models as their makers publish them, made into what sherpa-onnx reads. Each takes and gives the bytes of a file. */
import { writeOnnx } from "./onnx/onnx-file.mjs";
import { readOrt } from "./onnx/ort-file.mjs";
import { withWholeNumbers } from "./onnx/whole-numbers.mjs";

/** Either half of Moonshine, as an ONNX file that calculates with bytes. */
export function moonshineGraph(ort) {
  return writeOnnx(withWholeNumbers(readOrt(ort)));
}

/** Moonshine's tokenizer.bin (entries of a length and that many bytes) as lines of base64 and number. */
export function moonshineTokens(tokenizer) {
  const lines = [];
  for (let at = 0; at < tokenizer.length;) {
    let length = tokenizer[at++];
    if (length >= 128) length = tokenizer[at++] * 128 + length - 128;
    const bytes = tokenizer.subarray(at, at + length);
    // A line without a token could not be read.
    lines.push(`${(length === 0 ? Buffer.from(" ") : bytes).toString("base64")} ${lines.length}\n`);
    at += length;
  }
  return Buffer.from(lines.join(""));
}

/** The phonemes of a Piper voice's .onnx.json as lines of symbol and number. */
export function piperTokens(description) {
  const { phoneme_id_map: ids } = JSON.parse(description.toString("utf8"));
  const lines = Object.entries(ids).map(([symbol, [id]]) => `${symbol} ${id}\n`);
  return Buffer.from(lines.join(""));
}

/** sherpa-onnx asks a Piper voice's .onnx for facts that Piper keeps beside it. */
export function piperModel(onnx) {
  return withMetadata(onnx, {
    model_type: "vits",
    comment: "piper",
    language: "English",
    voice: "en-us",
    has_espeak: "1",
    n_speakers: "1",
    sample_rate: "22050",
  });
}

/**
 * An ONNX file is one protobuf message, and what is appended to a message is merged into it: so entries of its repeated
 * field 14, metadata_props, simply follow.
 */
export function withMetadata(onnx, facts) {
  const entries = Object.entries(facts).map(([key, value]) =>
    field(14, Buffer.concat([field(1, Buffer.from(key)), field(2, Buffer.from(value))])),
  );
  return Buffer.concat([onnx, ...entries]);
}

/** Field numbers and lengths here all fit one byte of a varint. */
function field(number, bytes) {
  const LENGTH_DELIMITED = 2;
  return Buffer.concat([Buffer.from([(number << 3) | LENGTH_DELIMITED, bytes.length]), bytes]);
}
