/**
 * What they say to what was said back. Only a yes, or the same value again, confirms it. A value that they correct is
 * replaced and said back again; one that they deny, or do not confirm, to the end is claimed no longer.
 */
import { leaveOpen } from "./absorb.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { wholeReply } from "./quotes.ts";
import { answerPart, CRITICAL, criticalPart, criticalParts, partsOf } from "./read-back.ts";
import { askSpelling, hearSpelledAnswer, hearSpelling } from "./name-spelling.ts";
import { dropFact, misheard, say, setAsk, tried } from "./state.ts";
import type { FactName, State, Turn } from "./state.ts";
import { isNo, isYes } from "./yes-no.ts";

/** A no to what we understood first, and to two corrections of it. */
const MOST_DENIALS = 3;
/** Who agrees to a value and names another, twice, has not told one. */
const MOST_CONTRADICTIONS = 2;
/** One alone may be any noise. */
const LEAST_SIGNS = 2;
/** So often something is said back again because their reply confirmed nothing. */
const MOST_UNCLEAR = 2;

/** What is left to do after a reply to what we said back: nothing, our own next step, or whatever else they said. */
export type AfterCheck = "replied" | "ours" | "theirs";

/** Their reply to what we said back. */
export function hearCheck(turn: Turn, reading: Reading, before: State): AfterCheck {
  const { expecting } = before;
  switch (expecting.type) {
    case "read_back":
      return replied(turn, reading, before, null);
    case "check":
    case "correction":
      return replied(turn, reading, before, expecting.index);
    case "spelling":
      return hearSpelling(turn, reading, expecting.index) ?? notSpelled(turn, reading, expecting.index);
    case "ask":
      return hearSpelledAnswer(turn, reading, expecting.index) ?? "theirs";
    default:
      return "theirs";
  }
}

function replied(turn: Turn, reading: Reading, before: State, index: number | null): AfterCheck {
  const changed = valueOf(turn.state, index) !== valueOf(before, index);
  const no = isNo(reading);
  const correcting = before.expecting.type === "correction";
  if (changed || no) misheard(turn);
  const name = index !== null && turn.state.asks[index]?.kind === "name";
  if (name && (changed || no) && askSpelling(turn, index, wholeReply(reading))) {
    // Without a no it may be anything that sounds like a name.
    if (!no) setAsk(turn, index, { value: before.asks[index]?.value ?? null });
    return "replied";
  }
  if (!changed && (no || correcting)) {
    if (!no && reading.clauses.some((clause) => clause.question)) return "theirs";
    const same = index === null ? retold(turn.state, reading) : [];
    if (same.length > 0) return saidAlike(turn, reading, same);
    if (no || !tellsSame(turn.state, reading, index)) return denied(turn, reading, index);
    if (index !== null) return toldAlike(turn, reading, index);
  }
  if (!no && isReplaced(turn.state, before, index)) {
    tried(turn, "contradicted");
    if (turn.state.tries.contradicted >= MOST_CONTRADICTIONS) {
      turn.state = { ...turn.state, confirmedFacts: unchanged(turn.state, before) };
      return giveUp(turn, index, wholeReply(reading));
    }
  }
  if (!changed && !isAgreed(turn.state, reading, index)) {
    return tellsMore(turn.state, reading, index) ? denied(turn, reading, index) : doubted(turn, reading, index);
  }
  if (changed && no) {
    tried(turn, "denied");
    if (turn.state.tries.denied >= MOST_DENIALS) withdraw(turn, index, wholeReply(reading));
  }
  turn.state = { ...turn.state, denial: null, expecting: { type: "nothing" } };
  if (changed && no && index === null) turn.state = { ...turn.state, confirmedFacts: unchanged(turn.state, before) };
  if (!changed) settled(turn, index);
  return changed ? "ours" : "theirs";
}

/** A yes, the same value again, or that they are done with it: "all set", "anything else?". */
function isAgreed(state: State, reading: Reading, index: number | null): boolean {
  const closes = actOf(reading, "anything_else") !== null || actOf(reading, "confirmed") !== null;
  return isYes(reading) || closes || tellsSame(state, reading, index);
}

function tellsSame(state: State, reading: Reading, index: number | null): boolean {
  if (index === null) return retold(state, reading).length > 0;
  const value = state.asks[index]?.value;
  return reading.found.some(({ text }) => text === value);
}

/** Signs that the number we have does not hold: they went on with it while we took it for the whole and said it back. */
function tellsMore({ asks }: State, { found }: Reading, index: number | null): boolean {
  const ask = index === null ? undefined : asks[index];
  if (ask === undefined || ask.value === null || !/^(phone|code)$/.test(ask.kind)) return false;
  const had = signsOf(ask.value);
  const told = found.flatMap(({ kind, text }) => (kind === "digits" || kind === "code" ? signsOf(text) : []));
  return told.some((signs) => signs.length >= LEAST_SIGNS && !had.includes(signs));
}

const signsOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Neither a yes nor a no nor a value: it may be that they were misheard, or that they did not hear us. */
function doubted(turn: Turn, reading: Reading, index: number | null): AfterCheck {
  const quote = wholeReply(reading);
  misheard(turn);
  tried(turn, "unclear");
  if (turn.state.tries.unclear > MOST_UNCLEAR || actOf(reading, "dont_know") !== null) {
    return giveUp(turn, index, quote);
  }
  if (index !== null && turn.state.asks[index]?.kind === "name" && askSpelling(turn, index, quote)) return "replied";
  turn.state = { ...turn.state, denial: { index, quote }, expecting: { type: "nothing" } };
  // It is said back again once they have their answer.
  return reading.clauses.some(({ question }) => question) ? "theirs" : saidAgain(turn, index);
}

function saidAgain(turn: Turn, index: number | null): AfterCheck {
  const ask = index === null ? undefined : turn.state.asks[index];
  const parts = ask === undefined ? criticalParts(turn.state) : answerPart(turn.state, ask);
  if (parts === "") return "theirs";
  const { readBackAgain } = turn.state.assignment.language.texts;
  say(turn, readBackAgain(parts), index === null ? { type: "read_back" } : { type: "check", index });
  return "replied";
}

function notSpelled(turn: Turn, reading: Reading, index: number): AfterCheck {
  if (reading.clauses.some(({ question }) => question)) return "theirs";
  const quote = wholeReply(reading);
  return askSpelling(turn, index, quote) ? "replied" : giveUp(turn, index, quote);
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
  turn.state = { ...turn.state, tries: { ...turn.state.tries, denied: 0, unclear: 0 } };
  if (index !== null) {
    turn.state = { ...turn.state, tries: { ...turn.state.tries, spell: 0 } };
    return setAsk(turn, index, { doubtful: false, confirmed: true });
  }
  turn.state = { ...turn.state, confirmedFacts: criticalParts(turn.state) };
  for (const [at, { value }] of turn.state.asks.entries()) {
    const told = CRITICAL.some((name) => value !== null && turn.state.facts[name]?.value === value);
    if (told) setAsk(turn, at, { doubtful: false, confirmed: true });
  }
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

/** What they denied is what we hear again: most likely we misheard it both times. Said back once more, and then left. */
function toldAlike(turn: Turn, reading: Reading, index: number): AfterCheck {
  const quote = wholeReply(reading);
  misheard(turn);
  tried(turn, "denied");
  const ask = turn.state.asks[index];
  if (ask === undefined || turn.state.tries.denied >= MOST_DENIALS) return giveUp(turn, index, quote);
  turn.state = { ...turn.state, denial: { index, quote } };
  say(turn, turn.state.assignment.language.texts.readBack(answerPart(turn.state, ask)), { type: "check", index });
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

/** The call ends: what they denied is not claimed, nor what may have been misheard and what they did not agree to. */
export function withoutUnconfirmed(turn: Turn): void {
  const { denial } = turn.state;
  if (denial !== null) withdraw(turn, denial.index, denial.quote);
  for (const [index, { status, doubtful, revised, value, quote }] of turn.state.asks.entries()) {
    if (status !== "answered" || !doubtful || revised) continue;
    leaveOpen(turn, index, "unknown");
    for (const name of CRITICAL) if (turn.state.facts[name]?.value === value) dropFact(turn, name, quote ?? "");
  }
}

function withdraw(turn: Turn, index: number | null, quote: string): void {
  turn.state = { ...turn.state, denial: null, tries: { ...turn.state.tries, denied: 0, unclear: 0 } };
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
