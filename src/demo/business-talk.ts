/** The fictional business as a function: what it has said and heard so far, and the next words, make its reply. */
import type { BrainMove } from "../conversation/ports.ts";
import { read } from "../conversation/brain/english/reading.ts";
import { foundOf } from "../conversation/brain/english/reading.ts";
import { answers, answersAhead, listen, requestIn, topicsIn } from "./business-listen.ts";
import type { Heard } from "./business-listen.ts";
import { aloud } from "./business-number.ts";
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
    stage: "talking",
    silences: 0,
  };
}

type Reply = readonly [Talk, readonly BrainMove[]];

export function greet(talk: Talk): Reply {
  return say(talk, talk.business.greeting);
}

export function respond(talk: Talk, text: string): Reply {
  if (talk.stage === "over") return [talk, []];
  const heard = listen(text);
  const here = { ...talk, silences: 0 };
  if (here.stage === "bye") return over(here);
  if (heard.goodbye || (heard.thatIsAll && heard.words.length < 90)) return bye(here);
  // Silence is the best answer: a word of ours may meet theirs, and they have enough to do.
  if (heard.wait) return [{ ...here, waiting: true }, []];
  const awake = { ...here, waiting: false };
  if (heard.words === "") return notUnderstood(awake);
  if (heard.readBack) return confirm(awake, heard);
  if (heard.asksNumber && awake.done) return say(awake, numberLine(awake));
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
  if (heard.no) return bye(talk);
  const asks = heard.question || /\b(find out|ask|know|whether)\b/.test(heard.words);
  if (asks && talk.misses > 0) return say({ ...talk, misses: 0 }, business.unknown);
  if (heard.words.split(" ").length <= 3 && /\b(thank|thanks|okay|great|right|yes)\b/.test(heard.words))
    return say(talk, business.anything_else);
  return notUnderstood(talk);
}

/** Accepts a request: offers a place if it needs one, and asks the first thing it wants to know. */
function take(talk: Talk, request: BusinessRequest, heard: Heard): Reply {
  const { day, time, taken } = placeFor(talk.business, heard);
  const asking = request.asks.filter((name) => {
    const ask = talk.business.asks[name];
    return ask !== undefined && !answersAhead(ask, heard);
  });
  const filled = { ...talk, request, day, time, asking, misses: 0 };
  const line =
    request.offer === undefined
      ? (request.accept ?? "Sure.")
      : taken
        ? (request.instead ?? request.offer)
        : request.offer;
  return goOn(filled, fill(line, filled));
}

/** The free place nearest to what they said. */
function placeFor(business: Business, heard: Heard): { day: string; time: string; taken: boolean } {
  const relative = /^(today|tonight|tomorrow)$/.test(heard.weekday ?? "") ? (heard.weekday ?? "") : null;
  const named = business.free.find((free) => heard.weekday?.includes(free.day) === true);
  const free =
    named ??
    (heard.time === null
      ? undefined
      : business.free.find((each) => each.times.some((time) => minutes(time) === clock(heard)))) ??
    business.free[0];
  if (free === undefined) return { day: "", time: "", taken: false };
  const wanted = clock(heard);
  const nearest =
    wanted === null
      ? free.times[0]
      : [...free.times].sort((a, b) => Math.abs(minutes(a) - wanted) - Math.abs(minutes(b) - wanted))[0];
  const time = nearest ?? "";
  return { day: relative ?? free.day, time, taken: wanted !== null && minutes(time) !== wanted };
}

function clock(heard: Heard): number | null {
  return heard.time === null ? null : (heard.time.hour % 12) * 60 + heard.time.minute;
}

function minutes(time: string): number {
  const found = foundOf(read(`at ${time}`, "time"), "time")[0];
  return found === undefined ? 0 : (found.hour % 12) * 60 + found.minute;
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

/** They read it back: right when the number is the one given. */
function confirm(talk: Talk, heard: Heard): Reply {
  const wrongNumber =
    talk.done && heard.code !== null && !isPartOf(heard.code, talk.number) && /\b(number|code)\b/.test(heard.words);
  const wrongTime =
    talk.done &&
    heard.time !== null &&
    talk.time !== "" &&
    clock(heard) !== minutes(talk.time) &&
    !wrongNumber &&
    talk.request?.offer !== undefined;
  if (wrongNumber) return say(talk, join(numberLine(talk), talk.business.anything_else));
  if (wrongTime) return say(talk, `No. ${fill(talk.request?.done ?? "", talk)}`);
  return say(talk, join("Yes, that is correct.", talk.business.anything_else));
}

/** An ear loses signs; as long as those it has are right and in order, the number was right. */
function isPartOf(heard: string, number: string): boolean {
  let at = 0;
  for (const sign of number) if (heard[at] === sign) at++;
  return at === heard.length && heard.length * 2 >= number.length;
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
  return [{ ...talk, last: text }, [{ type: "say", text }]];
}

function fill(line: string, talk: Talk): string {
  const day = talk.day.charAt(0).toUpperCase() + talk.day.slice(1);
  const spoken = /^(today|tonight|tomorrow)$/.test(talk.day) ? line.replace("on {day}", talk.day) : line;
  return spoken.replace("{day}", day).replace("{time}", talk.time);
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
