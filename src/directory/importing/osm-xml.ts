/** OpenStreetMap XML (`.osm`), element by element. Reads what OSM's own tools write, not XML at large. */
import { fileText } from "./file-text.ts";
import type { OsmElement } from "./osm-tags.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

export async function* readOsmXml(path: string, onShare: (share: number) => void): AsyncIterable<OsmElement> {
  let rest = "";
  let open: Building | null = null;
  for await (const piece of fileText(path, onShare)) {
    rest += piece;
    let at = 0;
    for (;;) {
      const start = rest.indexOf("<", at);
      const end = start < 0 ? -1 : rest.indexOf(">", start);
      if (end < 0) break;
      at = end + 1;
      const tag = rest.slice(start + 1, end);
      const element = /^(node|way|relation)\s/.exec(tag)?.[1];
      if (element === "node" || element === "way" || element === "relation") {
        open = begin(element, attributes(tag));
        if (!tag.endsWith("/")) continue;
      } else if (open && tag.startsWith("tag ")) {
        const { k, v } = attributes(tag);
        if (k !== undefined && v !== undefined) open.tags[k] = v;
        continue;
      } else if (open && tag.startsWith("nd ")) {
        open.firstNode ??= Number(attributes(tag)["ref"]);
        continue;
      } else if (open && tag.startsWith("center ")) {
        const { lat, lon } = attributes(tag);
        open.latitude = Number(lat);
        open.longitude = Number(lon);
        continue;
      } else if (!/^\/(?:node|way|relation)$/.test(tag)) continue;
      if (open) yield open;
      open = null;
    }
    rest = rest.slice(at);
  }
}

type Building = { -readonly [Key in keyof OsmElement]: OsmElement[Key] } & { tags: Record<string, string> };

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

function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name = "", double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[name] = unescaped(double ?? single ?? "");
  }
  return found;
}

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const point = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : null;
      if (point !== null) return point <= 0x10ffff ? String.fromCodePoint(point) : "";
      return ENTITIES[name ?? ""] ?? whole;
    },
  );
}
