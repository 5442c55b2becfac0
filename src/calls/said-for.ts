/**
 * What words of the business are worth, read where they were said: in their sentence, and after what we had said. A
 * "booked" out of "we are fully booked" is no booking, a "yes" to another question no answer, and "sure, if you pay
 * today" is not done. Pure.
 */
import type { TranscriptEntry } from "./operations.ts";
import { proofsWith } from "./transcript-search.ts";
import { contentOf, overlap } from "../language/en/content.ts";
import { menuChoices } from "../language/en/menus.ts";
import type { Language } from "../language/languages.ts";
import { offersKeys } from "../language/tabled/menus.ts";
import { contentIn, isBareAgreement, isContingentIn, SETTLED } from "../language/tabled/settled.ts";
import { actOf } from "../language/en/reading.ts";
import type { Reading } from "../language/en/reading.ts";
import { readerOf } from "../language/readers.ts";
import type { Reader } from "../language/readers.ts";
import { DEPENDS, isContingent, isOnlyPossible, isScorn } from "../language/en/not-done.ts";

/** Somebody said that this is done: in words of his own, or with a yes to our asking. */
export function saysDone(
  errand: string,
  quote: string,
  transcript: readonly TranscriptEntry[],
  language: string,
): boolean {
  const reader = readerOf(language);
  return proofsWith(transcript, quote).some((entry) => {
    if (isMachine(entry, reader) || menuChoices(entry.text).length > 0 || offersKeys(entry.text)) return false;
    const said = sentenceWith(quote, entry, reader);
    if (asksOnly(said)) return false;
    return reader.language === "en"
      ? isDone(said, errand, entry, transcript)
      : isDoneAbroad(said, { errand, entry, transcript, reader, language: reader.language });
  });
}

function isDone(said: Reading, errand: string, entry: TranscriptEntry, transcript: readonly TranscriptEntry[]) {
  const { words } = said;
  if (isScorn(words) || isContingent(words)) return false;
  if (actOf(said, "confirmed") !== null) return true;
  if (refuses(said, readerOf("en")) || DEPENDS.en.test(words)) return false;
  if (!CONFIRMS.test(errand) && isOnlyPossible(words)) return false;
  if (isOnlyPrice(said)) return false;
  if (!isBareReply(said)) return true;
  const goesOnAsking = said.clauses.some(({ question }) => question) && !closes(said);
  return said.polarity?.yes === true && !goesOnAsking && isAbout(errand, lastQuestion(before(entry, transcript)));
}

type Claim = {
  readonly errand: string;
  readonly entry: TranscriptEntry;
  readonly transcript: readonly TranscriptEntry[];
  readonly reader: Reader;
  readonly language: Exclude<Language, "en">;
};

/** The same in a language of which less is known. The errand may be written in English. */
function isDoneAbroad(said: Reading, { errand, entry, transcript, reader, language }: Claim): boolean {
  const { words, text } = said;
  const { scorn, possible, asksIfDone } = SETTLED[language];
  if (scorn.test(words) || isContingentIn(words, language) || refuses(said, reader)) return false;
  if (actOf(said, "confirmed") !== null) return true;
  if (DEPENDS[language].test(words)) return false;
  if (!CONFIRMS.test(errand) && !CONFIRMS_ABROAD.test(errand) && possible.test(words)) return false;
  if (!isBareAgreement(text, language)) return true;
  const ours = lastQuestion(before(entry, transcript));
  if (said.polarity?.yes !== true || ours === "") return false;
  return asksIfDone.test(reader.read(ours).words) || overlap(contentIn(errand), contentIn(ours)) > 0;
}

/** Somebody told this: no question of theirs, no shrug, no machine's greeting, and no yes to something else. */
export function tells(
  wanted: string,
  quote: string,
  transcript: readonly TranscriptEntry[],
  { language, others }: { readonly language: string; readonly others: readonly string[] },
): boolean {
  const reader = readerOf(language);
  return proofsWith(transcript, quote).some((entry) => {
    if (isMachine(entry, reader)) return false;
    const said = sentenceWith(quote, entry, reader);
    if (asksOnly(said) && said.found.length === 0) return false;
    if (reader.language !== "en") {
      if (SETTLED[reader.language].scorn.test(said.words)) return false;
      const bare = isBareAgreement(said.text, reader.language);
      return !bare || isReplyTo(wanted, others, before(entry, transcript), contentIn);
    }
    if (isScorn(said.words)) return false;
    return !isBareReply(said) || isReplyTo(wanted, others, before(entry, transcript));
  });
}

/** They do not know it, or do not say. */
export function isShrug(quote: string, transcript: readonly TranscriptEntry[], language: string): boolean {
  const reader = readerOf(language);
  return proofsWith(transcript, quote).every((entry) => {
    const said = sentenceWith(quote, entry, reader);
    const shrugs = actOf(said, "dont_know") !== null || actOf(said, "refuse") !== null;
    return shrugs && said.found.every(({ kind }) => kind === "name");
  });
}

const CONFIRMS_ABROAD =
  /^\s*(?:confirmar?|verificar?|comprobar?|comprueba|confirmer|confirmez|vérifier|vérifiez|s'assurer|bestätigen|prüfen|nachprüfen|(?:\p{L}+ ){1,8}(?:bestätigen|überprüfen|prüfen))\b/iu;
const CONFIRMS = /^\s*(please )?(re-?)?(confirm|verify|make sure|check|double.check)\b/i;

function isMachine({ text }: TranscriptEntry, reader: Reader): boolean {
  return actOf(reader.read(text), "voicemail") !== null;
}

/** The sentences that the quote is part of. A mere yes is read with all that was said along with it. */
function sentenceWith(quote: string, { text }: TranscriptEntry, reader: Reader): Reading {
  const whole = reader.read(text);
  const words = reader.read(quote).tokens.map(({ word }) => word);
  const at = whole.tokens.findIndex((_, i) => words.every((word, j) => whole.tokens[i + j]?.word === word));
  const around = whole.clauses.filter(({ from, to }) => from < at + words.length && to > at);
  const [first, last] = [around[0], around.at(-1)];
  if (at < 0 || first === undefined || last === undefined) return whole;
  const [start, end] = [whole.tokens[first.from]?.start ?? 0, whole.tokens[last.to - 1]?.end ?? text.length];
  const sentence = reader.read(`${text.slice(start, end)}${last.question ? "?" : ""}`);
  return isBareReply(sentence) ? whole : sentence;
}

function asksOnly({ clauses }: Reading): boolean {
  return clauses.length > 0 && clauses.every(({ question, check }) => question && !check);
}

/** "Yes, of course", "that is correct": what it says stands in what we had asked. */
function isBareReply({ words, found }: Reading): boolean {
  const telling = contentOf(words).filter((word) => !AGREEING.has(word));
  return found.every(({ kind }) => kind === "name") && telling.length === 0;
}

/** "It is $42", to whether it is booked: told, and nothing done. */
function isOnlyPrice({ tokens, found }: Reading): boolean {
  if (found.length === 0 || found.some(({ kind }) => kind !== "price")) return false;
  const others = tokens.filter((_, i) => !found.some(({ from, to }) => i >= from && i < to));
  const telling = contentOf(others.map(({ word }) => word).join(" "));
  return telling.every((word) => AGREEING.has(word) || ASKING_PRICE.has(word));
}

const ASKING_PRICE: ReadonlySet<string> = new Set(
  contentOf("cost costs price priced charge total come comes run runs fee altogether each"),
);

const AGREEING: ReadonlySet<string> = new Set(
  contentOf(
    "correct absolutely definitely certainly course alright fine perfect problem exactly indeed sounds works happy gladly nope worry wonderful lovely excellent awesome cool surely believe think see ma'am sir",
  ),
);

/** "Anything else?" closes what was before it. */
function closes(said: Reading): boolean {
  return actOf(said, "anything_else") !== null || actOf(said, "offer_help") !== null;
}

/** What we had said last when they said this. */
function before({ seq }: TranscriptEntry, transcript: readonly TranscriptEntry[]): string {
  const earlier = transcript.filter((entry) => entry.seq < seq && entry.role !== "system");
  const end = earlier.findLastIndex(({ role }) => role === "assistant");
  const start = earlier.findLastIndex(({ role }, i) => i < end && role === "business");
  return earlier
    .slice(start + 1, end + 1)
    .map(({ text }) => text)
    .join(" ");
}

function isAbout(errand: string, ours: string): boolean {
  return ours !== "" && (ASKS_IF_DONE.test(ours) || overlap(contentOf(errand), contentOf(ours)) > 0);
}

const ASKS_IF_DONE =
  /\b(booked|reserved|scheduled|confirmed|cancell?ed|changed|moved|ordered|placed|done|arranged|settled|all set|taken care|pass(ed)? (it|that|this) on|noted|book (it|that)|do (it|that))\b/i;

/** A question, and if about anything that is wanted then about this. */
function isReplyTo(
  wanted: string,
  others: readonly string[],
  ours: string,
  content: (text: string) => readonly string[] = contentOf,
): boolean {
  if (!ours.includes("?")) return false;
  const asked = content(lastQuestion(ours));
  const own = content(wanted);
  if (overlap(own, asked) > 0 || READS_BACK.test(ours)) return true;
  return !ASKS_IF_DONE.test(lastQuestion(ours)) && others.every((other) => overlap(content(other), asked) === 0);
}

const READS_BACK = /\b(is|are) (that|it|this|they) (right|correct)\b/i;

function lastQuestion(ours: string): string {
  const sentences = ours.split(/(?<=[.?!])\s+/);
  return sentences.findLast((sentence) => sentence.endsWith("?")) ?? ours;
}

/** "You can only cancel in person", cited for a cancellation. */
function refuses(said: Reading, reader: Reader): boolean {
  if (actOf(said, "confirmed") !== null) return false;
  // In a language of which less is known a yes does not outweigh what else is said, and "one moment" is no yes.
  const english = reader.language === "en";
  if (english && said.polarity?.yes === true) return false;
  const against = english ? /^(unavailable|refuse|dont_know)$/ : /^(unavailable|refuse|dont_know|hold|call_back)$/;
  return said.polarity?.yes === false || said.acts.some(({ kind }) => against.test(kind));
}
