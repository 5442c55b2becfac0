/**
 * One business as the directory keeps it, and the checks that everything imported passes. Whatever a source does not
 * say, or says in a way that cannot be read, is null.
 */
import tzLookup from "@photostructure/tz-lookup";
import { parsePhone } from "../policy/phone.ts";

export type Business = {
  /** Where it comes from: `seed`, `csv`, `osm`, `foursquare`. Unique together with `sourceId`. */
  readonly source: string;
  readonly sourceId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postcode: string | null;
  /** ISO 3166, two letters. */
  readonly country: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Words for what it is: "restaurant", "pizza". */
  readonly categories: readonly string[];
  /** In the syntax of OpenStreetMap's opening_hours. */
  readonly hours: string | null;
  readonly rating: number | null;
  readonly timezone: string | null;
};

/** A business as a source tells it: text, unchecked. */
export type RawBusiness = {
  readonly source: string;
  readonly sourceId: string;
  readonly name: string | null;
  readonly phone?: string | null;
  readonly street?: string | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly postcode?: string | null;
  readonly country?: string | null;
  /** The whole address in one, when the source has it so. */
  readonly address?: string | null;
  readonly latitude?: string | number | null;
  readonly longitude?: string | number | null;
  readonly categories?: readonly string[];
  readonly hours?: string | null;
  readonly rating?: string | number | null;
  readonly timezone?: string | null;
};

const LONGEST_NAME = 200;
const LONGEST_TEXT = 300;

/** The checked business, or a sentence saying what is wrong with the row. */
export function checkBusiness(raw: RawBusiness): Business | string {
  const name = tidy(raw.name, LONGEST_NAME);
  if (name === null) return "the name is missing";
  const place = readPlace(raw.latitude, raw.longitude);
  if (typeof place === "string") return place;
  const rating = readNumber(raw.rating);
  if (Number.isNaN(rating) || (rating !== null && (rating < 0 || rating > 5)))
    return "the rating is not a number from 0 to 5";
  const country = tidy(raw.country, LONGEST_TEXT)?.toUpperCase() ?? null;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) return "the country is not a code of two letters";
  const timezone = tidy(raw.timezone, LONGEST_TEXT);
  if (timezone !== null && !isTimeZone(timezone)) return `the time zone is none: ${timezone.slice(0, 40)}`;
  const city = tidy(raw.city, LONGEST_TEXT);
  const region = tidy(raw.region, LONGEST_TEXT);
  const postcode = tidy(raw.postcode, LONGEST_TEXT);
  return {
    source: raw.source,
    sourceId: raw.sourceId,
    name,
    phone: readPhone(tidy(raw.phone, LONGEST_TEXT), country),
    address:
      tidy(raw.address, LONGEST_TEXT) ?? addressOf(tidy(raw.street, LONGEST_TEXT), city, region, postcode, country),
    city,
    region,
    postcode,
    country,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    categories: (raw.categories ?? [])
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== "" && word.length < 60),
    hours: tidy(raw.hours, 1000),
    rating,
    timezone: timezone ?? (place === null ? null : tzLookup(place.latitude, place.longitude)),
  };
}

function tidy(text: string | null | undefined, longest: number): string | null {
  // Control characters never belong in a name; a source that has them is not refused for it.
  const kept = text?.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return kept === undefined || kept === "" ? null : kept.slice(0, longest);
}

function readNumber(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "number" ? value : Number(value);
}

function readPlace(
  latitude: string | number | null | undefined,
  longitude: string | number | null | undefined,
): { latitude: number; longitude: number } | string | null {
  const [lat, lon] = [readNumber(latitude), readNumber(longitude)];
  if (lat === null && lon === null) return null;
  if (lat === null || lon === null) return "of latitude and longitude only one is given";
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return "latitude or longitude is no number in its range";
  return { latitude: lat, longitude: lon };
}

/** The first of several numbers, made canonical; as it is written when it cannot be read. */
function readPhone(text: string | null, country: string | null): string | null {
  const first = text?.split(/[;/]| or |, /, 1)[0]?.trim() ?? null;
  if (first === null || first === "") return null;
  // Most are international already; a thorough reading takes a tenth of a millisecond and comes before each call anyway.
  const bare = first.replaceAll(/[\s().-]/g, "");
  if (/^\+[1-9]\d{7,14}$/.test(bare)) return bare;
  const phone = parsePhone(first, country);
  return phone.ok ? phone.e164 : first;
}

function addressOf(...parts: readonly (string | null)[]): string | null {
  const [street, city, region, postcode, country] = parts;
  const town = [city, [region, postcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const whole = [street, town, country].filter(Boolean).join(", ");
  // A country alone is no address.
  return street || town ? whole : null;
}

const zones = new Map<string, boolean>();

function isTimeZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  let valid = true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    valid = false;
  }
  if (zones.size < 1000) zones.set(name, valid);
  return valid;
}
