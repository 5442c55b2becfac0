/**
 * Whether words can have been said in a sound. A neural recogniser writes something for every sound, also for music,
 * breath and hiss: what it invents is longer than anybody speaks, goes round in circles, or is one of the sentences that
 * its training ended on. Pure.
 */

/** People reach five words a second in a rush; more is invented. A short sound gets the benefit of its edges. */
const WORDS_PER_SECOND = 7;
const WORDS_FREE = 2;
/** Said so often in a row it was not said. */
const REPEATS_MOST = 4;

/** Empty when it cannot have been said. */
export function plausible(text: string, soundMs: number): string {
  const cleaned = withoutStrays(text);
  const words = cleaned.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length === 0) return "";
  if (words.length > WORDS_FREE + (WORDS_PER_SECOND * soundMs) / 1000) return "";
  if (goesRound(words)) return "";
  return cleaned;
}

/** Quotation marks, musical notes and stage directions such as "[music]" and "(coughs)". */
function withoutStrays(text: string): string {
  return text
    .replaceAll(/[[(*][^\])*]{0,40}[\])*]/g, " ")
    .replaceAll(/["“”«»♪♫<>{}|~^_]/g, " ")
    .replaceAll(/(?<!\p{L})['‘’]|['‘’](?!\p{L})/gu, " ")
    .replaceAll(/\s+([.,;:!?])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.,;:!?-]+/, "")
    .trim();
}

/** The same one to four words again and again. Digits are read out like that, and "no, no, no" is said. */
function goesRound(words: readonly string[]): boolean {
  for (let length = 1; length <= 4; length += 1) {
    let run = 1;
    for (let at = length; at + length <= words.length; at += length) {
      const same = words.slice(at, at + length).every((word, i) => word === words[at - length + i]);
      run = same ? run + 1 : 1;
      const digits = words.slice(at, at + length).every((word) => /^\d+$/.test(word));
      if (run > REPEATS_MOST && !digits) return true;
    }
  }
  return false;
}
