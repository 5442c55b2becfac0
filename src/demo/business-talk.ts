/** The fictional business as a function: what it has said and heard so far, and the next words, make its reply. */
import type { BrainMove } from "../conversation/ports.ts";
import { foundOf, read } from "../language/en/reading.ts";
import type { Time } from "../language/en/found.ts";
import { check, isSameTime } from "./business-checks.ts";
import { answers, answersAhead, listen, requestIn, topicsIn } from "./business-listen.ts";
import type { Heard } from "./business-listen.ts";
import { aloud } from "./business-number.ts";
import { statementsOf } from "./business-statements.ts";
import type { Given } from "./business-statements.ts";
import type { Business, BusinessRequest } from "./business.ts";

export type Talk = {
  readonly business: Business;
  /** The confirmation number of this call. */
  readonly number: string;
  readonly request: BusinessRequest | null;
  readonly day: string;
  readonly time: string;
  /** Names of the asks still open; the first is the one under way. */
  readonly asking: readonly string[];
  readonly done: boolean;
  readonly misses: number;
  readonly waiting: boolean;
  readonly last: string;
  /** Everything it has said in this call. */
  readonly said: readonly string[];
  readonly stage: "talking" | "bye" | "over";
  readonly silences: number;
};

const MOST_MISSES = 2;

export function newTalk(business: Business, number: string): Talk {
  return {
    business,
    number,
    request: null,
    day: "",
    time: "",
    asking: [],
    done: false,
    misses: 0,
    waiting: false,
    last: "",
    said: [],
    stage: "talking",
    silences: 0,
  };
}

type Reply = readonly [Talk, readonly BrainMove[]];

export function greet(talk: Talk): Reply {
  return say(talk, talk.business.greeting);
}

export function respond(talk: Talk, text: string): Reply {
  if (talk.stage === "over") return over(talk);
  const heard = listen(text);
  const here = { ...talk, silences: 0 };
  if (here.stage === "bye") return over(here);
  if (heard.goodbye || (heard.thatIsAll && heard.words.length < 90)) return bye(here);
  // Silence is the best answer: a word of ours may meet theirs, and they have enough to do.
  if (heard.wait) return [{ ...here, waiting: true }, []];
  const awake = { ...here, waiting: false };
  if (heard.words === "") return notUnderstood(awake);
  if (heard.readBack) return confirm(awake, text, heard);
  if (heard.asksNumber && awake.done) return say(awake, numberLine(awake));
  if (awake.request !== null && seeksPlace(awake, awake.request, heard)) return take(awake, awake.request, heard);
  if (awake.asking.length > 0) return takeAnswer(awake, heard);
  return serve(awake, heard);
}

/** They are silent: a business that waits for its caller waits; one that was left alone hangs up. */
export function silent(talk: Talk): Reply {
  // The caller hangs up first; the line is not left open if it does not.
  if (talk.stage === "bye" && talk.silences === 0) return [{ ...talk, silences: 1 }, []];
  if (talk.stage !== "talking") return over(talk);
  if (talk.waiting) return [talk, []];
  const silences = talk.silences + 1;
  if (silences === 1) return say({ ...talk, silences }, currentQuestion(talk) ?? "Hello? Are you still there?");
  if (silences === 2) return say({ ...talk, silences }, "Hello?");
  return bye(talk);
}

// ------------------------------------------------------------------ what they came for

function serve(talk: Talk, heard: Heard): Reply {
  const { business } = talk;
  if (talk.request === null) {
    const request = requestIn(business, heard.words);
    const inquires = heard.question || /\b(find out|ask|know|whether|information)\b/.test(heard.words);
    const wants =
      /\b(to book|to reserve|to cancel|to change|to move|to order|to schedule|to make|to rent|to get|a table|please|need|calling to let)\b/.test(
        heard.words,
      );
    if (request !== null && (wants || !inquires)) return take(talk, request, heard);
  }
  const topic = topicsIn(business, heard.words);
  if (topic !== null && !(heard.goAhead && talk.done)) return say({ ...talk, misses: 0 }, topic);
  if (talk.done && (heard.goAhead || requestIn(business, heard.words) === talk.request))
    return say(talk, doneLine(talk));
  if (heard.repeat) return say(talk, talk.last);
  // A "no" to anything but that is half of something, or misheard.
  if (heard.no && talk.last.endsWith(business.anything_else)) return bye(talk);
  const asks = heard.question || /\b(find out|ask|know|whether)\b/.test(heard.words);
  if (asks && talk.misses > 0) return say({ ...talk, misses: 0 }, business.unknown);
  if (heard.words.split(" ").length <= 3 && /\b(thank|thanks|okay|great|right|yes)\b/.test(heard.words))
    return say(talk, business.anything_else);
  return notUnderstood(talk);
}

/** Accepts a request: offers a place if it needs one, and asks the first thing it wants to know. */
function take(talk: Talk, request: BusinessRequest, heard: Heard): Reply {
  const asking = (talk.request === request ? talk.asking : request.asks).filter((name) => {
    const ask = talk.business.asks[name];
    return ask !== undefined && !answersAhead(ask, heard);
  });
  const open = { ...talk, request, asking, misses: 0 };
  const asksWhen = request.offer === undefined || talk.request === request ? undefined : request.asks_when;
  if (asksWhen !== undefined && heard.time === null) return say(open, asksWhen);
  const known = talk.time === "" ? null : timeOf(talk.time);
  const { day, time, taken } = placeFor(talk.business, heard.weekday ?? talk.day, heard.time ?? known);
  const filled = { ...open, day, time };
  const line =
    request.offer === undefined
      ? (request.accept ?? "Sure.")
      : taken
        ? (request.instead ?? request.offer)
        : request.offer;
  return goOn(filled, fill(line, filled));
}

/** Whether they say when it shall be, or that it shall be at another time than the one offered. */
function seeksPlace(talk: Talk, request: BusinessRequest, heard: Heard): boolean {
  if (request.offer === undefined || talk.done) return false;
  if (talk.time === "") return true;
  const otherTime = heard.time !== null && !isSameTime(timeOf(talk.time), heard.time);
  const otherDay = heard.weekday !== null && !heard.weekday.includes(talk.day);
  return (otherTime || otherDay) && topicsIn(talk.business, heard.words) === null;
}

/** The free place nearest to what they said. */
function placeFor(
  business: Business,
  said: string,
  wanted: Clock | null,
): { day: string; time: string; taken: boolean } {
  const relative = /^(today|tonight|tomorrow)$/.test(said) ? said : null;
  const free =
    business.free.find(({ day }) => said.includes(day)) ??
    business.free.find(({ times }) => times.some((time) => wanted !== null && isSameTime(timeOf(time), wanted))) ??
    business.free[0];
  if (free === undefined) return { day: "", time: "", taken: false };
  const day = relative ?? free.day;
  if (wanted === null) return { day, time: free.times[0] ?? "", taken: false };
  const nearest = [...free.times].sort((a, b) => apart(timeOf(a), wanted) - apart(timeOf(b), wanted))[0] ?? "";
  return { day, time: nearest, taken: !isSameTime(timeOf(nearest), wanted) };
}

type Clock = Pick<Time, "hour" | "minute" | "half">;

/** Minutes between two times of a day. */
function apart(a: Clock, b: Clock): number {
  const hours = a.half !== null && b.half !== null ? 24 : 12;
  return Math.abs((a.hour % hours) * 60 + a.minute - (b.hour % hours) * 60 - b.minute);
}

function timeOf(time: string): Clock {
  return foundOf(read(`at ${time}`, "time"), "time")[0] ?? { hour: 0, minute: 0, half: null };
}

// ------------------------------------------------------------------ what it asks back

function takeAnswer(talk: Talk, heard: Heard): Reply {
  const ask = talk.business.asks[talk.asking[0] ?? ""];
  if (ask === undefined) return goOn({ ...talk, asking: talk.asking.slice(1) }, "");
  if (heard.repeat && !answers(ask, heard)) return say(talk, ask.question);
  if (heard.noAnswer)
    return goOn({ ...talk, asking: talk.asking.slice(1), misses: 0 }, "No problem. We can go on without it.");
  const topic = heard.question ? topicsIn(talk.business, heard.words) : null;
  if (topic !== null && !answersByWord(talk, heard)) return say(talk, `${topic} ${ask.question}`);
  if (answers(ask, heard) || talk.misses >= MOST_MISSES) {
    return goOn({ ...talk, asking: talk.asking.slice(1), misses: 0 }, ask.thanks);
  }
  return say({ ...talk, misses: talk.misses + 1 }, talk.misses === 0 ? talk.business.say_again : ask.question);
}

function answersByWord(talk: Talk, heard: Heard): boolean {
  const ask = talk.business.asks[talk.asking[0] ?? ""];
  return ask !== undefined && Array.isArray(ask.listen) && answers(ask, heard);
}

/** The next thing to ask; when there is none, what they came for is done. */
function goOn(talk: Talk, lead: string): Reply {
  const next = talk.business.asks[talk.asking[0] ?? ""];
  if (next !== undefined) return say(talk, join(lead, next.question));
  const done = { ...talk, done: true };
  return say(done, join(lead, doneLine(done)));
}

function doneLine(talk: Talk): string {
  const { request, business } = talk;
  if (request === null) return business.anything_else;
  return join(fill(request.done, talk), request.number ? numberLine(talk) : "", business.anything_else);
}

function numberLine(talk: Talk): string {
  if (talk.request?.number !== true) return "There is no confirmation number.";
  return talk.business.confirmation.say.replace("{number}", aloud(talk.number));
}

/** They read something back: what is wrong of it is put right, and nothing is agreed to that was not understood. */
function confirm(talk: Talk, text: string, heard: Heard): Reply {
  const checked = check(text, statementsOf(talk.business, givenIn(talk)));
  switch (checked.type) {
    case "right":
      return say(
        { ...talk, misses: 0 },
        join("Yes, that is correct.", currentQuestion(talk) ?? talk.business.anything_else),
      );
    case "wrong":
      return deny(talk, checked.lines);
    case "unclear": {
      // Heard in part twice, it was not the ear.
      if (checked.lines.length > 0 && talk.misses > 0) return deny(talk, checked.lines);
      const topic = topicsIn(talk.business, heard.words);
      if (topic !== null) return say({ ...talk, misses: 0 }, topic);
      return talk.done && talk.misses >= MOST_MISSES ? say(talk, doneLine(talk)) : notUnderstood(talk);
    }
  }
}

function deny(talk: Talk, right: readonly string[]): Reply {
  return say({ ...talk, misses: 0 }, `No, ${lowerFirst(right.map(withoutYes).join(" "))}`);
}

function givenIn(talk: Talk): Given {
  const { request, done } = talk;
  const place =
    request?.offer === undefined || talk.time === "" ? null : fill(done ? request.done : request.offer, talk);
  const number = request !== null && done ? { line: numberLine(talk), text: request.number ? talk.number : "" } : null;
  return { said: talk.said, place, number };
}

function withoutYes(line: string): string {
  const bare = line.replace(/^(yes|no), /i, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function lowerFirst(line: string): string {
  return line.charAt(0).toLowerCase() + line.slice(1);
}

// ------------------------------------------------------------------ manners

function notUnderstood(talk: Talk): Reply {
  if (talk.misses < MOST_MISSES) return say({ ...talk, misses: talk.misses + 1 }, talk.business.say_again);
  return say(talk, currentQuestion(talk) ?? join(talk.business.unknown, talk.business.anything_else));
}

function currentQuestion(talk: Talk): string | null {
  return talk.business.asks[talk.asking[0] ?? ""]?.question ?? null;
}

function bye(talk: Talk): Reply {
  return say({ ...talk, stage: "bye", silences: 0 }, talk.business.goodbye);
}

function over(talk: Talk): Reply {
  return [{ ...talk, stage: "over" }, [{ type: "hang_up" }]];
}

function say(talk: Talk, text: string): Reply {
  return [{ ...talk, last: text, said: [...talk.said, text] }, [{ type: "say", text }]];
}

function fill(line: string, talk: Talk): string {
  const day = talk.day.charAt(0).toUpperCase() + talk.day.slice(1);
  const spoken = /^(today|tonight|tomorrow)$/.test(talk.day) ? line.replace("on {day}", talk.day) : line;
  return spoken.replace("{day}", day).replace("{time}", talk.time);
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
