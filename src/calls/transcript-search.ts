import type { TranscriptEntry } from "./operations.ts";
import { isMeantForAModel } from "../language/en/meant-for-a-model.ts";

/** Only case and white space may differ between a quote and the words it quotes: anything more would be a paraphrase. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** The first entry of the business that holds these words verbatim, as whole words; null when there is none. */
export function findQuote(transcript: readonly TranscriptEntry[], quote: string): number | null {
  return entriesWith(transcript, quote)[0]?.seq ?? null;
}

/** Every entry of the business that holds them. */
export function entriesWith(transcript: readonly TranscriptEntry[], quote: string): readonly TranscriptEntry[] {
  const wanted = plain(quote);
  if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
  return transcript.filter(({ role, text }) => role === "business" && holds(plain(text), wanted));
}

/** "Yes" is no part of "yesterday". */
function holds(text: string, wanted: string): boolean {
  const isWordAt = (place: number): boolean => IN_A_WORD.test(text[place] ?? "");
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const begins = !isWordAt(at) || !isWordAt(at - 1);
    if (begins && (!isWordAt(end - 1) || !isWordAt(end))) return true;
  }
  return false;
}

const IN_A_WORD = /[\p{L}\p{M}\p{N}]/u;

/** The same of words that may prove something: what was said to make a model say so proves nothing. */
export function proofsWith(transcript: readonly TranscriptEntry[], quote: string): readonly TranscriptEntry[] {
  return entriesWith(transcript, quote).filter(({ text }) => !isMeantForAModel(text));
}

export function findProof(transcript: readonly TranscriptEntry[], quote: string): number | null {
  return proofsWith(transcript, quote)[0]?.seq ?? null;
}
