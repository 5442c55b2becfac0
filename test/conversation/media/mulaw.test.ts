import { expect, it } from "vitest";
import { decodeMulaw, encodeMulaw } from "../../../src/conversation/media/mulaw.ts";
import * as reference from "../../support/g711.ts";

it("encodes every sample and decodes every code as the other implementation does", () => {
  const samples = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);
  const codes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(encodeMulaw(samples)).toEqual(reference.encodeMulaw(samples));
  expect(decodeMulaw(codes)).toEqual(reference.decodeMulaw(codes));
});

it("gives the telephone's own bytes back", () => {
  // Of the two zeros the negative one is never sent.
  const codes = Uint8Array.from({ length: 256 }, (_, at) => at).filter((code) => code !== 0x7f);
  expect(encodeMulaw(decodeMulaw(codes))).toEqual(codes);
});
