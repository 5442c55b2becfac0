/** Zip archives as Python wheels are, for tests of what reads them. */
import { crc32, deflateRawSync } from "node:zlib";

type Member = { readonly name: string; readonly content: Buffer; readonly stored?: true };

export function zipOf(members: readonly Member[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored } of members) {
    const packed = stored ? content : deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    // What both headers tell, from "version needed" to "extra length".
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(stored ? 0 : 8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    // Only the local header has an extra field, as archives of some programs do.
    const extra = Buffer.from([0x55, 0x54, 0, 0]);
    const localFacts = Buffer.from(facts);
    localFacts.writeUInt16LE(extra.length, 24);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), localFacts, nameBytes, extra, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 3]), facts, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listing, Buffer.from("PK\x05\x06", "latin1"), end]);
}
