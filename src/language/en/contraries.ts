/** Things that exclude one another: a sentence about one of them does not answer a question about another. */
const CONTRARIES: readonly (readonly RegExp[])[] = [
  [/\b(open|opens|opening|opened)\b/, /\b(close|closes|closing|shut|shuts)\b/],
  [/\bbreakfast\b/, /\bbrunch\b/, /\blunch\b/, /\bdinner\b/],
  [/\b(check|checking) ?in\b/, /\b(check|checking) ?out\b/],
  [/\b(pick|picking|picked) ?up\b/, /\b(drop|dropping|dropped) ?off\b/],
  [/\b(start|starts|begin|begins)\b/, /\b(end|ends|finish|finishes)\b/],
  [/\b(adult|adults)\b/, /\b(child|children|kids)\b/],
  ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"].map((day) => new RegExp(`\\b${day}days?\\b`)),
];

/** True when the words name another of the kind than the question does, and not the one it names. */
export function isAboutContrary(question: string, words: string): boolean {
  const asked = question.toLowerCase();
  if (/\bhow late\b|\b(until|till) when\b|\bhours\b/.test(asked)) return false;
  if (/\bclos(e|es|ing)\b/.test(asked) && /\b(until|till|through)\b/.test(words)) return false;
  return CONTRARIES.some((group) => {
    const wanted = group.filter((each) => each.test(asked));
    const named = group.filter((each) => each.test(words));
    return wanted.length > 0 && named.length > 0 && !named.some((each) => wanted.includes(each));
  });
}
