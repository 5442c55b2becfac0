/** What a poor ear makes of a sentence: words lost or replaced by others, by a seed. Numbers and letters are kept. */
const OTHERS =
  "the a to of and in is it that for you on with as at this have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her like him".split(
    " ",
  );
const KEPT = new Set(
  "zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred dollars".split(
    " ",
  ),
);

export function noisy(share: number, seed: number): (text: string) => string {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (text) =>
    text
      .split(" ")
      .flatMap((word) => {
        if (KEPT.has(word) || /\d/.test(word) || word.length === 1 || next() >= share) return [word];
        return next() < 0.5 ? [] : [OTHERS[Math.floor(next() * OTHERS.length)] ?? word];
      })
      .join(" ");
}
