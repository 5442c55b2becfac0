/**
 * What people say while somebody makes them wait. Only for that situation: the same words mean something else elsewhere.
 * Words come as a reader gives them: in small letters, and but for English without accents and apostrophes.
 */
import { waitingWordsIn as de } from "./de/waiting.ts";
import { waitingWordsIn as en } from "./en/waiting.ts";
import { waitingWordsIn as es } from "./es/waiting.ts";
import { waitingWordsIn as fr } from "./fr/waiting.ts";
import type { Reading } from "./en/reading.ts";
import type { Language } from "./languages.ts";

export type WaitingWord =
  /** We are to call again, or they leave. */
  | "call_back"
  /** They have no time to wait. */
  | "cannot_wait"
  /** It is not needed: things go on without it. */
  | "needless"
  /** They are willing to wait. */
  | "can_wait"
  | "hurry"
  /** Whether anybody is there. */
  | "presence";

/** In the order in which they are tried. */
export type WaitingWords = {
  readonly words: readonly (readonly [WaitingWord, RegExp])[];
  /** To the question whether they can wait a little longer. */
  readonly agrees: RegExp;
  readonly declines: RegExp;
  /** In a line of ours: it tells them that something is being found out. */
  readonly tells: RegExp;
};

const BY_LANGUAGE: Readonly<Record<Language, WaitingWords>> = { en, es, fr, de };

export function waitingWord(words: string, language: Language): WaitingWord | null {
  return BY_LANGUAGE[language].words.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** What they answer to the question whether they can wait a little longer; null when it is no answer to it. */
export function consentIn({ words, polarity }: Reading, language: Language): boolean | null {
  const { agrees, declines } = BY_LANGUAGE[language];
  if (declines.test(words)) return false;
  return polarity?.yes ?? (agrees.test(words) ? true : null);
}

/** Whether words of ours tell that something is being found out. */
export function tellsOfWait(words: string, language: Language): boolean {
  return BY_LANGUAGE[language].tells.test(words);
}
