/** Whom one could call: what the HTTP edge and the plan need of a business directory. Owned here, kept in `directory/`. */

/** What is not known is null, never guessed. */
export type BusinessMatch = {
  readonly name: string;
  /** E.164 when the source's number can be read, else as the source writes it. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly openNow: boolean | null;
  /** "11:00-14:30, 17:00-22:00", "closed" or "open 24 hours", in the business's own time. */
  readonly hoursToday: string | null;
  /** 0 to 5. */
  readonly rating: number | null;
  /** IANA name. */
  readonly timezone: string | null;
  /** From the place that was asked for; null without one. */
  readonly distanceMetres: number | null;
  /** What the source's licence wants to be shown beside the data; null when nothing. */
  readonly attribution: string | null;
};

export type BusinessQuery = {
  /** Words of a name, or what kind of business it is. */
  readonly text: string;
  /** A place name, or "latitude,longitude". */
  readonly near: string | null;
  readonly limit: number;
  /** Somebody with an account asks: a source that costs the operator money may be used. Absent: no. */
  readonly mayCost?: boolean;
};

export interface Directory {
  /** The best matches first; by distance when a place was given that is known. No match is an empty list. */
  search(query: BusinessQuery, nowMs: number, signal: AbortSignal): Promise<readonly BusinessMatch[]>;
  /** The business at this number (E.164); null when the directory does not know one. */
  atNumber(phone: string, nowMs: number): BusinessMatch | null;
}
