/** What `phone.ts` has to know about numbers before and beside the library's parsing: emergencies and dear ranges. */
import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { DEAR_RANGES, EMERGENCY_NUMBERS } from "./phone-tables.ts";

/**
 * Rescue services and police that the metadata leaves out because the country has a common number besides: Brazil's
 * naval rescue, Chile's (mountains 136, sea 137, air 138), Colombia's anti-kidnapping squad, Egypt's tourist police,
 * France's sea rescue, Lagos, Poland's (water, mountains, municipal guard), Saudi health, Spain's medical emergencies,
 * Civil Guard and National Police, and the suicide and crisis lifeline of the United States and Canada. None of four
 * digits (1414 in Switzerland, 1530 in Italy): a North American number that breaks off after its area code looks the same.
 */
const BESIDES: Readonly<Record<string, string>> = {
  BR: "185",
  CA: "988",
  CL: "136 137 138",
  CO: "165",
  EG: "126",
  ES: "061 062 091",
  FR: "196",
  NG: "767",
  PL: "984 985 986",
  SA: "937",
  US: "988",
};

const EMERGENCY: ReadonlySet<string> = new Set(
  [...Object.keys(EMERGENCY_NUMBERS), ...Object.keys(BESIDES)].flatMap(emergenciesOf),
);

function emergenciesOf(region: string): readonly string[] {
  return [EMERGENCY_NUMBERS[region], BESIDES[region]].flatMap((list) => list?.split(" ") ?? []);
}

/** Emergency numbers known far beyond one country: they count after any prefix that someone might dial before them. */
const WORLDWIDE: ReadonlySet<string> = new Set(["000", "110", "112", "119", "911", "999"]);
/** International and trunk prefixes, and the digit that gets an outside line. */
const DIALLED_BEFORE = ["00", "011", "0", "1", "9"];
const LONGEST_WITH_PREFIX = 6;

/** Whether these digits, dialled as they stand, with a prefix or after a country code, are for emergency services. */
export function isEmergency(digits: string): boolean {
  if (EMERGENCY.has(digits)) return true;
  if (digits.length > LONGEST_WITH_PREFIX + 3) return false;
  const rests = DIALLED_BEFORE.filter((prefix) => digits.startsWith(prefix)).map((prefix) =>
    digits.slice(prefix.length),
  );
  if (rests.some((rest) => WORLDWIDE.has(rest))) return true;
  return [1, 2, 3].some((length) => isEmergencyIn(digits.slice(0, length), digits.slice(length)));
}

function isEmergencyIn(callingCode: string, rest: string): boolean {
  const regions = REGIONS_OF.get(callingCode);
  if (!regions) return false;
  return WORLDWIDE.has(rest) || regions.some((region) => emergenciesOf(region).includes(rest));
}

const REGIONS_OF: ReadonlyMap<string, readonly string[]> = Map.groupBy(getCountries(), (region) =>
  getCountryCallingCode(region),
);

/**
 * Codes that belong to no country: satellites (870 Inmarsat, 881 Iridium and Globalstar, 882 and 883 carriers without
 * a country, Thuraya among them), 808 shared cost, 878 personal, 888 disaster relief, 979 premium. International
 * freephone (800) is the one that is free to call.
 */
const NON_GEOGRAPHIC: ReadonlySet<string> = new Set(["808", "870", "878", "881", "882", "883", "888", "979"]);

/**
 * Dear ranges that the metadata does not mark: in North America 700 (services of the caller's own carrier), 456
 * (carrier-specific), 710 (government), 600 (data and satellite in Canada), and exchange 976 and area 976 (pay-per-call).
 */
const DEAR_IN_NORTH_AMERICA = /^(?:700|456|710|600|976|\d{3}976)/;

/** Whether every number of this calling code is dear, however long it is. */
export function isDearCode(callingCode: string): boolean {
  return NON_GEOGRAPHIC.has(callingCode);
}

/** Whether a number of this calling code is premium, shared-cost, personal, pager or satellite, assigned or not. */
export function isDear(callingCode: string, nationalNumber: string): boolean {
  if (NON_GEOGRAPHIC.has(callingCode)) return true;
  if (callingCode === "1" && DEAR_IN_NORTH_AMERICA.test(nationalNumber)) return true;
  return DEAR_PREFIXES.get(callingCode)?.some((prefix) => nationalNumber.startsWith(prefix)) ?? false;
}

const DEAR_PREFIXES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(DEAR_RANGES).map(([code, kinds]) => [code, Object.values(kinds).flatMap((list) => list.split(" "))]),
);
