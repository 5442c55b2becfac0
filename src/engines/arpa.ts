/**
 * Counts of word triples and the trigram language model made of them (interpolated Witten-Bell, written as back-off in
 * the ARPA format that the recogniser reads). Pure.
 */

/** Counts of one order: the history (a word, or two with a space between) and how often each word followed it. */
type Followers = Map<string, Map<string, number>>;
export type Counts = {
  readonly unigrams: Map<string, number>;
  readonly bigrams: Followers;
  readonly trigrams: Followers;
};

export function emptyCounts(): Counts {
  return { unigrams: new Map(), bigrams: new Map(), trigrams: new Map() };
}

/** Adds one sentence, as if it had been said `times` times. */
export function countSentence(counts: Counts, sentence: readonly string[], times: number): void {
  if (sentence.length === 0) return;
  let before = "";
  let last = "<s>";
  for (const word of [...sentence, "</s>"]) {
    counts.unigrams.set(word, (counts.unigrams.get(word) ?? 0) + times);
    addFollower(counts.bigrams, last, word, times);
    if (before !== "") addFollower(counts.trigrams, `${before} ${last}`, word, times);
    before = last;
    last = word;
  }
}

function addFollower(followers: Followers, history: string, word: string, times: number): void {
  let counts = followers.get(history);
  if (counts === undefined) followers.set(history, (counts = new Map<string, number>()));
  counts.set(word, (counts.get(word) ?? 0) + times);
}

const log10 = (probability: number): string => Math.log10(probability).toFixed(4);

function sum(counts: Map<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

const sums = (followers: Followers): Map<string, number> =>
  new Map([...followers].map(([history, after]) => [history, sum(after)]));

/** The model as ARPA text. Every word of it must be in the recogniser's dictionary. */
export function arpa(counts: Counts): string {
  const total = sum(counts.unigrams);
  const bigramSums = sums(counts.bigrams);
  const trigramSums = sums(counts.trigrams);
  const unigram = (word: string): number => (counts.unigrams.get(word) ?? 0) / total;
  const bigram = (history: string, word: string): number => {
    const after = counts.bigrams.get(history);
    if (after === undefined) return unigram(word);
    return ((after.get(word) ?? 0) + after.size * unigram(word)) / ((bigramSums.get(history) ?? 0) + after.size);
  };
  const backOff = (followers: Followers, seen: Map<string, number>, history: string): string => {
    const kinds = followers.get(history)?.size ?? 0;
    return kinds === 0 ? "0.0000" : log10(kinds / ((seen.get(history) ?? 0) + kinds));
  };

  const ones = ["-99.0000\t<s>\t" + backOff(counts.bigrams, bigramSums, "<s>")];
  for (const word of counts.unigrams.keys()) {
    const tail = word === "</s>" ? "" : "\t" + backOff(counts.bigrams, bigramSums, word);
    ones.push(`${log10(unigram(word))}\t${word}${tail}`);
  }
  const twos: string[] = [];
  for (const [history, after] of counts.bigrams) {
    for (const word of after.keys()) {
      const pair = `${history} ${word}`;
      const tail = word === "</s>" ? "" : "\t" + backOff(counts.trigrams, trigramSums, pair);
      twos.push(`${log10(bigram(history, word))}\t${pair}${tail}`);
    }
  }
  const threes: string[] = [];
  for (const [history, after] of counts.trigrams) {
    const middle = history.slice(history.indexOf(" ") + 1);
    const kinds = after.size;
    const seen = (trigramSums.get(history) ?? 0) + kinds;
    for (const [word, count] of after) {
      threes.push(`${log10((count + kinds * bigram(middle, word)) / seen)}\t${history} ${word}`);
    }
  }
  const sizes = [ones, twos, threes].map((lines, index) => `ngram ${index + 1}=${lines.length}`);
  return [
    ["\\data\\", ...sizes],
    ["\\1-grams:", ...ones],
    ["\\2-grams:", ...twos],
    ["\\3-grams:", ...threes],
    ["\\end\\", ""],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}
