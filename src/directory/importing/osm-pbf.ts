/**
 * OpenStreetMap's binary format (`.osm.pbf`), block by block, as the wiki's "PBF Format" page describes it. Blocks that
 * are packed in other ways than zlib are refused: nobody publishes such files.
 */
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { OsmElement } from "./osm-tags.ts";
import { deltas, fieldsOf, packed, signed } from "./protobuf.ts";

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
  let type = "";
  let size = 0;
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) type = text(field.bytes);
    if (field.number === 3) size = field.value;
  }
  return { type, size };
}

async function contentOf(blob: Uint8Array): Promise<Uint8Array> {
  for (const { number, bytes } of fieldsOf(blob)) {
    if (number === 1) return bytes;
    if (number === 3) return unpack(bytes, { maxOutputLength: LARGEST_BLOB });
    if (number >= 4 && bytes.length > 0) break;
  }
  throw new Error("the file is packed in a way that is not supported: only zlib is");
}

type Block = {
  readonly strings: readonly string[];
  readonly degrees: (raw: number, offset: number) => number;
  readonly south: number;
  readonly west: number;
};

function* elementsOf(bytes: Uint8Array): Iterable<OsmElement> {
  let strings: string[] = [];
  const groups: Uint8Array[] = [];
  let [granularity, south, west] = [100, 0, 0];
  for (const { number, value, bytes: content } of fieldsOf(bytes)) {
    if (number === 1) strings = Array.from(fieldsOf(content), (field) => text(field.bytes));
    else if (number === 2) groups.push(content);
    else if (number === 17) granularity = value;
    else if (number === 19) south = value;
    else if (number === 20) west = value;
  }
  const degrees = (raw: number, offset: number): number => (offset + granularity * raw) / 1e9;
  const block: Block = { strings, degrees, south, west };
  for (const group of groups) {
    for (const { number, bytes: content } of fieldsOf(group)) {
      if (number === 1) yield nodeOf(block, content);
      else if (number === 2) yield* denseNodes(block, content);
      else if (number === 3) yield wayOf(block, content);
    }
  }
}

function nodeOf(block: Block, bytes: Uint8Array): OsmElement {
  const none = bytes.subarray(0, 0);
  const found = { id: 0, latitude: 0, longitude: 0, keys: none, values: none };
  for (const { number, value, bytes: content } of fieldsOf(bytes)) {
    if (number === 1) found.id = signed(value);
    else if (number === 2) found.keys = content;
    else if (number === 3) found.values = content;
    else if (number === 8) found.latitude = block.degrees(signed(value), block.south);
    else if (number === 9) found.longitude = block.degrees(signed(value), block.west);
  }
  const { id, latitude, longitude, keys, values } = found;
  return { kind: "node", id, latitude, longitude, tags: tagsOf(block, keys, values), firstNode: null };
}

function* denseNodes(block: Block, bytes: Uint8Array): Iterable<OsmElement> {
  let [ids, latitudes, longitudes, keysAndValues]: number[][] = [[], [], [], []];
  for (const { number, bytes: content } of fieldsOf(bytes)) {
    if (number === 1) ids = deltas(content);
    else if (number === 8) latitudes = deltas(content);
    else if (number === 9) longitudes = deltas(content);
    else if (number === 10) keysAndValues = [...packed(content)];
  }
  let at = 0;
  for (const [index, id] of (ids ?? []).entries()) {
    const tags: Record<string, string> = {};
    while (keysAndValues?.[at]) {
      tags[block.strings[keysAndValues[at] ?? 0] ?? ""] = block.strings[keysAndValues[at + 1] ?? 0] ?? "";
      at += 2;
    }
    at++;
    const latitude = block.degrees(latitudes?.[index] ?? 0, block.south);
    const longitude = block.degrees(longitudes?.[index] ?? 0, block.west);
    yield { kind: "node", id, latitude, longitude, tags, firstNode: null };
  }
}

function wayOf(block: Block, bytes: Uint8Array): OsmElement {
  const none = bytes.subarray(0, 0);
  const found = { id: 0, keys: none, values: none, refs: none };
  for (const { number, value, bytes: content } of fieldsOf(bytes)) {
    if (number === 1) found.id = value;
    else if (number === 2) found.keys = content;
    else if (number === 3) found.values = content;
    else if (number === 8) found.refs = content;
  }
  const first = packed(found.refs)[Symbol.iterator]().next();
  const tags = tagsOf(block, found.keys, found.values);
  const firstNode = first.done ? null : signed(first.value);
  return { kind: "way", id: found.id, latitude: null, longitude: null, tags, firstNode };
}

function tagsOf(block: Block, keys: Uint8Array, values: Uint8Array): Record<string, string> {
  const named = [...packed(keys)];
  const tags: Record<string, string> = {};
  let at = 0;
  for (const value of packed(values)) tags[block.strings[named[at++] ?? 0] ?? ""] = block.strings[value] ?? "";
  return tags;
}

const decoder = new TextDecoder();

function text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
