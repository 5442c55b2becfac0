/** RIFF/WAVE with 16-bit linear PCM, any number of channels: what recordings, fixtures and speech programs use. */

export type Wav = {
  readonly sampleRateHz: number;
  /** One array of samples per channel, all of the same length. */
  readonly channels: readonly Int16Array[];
};

const PCM = 1;
const EXTENSIBLE = 0xfffe;
const HEADER_BYTES = 44;

/** Throws an Error that says what is wrong for anything that is not 16-bit linear PCM. */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || tag(bytes, 0) !== "RIFF" || tag(bytes, 8) !== "WAVE") throw new Error("this is no WAV file");
  let format: { readonly channels: number; readonly sampleRateHz: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = tag(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name === "fmt " && body + 16 <= bytes.length) {
      const kind = view.getUint16(body, true);
      if ((kind !== PCM && kind !== EXTENSIBLE) || view.getUint16(body + 14, true) !== 16) {
        throw new Error("only WAV files with 16-bit linear PCM can be read");
      }
      format = { channels: view.getUint16(body + 2, true), sampleRateHz: view.getUint32(body + 4, true) };
    }
    if (name === "data") {
      if (format === null) throw new Error("the WAV file has no format before its data");
      // Programs that write to a pipe leave the size at its largest value.
      const end = Math.min(bytes.length, body + size);
      return { sampleRateHz: format.sampleRateHz, channels: split(view, body, end, format.channels) };
    }
    at = body + size + (size % 2);
  }
  throw new Error("the WAV file has no data");
}

/** Channels that are shorter than the longest end in silence. */
export function writeWav(wav: Wav): Uint8Array {
  const { channels, sampleRateHz } = wav;
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  const dataBytes = length * channels.length * 2;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from("RIFF"), 0);
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  bytes.set(Buffer.from("WAVEfmt "), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * channels.length * 2, true);
  view.setUint16(32, channels.length * 2, true);
  view.setUint16(34, 16, true);
  bytes.set(Buffer.from("data"), 36);
  view.setUint32(40, dataBytes, true);
  for (const [index, channel] of channels.entries()) {
    for (let i = 0; i < channel.length; i += 1) {
      view.setInt16(HEADER_BYTES + (i * channels.length + index) * 2, channel[i] ?? 0, true);
    }
  }
  return bytes;
}

function split(view: DataView, from: number, to: number, count: number): Int16Array[] {
  const length = Math.floor((to - from) / (2 * count));
  return Array.from({ length: count }, (_, channel) =>
    Int16Array.from({ length }, (__, i) => view.getInt16(from + (i * count + channel) * 2, true)),
  );
}

function tag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
