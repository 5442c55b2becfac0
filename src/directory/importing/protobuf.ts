/** The few parts of protocol buffers that OpenStreetMap's binary format uses. */

export type Field = { readonly number: number; readonly value: number; readonly bytes: Uint8Array };

const EMPTY = new Uint8Array(0);

/** The fields of a message in order: `value` of the varint ones, `bytes` of the others. */
export function* fieldsOf(message: Uint8Array): Iterable<Field> {
  const cursor = { bytes: message, at: 0 };
  while (cursor.at < message.length) {
    const key = varint(cursor);
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        yield { number, value: varint(cursor), bytes: EMPTY };
        break;
      case 1:
        cursor.at += 8;
        break;
      case 2: {
        const length = varint(cursor);
        const end = cursor.at + length;
        if (end > message.length) throw new Error("a field is longer than its message");
        yield { number, value: 0, bytes: message.subarray(cursor.at, end) };
        cursor.at = end;
        break;
      }
      case 5:
        cursor.at += 4;
        break;
      default:
        throw new Error("not a protocol buffer");
    }
  }
}

type Cursor = { readonly bytes: Uint8Array; at: number };

/** Exact up to 2^53, which no id of OpenStreetMap comes near. */
function varint(cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw new Error("a number is cut off");
    value += (byte % 128) * factor;
    if (byte < 128) return value;
  }
}

/** ZigZag: 0, -1, 1, -2 … */
export function signed(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

export function* packed(bytes: Uint8Array): Iterable<number> {
  const cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) yield varint(cursor);
}

/** Packed, ZigZag, each the difference from the one before. */
export function deltas(bytes: Uint8Array): number[] {
  let last = 0;
  return Array.from(packed(bytes), (value) => (last += signed(value)));
}
