/** The content words of a sentence, cut to their stems, with the commonest synonyms drawn together. */

const NOTHING_SAID = new Set(
  "a an and are as at be been but by can could d did take do does for from get had has have he her his hers how i if in into is it its just know let like ll long many may me might mind more most much must my need no not of off ok okay on one only or our out please rather re s shall she should so some sure tell than that the their them then there these they this those to too up us ve very want was we were what when where which while who whom whose why will with would yes you your yours am any anything also about actually really right well oh um uh hi hello thanks thank good great yeah all every other else still now here going go say said ask again maybe exactly else i'd i'm i'll you'd you're you'll we'd we're we'll it's that's there's don't do'nt can't isn't what's currently usually normally typically offer provide give".split(
    " ",
  ),
);
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    reserv: "book",
    reservation: "book",
    booking: "book",
    kid: "child",
    children: "child",
    shut: "close",
    closing: "close",
    opening: "open",
    lot: "park",
    garage: "park",
    takeaway: "takeout",
    pickup: "pick",
    persons: "person",
    people: "person",
    wheelchairs: "wheelchair",
    accessibl: "accessible",
    outdoor: "outside",
    outdoors: "outside",
    patio: "outside",
    indoor: "inside",
    indoors: "inside",
    vegetarians: "vegetarian",
    bicycl: "bike",
    bicycle: "bike",
    dogs: "dog",
    pet: "dog",
    pets: "dog",
    cancellation: "cancel",
    cancelling: "cancel",
    canceling: "cancel",
    delivered: "deliver",
    delivery: "deliver",
    wifi: "internet",
    card: "card",
    cards: "card",
    credit: "card",
    cab: "taxi",
    auto: "car",
    vehicle: "car",
    appointments: "appointment",
    slot: "appointment",
  }),
);

export function stem(word: string): string {
  const bare = word.replace(/'s$|'$/, "").replace(/[^a-z0-9$.:]/g, "");
  const cut = withoutEnding(bare);
  const same = SAME.get(bare) ?? SAME.get(cut);
  return same === undefined ? cut : withoutEnding(same);
}

function withoutEnding(word: string): string {
  const cut =
    word.length > 5 && word.endsWith("ing")
      ? word.slice(0, -3)
      : word.length > 4 && word.endsWith("ies")
        ? `${word.slice(0, -3)}y`
        : word.length > 4 && word.endsWith("ed")
          ? word.slice(0, -2)
          : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
            ? word.slice(0, -1)
            : word;
  return cut.length > 4 && cut.endsWith("e") ? cut.slice(0, -1) : cut;
}

/** The stems that carry meaning, in order, each once. */
export function contentOf(words: string): string[] {
  const kept = new Set<string>();
  for (const word of words
    .toLowerCase()
    .replace(/[’]/g, "'")
    // "A lot of people ask" is not about parking.
    .replace(/\b(a lot|lots)( of)?\b(?! (behind|next|across|in|on|at|for|right|around|outside)\b)/g, "")
    .split(/[^a-z0-9'$.:]+/)) {
    const bare = word.replace(/^[.:']+|[.:']+$/g, "");
    if (bare === "" || NOTHING_SAID.has(bare)) continue;
    const stemmed = stem(bare);
    if (stemmed !== "" && !NOTHING_SAID.has(stemmed)) kept.add(stemmed);
  }
  return [...kept];
}

/** The share of `wanted` that is in `present`: 0..1, and 0 when nothing is wanted. */
export function overlap(wanted: readonly string[], present: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const have = new Set(present);
  return wanted.filter((word) => have.has(word)).length / wanted.length;
}
