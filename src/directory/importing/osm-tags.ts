/** Which things of OpenStreetMap are businesses that one may want to call, and what their tags say of them. */
import type { RawBusiness } from "../business.ts";

export type OsmElement = {
  readonly kind: "node" | "way" | "relation";
  readonly id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tags: Readonly<Record<string, string>>;
  /** Of a way: its first node. */
  readonly firstNode: number | null;
};

/** Every value of these keys is a business; of the others only those listed. */
const WHOLE_KEYS = ["shop", "craft", "office", "healthcare"];
const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  amenity: new Set(
    `restaurant cafe bar pub fast_food food_court ice_cream biergarten dentist doctors clinic hospital pharmacy veterinary
    bank post_office fuel car_rental car_wash car_repair taxi vehicle_inspection driving_school language_school music_school
    school kindergarten childcare college university library cinema theatre arts_centre nightclub casino coworking_space
    conference_centre events_venue community_centre social_facility nursing_home studio stripclub gambling
    animal_boarding animal_shelter funeral_hall crematorium townhall courthouse police internet_cafe payment_centre
    bureau_de_change money_transfer marketplace boat_rental bicycle_rental bicycle_repair_station dojo training prep_school
    public_bath spa`.split(/\s+/),
  ),
  leisure: new Set(
    "fitness_centre sports_centre bowling_alley dance swimming_pool water_park escape_game amusement_arcade golf_course horse_riding ice_rink marina sauna tanning_salon trampoline_park miniature_golf sports_hall".split(
      " ",
    ),
  ),
  tourism: new Set(
    "hotel hostel motel guest_house apartment chalet camp_site caravan_site museum gallery attraction zoo theme_park aquarium".split(
      " ",
    ),
  ),
};

/** Null for what is no business, or has no name to be found by. */
export function businessOfTags(element: OsmElement, source: string): RawBusiness | null {
  const { tags } = element;
  const categories = categoriesOf(tags);
  const name = tags["name"] ?? tags["brand"] ?? tags["operator"];
  if (categories.length === 0 || name === undefined || tags["disused"] === "yes" || tags["abandoned"] === "yes")
    return null;
  const street = [tags["addr:housenumber"], tags["addr:street"] ?? tags["addr:place"]].filter(
    (part) => part !== undefined,
  );
  return {
    source,
    sourceId: `${element.kind}/${element.id}`,
    name,
    phone: tags["phone"] ?? tags["contact:phone"] ?? tags["contact:mobile"] ?? tags["mobile"] ?? null,
    street: street.length === 0 ? null : street.join(" "),
    city: tags["addr:city"] ?? tags["addr:town"] ?? tags["addr:village"] ?? tags["addr:suburb"] ?? null,
    region: tags["addr:state"] ?? tags["addr:province"] ?? null,
    postcode: tags["addr:postcode"] ?? null,
    country: /^[A-Za-z]{2}$/.test(tags["addr:country"] ?? "") ? (tags["addr:country"] ?? null) : null,
    latitude: element.latitude,
    longitude: element.longitude,
    categories,
    hours: tags["opening_hours"] ?? null,
  };
}

function categoriesOf(tags: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (const key of WHOLE_KEYS) {
    const value = tags[key];
    if (value !== undefined && !/^(?:no|vacant|yes)$/.test(value)) found.push(...listed(value));
  }
  for (const [key, values] of Object.entries(VALUES)) {
    found.push(...listed(tags[key]).filter((value) => values.has(value)));
  }
  return found.length === 0 ? [] : [...found, ...listed(tags["cuisine"])];
}

function listed(value: string | undefined): string[] {
  return value === undefined
    ? []
    : value
        .split(";")
        .map((part) => part.trim())
        .filter((part) => part !== "");
}
