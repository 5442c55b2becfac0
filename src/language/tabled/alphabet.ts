/** The international spelling alphabet, which is used beside the one of every language. */
export const INTERNATIONAL =
  "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu";

export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** "be b, uve v" as a table. */
export function letterNames(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.split(", ").map((pair) => {
      const at = pair.lastIndexOf(" ");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
