/** Clock times: "7:30 PM", "half past ten", "quarter to eight", "eight a m to six p m", "at seven". */
import type { Time } from "./found.ts";
import { countedNoun, isOrdinalLike, standsAlone } from "./counted.ts";
import { NUMBER_WORDS, smallNumber } from "./numbers.ts";
import { joined, plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

type Clock = {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | null;
  readonly from: number;
  readonly next: number;
};

const BEFORE_A_TIME = /^(at|from|until|til|till|by|around|before|after|past|about|between|noon|approximately)$/;
/** After these a number is a time only when it counts nothing: "about four tires". */
const BEFORE_ANY_NUMBER = /^(from|by|around|before|after|past|about|between|approximately)$/;
const MINUTES_TO = new Set([5, 10, 20, 25]);
const NOT_A_TIME =
  /^(dollars?|bucks?|cents?|people|persons?|guests?|adults?|kids|children|percent|nights?|hundred|thousand|minutes?|hours?|days?|weeks?|months?|years?|tables?|rooms?|seats?|miles?|blocks?|street|avenue|road|times?|st|per|each|or|more|other|of|main|park|spots?|left|th|bikes?|items?)$/;

export function times(text: string, run: readonly Token[], expected: boolean): Time[] {
  const found: Clock[] = [];
  for (let i = 0; i < run.length; i++) {
    const clock = clockAt(run, i, found.at(-1) ?? null, expected);
    if (clock === null) continue;
    found.push(clock);
    i = clock.next - 1;
  }
  return shareHalf(run, found).map((clock) => ({
    kind: "time",
    from: clock.from,
    to: clock.next,
    quote: quoteOf(text, run, clock.from, clock.next),
    text: written(clock),
    hour: clock.hour,
    minute: clock.minute,
    half: clock.half,
  }));
}

function clockAt(run: readonly Token[], i: number, previous: Clock | null, expected: boolean): Clock | null {
  const word = wordAt(run, i);
  if (!NUMBER_WORDS.has(word) && !/^\d|^(noon|midday|midnight|half|quarter|a)$/.test(word)) return null;
  if (word === "noon" || word === "midday") return { hour: 12, minute: 0, half: "pm", from: i, next: i + 1 };
  if (word === "midnight") return { hour: 0, minute: 0, half: "am", from: i, next: i + 1 };
  return writtenClock(run, i, previous, expected) ?? relativeClock(run, i) ?? spokenClock(run, i, previous, expected);
}

/** "7:30", "7:30pm", "7pm", "19:30", "7.30 pm"; a bare "7" only where a time belongs. */
function writtenClock(run: readonly Token[], i: number, previous: Clock | null, expected: boolean): Clock | null {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|a|p)?$/.exec(wordAt(run, i));
  if (match?.[1] === undefined) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? "0");
  if (hour > 23 || minute > 59) return null;
  const attached = match[3]?.startsWith("a") === true ? "am" : match[3] === undefined ? null : "pm";
  const plainNumber = match[2] === undefined && attached === null;
  const dotted = wordAt(run, i).includes(".") && attached === null;
  const half = halfAfter(run, i + 1);
  if ((plainNumber || dotted) && half.half === null) {
    if (hour < 1 || hour > 12 || !belongs(run, i, i + 1, previous, expected)) return null;
  }
  const oclock = wordAt(run, i + 1) === "oclock" ? halfAfter(run, i + 2) : half;
  return finish({ hour, minute, from: i }, attached === null ? oclock : { half: attached, next: i + 1 });
}

/** "half past ten", "quarter to eight", "ten after six". */
function relativeClock(run: readonly Token[], i: number): Clock | null {
  const word = wordAt(run, i);
  const a = word === "a" && wordAt(run, i + 1) === "quarter" ? 1 : 0;
  const named = wordAt(run, i + a) === "half" ? 30 : wordAt(run, i + a) === "quarter" ? 15 : null;
  const spoken = named === null ? smallNumber(run, i) : null;
  const minutes = named ?? spoken?.value;
  if (minutes === undefined) return null;
  const at = named === null ? (spoken?.next ?? i + 1) : i + a + 1;
  const link = wordAt(run, at);
  const hour = smallNumber(run, at + 1) ?? digitHour(run, at + 1);
  if (hour === null || hour.value < 1 || hour.value > 12) return null;
  if (/^(past|after)$/.test(link) && (named !== null || (minutes % 5 === 0 && minutes < 60))) {
    return finish({ hour: hour.value, minute: minutes, from: i }, halfAfter(run, hour.next));
  }
  const counted = MINUTES_TO.has(minutes) && /^(at|is|it's|by|until|about|around)$/.test(wordAt(run, i - 1));
  if (/^(to|of|till|before)$/.test(link) && minutes !== 30 && (named !== null || (link === "to" && counted))) {
    const before = hour.value === 1 ? 12 : hour.value - 1;
    return finish({ hour: before, minute: 60 - minutes, from: i }, halfAfter(run, hour.next));
  }
  return null;
}

function spokenClock(run: readonly Token[], i: number, previous: Clock | null, expected: boolean): Clock | null {
  const hour = smallNumber(run, i);
  if (hour === null || hour.value < 1 || hour.value > 12 || hour.next !== i + 1) return null;
  const minutes = run[i]?.stop === "" ? minutesAt(run, hour.next) : null;
  let next = minutes?.next ?? hour.next;
  const oclock = wordAt(run, next) === "oclock";
  if (oclock) next++;
  const half = halfAfter(run, next);
  const clock = { hour: hour.value, minute: minutes?.value ?? 0, from: i };
  if (oclock || half.half !== null) return finish(clock, half);
  if (belongs(run, i, next, previous, expected)) return finish(clock, half);
  const near = plain(run, Math.max(0, i - 3), i);
  const at =
    /\b(is|have|do|with|to|us|you|then|on|for|day)$|day$/.test(near) && !/\b(number|code|total|price)\b/.test(near);
  return minutes !== null && minutes.value % 5 === 0 && at && !NOT_A_TIME.test(wordAt(run, next))
    ? finish(clock, half)
    : null;
}

function minutesAt(run: readonly Token[], i: number): { value: number; next: number } | null {
  if (/^(oh|o|zero)$/.test(wordAt(run, i))) {
    const unit = smallNumber(run, i + 1);
    return unit !== null && unit.value > 0 && unit.value < 10 ? unit : null;
  }
  const minutes = smallNumber(run, i);
  return minutes !== null && minutes.value >= 10 && minutes.value < 60 ? minutes : null;
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
  if (BEFORE_A_TIME.test(before) && place?.stop === "") return !/\b(number|code)\b/.test(plain(run, from - 4, from));
  if (previous !== null && previous.next === from - 1 && /^(to|until|til|till|and|or|through)$/.test(before))
    return true;
  if (/^(would|does|will|is)$/.test(before) && /^(work|be|suit|okay|ok|fine|do|good|all)$/.test(after)) return true;
  if (before === "to" && /\b(open|hours|moved|move|change|changed|available)\b/.test(plain(run, from - 5, from)))
    return true;
  if (/^(to|until|till|through|or)$/.test(after) && endsInClock(run, next + 1)) return true;
  if (/^(to|until|till|through)$/.test(after) && /^(open|from|hours|are|day|weekdays|daily)$/.test(before)) {
    return smallNumber(run, next + 1) !== null;
  }
  return expected && after !== "for" && standsAlone(run, next) && !isOrdinalLike(run, from);
}

/** The other end of a range says that both are times: "5 to 10 PM". */
function endsInClock(run: readonly Token[], i: number): boolean {
  const hour = smallNumber(run, i) ?? digitHour(run, i);
  if (hour === null) return /^\d{1,2}(:\d{2})?[ap]m$/.test(wordAt(run, i));
  const minute = minutesAt(run, hour.next);
  return hour.value >= 1 && hour.value <= 12 && halfAfter(run, minute?.next ?? hour.next).half !== null;
}

/** "p m", "in the evening", "tonight": which half of the day, and where it ends. */
function halfAfter(run: readonly Token[], i: number): { half: "am" | "pm" | null; next: number } {
  const word = wordAt(run, i);
  if (!joined(run, i - 1)) return { half: null, next: i };
  if (word === "am" || word === "pm") return { half: word, next: i + 1 };
  if (/^[ap]$/.test(word) && wordAt(run, i + 1) === "m") return { half: word === "a" ? "am" : "pm", next: i + 2 };
  const words = plain(run, i, i + 3);
  if (/^(in the|this) morning\b/.test(words)) return { half: "am", next: i + (word === "this" ? 2 : 3) };
  if (/^(in the|this) (afternoon|evening)\b/.test(words)) return { half: "pm", next: i + (word === "this" ? 2 : 3) };
  if (/^at night\b/.test(words)) return { half: "pm", next: i + 2 };
  if (/^(morning|afternoon|evening)$/.test(word) && standsAlone(run, i + 1))
    return { half: word === "morning" ? "am" : "pm", next: i + 1 };
  if (word === "tonight") return { half: "pm", next: i };
  return { half: null, next: i };
}

function digitHour(run: readonly Token[], i: number): { value: number; next: number } | null {
  return /^\d{1,2}$/.test(wordAt(run, i)) ? { value: Number(wordAt(run, i)), next: i + 1 } : null;
}

function finish(
  clock: { hour: number; minute: number; from: number },
  half: { half: "am" | "pm" | null; next: number },
): Clock {
  if (clock.hour > 12 || clock.hour === 0) {
    return { ...clock, half: clock.hour >= 12 ? "pm" : "am", next: half.next };
  }
  return { ...clock, ...half, hour: to24(clock.hour, half.half) };
}

function to24(hour: number, half: "am" | "pm" | null): number {
  if (half === "pm") return hour === 12 ? 12 : hour + 12;
  return half === "am" && hour === 12 ? 0 : hour;
}

/** "from five to ten p m": the half said last holds for a first time that would otherwise be open. */
function shareHalf(run: readonly Token[], clocks: readonly Clock[]): Clock[] {
  return clocks.map((clock, i) => {
    const next = clocks[i + 1];
    const linked =
      next !== undefined && next.from === clock.next + 1 && /^(to|and|or|until|till)$/.test(wordAt(run, clock.next));
    if (clock.half !== null || !linked || next.half !== "pm") return clock;
    const later = to24(clock.hour, "pm") < next.hour;
    return later ? { ...clock, half: "pm", hour: to24(clock.hour, "pm") } : clock;
  });
}

function written(clock: Clock): string {
  const hour = clock.hour % 12 === 0 ? 12 : clock.hour % 12;
  const minute = String(clock.minute).padStart(2, "0");
  return `${hour}:${minute}${clock.half === null ? "" : clock.half === "am" ? " AM" : " PM"}`;
}
