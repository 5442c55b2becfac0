/**
 * ITU-T G.711 mu-law at either rate, by table: for engines that take or give the telephone's own bytes, one a sample,
 * half of what linear audio needs. What came as mu-law goes out as the same bytes again.
 */

/** Added before the segment is looked up, so that every segment begins at a power of two. */
const BIAS = 132;
const LOUDEST = 32_767 - BIAS;

const DECODED = Int16Array.from({ length: 256 }, (_, code) => expand(code));
/** By the sample's sixteen bits, read as unsigned. */
const ENCODED = Uint8Array.from({ length: 65_536 }, (_, bits) => compress(bits < 32_768 ? bits : bits - 65_536));

export function encodeMulaw(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const codes = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) codes[at] = ENCODED[samples[at]! & 0xffff]!;
  return codes;
}

export function decodeMulaw(codes: Uint8Array): Int16Array {
  const samples = new Int16Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) samples[at] = DECODED[codes[at]!]!;
  return samples;
}

/** Sign, three bits of segment, four bits within it; all inverted on the wire. */
function compress(sample: number): number {
  const biased = Math.min(Math.abs(sample), LOUDEST) + BIAS;
  const segment = 24 - Math.clz32(biased);
  const step = (biased >> (segment + 3)) & 0x0f;
  return (sample < 0 ? 0x7f : 0xff) - ((segment << 4) | step);
}

function expand(code: number): number {
  const inverted = 0xff - code;
  const segment = (inverted >> 4) & 0x07;
  const magnitude = ((((inverted & 0x0f) << 3) + BIAS) << segment) - BIAS;
  return inverted < 0x80 ? magnitude : -magnitude;
}
