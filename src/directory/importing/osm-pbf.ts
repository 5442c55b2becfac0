/**
 * OpenStreetMap's binary format (`.osm.pbf`), block by block, as the wiki's "PBF Format" page describes it. Blocks that
 * are packed in other ways than zlib are refused: nobody publishes such files.
 */
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { PbfReader } from "pbf";
import type { OsmElement } from "./osm-tags.ts";

const unpack = promisify(inflate);
const LARGEST_HEADER = 64 * 1024;
const LARGEST_BLOB = 32 * 1024 * 1024;

export async function* readOsmPbf(path: string, onShare: (share: number) => void): AsyncIterable<OsmElement> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let at = 0; at < size;) {
      const headerLength = (await read(file, at, 4)).readUInt32BE(0);
      if (headerLength > LARGEST_HEADER) throw new Error(`${path} is not an OpenStreetMap PBF file`);
      const header = blobHeader(await read(file, at + 4, headerLength));
      if (header.size > LARGEST_BLOB) throw new Error(`${path} is not an OpenStreetMap PBF file`);
      const blob = await read(file, at + 4 + headerLength, header.size);
      at += 4 + headerLength + header.size;
      onShare(at / size);
      if (header.type === "OSMData") yield* elementsOf(await contentOf(blob));
    }
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  if (bytesRead < length) throw new Error("the file is cut off");
  return buffer;
}

function blobHeader(bytes: Uint8Array): { type: string; size: number } {
  const header = { type: "", size: 0 };
  const message = new PbfReader(bytes);
  for (const field of fieldsOf(message)) {
    if (field === 1) header.type = message.readString();
    else if (field === 3) header.size = message.readVarint();
  }
  return header;
}

async function contentOf(blob: Uint8Array): Promise<Uint8Array> {
  const message = new PbfReader(blob);
  for (const field of fieldsOf(message)) {
    if (field === 1) return message.readBytes();
    if (field === 3) return unpack(message.readBytes(), { maxOutputLength: LARGEST_BLOB });
    if (field >= 4 && message.readBytes().length > 0) break;
  }
  throw new Error("the file is packed in a way that is not supported: only zlib is");
}

/** The numbers of the message's fields in turn; who does not read one skips it. */
function* fieldsOf(message: PbfReader): Iterable<number> {
  for (let field = message.nextField(); field > 0; field = message.nextField()) yield field;
  if (message.pos > message.length) throw new Error("the file is damaged: a field is longer than its message");
}

type Block = {
  readonly strings: readonly string[];
  readonly degrees: (raw: number, offset: number) => number;
  readonly south: number;
  readonly west: number;
};

function* elementsOf(bytes: Uint8Array): Iterable<OsmElement> {
  const strings: string[] = [];
  const groups: Uint8Array[] = [];
  let [granularity, south, west] = [100, 0, 0];
  const message = new PbfReader(bytes);
  for (const field of fieldsOf(message)) {
    if (field === 1) {
      const table = new PbfReader(message.readBytes());
      for (const _ of fieldsOf(table)) strings.push(table.readString());
    } else if (field === 2) groups.push(message.readBytes());
    else if (field === 17) granularity = message.readVarint();
    else if (field === 19) south = message.readVarint(true);
    else if (field === 20) west = message.readVarint(true);
  }
  const degrees = (raw: number, offset: number): number => (offset + granularity * raw) / 1e9;
  const block: Block = { strings, degrees, south, west };
  for (const group of groups.map((content) => new PbfReader(content))) {
    for (const field of fieldsOf(group)) {
      if (field === 1) yield nodeOf(block, group.readBytes());
      else if (field === 2) yield* denseNodes(block, group.readBytes());
      else if (field === 3) yield wayOf(block, group.readBytes());
    }
  }
}

function nodeOf(block: Block, bytes: Uint8Array): OsmElement {
  const message = new PbfReader(bytes);
  const keys: number[] = [];
  const values: number[] = [];
  let [id, latitude, longitude] = [0, 0, 0];
  for (const field of fieldsOf(message)) {
    if (field === 1) id = message.readSVarint();
    else if (field === 2) message.readPackedVarint(keys);
    else if (field === 3) message.readPackedVarint(values);
    else if (field === 8) latitude = block.degrees(message.readSVarint(), block.south);
    else if (field === 9) longitude = block.degrees(message.readSVarint(), block.west);
  }
  return { kind: "node", id, latitude, longitude, tags: tagsOf(block, keys, values), firstNode: null };
}

function* denseNodes(block: Block, bytes: Uint8Array): Iterable<OsmElement> {
  const message = new PbfReader(bytes);
  const [ids, latitudes, longitudes, keysAndValues]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const field of fieldsOf(message)) {
    if (field === 1) message.readPackedSVarint(ids);
    else if (field === 8) message.readPackedSVarint(latitudes);
    else if (field === 9) message.readPackedSVarint(longitudes);
    else if (field === 10) message.readPackedVarint(keysAndValues);
  }
  // Each number is the difference from the one before.
  let [id, latitude, longitude, at] = [0, 0, 0, 0];
  for (const [index, difference] of ids.entries()) {
    id += difference;
    latitude += latitudes[index] ?? 0;
    longitude += longitudes[index] ?? 0;
    const tags: Record<string, string> = {};
    for (; keysAndValues[at]; at += 2)
      tags[block.strings[keysAndValues[at] ?? 0] ?? ""] = block.strings[keysAndValues[at + 1] ?? 0] ?? "";
    at++;
    yield {
      kind: "node",
      id,
      latitude: block.degrees(latitude, block.south),
      longitude: block.degrees(longitude, block.west),
      tags,
      firstNode: null,
    };
  }
}

function wayOf(block: Block, bytes: Uint8Array): OsmElement {
  const message = new PbfReader(bytes);
  const keys: number[] = [];
  const values: number[] = [];
  let id = 0;
  let firstNode: number | null = null;
  for (const field of fieldsOf(message)) {
    if (field === 1) id = message.readVarint();
    else if (field === 2) message.readPackedVarint(keys);
    else if (field === 3) message.readPackedVarint(values);
    else if (field === 8) {
      const corners = new PbfReader(message.readBytes());
      firstNode = corners.length === 0 ? null : corners.readSVarint();
    }
  }
  return { kind: "way", id, latitude: null, longitude: null, tags: tagsOf(block, keys, values), firstNode };
}

function tagsOf(block: Block, keys: readonly number[], values: readonly number[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [at, value] of values.entries()) tags[block.strings[keys[at] ?? 0] ?? ""] = block.strings[value] ?? "";
  return tags;
}
