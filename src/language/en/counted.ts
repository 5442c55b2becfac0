/**
 * What follows a number. "Four tires" counts something: it is neither a price nor a time of day, whatever was asked.
 * "Nine." and "nine on weekdays" stand alone and may be either.
 */
import { joined, plain, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

/** Words that may follow a number without being what it counts. */
const GOES_ON = new Set(
  "a about actually all almost also altogether always am an and any anymore approximately are around as at because before but by can could daily depending during each either even every everyday except exactly flat for from give he here how i if in including is it just like maybe max maximum minimum nowadays i'd i'll i'm it's ish normally now oclock off okay ok on only or our over per please plus pm probably right roughly sharp she should sir so still straight than that that's the their then there these they this though through throughout thanks thank till to today tomorrow tonight too total under until up usually was we we're we've well when which while with within without would works yes you you'd you'll you're your yeah ma'am miss approx apiece dollars dollar bucks labor labour cash tax nonstop weekdays weekends weekend weekly mornings afternoons evenings nights seasonally".split(
    " ",
  ),
);
const CALENDAR =
  /^((mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/;
const PLURAL_WITHOUT_S = /^(people|children|men|women|feet|percent|staff|pieces?)$/;
const ENDS_IN_S_BUT_COUNTS_NOTHING =
  /^(is|was|has|does|as|us|this|its|it's|works|suits|sounds|looks|seems|closes|opens|plus|minus|yes|thanks|perhaps|always|sometimes|afterwards|besides|regardless|unless|less|taxes|tax|bus|gas|plus)$/;

/** Nothing follows that the number could count. `next` is the place after the number. */
export function standsAlone(run: readonly Token[], next: number): boolean {
  const word = wordAt(run, next);
  return word === "" || !joined(run, next - 1) || run[next - 1]?.stop === "," || goesOn(word);
}

/** The noun that the number before `next` counts, adjectives passed over; null when none is to be seen. */
export function countedNoun(run: readonly Token[], next: number): string | null {
  if (standsAlone(run, next)) return null;
  const word = wordAt(run, next);
  if (isPlural(word)) return word;
  const after = wordAt(run, next + 1);
  return run[next]?.stop === "" && !goesOn(after) && isPlural(after) ? after : null;
}

/** "nine in the morning", "nine morning": the hour that it is of the day follows. */
export function isHourOfTheDay(run: readonly Token[], next: number): boolean {
  return (
    joined(run, next - 1) &&
    /^((in the |this |in )?(morning|afternoon|evening)|at night|tonight|oclock|[ap]m|[ap] m)\b/.test(
      plain(run, next, next + 3),
    )
  );
}

/** "number four", "that one": a name of something, not an amount. */
export function isOrdinalLike(run: readonly Token[], from: number): boolean {
  const before = wordAt(run, from - 1);
  if (/^(number|room|suite|floor|step|part|unit|line|option|all)$/.test(before)) return true;
  return wordAt(run, from) === "one" && /^(that|this|no|which|every|another|any|each|need|the)$/.test(before);
}

function goesOn(word: string): boolean {
  return GOES_ON.has(word) || CALENDAR.test(word);
}

function isPlural(word: string): boolean {
  if (PLURAL_WITHOUT_S.test(word)) return true;
  return word.length > 3 && /[^su]s$/.test(word) && !ENDS_IN_S_BUT_COUNTS_NOTHING.test(word) && !GOES_ON.has(word);
}
