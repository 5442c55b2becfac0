/** The directory that the configuration asks for; the embedded one stands behind each of the others. */
import type { Directory } from "../planning/ports.ts";
import { googlePlaces } from "./live/google-places.ts";
import { withEmbedded } from "./live/live.ts";
import { openStreetMap } from "./live/openstreetmap.ts";
import { USUAL_KEEP_MS, withinBudget } from "./live/paid.ts";

/** Section `directory` of the configuration. What is null has been refused when the file was read. */
export type DirectoryProvider =
  | { readonly provider: "embedded" }
  | {
      readonly provider: "openstreetmap";
      readonly nominatim_url: string;
      readonly overpass_url: string;
      readonly contact: string | null;
    }
  | {
      readonly provider: "google";
      readonly api_key: string | null;
      readonly base_url: string;
      readonly requests_per_day: number;
    };

export function chooseDirectory(
  settings: DirectoryProvider,
  embedded: Directory,
  monotonicMs: () => number,
  onFailure: (error: unknown) => void,
): Directory {
  switch (settings.provider) {
    case "embedded":
      return embedded;
    case "openstreetmap": {
      const { nominatim_url: nominatim, overpass_url: overpassUrl, contact } = settings;
      if (contact === null)
        throw new Error("directory.contact is needed: OpenStreetMap's servers want to know who asks");
      const nominatimUrl = nominatim.replace(/\/+$/, "");
      return withEmbedded(openStreetMap({ nominatimUrl, overpassUrl, contact, monotonicMs }), embedded, onFailure);
    }
    case "google": {
      const { api_key: apiKey, base_url: base, requests_per_day: requestsPerDay } = settings;
      if (apiKey === null) throw new Error("directory.api_key is needed for Google Places");
      const google = googlePlaces({ apiKey, baseUrl: base.replace(/\/+$/, "") });
      const bounded = withinBudget(google, { requestsPerDay, keepMs: USUAL_KEEP_MS });
      return withEmbedded(bounded, embedded, onFailure, { costs: true });
    }
  }
}
