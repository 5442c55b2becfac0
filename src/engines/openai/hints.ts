/**
 * Names and terms that may be said, in the form in which each model takes them: as keywords, as a text that might have
 * come before, or not at all. Pure.
 */
export type HintFields = { readonly keywords?: string[]; readonly prompt?: string };

/** As much of the hints as a model takes for a hint and not for what was said. */
const MOST_CHARACTERS = 400;

export function hintFields(model: string, hints: readonly string[]): HintFields {
  if (hints.length === 0 || /realtime-whisper|diarize/i.test(model)) return {};
  const few = firstOf(hints);
  return /^gpt-(?:live-)?transcribe\b/i.test(model) ? { keywords: few } : { prompt: few.join(", ") };
}

/** A model that hears nothing may write down what it was told to expect. One name alone may well have been said. */
export function isHintAlone(text: string, { prompt = "" }: HintFields): boolean {
  return prompt.includes(", ") && bare(text) === bare(prompt);
}

function firstOf(hints: readonly string[]): string[] {
  let characters = 0;
  return hints.filter((hint) => (characters += hint.length + 2) <= MOST_CHARACTERS + 2);
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
