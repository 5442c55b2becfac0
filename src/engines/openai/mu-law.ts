/** ITU-T G.711 mu-law, by table: 8 bits a sample. Encodes to the nearest code of the standard's segments. */

const BIAS = 132;
const CLIP = 32_635;

const CODES = Uint8Array.from({ length: 65_536 }, (_, bits) => codeOf((bits << 16) >> 16));

export function encodeMuLaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => CODES[sample & 0xffff] ?? 0xff);
}

function codeOf(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(CLIP, Math.abs(sample)) + BIAS;
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 0xff;
}
