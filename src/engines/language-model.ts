/**
 * What the recogniser expects to hear: the telephone language, which is what people say on business calls in general,
 * counted once at start-up, and each call's own language, made of its hints. They are mixed when a call is listened to
 * (pocketsphinx.ts), so that the large one is built and read once and a call's own takes milliseconds. Pure.
 */
import { countSentence, emptyCounts } from "./arpa.ts";
import type { Counts } from "./arpa.ts";
import { ASSISTANT_PHRASES } from "./assistant-phrases.ts";
import { BUSINESS_PHRASES } from "./business-phrases.ts";
import { readGrammar, samplePhrase, seeded } from "./phrase-grammar.ts";
import { spokenSentences } from "./spoken-words.ts";
import { TELEPHONE_PHRASES } from "./telephone-phrases.ts";

const BUSINESS_SENTENCES = 40_000;
const ASSISTANT_SENTENCES = 20_000;

/** A hint of more words than this is a sentence somebody may say as it stands; a shorter one is a name or a term. */
const TERM_WORDS = 3;
/** A whole sentence says more about what will be said than one of the many places of a name. */
const SENTENCE_WEIGHT = 3;

/** Where a name or term is said. `_` is its place. */
const AROUND_A_TERM = [
  "_",
  "the _",
  "a _",
  "this is _",
  "_ speaking",
  "_ how can i help you",
  "thank you for calling _",
  "thank you for calling _ how can i help you",
  "good morning _",
  "good afternoon _",
  "good evening _",
  "calling on behalf of _",
  "i am calling for _",
  "the name is _",
  "my name is _",
  "under the name _",
  "under _",
  "for _",
  "is the _",
  "about the _",
].map((frame) => frame.split(" "));

/** The sentences of both sides in general. Takes about a quarter of a second. */
export function telephoneLanguage(): Counts {
  const grammar = readGrammar({ ...TELEPHONE_PHRASES, business: BUSINESS_PHRASES, assistant: ASSISTANT_PHRASES });
  const random = seeded(20_261_120);
  const counts = emptyCounts();
  for (let n = 0; n < BUSINESS_SENTENCES; n += 1) countSentence(counts, samplePhrase(grammar, "business", random), 1);
  for (let n = 0; n < ASSISTANT_SENTENCES; n += 1) countSentence(counts, samplePhrase(grammar, "assistant", random), 1);
  return counts;
}

/**
 * A call's own language: its hints, which are names, terms, and whole sentences that are likely. Empty without any.
 * `spelled` is how the recogniser's dictionary spells a word.
 */
export function callLanguage(hints: readonly string[], spelled: (word: string) => string): Counts {
  const counts = emptyCounts();
  for (const words of hints.flatMap(spokenSentences)) {
    const sentence = words.map(spelled);
    if (sentence.length > TERM_WORDS) countSentence(counts, sentence, SENTENCE_WEIGHT);
    else {
      for (const frame of AROUND_A_TERM)
        countSentence(
          counts,
          frame.flatMap((word) => (word === "_" ? sentence : [word])),
          1,
        );
    }
  }
  return counts;
}

export function wordsOf(counts: Counts): string[] {
  return [...counts.unigrams.keys()].filter((word) => word !== "</s>");
}
