/** How many and how long: "party of four", "for two people", "twenty to thirty minutes", "an hour and a half". */
import type { Quantity } from "./found.ts";
import { countedNoun, isHourOfTheDay, isOrdinalLike, standsAlone } from "./counted.ts";
import { isCurrency } from "./money.ts";
import { anyNumber, onScaleOf, wholeNumber } from "./numbers.ts";
import { joined, plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(people|persons?|guests?|adults?|diners|pax)$/, "people"],
  [/^(kids|children|child)$/, "children"],
  [/^nights?$/, "nights"],
  [/^(hours?|hrs?)$/, "hours"],
  [/^(minutes?|mins?)$/, "minutes"],
  [/^days?$/, "days"],
  [/^weeks?$/, "weeks"],
  [/^months?$/, "months"],
  [/^years?$/, "years"],
  [
    /^(tables?|rooms?|seats?|spots?|slots?|openings?|appointments?|tickets?|items?|pieces?|bikes?|pizzas?|copies|bottles?|boxes|miles|blocks|percent|left|times|steps|floors|stars)$/,
    "",
  ],
];

export function quantities(text: string, run: readonly Token[], expected: boolean): Quantity[] {
  const found: Quantity[] = [];
  for (let i = 0; i < run.length; i++) {
    const here = partyAt(run, i) ?? halves(run, i) ?? countedAt(run, i, expected);
    if (here === null) continue;
    const quote = quoteOf(text, run, here.from, here.to);
    found.push({ kind: "quantity", quote, ...here });
    i = here.to - 1;
  }
  return found;
}

type Here = Omit<Quantity, "kind" | "quote">;

/** "party of four", "table for two", "for two at seven", "the two of us". */
function partyAt(run: readonly Token[], i: number): Here | null {
  const number = wholeNumber(run, i);
  if (number === null || number.value < 1 || number.value > 500) return null;
  const before = plain(run, i - 2, i);
  const of = /\b(party|group|family) of$/.test(before);
  const seats = /\b(table|reservation|booking|dinner|lunch|brunch|breakfast|room|dinner reservation) for$/.test(before);
  const after = wordAt(run, number.next);
  const us = after === "of" && /^(us|you|them)$/.test(wordAt(run, number.next + 1));
  // "Booked for six on Friday" is an hour.
  const when = /\b(booked|scheduled|set|confirmed|reserved|down) for$/.test(before) && after !== "at";
  const alone =
    !when && wordAt(run, i - 1) === "for" && /^(at|on|tonight|tomorrow|this|next|please|under|people)$/.test(after);
  if (!of && !seats && !us && !alone) return null;
  if (/^(dollars?|oclock|am|pm|thirty|fifteen|forty|nights?|minutes?|hours?|days?|weeks?)$/.test(after)) return null;
  const to = us ? number.next + 2 : /^(people|persons?|guests?|adults?)$/.test(after) ? number.next + 1 : number.next;
  return {
    from: i,
    to,
    amount: number.value,
    unit: "people",
    text: `${number.value} ${number.value === 1 ? "person" : "people"}`,
  };
}

/** "half an hour", "an hour and a half", "a week", "a couple of days"; a price "a month" is none. */
function halves(run: readonly Token[], i: number): Here | null {
  if (!/^(half|an?|one|overnight)$/.test(wordAt(run, i))) return null;
  const words = plain(run, i, i + 5);
  const match =
    /^(half an hour|a half hour|an hour and a half|(?:one|a) and a half hours|an hour|half a (?:day|year|minute)|an? (?:day|week|month|year)(?: and a half)?|a couple of (?:hours|days|weeks|minutes|months|years)|a few (?:hours|days|weeks|minutes|months|years)|a fortnight|overnight)\b/.exec(
      words,
    );
  if (match === null) return null;
  const said = match[0];
  const amount = /^half|^a half/.test(said)
    ? 0.5
    : /and a half/.test(said)
      ? 1.5
      : /couple|fortnight/.test(said)
        ? 2
        : 1;
  const unit = /fortnight/.test(said) ? "week" : (/(hour|day|week|minute|month|year)/.exec(said)?.[1] ?? "night");
  const per = /\b(per|dollars|cents|times|once|twice)$/.test(plain(run, i - 1, i)) || /^[$]/.test(wordAt(run, i - 1));
  if (per && /^an? /.test(said)) return null;
  return { from: i, to: i + said.split(" ").length, amount, unit: `${unit}s`, text: said };
}

function countedAt(run: readonly Token[], i: number, expected: boolean): Here | null {
  const number = anyNumber(run, i);
  if (number === null || /^\d{5,}$/.test(wordAt(run, i))) return null;
  const link = wordAt(run, number.next);
  const upper = /^(to|or|and)$/.test(link) && joined(run, number.next - 1) ? anyNumber(run, number.next + 1) : null;
  const ranged = upper !== null && upper.value > number.value && unitAt(run, upper.next) !== null ? upper : null;
  const half = ranged === null && plain(run, number.next, number.next + 3) === "and a half" ? 0.5 : 0;
  const amount = (ranged === null ? number.value : onScaleOf(number, ranged)) + half;
  const end = half > 0 ? number.next + 3 : (ranged?.next ?? number.next);
  const unit = joined(run, end - 1) ? unitAt(run, end) : null;
  const other = unit === null && expected && isAmount(run, i, end) ? countedNoun(run, end) : null;
  if (unit === null && other === null && !(expected && isAmount(run, i, end) && standsAlone(run, end))) return null;
  const noun = other ?? (unit === null ? "" : unit === "" ? wordAt(run, end) : unit);
  const counted = ranged === null ? String(amount) : `${amount} to ${ranged.value}`;
  const text = `${counted} ${amount === 1 && ranged === null ? noun.replace(/^people$/, "person").replace(/s$/, "") : noun}`;
  return { from: i, to: unit === null ? end : end + 1, amount, unit: noun, text: text.trim() };
}

function unitAt(run: readonly Token[], i: number): string | null {
  const word = wordAt(run, i);
  const adjective = /^(free|more|business|working|small|large|outdoor|indoor|big)$/.test(word)
    ? wordAt(run, i + 1)
    : word;
  const unit = UNITS.find(([pattern]) => pattern.test(adjective));
  return unit === undefined || adjective !== word ? null : unit[1];
}

/** A number that may be how many there are: no money, no hour of the day. */
function isAmount(run: readonly Token[], from: number, end: number): boolean {
  return (
    !/^(cents?|oclock|am|pm|a|p)$/.test(wordAt(run, end)) &&
    !isCurrency(wordAt(run, end)) &&
    !/\.\d\d$/.test(wordAt(run, from)) &&
    !isHourOfTheDay(run, end) &&
    !isOrdinalLike(run, from) &&
    !/\b(at|number|until|till|open|close|closes)$/.test(plain(run, from - 1, from)) &&
    !/\bfrom \w+( \w+)? to$/.test(plain(run, from - 4, from))
  );
}
