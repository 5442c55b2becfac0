import * as fc from "fast-check";
import { expect, it } from "vitest";
import { decoder, encode, soundOf } from "../../../src/engines/neural/wire.ts";
import type { Order } from "../../../src/engines/neural/wire.ts";

const order: Order = { type: "speak", id: 7, sampleRateHz: 8000, text: "Grüß Gott, it is $42." };

it("gives back every message, however the stream is cut", () => {
  const sound = Int16Array.from({ length: 300 }, (_, i) => i * 100 - 15_000);
  const stream = Buffer.concat([encode(order), encode({ ...order, id: 8 }, sound), encode({ type: "cancel", id: 9 })]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      const got: [Order, Int16Array][] = [];
      const read = decoder<Order>(({ head, body }) => got.push([head, soundOf(body)]));
      for (let at = 0, turn = 0; at < stream.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        read(stream.subarray(at, at + size));
        at += size;
      }
      expect(got).toEqual([
        [order, new Int16Array(0)],
        [{ ...order, id: 8 }, sound],
        [{ type: "cancel", id: 9 }, new Int16Array(0)],
      ]);
    }),
  );
});

it("takes no message that says it is longer than any can be", () => {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(10, 0);
  lengths.writeUInt32LE(0xffff_ffff, 4);
  expect(() => decoder(() => undefined)(lengths)).toThrow("too long");
});
