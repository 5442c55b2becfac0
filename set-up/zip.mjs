/**
 * Takes one file out of a zip archive that is in memory. As much of the format as Python wheels use: no zip64, no
 * encryption, stored or deflated. Give it only archives whose digest has been checked.
 */
import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = Buffer.from("PK\x05\x06", "latin1");
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/** The file's bytes; null when the archive has no file of that name. */
export function takeFromZip(archive, name) {
  const entry = entriesOf(archive).find((each) => each.name === name);
  if (entry === undefined) return null;
  // The local header repeats the name, and may have other extra fields than the directory.
  const { local } = entry;
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + entry.packedBytes);
  return entry.method === DEFLATED ? inflateRawSync(packed) : packed;
}

function entriesOf(archive) {
  const end = archive.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) return [];
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0 && archive.readUInt32LE(at) === DIRECTORY_ENTRY; left--) {
    const nameBytes = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: archive.readUInt16LE(at + 10),
      packedBytes: archive.readUInt32LE(at + 20),
      local: archive.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
