/**
 * An extract of OpenStreetMap: `.osm.pbf`, `.osm` (plain or gzipped), or the JSON that Overpass answers with. Buildings
 * are placed by their first corner; where a file gives only its node's number, it is read twice.
 */
import { readFileSync } from "node:fs";
import type { Finding } from "./import-file.ts";
import { readOsmPbf } from "./osm-pbf.ts";
import { businessOfTags } from "./osm-tags.ts";
import type { OsmElement } from "./osm-tags.ts";
import { readOsmXml } from "./osm-xml.ts";
import { elementsOfOverpass } from "./overpass.ts";

export async function* readOsmFile(
  path: string,
  source: string,
  onShare: (share: number) => void,
): AsyncIterable<Finding> {
  const elements = (share: (share: number) => void): AsyncIterable<OsmElement> => {
    if (/\.pbf$/i.test(path)) return readOsmPbf(path, share);
    return /\.json$/i.test(path) ? readJson(path) : readOsmXml(path, share);
  };
  const corners = await neededCorners(elements((share) => onShare(share / 2)));
  let row = 0;
  for await (const element of elements((share) => onShare(0.5 + share / 2))) {
    row++;
    if (element.kind === "node" && corners.has(element.id)) corners.set(element.id, element);
    if (Object.keys(element.tags).length === 0) continue;
    const raw = businessOfTags(placed(element, corners), source);
    yield raw === null ? { type: "skipped", row } : { type: "business", row, raw };
  }
}

type Corners = Map<number, OsmElement | null>;

async function neededCorners(elements: AsyncIterable<OsmElement>): Promise<Corners> {
  const needed: Corners = new Map();
  for await (const element of elements) {
    if (element.kind !== "way" || element.latitude !== null || element.firstNode === null) continue;
    if (businessOfTags(element, "") !== null) needed.set(element.firstNode, null);
  }
  return needed;
}

function placed(element: OsmElement, corners: Corners): OsmElement {
  const corner = element.latitude === null && element.firstNode !== null ? corners.get(element.firstNode) : null;
  return corner ? { ...element, latitude: corner.latitude, longitude: corner.longitude } : element;
}

async function* readJson(path: string): AsyncIterable<OsmElement> {
  yield* elementsOfOverpass(JSON.parse(readFileSync(path, "utf8")));
}
