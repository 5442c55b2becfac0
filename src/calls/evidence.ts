/** What the transcript proves: an errand by words of the business, a value by words that hold it. */
import type { TranscriptEntry } from "./operations.ts";
import type { ErrandFinding, FactFinding } from "./ports.ts";
import { findProof } from "./transcript-search.ts";
import type { ValueKind } from "../language/en/borne-out.ts";
import { actOf } from "../language/en/reading.ts";
import { readerOf } from "../language/readers.ts";

/**
 * At least one of the quotes was said by the business; of a thing done, in words that do not refuse it. `language`:
 * BCP-47, of the call.
 */
export function isReached(
  { kind, reached, quotes }: ErrandFinding,
  transcript: readonly TranscriptEntry[],
  language: string = "en",
): boolean {
  if (!reached) return false;
  return quotes.some(
    (quote) => findProof(transcript, quote) !== null && (kind === "find_out" || !refuses(quote, language)),
  );
}

/** "You can only cancel in person", cited for a cancellation. */
function refuses(quote: string, language: string): boolean {
  const reader = readerOf(language);
  const reading = reader.read(quote);
  if (actOf(reading, "confirmed") !== null) return false;
  // In a language of which less is known a yes does not outweigh what else is said, and "one moment" is no yes.
  const english = reader.language === "en";
  if (english && reading.polarity?.yes === true) return false;
  const against = english ? /^(unavailable|refuse|dont_know)$/ : /^(unavailable|refuse|dont_know|hold|call_back)$/;
  return reading.polarity?.yes === false || reading.acts.some(({ kind }) => against.test(kind));
}

/** The value, when all its quotes were said by the business and together hold it; else null. */
export function provenValue(
  kind: ValueKind,
  fact: FactFinding | null,
  transcript: readonly TranscriptEntry[],
  language: string = "en",
): string | null {
  if (fact === null || fact.value.trim() === "" || fact.quotes.length === 0) return null;
  if (fact.quotes.some((quote) => findProof(transcript, quote) === null)) return null;
  return readerOf(language).isBorneOut(kind, fact.value, fact.quotes.join(" ")) ? fact.value.trim() : null;
}
