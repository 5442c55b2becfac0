/**
 * Reads a model in ONNX Runtime's own format (.ort): a FlatBuffers file whose tables onnxruntime's schema
 * `ort.fbs` describes. Numbers of fields are their places in that schema. Gives a model as ONNX sees it:
 *
 *   model     { irVersion, opsets: [{ domain, version }], graph }
 *   graph     { nodes, initializers, inputs, outputs }, nodes in an order in which each follows what it needs
 *   node      { name, operator, domain, inputs, outputs, attributes }
 *   attribute { name, type, value }, type as ONNX numbers it
 *   tensor    { name, dims, type, bytes }
 *   value     { name, type, shape }: shape null when unknown, of it a number, a name, or null when unknown
 */
import { inOrder } from "./in-order.mjs";

export const ATTRIBUTE = { FLOAT: 1, INT: 2, STRING: 3, TENSOR: 4, GRAPH: 5, FLOATS: 6, INTS: 7 };

export function readOrt(file) {
  const root = new Table(file, file.readUInt32LE(0));
  const model = root.table(1);
  return {
    irVersion: model.int64(0),
    opsets: model.tables(1).map((opset) => ({ domain: opset.string(0), version: opset.int64(1) })),
    graph: graphOf(model.table(7)),
  };
}

function graphOf(table) {
  const types = new Map(table.tables(1).map((value) => [value.string(0), value.table(2)]));
  const valueOf = (name) => ({ name, ...typeOf(types.get(name)) });
  return {
    initializers: table.tables(0).map(tensorOf),
    nodes: inOrder(table.tables(2).map(nodeOf)),
    inputs: table.strings(5).map(valueOf),
    outputs: table.strings(6).map(valueOf),
  };
}

function nodeOf(table) {
  return {
    name: table.string(0),
    domain: table.string(2),
    operator: table.string(5),
    inputs: table.strings(8),
    outputs: table.strings(9),
    attributes: table.tables(10).map(attributeOf),
  };
}

function attributeOf(table) {
  const type = table.int32(2);
  return { name: table.string(0), type, value: attributeValue(table, type) };
}

function attributeValue(table, type) {
  switch (type) {
    case ATTRIBUTE.FLOAT:
      return table.float(3);
    case ATTRIBUTE.INT:
      return table.int64(4);
    case ATTRIBUTE.STRING:
      return table.string(5);
    case ATTRIBUTE.TENSOR:
      return tensorOf(table.table(6));
    case ATTRIBUTE.GRAPH:
      return graphOf(table.table(7));
    case ATTRIBUTE.FLOATS:
      return table.floats(8);
    case ATTRIBUTE.INTS:
      return table.int64s(9);
    default:
      throw new Error(`an attribute of type ${type} is none that the speech models have`);
  }
}

function tensorOf(table) {
  return { name: table.string(0), dims: table.int64s(2), type: table.int32(3), bytes: table.bytes(4) };
}

/** Of a tensor; there are no sequences and maps in these models. */
function typeOf(table) {
  const tensor = table?.table(2) ?? null;
  if (tensor === null) return { type: 0, shape: null };
  return { type: tensor.int32(0), shape: tensor.table(1)?.tables(0).map(dimensionOf) ?? null };
}

function dimensionOf(dimension) {
  const VALUE = 1;
  const PARAM = 2;
  const value = dimension.table(0);
  switch (value?.int8(0)) {
    case VALUE:
      return value.int64(1);
    case PARAM:
      return value.string(2);
    default:
      return null;
  }
}

/** A table of a FlatBuffers file. A field that is not there reads as zero, empty or null, as the format wants. */
class Table {
  #file;
  #at;

  constructor(file, at) {
    this.#file = file;
    this.#at = at;
  }

  /** Where the field is; 0 when it is not there. */
  #field(number) {
    const vtable = this.#at - this.#file.readInt32LE(this.#at);
    const slot = 4 + 2 * number;
    if (slot >= this.#file.readUInt16LE(vtable)) return 0;
    const offset = this.#file.readUInt16LE(vtable + slot);
    return offset === 0 ? 0 : this.#at + offset;
  }

  #target(at) {
    return at + this.#file.readUInt32LE(at);
  }

  /** What `read` gives for the place of each element. */
  #vector(number, size, read) {
    const field = this.#field(number);
    if (field === 0) return [];
    const vector = this.#target(field);
    const length = this.#file.readUInt32LE(vector);
    return Array.from({ length }, (_, index) => read(vector + 4 + index * size));
  }

  #stringAt(at) {
    const length = this.#file.readUInt32LE(at);
    return this.#file.toString("utf8", at + 4, at + 4 + length);
  }

  int8(number) {
    const field = this.#field(number);
    return field === 0 ? 0 : this.#file.readInt8(field);
  }

  int32(number) {
    const field = this.#field(number);
    return field === 0 ? 0 : this.#file.readInt32LE(field);
  }

  int64(number) {
    const field = this.#field(number);
    return field === 0 ? 0n : this.#file.readBigInt64LE(field);
  }

  float(number) {
    const field = this.#field(number);
    return field === 0 ? 0 : this.#file.readFloatLE(field);
  }

  string(number) {
    const field = this.#field(number);
    return field === 0 ? "" : this.#stringAt(this.#target(field));
  }

  table(number) {
    const field = this.#field(number);
    return field === 0 ? null : new Table(this.#file, this.#target(field));
  }

  bytes(number) {
    const field = this.#field(number);
    if (field === 0) return Buffer.alloc(0);
    const vector = this.#target(field);
    return this.#file.subarray(vector + 4, vector + 4 + this.#file.readUInt32LE(vector));
  }

  tables(number) {
    return this.#vector(number, 4, (at) => new Table(this.#file, this.#target(at)));
  }

  strings(number) {
    return this.#vector(number, 4, (at) => this.#stringAt(this.#target(at)));
  }

  int64s(number) {
    return this.#vector(number, 8, (at) => this.#file.readBigInt64LE(at));
  }

  floats(number) {
    return this.#vector(number, 4, (at) => this.#file.readFloatLE(at));
  }
}
