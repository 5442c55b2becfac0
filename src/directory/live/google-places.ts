/**
 * Google Places (the "New" API, text search). Nothing of it is stored: its terms forbid that. Open now and the hours
 * are Google's own, holidays included.
 */
import * as z from "zod";
import type { BusinessMatch, BusinessQuery } from "../../planning/ports.ts";
import { distanceMetres } from "../cells.ts";
import type { Point } from "../cells.ts";
import { readCoordinates } from "../near.ts";
import { wallClock } from "../wall-date.ts";
import { byDistance } from "./live.ts";
import type { LiveSearch } from "./live.ts";
import { boundedText } from "./polite.ts";

export type GooglePlacesOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs?: number;
};

const FIELDS = [
  "displayName",
  "formattedAddress",
  "internationalPhoneNumber",
  "location",
  "rating",
  "businessStatus",
  "timeZone",
  "currentOpeningHours.openNow",
  "currentOpeningHours.periods",
  "attributions",
];
const MOST_RESULTS = 20;
const BIAS_METRES = 20_000;
const TIMEOUT_MS = 8000;
const ATTRIBUTION = "Google Maps";

const moment = z.object({
  date: z.object({ year: z.number(), month: z.number(), day: z.number() }).optional(),
  hour: z.number().default(0),
  minute: z.number().default(0),
});
const answer = z.object({
  places: z
    .array(
      z.object({
        displayName: z.object({ text: z.string() }).optional(),
        formattedAddress: z.string().optional(),
        internationalPhoneNumber: z.string().optional(),
        location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
        rating: z.number().optional(),
        businessStatus: z.string().optional(),
        timeZone: z.object({ id: z.string() }).optional(),
        currentOpeningHours: z
          .object({
            openNow: z.boolean().optional(),
            periods: z.array(z.object({ open: moment, close: moment.optional() })).optional(),
          })
          .optional(),
        attributions: z.array(z.object({ provider: z.string().optional() })).optional(),
      }),
    )
    .default([]),
});
type Place = z.output<typeof answer>["places"][number];
type Hours = NonNullable<Place["currentOpeningHours"]>;

export function googlePlaces({ apiKey, baseUrl, timeoutMs = TIMEOUT_MS }: GooglePlacesOptions): LiveSearch {
  return async ({ text, near, limit }: BusinessQuery, nowMs: number, signal: AbortSignal) => {
    const point = near === null ? null : readCoordinates(near);
    const response = await fetch(`${baseUrl}/v1/places:searchText`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Goog-Api-Key": apiKey,
        "X-Goog-FieldMask": FIELDS.map((field) => `places.${field}`).join(","),
      },
      body: JSON.stringify({
        textQuery: near === null || point !== null ? text : `${text} near ${near}`,
        pageSize: Math.min(limit, MOST_RESULTS),
        ...(point === null
          ? {}
          : { rankPreference: "DISTANCE", locationBias: { circle: { center: point, radius: BIAS_METRES } } }),
      }),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const body = await boundedText(response);
    if (!response.ok) throw new Error(`Google Places answered ${response.status}`);
    const { places } = answer.parse(JSON.parse(body));
    const matches = places.flatMap((place) => matchOf(place, point, nowMs) ?? []);
    return (point === null ? matches : byDistance(matches)).slice(0, limit);
  };
}

function matchOf(place: Place, from: Point | null, nowMs: number): BusinessMatch | null {
  const name = place.displayName?.text.trim();
  if (!name || place.businessStatus === "CLOSED_PERMANENTLY") return null;
  const timezone = place.timeZone?.id ?? null;
  const providers = (place.attributions ?? []).flatMap(({ provider }) => provider ?? []);
  return {
    name,
    phone: place.internationalPhoneNumber?.replaceAll(/[^+\d]/g, "") ?? null,
    address: place.formattedAddress ?? null,
    openNow: place.currentOpeningHours?.openNow ?? null,
    hoursToday:
      timezone === null || !place.currentOpeningHours ? null : hoursToday(place.currentOpeningHours, timezone, nowMs),
    rating: place.rating ?? null,
    timezone,
    distanceMetres: from === null || !place.location ? null : Math.round(distanceMetres(from, place.location)),
    attribution: [ATTRIBUTION, ...providers].join(", "),
  };
}

/** The periods that begin on the business's own today. One without an end is open for ever. */
function hoursToday({ periods }: Hours, timezone: string, nowMs: number): string | null {
  if (periods === undefined) return null;
  if (periods.some(({ close }) => close === undefined)) return "open 24 hours";
  if (periods.some(({ open }) => open.date === undefined)) return null;
  const today = wallClock(timezone, nowMs);
  const begun = periods.filter(
    ({ open: { date } }) =>
      date?.year === today.getFullYear() && date.month === today.getMonth() + 1 && date.day === today.getDate(),
  );
  if (begun.length === 0) return "closed";
  return begun.map(({ open, close }) => `${clock(open)}-${close ? clock(close) : "24:00"}`).join(", ");
}

function clock({ hour, minute }: z.output<typeof moment>): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
