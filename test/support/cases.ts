/**
 * How many random cases a property is held against: all of them in `npm test`, a tenth in `npm run check`, and as many
 * times more as `RANDOM_CASES` says for whoever has an evening.
 */
export function cases(all: number): number {
  return Math.ceil(all * Number(process.env["RANDOM_CASES"] ?? 1));
}
