/** The text of a file piece by piece, unpacked when its name ends in .gz. */
import { createReadStream, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

const PIECE_BYTES = 1 << 18;

export async function* fileText(path: string, onShare: (share: number) => void): AsyncIterable<string> {
  const size = statSync(path).size;
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  // An error of the file arrives at the reader through the unpacker; the callback has nothing to add.
  const bytes: AsyncIterable<Uint8Array> = path.endsWith(".gz")
    ? pipeline(file, createGunzip(), () => undefined)
    : file;
  const decoder = new TextDecoder();
  try {
    for await (const piece of bytes) {
      onShare(size === 0 ? 1 : file.bytesRead / size);
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder.decode();
  } finally {
    file.destroy();
  }
}
