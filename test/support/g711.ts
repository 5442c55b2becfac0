/**
 * ITU-T G.711, both laws, by table: 8 bits a sample at 8 kHz. Decoding is exact; encoding picks the nearest code by
 * the standard's segments, so that what was decoded encodes to the same byte again (mu-law's negative zero excepted).
 */

const MULAW_BIAS = 132;
const MULAW_CLIP = 32_635;

function mulawToLinear(code: number): number {
  const bits = ~code & 0xff;
  const exponent = (bits >> 4) & 7;
  const magnitude = ((((bits & 15) << 3) + MULAW_BIAS) << exponent) - MULAW_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

function linearToMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(MULAW_CLIP, Math.abs(sample)) + MULAW_BIAS;
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 0xff;
}

function alawToLinear(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}

function linearToAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // Ones' complement for negative values, as the standard's 13-bit table has it.
  const magnitude = sample < 0 ? -sample - 1 : Math.min(sample, 32_767);
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  const mantissa = exponent === 0 ? magnitude >> 4 : magnitude >> (exponent + 3);
  return (sign | (exponent << 4) | (mantissa & 15)) ^ 0x55;
}

const MULAW_DECODED = Int16Array.from({ length: 256 }, (_, code) => mulawToLinear(code));
const ALAW_DECODED = Int16Array.from({ length: 256 }, (_, code) => alawToLinear(code));
/** By the sample's 16 bits taken as unsigned. */
const MULAW_ENCODED = Uint8Array.from({ length: 65_536 }, (_, bits) => linearToMulaw((bits << 16) >> 16));
const ALAW_ENCODED = Uint8Array.from({ length: 65_536 }, (_, bits) => linearToAlaw((bits << 16) >> 16));

export function decodeMulaw(codes: Uint8Array): Int16Array {
  return decode(codes, MULAW_DECODED);
}

export function encodeMulaw(samples: Int16Array): Uint8Array {
  return encode(samples, MULAW_ENCODED);
}

export function decodeAlaw(codes: Uint8Array): Int16Array {
  return decode(codes, ALAW_DECODED);
}

export function encodeAlaw(samples: Int16Array): Uint8Array {
  return encode(samples, ALAW_ENCODED);
}

function decode(codes: Uint8Array, table: Int16Array): Int16Array {
  const samples = new Int16Array(codes.length);
  for (let i = 0; i < codes.length; i += 1) samples[i] = table[codes[i] ?? 0] ?? 0;
  return samples;
}

function encode(samples: Int16Array, table: Uint8Array): Uint8Array {
  const codes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) codes[i] = table[(samples[i] ?? 0) & 0xffff] ?? 0;
  return codes;
}
