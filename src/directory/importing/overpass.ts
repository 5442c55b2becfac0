/** The JSON of the Overpass API: what it answers to a question, and what people save of it. */
import * as z from "zod";
import type { OsmElement } from "./osm-tags.ts";

const point = z.object({ lat: z.number(), lon: z.number() });
const answer = z.object({
  elements: z.array(
    z.object({
      type: z.enum(["node", "way", "relation"]),
      id: z.number(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      center: point.optional(),
      nodes: z.array(z.number()).optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** Throws when it is no answer of Overpass. */
export function elementsOfOverpass(json: unknown): OsmElement[] {
  const found = answer.safeParse(json);
  if (!found.success) throw new Error("this is not what Overpass answers: it has no list of elements");
  return found.data.elements.map(({ type, id, lat, lon, center, nodes, tags }) => ({
    kind: type,
    id,
    latitude: lat ?? center?.lat ?? null,
    longitude: lon ?? center?.lon ?? null,
    tags: tags ?? {},
    firstNode: nodes?.[0] ?? null,
  }));
}
