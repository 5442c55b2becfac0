/** A directory of somebody else's, asked as the question comes. */
import type { BusinessMatch, BusinessQuery, Directory } from "../../planning/ports.ts";
import { checkBusiness } from "../business.ts";
import type { RawBusiness } from "../business.ts";
import { distanceMetres } from "../cells.ts";
import type { Point } from "../cells.ts";
import { openingAt } from "../opening.ts";

export type LiveSearch = (
  query: BusinessQuery,
  nowMs: number,
  signal: AbortSignal,
) => Promise<readonly BusinessMatch[]>;

/**
 * The live source first; what the appliance knows by itself when that finds nothing or cannot be asked. One that costs
 * money is asked for those with an account only. Numbers are looked up in the appliance's own directory only: a plan
 * does not wait for strangers.
 */
export function withEmbedded(
  live: LiveSearch,
  embedded: Directory,
  onFailure: (error: unknown) => void,
  { costs = false }: { readonly costs?: boolean } = {},
): Directory {
  return {
    async search(query, nowMs, signal) {
      if (costs && query.mayCost !== true) return embedded.search(query, nowMs, signal);
      try {
        const found = await live(query, nowMs, signal);
        if (found.length > 0) return found;
      } catch (error) {
        signal.throwIfAborted();
        onFailure(error);
      }
      return embedded.search(query, nowMs, signal);
    },
    atNumber: (phone, nowMs) => embedded.atNumber(phone, nowMs),
  };
}

/** What a source tells of a business, checked like anything imported; null for what does not pass. */
export function matchOfRaw(
  raw: RawBusiness,
  from: Point | null,
  attribution: string,
  nowMs: number,
): BusinessMatch | null {
  const business = checkBusiness(raw);
  if (typeof business === "string") return null;
  const { name, phone, address, rating, timezone, latitude, longitude } = business;
  const isPlaced = from !== null && latitude !== null && longitude !== null;
  const distance = isPlaced ? Math.round(distanceMetres(from, { latitude, longitude })) : null;
  const { openNow, hoursToday } = openingAt(business.hours, business, nowMs);
  return { name, phone, address, openNow, hoursToday, rating, timezone, distanceMetres: distance, attribution };
}

export function byDistance(matches: readonly BusinessMatch[]): BusinessMatch[] {
  return matches.toSorted((a, b) => (a.distanceMetres ?? Infinity) - (b.distanceMetres ?? Infinity));
}
