/**
 * What must not be misheard is said back, and what they say to that. A value that they correct is replaced and said
 * back again; one that they deny to the end is claimed no longer.
 */
import { leaveOpen } from "./absorb.ts";
import { isElsewhen } from "./elsewhen.ts";
import { spelledOut } from "../../../language/en/spelling.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { wholeReply } from "./quotes.ts";
import { dropFact, say, setAsk, tried } from "./state.ts";
import type { FactName, State, Turn } from "./state.ts";
import { isNo, isYes } from "./yes-no.ts";

const MOST_READ_BACKS = 4;
/** A no to what we understood first, and to two corrections of it. */
const MOST_DENIALS = 3;
/** Who agrees to a value and names another, twice, has not told one. */
const MOST_CONTRADICTIONS = 2;
/** So often something is said back again because their reply was not understood. */
const MOST_UNCLEAR = 2;
const LEAST_WORDS = 3;

/** Says back the facts, then each answer that may have been misheard. True when there was something to say back. */
export function readBack(turn: Turn): boolean {
  return readBackFacts(turn) || readBackAnswer(turn);
}

function readBackFacts(turn: Turn): boolean {
  const { state } = turn;
  const parts = criticalParts(state);
  if (parts === "" || parts === state.confirmedFacts || state.tries.readBack >= MOST_READ_BACKS) return false;
  tried(turn, "readBack");
  say(turn, state.assignment.language.texts.readBack(parts), { type: "read_back" });
  return true;
}

function readBackAnswer(turn: Turn): boolean {
  const { asks, facts } = turn.state;
  const { texts } = turn.state.assignment.language;
  const index = asks.findIndex(
    (ask) => ask.status === "answered" && ask.doubtful && ask.value !== facts.price_quoted?.value,
  );
  const ask = asks[index];
  if (ask === undefined || ask.value === null) return false;
  say(turn, texts.readBack(texts.readBackAnswer(ask.spoken, ask.value)), { type: "check", index });
  return true;
}

export function criticalParts(state: State): string {
  return partsOf(state, CRITICAL);
}

function partsOf(state: State, facts: readonly FactName[]): string {
  return facts
    .map((fact) => criticalPart(state, fact))
    .filter((part) => part !== "")
    .join(" ");
}

const CRITICAL: readonly FactName[] = ["confirmation_number", "price_quoted", "appointment_time"];

function criticalPart(state: State, name: FactName): string {
  const { assignment, facts } = state;
  const { texts } = assignment.language;
  const fact = facts[name];
  if (fact === undefined || (name === "appointment_time" && isElsewhen(state))) return "";
  if (name === "confirmation_number") return texts.readBackNumber(spelledOut(fact.value));
  return name === "price_quoted" ? texts.readBackPrice(fact.value) : texts.readBackTime(fact.value);
}

/** What is left to do after a reply to what we said back: nothing, our own next step, or whatever else they said. */
export type AfterCheck = "replied" | "ours" | "theirs";

/** Their reply to what we said back. */
export function hearCheck(turn: Turn, reading: Reading, before: State): AfterCheck {
  const { expecting } = before;
  if (expecting.type === "read_back") return replied(turn, reading, before, null);
  if (expecting.type === "check") return replied(turn, reading, before, expecting.index);
  return expecting.type === "correction" ? replied(turn, reading, before, expecting.index) : "theirs";
}

function replied(turn: Turn, reading: Reading, before: State, index: number | null): AfterCheck {
  const changed = valueOf(turn.state, index) !== valueOf(before, index);
  const no = isNo(reading);
  const correcting = before.expecting.type === "correction";
  if (!changed && (no || (correcting && !isYes(reading)))) {
    if (!no && reading.clauses.some((clause) => clause.question)) return "theirs";
    const same = index === null ? retold(turn.state, reading) : [];
    return same.length > 0 ? saidAlike(turn, reading, same) : denied(turn, reading, index);
  }
  if (!no && isReplaced(turn.state, before, index)) {
    tried(turn, "contradicted");
    if (turn.state.tries.contradicted >= MOST_CONTRADICTIONS) {
      turn.state = { ...turn.state, confirmedFacts: unchanged(turn.state, before) };
      return giveUp(turn, index, wholeReply(reading));
    }
  }
  if (!changed && isUnclear(reading) && turn.state.tries.unclear < MOST_UNCLEAR) return saidAgain(turn, index);
  if (changed && no) {
    tried(turn, "denied");
    if (turn.state.tries.denied >= MOST_DENIALS) withdraw(turn, index, wholeReply(reading));
  }
  turn.state = { ...turn.state, denial: null, expecting: { type: "nothing" } };
  if (changed && no && index === null) turn.state = { ...turn.state, confirmedFacts: unchanged(turn.state, before) };
  if (!changed) settled(turn, index);
  return changed ? "ours" : "theirs";
}

/** Words, but none that agree, deny, ask or tell anything: a reply that was heard badly is no yes. */
function isUnclear({ words, acts, polarity, clauses }: Reading): boolean {
  const isReply = acts.length > 0 || polarity !== null || clauses.some(({ question }) => question);
  return !isReply && words.split(" ").length >= LEAST_WORDS;
}

function saidAgain(turn: Turn, index: number | null): AfterCheck {
  const { texts } = turn.state.assignment.language;
  const ask = index === null ? undefined : turn.state.asks[index];
  const parts = ask === undefined ? criticalParts(turn.state) : texts.readBackAnswer(ask.spoken, ask.value ?? "");
  if (parts === "") return "theirs";
  tried(turn, "unclear");
  say(turn, texts.readBack(parts), index === null ? { type: "read_back" } : { type: "check", index });
  return "replied";
}

/** There is another value in the place of one that we had said back. */
function isReplaced(after: State, before: State, index: number | null): boolean {
  if (before.expecting.type === "correction") return false;
  const differ = (old: string | null | undefined, now: string | null | undefined): boolean =>
    typeof old === "string" && typeof now === "string" && !now.includes(old);
  if (index !== null) return differ(before.asks[index]?.value, after.asks[index]?.value);
  return CRITICAL.some((fact) => differ(before.facts[fact]?.value, after.facts[fact]?.value));
}

/** Who corrects one value lets the others stand. */
function unchanged(after: State, before: State): string {
  const kept = CRITICAL.filter((fact) => after.facts[fact]?.value === before.facts[fact]?.value);
  return partsOf(after, kept);
}

function valueOf(state: State, index: number | null): string | null {
  return index === null ? criticalParts(state) : (state.asks[index]?.value ?? null);
}

function settled(turn: Turn, index: number | null): void {
  turn.state = { ...turn.state, tries: { ...turn.state.tries, denied: 0 } };
  if (index === null) turn.state = { ...turn.state, confirmedFacts: criticalParts(turn.state) };
  else setAsk(turn, index, { doubtful: false });
}

/** The facts that they tell just as we have them. */
function retold({ facts }: State, { found }: Reading): FactName[] {
  return CRITICAL.filter((name) => {
    const value = facts[name]?.value;
    if (value === undefined) return false;
    if (name === "appointment_time") return found.some(({ kind, text }) => kind === "time" && value.includes(text));
    return found.some(({ kind, text }) => kind !== "time" && text === value);
  });
}

/** "No, it is 7630" to a 7630 of ours: one of us has misheard the other. Said back once more, and nothing else with it. */
function saidAlike(turn: Turn, reading: Reading, same: readonly FactName[]): AfterCheck {
  const { texts } = turn.state.assignment.language;
  tried(turn, "denied");
  const others = CRITICAL.filter((name) => !same.includes(name));
  turn.state = { ...turn.state, denial: null, confirmedFacts: partsOf(turn.state, others) };
  if (turn.state.tries.denied >= MOST_DENIALS) return giveUp(turn, null, wholeReply(reading));
  turn.state = { ...turn.state, denial: { index: null, quote: wholeReply(reading) } };
  say(turn, texts.readBack(partsOf(turn.state, same)), { type: "read_back" });
  return "replied";
}

/** A no, and nothing in its place: they are asked for the right one, twice at most. */
function denied(turn: Turn, reading: Reading, index: number | null): AfterCheck {
  const { texts } = turn.state.assignment.language;
  const quote = wholeReply(reading);
  tried(turn, "denied");
  if (turn.state.tries.denied >= MOST_DENIALS) return giveUp(turn, index, quote);
  const asked = index === null ? undefined : turn.state.asks[index]?.spoken;
  turn.state = { ...turn.state, denial: { index, quote } };
  say(turn, asked === undefined ? texts.tellAgain : texts.tellAnswerAgain(asked), { type: "correction", index });
  return "replied";
}

function giveUp(turn: Turn, index: number | null, quote: string): AfterCheck {
  withdraw(turn, index, quote);
  turn.said.push(turn.state.assignment.language.texts.leftOpen);
  turn.state = { ...turn.state, expecting: { type: "nothing" } };
  return "ours";
}

/** The call ends on a no: what they denied is not claimed. */
export function withoutDenied(turn: Turn): void {
  const { denial } = turn.state;
  if (denial !== null) withdraw(turn, denial.index, denial.quote);
}

function withdraw(turn: Turn, index: number | null, quote: string): void {
  turn.state = { ...turn.state, denial: null, tries: { ...turn.state.tries, denied: 0 } };
  if (index !== null) return leaveOpen(turn, index, "unknown");
  for (const name of CRITICAL) {
    const fact = turn.state.facts[name];
    if (fact === undefined || turn.state.confirmedFacts.includes(criticalPart(turn.state, name))) continue;
    dropFact(turn, name, quote);
    if (name === "confirmation_number") tried(turn, "number");
    const resting = turn.state.asks.findIndex((ask) => ask.status === "answered" && ask.value === fact.value);
    if (resting >= 0) leaveOpen(turn, resting, "unknown");
  }
}
