/** The brain as a function: a state and an event make a new state and the moves. No clock, no chance, no effects. */
import type { BrainEvent, BrainMove } from "../../ports.ts";
import { withoutUnconfirmed } from "./checks.ts";
import { conclusion, hangUp, standingOf, withoutUnagreed } from "./closing.ts";
import { actOf } from "../../../language/en/reading.ts";
import { hear } from "./hear.ts";
import { ask, lead, rephrased } from "./lead.ts";
import { openingLine } from "./assignment.ts";
import { hearMenu, hearNoMenu } from "./menu.ts";
import { connected, keepCompany, notPassedOn, whoIsOnTheLine } from "./passing-on.ts";
import { relay } from "./relay.ts";
import { say, setAsk, tried, UNREACHED } from "./state.ts";
import type { State, Turn } from "./state.ts";
import { unanswered } from "./unanswered.ts";

export function step(state: State, event: BrainEvent): readonly [State, readonly BrainMove[]] {
  // Asked again although it is over: the hang-up was lost with a reply that was cut short.
  if (state.stage === "over") return [state, [{ type: "hang_up" }]];
  const turn: Turn = { state, moves: [], said: [] };
  decide(turn, event);
  return finish(turn, state);
}

function decide(turn: Turn, event: BrainEvent): void {
  const { texts } = turn.state.assignment.language;
  switch (event.type) {
    case "opened":
      return open(turn, event.heard);
    case "heard":
      if (event.who === "menu") return hearMenu(turn, event.text);
      turn.state = { ...turn.state, confidence: event.confidence };
      return turn.state.stage === "opening"
        ? open(turn, event.text)
        : hear(turn, event.text, event.who === "next_person");
    case "silence":
      if (event.who === "menu") return hearNoMenu(turn);
      return turn.state.stage === "opening" ? open(turn, null) : silent(turn, event.silentMs);
    case "answered":
      return relay(turn, event.answer);
    case "answer_expired":
      return unanswered(turn, event.why);
    case "still_waiting": {
      if (turn.state.pending === null) return;
      const lines = texts.stillChecking;
      turn.said.push(lines[turn.state.reassurances % lines.length] ?? lines[0]);
      turn.state = { ...turn.state, reassurances: turn.state.reassurances + 1 };
      return;
    }
    case "connecting":
      return keepCompany(turn, event.waitedMs);
    case "transfer_answered":
      turn.said.push(whoIsOnTheLine(turn.state));
      return;
    case "transfer_failed":
      return notPassedOn(turn);
    case "wrap_up":
      return wrapUp(turn, event.reason);
  }
}

function open(turn: Turn, heard: string | null): void {
  const { assignment } = turn.state;
  if (heard !== null && heard.trim() !== "") {
    const greeting = assignment.language.read(heard);
    turn.state = { ...turn.state, heardAnybody: true };
    if (
      greeting.acts.some((act) => act.kind === "objection" || act.kind === "wrong_number" || act.kind === "voicemail")
    ) {
      turn.state = { ...turn.state, stage: "talking" };
      return hear(turn, heard);
    }
    if (actOf(greeting, "voicemail_hint") !== null) tried(turn, "machine");
    turn.state = { ...turn.state, objectionHint: actOf(greeting, "objection_hint")?.quote ?? "" };
    const hold = actOf(greeting, "hold");
    if (hold !== null && actOf(greeting, "offer_help") === null) {
      turn.state = { ...turn.state, held: true };
      return;
    }
  }
  turn.state = { ...turn.state, stage: "talking" };
  say(turn, openingLine(assignment), { type: "goal" });
  const index = turn.state.asks.findIndex(({ errands }) => errands.includes(0));
  const first = turn.state.asks[index];
  if (assignment.errands[0]?.kind !== "find_out" || first === undefined) return;
  if (!first.implicit) return ask(turn, index);
  setAsk(turn, index, { tries: 1 });
  turn.state = { ...turn.state, expecting: { type: "ask", index } };
}

/** Nobody speaks. When it is our move we make it; else we ask twice whether anybody is there, and go. */
function silent(turn: Turn, silentMs: number): void {
  const { state } = turn;
  const { texts } = state.assignment.language;
  if (state.stage === "leaving") return hangUp(turn);
  if (state.pending !== null || (state.held && silentMs < 120_000)) return;
  if (
    /^(nothing|told)$/.test(state.expecting.type) &&
    state.heardAnybody &&
    state.unansweredPrompts === 0 &&
    state.lastLine !== ""
  ) {
    turn.state = { ...state, unansweredPrompts: 1 };
    return lead(turn, { manners: false });
  }
  const prompts = state.unansweredPrompts + 1;
  turn.state = { ...state, unansweredPrompts: prompts };
  if (prompts === 1) return say(turn, texts.areYouThere, state.expecting);
  if (prompts === 2) return say(turn, texts.cannotHear(rephrased(state, true)), state.expecting);
  turn.said.push(texts.nobody);
  hangUp(turn, state.heardAnybody ? null : "nobody");
}

/** Told to end: one sentence, unless goodbye has been said already. */
function wrapUp(turn: Turn, reason: string): void {
  const { state } = turn;
  const { texts } = state.assignment.language;
  const nobody = reason === "no_response";
  if (reason === "completed") connected(turn);
  if (state.stage !== "leaving")
    turn.said.push(nobody ? texts.nobody : reason === "rejected" ? texts.shortGoodbye : texts.wrapUp);
  hangUp(turn, nobody && !state.heardAnybody && state.ending === null ? "nobody" : null);
}

/**
 * Puts the lines of the turn into one move, before what is asked of the agent. The verdict comes before the goodbye, so
 * that it stands whoever hangs up in it; the hang-up after it, and what they say to it is heard all the same.
 */
function finish(turn: Turn, before: State): readonly [State, readonly BrainMove[]] {
  const ends = turn.state.stage === "over" || (turn.state.stage === "leaving" && before.stage !== "leaving");
  if (ends) {
    withoutUnconfirmed(turn);
    withoutUnagreed(turn);
  }
  const { moves, said } = turn;
  const line = said.join(" ");
  const opening = before.stage === "opening" ? said[0] : undefined;
  const spoken: BrainMove[] =
    line === ""
      ? []
      : opening !== undefined && said.length > 1
        ? [
            { type: "say", text: opening },
            { type: "say", text: said.slice(1).join(" ") },
          ]
        : [{ type: "say", text: line }];
  // What is asked of a silent line is not worth repeating; what was said before is.
  const { areYouThere } = turn.state.assignment.language.texts;
  const worth = said.at(-1) === areYouThere ? undefined : said.at(-1);
  const state = worth === undefined ? turn.state : { ...turn.state, lastLine: worth };
  const [told, claims] = verdicts(state, ends);
  const isDeed = (move: BrainMove): boolean => move.type === "ask_agent" || move.type === "transfer";
  const asked = moves.filter(isDeed);
  const silent = moves.filter((move) => !isDeed(move));
  return [told, [...silent, ...claims, ...spoken, ...asked, ...(ends ? [{ type: "hang_up" } as const] : [])]];
}

/**
 * How the errands stand, as far as that is news. At an end all of them are told, and the conclusion: what was told in a
 * reply that was taken back counts no more.
 */
function verdicts(state: State, ends: boolean): readonly [State, BrainMove[]] {
  const standings = state.assignment.errands.map((_, index) => standingOf(state, index));
  const now = standings.map(({ reached, quotes }) => (reached ? quotes.join("\n") : UNREACHED));
  const claims = standings.map(({ reached, quotes }, index): BrainMove => ({ type: "errand", index, reached, quotes }));
  const news = claims.filter((_, index) => now[index] !== state.standings[index]);
  if (!ends) return [{ ...state, standings: now }, news];
  const last = conclusion(state);
  const concluded = `${last.summary} ${last.nextSteps}`;
  const told = concluded !== state.concluded || news.length > 0 ? [...claims, last] : [];
  return [{ ...state, standings: now, concluded }, told];
}
