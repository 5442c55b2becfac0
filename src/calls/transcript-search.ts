import type { TranscriptEntry } from "./operations.ts";
import { isMeantForAModel } from "../language/en/meant-for-a-model.ts";

/** Only case and white space may differ between a quote and the words it quotes: anything more would be a paraphrase. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** The first entry of the business that holds these words verbatim; null when there is none. */
export function findQuote(transcript: readonly TranscriptEntry[], quote: string): number | null {
  const wanted = plain(quote);
  if (wanted === "") return null;
  for (const entry of transcript) {
    if (entry.role === "business" && plain(entry.text).includes(wanted)) return entry.seq;
  }
  return null;
}

/** The same of words that may prove something: what was said to make a model say so proves nothing. */
export function findProof(transcript: readonly TranscriptEntry[], quote: string): number | null {
  const seq = findQuote(transcript, quote);
  if (seq === null) return null;
  return findQuote(
    transcript.filter(({ text }) => !isMeantForAModel(text)),
    quote,
  );
}
