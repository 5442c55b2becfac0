/** Which clock times are said: "7:30 PM", "eight a m to six p m", "at seven", "from five to ten". */
import type { Time } from "./found.ts";
import { countedNoun, isOrdinalLike, standsAlone } from "./counted.ts";
import { clockAt, clockTime, hourOfDay } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { twoDigits, wholeNumber } from "./numbers.ts";
import { plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const BEFORE_A_TIME = /^(at|from|until|til|till|by|around|before|after|past|about|between|noon|approximately)$/;
/** After these a number is a time only when it counts nothing: "about four tires". */
const BEFORE_ANY_NUMBER = /^(from|by|around|before|after|past|about|between|approximately)$/;
const NOT_A_TIME =
  /^(dollars?|bucks?|cents?|people|persons?|guests?|adults?|kids|children|percent|nights?|hundred|thousand|minutes?|hours?|days?|weeks?|months?|years?|tables?|rooms?|seats?|miles?|blocks?|street|avenue|road|times?|st|per|each|or|more|other|of|main|park|spots?|left|th|bikes?|items?)$/;

export function times(text: string, run: readonly Token[], expected: boolean): Time[] {
  const found: Clock[] = [];
  for (let i = 0; i < run.length; i++) {
    const clock = timeAt(run, i, found.at(-1) ?? null, expected);
    if (clock === null) continue;
    found.push(clock);
    i = clock.next - 1;
  }
  return shareHalf(run, found).map((clock) => ({
    kind: "time",
    from: clock.from,
    to: clock.next,
    quote: quoteOf(text, run, clock.from, clock.next),
    text: clockTime(clock.hour, clock.minute, clock.half),
    hour: clock.hour,
    minute: clock.minute,
    half: clock.half,
    clockTo: clock.clockTo,
  }));
}

/** "I put you down for nine", "I can do seven", "let's say eight". How many they are is told in other words. */
const OFFERED_AT =
  /\b((put|have|got|pencil(l?)ed|booked|marked|wrote|write|set) (you|him|her|them|it|that) (down |in )?for|(booked|scheduled|set|confirmed|reserved) for|(can|could) do|let's say|we say|make it)$/;

function timeAt(run: readonly Token[], i: number, previous: Clock | null, expected: boolean): Clock | null {
  const clock = clockAt(run, i);
  // "six fifteen, seven thirty or nine o'clock"
  if (clock?.minutesSaid === true && previous?.minutesSaid === true && previous.next === i) return clock;
  if (clock === null || clock.sure || belongs(run, i, clock.clockTo, previous, expected)) return clock;
  const near = plain(run, Math.max(0, i - 3), i);
  const at =
    /\b(is|have|do|with|to|us|you|then|on|for|day)$|day$/.test(near) && !/\b(number|code|total|price)\b/.test(near);
  const usual = clock.minutesSaid && clock.minute % 5 === 0;
  // "I've got a five forty five", and no two-fifty coffee.
  const one = /\b(got|have|has|there's|is|do|had) an?$/.test(near) && standsAlone(run, clock.clockTo);
  if (usual && one) return clock;
  const or = wordAt(run, clock.clockTo) === "or" ? clockAt(run, clock.clockTo + 1) : null;
  const apart = or?.sure === true || or?.minutesSaid === true || !NOT_A_TIME.test(wordAt(run, clock.clockTo));
  return usual && at && apart ? clock : null;
}

/** Whether a bare hour at this place is a time: after "at", as the end of a range, or because we asked for one. */
function belongs(
  run: readonly Token[],
  from: number,
  next: number,
  previous: Clock | null,
  expected: boolean,
): boolean {
  const after = wordAt(run, next);
  if (NOT_A_TIME.test(after) && !(after === "or" || after === "of")) return false;
  const before = wordAt(run, from - 1);
  const place = run[from - 1];
  if (BEFORE_ANY_NUMBER.test(before) && countedNoun(run, next) !== null) return false;
  // "around twelve to eighteen hundred"
  if (after === "to" && (wholeNumber(run, next + 1)?.scale ?? 1) > 1) return false;
  if (/\b(no|not) (later|earlier) than$/.test(plain(run, from - 3, from)) && countedNoun(run, next) === null)
    return true;
  if (BEFORE_A_TIME.test(before) && place?.stop === "") return !/\b(number|code)\b/.test(plain(run, from - 4, from));
  if (previous !== null && previous.next === from - 1 && /^(to|until|til|till|and|or|through)$/.test(before))
    return true;
  if (OFFERED_AT.test(plain(run, Math.max(0, from - 4), from)) && standsAlone(run, next)) return true;
  // "We have ten or two", and not "one or two" of them.
  const other = after === "or" && /^(have|got|do)$/.test(before) ? wholeNumber(run, next + 1) : null;
  const apart = other !== null && other.value !== (wholeNumber(run, from)?.value ?? 0) + 1;
  if (other !== null && apart && other.value <= 12 && standsAlone(run, other.next)) return true;
  // "Seven on Friday?"
  if (/^(on|tomorrow|tonight)$/.test(after) && /^(|yes|okay|ok|so|then|say)$/.test(before)) return true;
  if (/^works?$/.test(after) && /^(|yes|sure|okay|ok|and|or|so|well|yeah)$/.test(before)) return true;
  if (/^(would|does|will|is)$/.test(before) && /^(work|be|suit|okay|ok|fine|do|good|all)$/.test(after)) return true;
  if (before === "to" && /\b(open|hours|moved|move|change|changed|available)\b/.test(plain(run, from - 5, from)))
    return true;
  if (/^(to|until|till|through|or)$/.test(after) && endsInClock(run, next + 1)) return true;
  if (/^(to|until|till|through)$/.test(after) && /^(open|from|hours|are|day|weekdays|daily)$/.test(before)) {
    return twoDigits(run, next + 1) !== null;
  }
  return expected && after !== "for" && standsAlone(run, next) && !isOrdinalLike(run, from);
}

/** The other end of a range says that both are times: "5 to 10 PM". */
function endsInClock(run: readonly Token[], i: number): boolean {
  return (clockAt(run, i)?.half ?? null) !== null;
}

/** "from five to ten p m": the half said last holds for a first time that would otherwise be open. */
function shareHalf(run: readonly Token[], clocks: readonly Clock[]): Clock[] {
  return clocks.map((clock, i) => {
    const next = clocks[i + 1];
    const linked =
      next !== undefined && next.from === clock.next + 1 && /^(to|and|or|until|till)$/.test(wordAt(run, clock.next));
    if (clock.half !== null || !linked || next.half !== "pm") return clock;
    const later = hourOfDay(clock.hour, "pm") < next.hour;
    return later ? { ...clock, half: "pm", hour: hourOfDay(clock.hour, "pm") } : clock;
  });
}
