/** Whether words of the business object to being called: on the strength of them nobody calls that number again. */
import type { TranscriptEntry } from "./operations.ts";
import { findQuote } from "./transcript-search.ts";
import { actOf } from "../language/en/reading.ts";
import type { Reading } from "../language/en/reading.ts";
import { readerOf } from "../language/readers.ts";

/**
 * One plain request not to call, or something like it with a second sentence that bears it out; all of it really said.
 * `language`: BCP-47, of the call; who is called in Spanish may object in English too.
 */
export function isObjection(
  quotes: readonly string[],
  transcript: readonly TranscriptEntry[],
  language: string = "en",
): boolean {
  const places = quotes.map((quote) => findQuote(transcript, quote));
  if (places.length === 0 || places.includes(null)) return false;
  // The whole line is read: "don't call back by five" may stand behind an "if you".
  const lines = transcript.filter(({ seq }) => places.includes(seq)).flatMap(({ text }) => readings(text, language));
  if (lines.some((line) => actOf(line, "objection") !== null)) return true;
  return new Set(quotes).size > 1 && lines.some((line) => actOf(line, "objection_hint") !== null);
}

/** A plain request not to call again, by itself. */
export function saysObjection(text: string, language: string): boolean {
  return readings(text, language).some((line) => actOf(line, "objection") !== null);
}

function readings(text: string, language: string): readonly Reading[] {
  return [...new Set([readerOf(language), readerOf("en")])].map((reader) => reader.read(text));
}
