/**
 * Foursquare's open places: Parquet as it is published, or one JSON object a line. Closed places and those that
 * Foursquare itself doubts are left out. It has no opening hours and no ratings, so these stay unknown.
 */
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod";
import type { RawBusiness } from "../business.ts";
import { fileText } from "../../lib/file-text.ts";
import type { Finding } from "./import-file.ts";

const text = z.string().nullish();
const place = z.object({
  fsq_place_id: z.string(),
  name: text,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  address: text,
  locality: text,
  region: text,
  postcode: text,
  country: text,
  tel: text,
  date_closed: z.unknown(),
  fsq_category_labels: z.array(z.string().nullish()).nullish(),
  unresolved_flags: z.array(z.string().nullish()).nullish(),
});
const COLUMNS = Object.keys(place.shape);

export async function* readFoursquareFile(
  path: string,
  source: string,
  onShare: (share: number) => void,
): AsyncIterable<Finding> {
  let row = 0;
  for await (const record of /\.parquet$/i.test(path) ? parquetRows(path, onShare) : jsonLines(path, onShare)) {
    row++;
    if (record instanceof Error) {
      yield { type: "error", row, message: record.message };
      continue;
    }
    const read = place.safeParse(record);
    if (!read.success) {
      const issue = read.error.issues[0];
      yield { type: "error", row, message: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not valid"}` };
    } else if (read.data.date_closed || (read.data.unresolved_flags?.length ?? 0) > 0) yield { type: "skipped", row };
    else yield { type: "business", row, raw: businessOf(read.data, source) };
  }
}

function businessOf(found: z.output<typeof place>, source: string): RawBusiness {
  const { address, locality, region, postcode, country, tel, latitude, longitude } = found;
  // "Dining and Drinking > Restaurant > Pizzeria": the last says most, the others help to find it.
  const categories = (found.fsq_category_labels ?? []).flatMap(
    (label) => label?.split(" > ").slice(1).toReversed() ?? [],
  );
  return {
    source,
    sourceId: found.fsq_place_id,
    name: found.name ?? null,
    phone: tel ?? null,
    street: address ?? null,
    city: locality ?? null,
    region: region ?? null,
    postcode: postcode ?? null,
    country: country ?? null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    categories,
  };
}

/** Row group by row group, so that a file of any size fits into memory. */
async function* parquetRows(path: string, onShare: (share: number) => void): AsyncIterable<unknown> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const present = new Set(metadata.schema.map((element) => element.name));
  const columns = COLUMNS.filter((column) => present.has(column));
  if (!present.has("fsq_place_id"))
    throw new Error(`${path} has no column fsq_place_id: these are not Foursquare's places`);
  const total = Number(metadata.num_rows);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    yield* await parquetReadObjects({
      file,
      metadata,
      columns,
      rowStart,
      rowEnd,
      compressors: {
        ZSTD: (input: Uint8Array) => zstdDecompressSync(input),
        GZIP: (input: Uint8Array) => gunzipSync(input),
      },
    });
    rowStart = rowEnd;
    onShare(total === 0 ? 1 : rowEnd / total);
  }
}

async function* jsonLines(path: string, onShare: (share: number) => void): AsyncIterable<unknown> {
  let rest = "";
  const parse = (line: string): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      return new Error("this line is not JSON");
    }
  };
  for await (const piece of fileText(path, onShare)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield parse(line);
  }
  if (rest.trim() !== "") yield parse(rest);
}
