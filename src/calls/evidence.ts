/** What the transcript proves: an errand by words of the business, a value by words that hold it. */
import type { TranscriptEntry } from "./operations.ts";
import type { ErrandFinding, FactFinding } from "./ports.ts";
import { isShrug, saysDone, tells } from "./said-for.ts";
import { findProof } from "./transcript-search.ts";
import type { ValueKind } from "../language/en/borne-out.ts";
import { readerOf } from "../language/readers.ts";

/**
 * At least one of the quotes was said by the business and says it: of a thing done that it is, of one to be found out
 * something about it. `language`: BCP-47, of the call.
 */
export function isReached(
  { text, kind, reached, quotes }: ErrandFinding,
  transcript: readonly TranscriptEntry[],
  language: string = "en",
): boolean {
  if (!reached) return false;
  if (kind === "do") return quotes.some((quote) => saysDone(text, quote, transcript, language));
  return quotes.some(
    (quote) => tells(text, quote, transcript, { language, others: [] }) && !isShrug(quote, transcript, language),
  );
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
