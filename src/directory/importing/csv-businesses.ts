/** The columns of a CSV file of businesses, under the names that people give them. */
import { createHash } from "node:crypto";
import type { RawBusiness } from "../business.ts";
import { fold } from "../fold.ts";

const COLUMNS = {
  sourceId: ["id", "source id", "external id", "place id"],
  name: ["name", "business name", "business", "company", "title"],
  phone: ["phone", "phone number", "telephone", "tel", "mobile"],
  street: ["street", "street address", "address line 1", "addr street"],
  address: ["address", "full address", "formatted address"],
  city: ["city", "town", "locality"],
  region: ["region", "state", "province", "county"],
  postcode: ["postcode", "zip", "zip code", "zipcode", "postal code"],
  country: ["country", "country code"],
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "lng", "lon", "long"],
  categories: ["categories", "category", "type", "types", "kind"],
  hours: ["hours", "opening hours", "openinghours"],
  rating: ["rating", "stars", "score"],
  timezone: ["timezone", "time zone", "tz"],
} as const;
type Field = keyof typeof COLUMNS;

const FIELD_OF: ReadonlyMap<string, Field> = new Map(
  Object.entries(COLUMNS).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
);

/** Columns of the header that mean nothing here. */
export function unknownColumns(header: readonly string[]): string[] {
  return header.filter((name) => name.trim() !== "" && !FIELD_OF.has(fold(name)));
}

export function hasNameColumn(header: readonly string[]): boolean {
  return header.some((name) => FIELD_OF.get(fold(name)) === "name");
}

export function businessOfRow(header: readonly string[], cells: readonly string[], source: string): RawBusiness {
  const values: Partial<Record<Field, string>> = {};
  for (const [index, name] of header.entries()) {
    const field = FIELD_OF.get(fold(name));
    const value = cells[index]?.trim();
    if (field !== undefined && value !== undefined && value !== "") values[field] ??= value;
  }
  const { sourceId, categories, name = null, ...rest } = values;
  return {
    ...rest,
    name,
    source,
    // Without an id of its own a business is the same one as long as name, number and place are.
    sourceId: sourceId ?? digest([name, values.phone, values.address ?? values.street, values.city, values.postcode]),
    categories: categories?.split(/[;|,]/) ?? [],
  };
}

function digest(parts: readonly (string | null | undefined)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
