/**
 * Writes a model (as ort-file.mjs gives it) as an ONNX file: a protobuf message, whose field numbers are those of
 * `onnx.proto`.
 */
import { ATTRIBUTE } from "./ort-file.mjs";

export function writeOnnx({ irVersion, opsets, graph }) {
  return message([
    number(1, irVersion),
    ...opsets.map(({ domain, version }) => bytes(8, message([text(1, domain), number(2, version)]))),
    bytes(7, graphMessage(graph)),
  ]);
}

function graphMessage({ nodes, initializers, inputs, outputs }) {
  return message([
    ...nodes.map((node) => bytes(1, nodeMessage(node))),
    text(2, "graph"),
    ...initializers.map((tensor) => bytes(5, tensorMessage(tensor))),
    ...inputs.map((value) => bytes(11, valueMessage(value))),
    ...outputs.map((value) => bytes(12, valueMessage(value))),
  ]);
}

function nodeMessage({ name, operator, domain, inputs, outputs, attributes }) {
  return message([
    ...inputs.map((input) => text(1, input)),
    ...outputs.map((output) => text(2, output)),
    text(3, name),
    text(4, operator),
    ...attributes.map((attribute) => bytes(5, attributeMessage(attribute))),
    text(7, domain),
  ]);
}

function attributeMessage({ name, type, value }) {
  return message([text(1, name), ...valueFields(type, value), number(20, BigInt(type))]);
}

function valueFields(type, value) {
  switch (type) {
    case ATTRIBUTE.FLOAT:
      return [float(2, value)];
    case ATTRIBUTE.INT:
      return [number(3, value)];
    case ATTRIBUTE.STRING:
      return [text(4, value)];
    case ATTRIBUTE.TENSOR:
      return [bytes(5, tensorMessage(value))];
    case ATTRIBUTE.GRAPH:
      return [bytes(6, graphMessage(value))];
    case ATTRIBUTE.FLOATS:
      return value.map((each) => float(7, each));
    case ATTRIBUTE.INTS:
      return value.map((each) => number(8, each));
    default:
      throw new Error(`an attribute of type ${type} cannot be written`);
  }
}

function tensorMessage({ name, dims, type, bytes: raw }) {
  return message([...dims.map((dim) => number(1, dim)), number(2, BigInt(type)), text(8, name), bytes(9, raw)]);
}

function valueMessage({ name, type, shape }) {
  if (type === 0) return message([text(1, name)]);
  const shapes =
    shape === null ? [] : [bytes(2, message(shape.map((dimension) => bytes(1, dimensionMessage(dimension)))))];
  const tensor = message([number(1, BigInt(type)), ...shapes]);
  return message([text(1, name), bytes(2, message([bytes(1, tensor)]))]);
}

function dimensionMessage(dimension) {
  if (dimension === null) return message([]);
  return message([typeof dimension === "bigint" ? number(1, dimension) : text(2, dimension)]);
}

// Protobuf itself: a message is its fields one after the other, each with its number and its kind before it.

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FOUR_BYTES = 5;

const message = (fields) => Buffer.concat(fields.flat());
const number = (field, value) => [key(field, VARINT), varint(BigInt.asUintN(64, value))];
const text = (field, value) => bytes(field, Buffer.from(value));
const bytes = (field, value) => [key(field, LENGTH_DELIMITED), varint(BigInt(value.length)), value];

function float(field, value) {
  const four = Buffer.alloc(4);
  four.writeFloatLE(value);
  return [key(field, FOUR_BYTES), four];
}

const key = (field, kind) => varint(BigInt(field * 8 + kind));

function varint(value) {
  const out = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  out.push(Number(rest));
  return Buffer.from(out);
}
