/** What the transcript proves: an errand by words of the business, a value by words that hold it. */
import type { TranscriptEntry } from "./operations.ts";
import type { ErrandFinding, FactFinding } from "./ports.ts";
import { findQuote } from "./transcript-search.ts";
import { isBorneOut } from "../language/en/borne-out.ts";
import type { ValueKind } from "../language/en/borne-out.ts";
import { actOf, read } from "../language/en/reading.ts";

/** At least one of the quotes was said by the business; of a thing done, in words that do not refuse it. */
export function isReached({ kind, reached, quotes }: ErrandFinding, transcript: readonly TranscriptEntry[]): boolean {
  if (!reached) return false;
  return quotes.some((quote) => findQuote(transcript, quote) !== null && (kind === "find_out" || !refuses(quote)));
}

/** "You can only cancel in person", cited for a cancellation. */
function refuses(quote: string): boolean {
  const reading = read(quote);
  if (actOf(reading, "confirmed") !== null || reading.polarity?.yes === true) return false;
  return (
    reading.polarity?.yes === false || reading.acts.some(({ kind }) => /^(unavailable|refuse|dont_know)$/.test(kind))
  );
}

/** The value, when all its quotes were said by the business and together hold it; else null. */
export function provenValue(
  kind: ValueKind,
  fact: FactFinding | null,
  transcript: readonly TranscriptEntry[],
): string | null {
  if (fact === null || fact.value.trim() === "" || fact.quotes.length === 0) return null;
  if (fact.quotes.some((quote) => findQuote(transcript, quote) === null)) return null;
  return isBorneOut(kind, fact.value, fact.quotes.join(" ")) ? fact.value.trim() : null;
}
