/** RIFF/WAVE with 16-bit linear PCM, mono: as a recogniser is sent it, and as a voice may answer. Pure. */

const HEADER_BYTES = 44;
const PCM = 1;
const EXTENSIBLE = 0xfffe;

export function wavFile(samples: Int16Array, sampleRateHz: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => bytes.set(Buffer.from(text, "latin1"), at);
  tag(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  tag(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  tag(36, "data");
  view.setUint32(40, samples.length * 2, true);
  for (let i = 0; i < samples.length; i += 1) view.setInt16(HEADER_BYTES + 2 * i, samples[i] ?? 0, true);
  return bytes;
}

export type WavHeader =
  /** These bytes cannot be the beginning of a WAV file. */
  | { readonly kind: "none" }
  /** They may be, but it cannot be told yet. */
  | { readonly kind: "more" }
  /** They are, of a kind that is not understood here. */
  | { readonly kind: "strange" }
  /** Sound begins at `dataAt`. */
  | { readonly kind: "pcm"; readonly sampleRateHz: number; readonly channels: number; readonly dataAt: number };

/** Looks at the first bytes of an answer. Sizes are not believed: a file that is streamed has none. */
export function readWavHeader(bytes: Uint8Array): WavHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (!"RIFF".startsWith(begins)) return { kind: "none" };
  if (bytes.length < 12) return { kind: "more" };
  if (tagAt(bytes, 8) !== "WAVE") return { kind: "none" };
  let format: { readonly sampleRateHz: number; readonly channels: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tagAt(bytes, at) === "data") {
      return format === null ? { kind: "strange" } : { kind: "pcm", ...format, dataAt: body };
    }
    if (tagAt(bytes, at) === "fmt ") {
      if (body + 16 > bytes.length) return { kind: "more" };
      const coding = view.getUint16(body, true);
      const channels = view.getUint16(body + 2, true);
      const sampleRateHz = view.getUint32(body + 4, true);
      const bits = view.getUint16(body + 14, true);
      const known = (coding === PCM || coding === EXTENSIBLE) && bits === 16 && channels >= 1 && channels <= 2;
      if (!known || sampleRateHz < 8000 || sampleRateHz > 96_000) return { kind: "strange" };
      format = { channels, sampleRateHz };
    }
    at = body + size + (size % 2);
  }
  return bytes.length > 4096 ? { kind: "strange" } : { kind: "more" };
}

function tagAt(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, at + 4)).toString("latin1");
}
