/**
 * OpenStreetMap as it is now: Nominatim for names and places, Overpass for kinds of business around a place. Within
 * their usage rules (operations.osmfoundation.org/policies/nominatim): one request a second, answers kept, a real
 * user agent with the operator's contact, no search as you type.
 */
import * as z from "zod";
import type { BusinessMatch, BusinessQuery } from "../../planning/ports.ts";
import type { RawBusiness } from "../business.ts";
import { kindsCalled } from "../categories.ts";
import type { Point } from "../cells.ts";
import { fold } from "../fold.ts";
import { businessOfTags } from "../importing/osm-tags.ts";
import { elementsOfOverpass } from "../importing/overpass.ts";
import { readCoordinates } from "../near.ts";
import { queryWords } from "../query.ts";
import { byDistance, matchOfRaw } from "./live.ts";
import type { LiveSearch } from "./live.ts";
import { createPolite, USUAL_MANNERS } from "./polite.ts";
import type { PoliteOptions } from "./polite.ts";

export type OpenStreetMapOptions = {
  readonly nominatimUrl: string;
  readonly overpassUrl: string;
  /** Where the operator can be reached: an e-mail address or a page. */
  readonly contact: string;
  readonly monotonicMs: () => number;
  /** For tests; the usage rules are the default. */
  readonly manners?: Partial<Omit<PoliteOptions, "userAgent" | "monotonicMs">>;
};

const ATTRIBUTION = "© OpenStreetMap contributors (ODbL)";
const KEYS = ["amenity", "shop", "craft", "office", "leisure", "tourism", "healthcare", "cuisine"];
/** Overpass is asked close by first. */
const RADII_METRES = [5000, 25_000];
const MOST_ELEMENTS = 60;
/** About fifty kilometres either way: what Nominatim prefers, not what it keeps to. */
const VIEW_DEGREES = 0.5;

const places = z.array(
  z.object({
    osm_type: z.string().optional(),
    osm_id: z.number().optional(),
    lat: z.string(),
    lon: z.string(),
    category: z.string().optional(),
    type: z.string().optional(),
    name: z.string().optional(),
    address: z.record(z.string(), z.string()).optional(),
    extratags: z.record(z.string(), z.string()).nullish(),
  }),
);
type Place = z.output<typeof places>[number];

export function openStreetMap(options: OpenStreetMapOptions): LiveSearch {
  const { nominatimUrl, overpassUrl, contact, monotonicMs } = options;
  const polite = createPolite({
    ...USUAL_MANNERS,
    ...options.manners,
    userAgent: `outdial/1.0 (self-hosted telephony appliance; ${contact})`,
    monotonicMs,
  });

  const nominatim = async (parameters: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Place[]> => {
    const query = new URLSearchParams({ ...parameters, format: "jsonv2" });
    return places.parse(await polite.get(`${nominatimUrl}/search?${query.toString()}`, signal));
  };

  const locate = async (near: string | null, signal: AbortSignal): Promise<Point | null> => {
    if (near === null || near.trim() === "") return null;
    const point = readCoordinates(near);
    if (point) return point;
    const [place] = await nominatim({ q: near.trim(), limit: "1" }, signal);
    return place ? { latitude: Number(place.lat), longitude: Number(place.lon) } : null;
  };

  const around = async (kinds: readonly string[], point: Point, signal: AbortSignal): Promise<RawBusiness[]> => {
    for (const radius of RADII_METRES) {
      const query = new URLSearchParams({ data: overpassQuery(kinds, point, radius) });
      const elements = elementsOfOverpass(await polite.get(`${overpassUrl}?${query.toString()}`, signal));
      const found = elements.flatMap((element) => businessOfTags(element, "osm") ?? []);
      if (found.length > 0) return found;
    }
    return [];
  };

  const named = async (
    text: string,
    point: Point | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<RawBusiness[]> => {
    const view = point === null ? {} : { viewbox: viewOf(point), bounded: "0" };
    const found = await nominatim(
      { q: text, limit: String(Math.min(40, limit * 2)), addressdetails: "1", extratags: "1", ...view },
      signal,
    );
    return found.flatMap((place) => businessOfPlace(place) ?? []);
  };

  return async ({ text, near, limit }: BusinessQuery, nowMs: number, signal: AbortSignal) => {
    const point = await locate(near, signal);
    const kinds = kindsMeant(text);
    const found =
      point !== null && kinds.length > 0 ? await around(kinds, point, signal) : await named(text, point, limit, signal);
    const matches = found
      .map((raw) => matchOfRaw(raw, point, ATTRIBUTION, nowMs))
      .filter((match): match is BusinessMatch => match !== null);
    return (point === null ? matches : byDistance(matches)).slice(0, limit);
  };
}

/** The kinds that all words of the text stand for; none when it is rather a name. */
function kindsMeant(text: string): string[] {
  const [first = [], ...others] = queryWords(text).map((word) => [
    ...new Set([...kindsCalled(word), ...kindsCalled(word.replace(/s$/, ""))]),
  ]);
  return first.filter((kind) => others.every((kinds) => kinds.includes(kind)));
}

/** Nothing of what anybody typed gets into it: kinds are words of ours, the rest are numbers. */
function overpassQuery(kinds: readonly string[], { latitude, longitude }: Point, radius: number): string {
  const place = `(around:${radius},${latitude.toFixed(5)},${longitude.toFixed(5)})`;
  const values = kinds.join("|");
  return `[out:json][timeout:9];(${KEYS.map((key) => `nwr["${key}"~"^(${values})$"]["name"]${place};`).join("")});out center tags ${MOST_ELEMENTS};`;
}

function viewOf({ latitude, longitude }: Point): string {
  const [west, north] = [longitude - VIEW_DEGREES, latitude + VIEW_DEGREES];
  return [west, north, longitude + VIEW_DEGREES, latitude - VIEW_DEGREES]
    .map((degrees) => degrees.toFixed(4))
    .join(",");
}

/** What Nominatim tells of a thing, in the tags it was made from. */
function businessOfPlace(place: Place): RawBusiness | null {
  const { address = {}, extratags, category, type, name } = place;
  if (category === undefined || type === undefined) return null;
  const tags: Record<string, string> = { ...extratags, [category]: type };
  const translated: Record<string, string | undefined> = {
    name,
    "addr:housenumber": address["house_number"],
    "addr:street": address["road"] ?? address["pedestrian"],
    "addr:city": address["city"] ?? address["town"] ?? address["village"],
    "addr:state": address["state"],
    "addr:postcode": address["postcode"],
    "addr:country": address["country_code"],
  };
  for (const [key, value] of Object.entries(translated))
    if (value !== undefined && fold(value) !== "") tags[key] = value;
  const kind = place.osm_type === "way" || place.osm_type === "relation" ? place.osm_type : "node";
  const [latitude, longitude] = [Number(place.lat), Number(place.lon)];
  return businessOfTags({ kind, id: place.osm_id ?? 0, latitude, longitude, tags, firstNode: null }, "osm");
}
