/** OpenStreetMap XML (`.osm`), element by element. */
import { SaxesParser } from "saxes";
import { fileText } from "../../lib/file-text.ts";
import type { OsmElement } from "./osm-tags.ts";

type Building = { -readonly [Key in keyof OsmElement]: OsmElement[Key] } & { tags: Record<string, string> };

export async function* readOsmXml(path: string, onShare: (share: number) => void): AsyncIterable<OsmElement> {
  const parser = new SaxesParser<{ xmlns: false }>();
  let open: Building | null = null;
  let complete: OsmElement[] = [];

  parser.on("error", ({ message }) => {
    throw new Error(`${path} is not XML, or is cut off: ${message}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (isKind(name)) open = begin(name, attributes);
    else if (open !== null) detail(open, name, attributes);
  });
  parser.on("closetag", ({ name }) => {
    if (open === null || !isKind(name)) return;
    complete.push(open);
    open = null;
  });

  for await (const piece of fileText(path, onShare)) {
    parser.write(piece);
    yield* complete;
    complete = [];
  }
  parser.close();
}

function isKind(name: string): name is OsmElement["kind"] {
  return name === "node" || name === "way" || name === "relation";
}

function begin(kind: OsmElement["kind"], { id, lat, lon }: Readonly<Record<string, string>>): Building {
  return {
    kind,
    id: Number(id),
    latitude: lat === undefined ? null : Number(lat),
    longitude: lon === undefined ? null : Number(lon),
    tags: Object.create(null) as Record<string, string>,
    firstNode: null,
  };
}

function detail(open: Building, name: string, { k, v, ref, lat, lon }: Readonly<Record<string, string>>): void {
  if (name === "tag" && k !== undefined && v !== undefined) open.tags[k] = v;
  else if (name === "nd") open.firstNode ??= Number(ref);
  else if (name === "center") {
    open.latitude = Number(lat);
    open.longitude = Number(lon);
  }
}
