/** The brain as a function: a state and an event make a new state and the moves. No clock, no chance, no effects. */
import type { BrainEvent, BrainMove } from "../ports.ts";
import { withoutDenied } from "./checks.ts";
import { hangUp, verdict } from "./closing.ts";
import { actOf } from "./english/reading.ts";
import { hear } from "./hear.ts";
import { ask, lead, rephrased } from "./lead.ts";
import { openingLine } from "./matter.ts";
import { say, setAsk } from "./state.ts";
import type { State, Turn } from "./state.ts";

export function step(state: State, event: BrainEvent): readonly [State, readonly BrainMove[]] {
  if (state.stage === "over") return [state, []];
  const turn: Turn = { state, moves: [], said: [] };
  decide(turn, event);
  return finish(turn, state);
}

function decide(turn: Turn, event: BrainEvent): void {
  const { texts } = turn.state.matter.language;
  switch (event.type) {
    case "opened":
      return open(turn, event.heard);
    case "heard":
      turn.state = { ...turn.state, confidence: event.confidence };
      return turn.state.stage === "opening" ? open(turn, event.text) : hear(turn, event.text);
    case "silence":
      return turn.state.stage === "opening" ? open(turn, null) : silent(turn, event.silentMs);
    case "answered":
      return relay(turn, event.answer);
    case "answer_expired":
      return unanswered(turn);
    case "still_waiting": {
      if (turn.state.pending === null) return;
      const lines = texts.stillChecking;
      turn.said.push(lines[turn.state.reassurances % lines.length] ?? lines[0]);
      turn.state = { ...turn.state, reassurances: turn.state.reassurances + 1 };
      return;
    }
    case "wrap_up":
      return wrapUp(turn, event.reason);
  }
}

function open(turn: Turn, heard: string | null): void {
  const { matter } = turn.state;
  if (heard !== null && heard.trim() !== "") {
    const greeting = matter.language.read(heard);
    turn.state = { ...turn.state, heardAnybody: true };
    if (
      greeting.acts.some((act) => act.kind === "objection" || act.kind === "wrong_number" || act.kind === "voicemail")
    ) {
      turn.state = { ...turn.state, stage: "talking" };
      return hear(turn, heard);
    }
    const hold = actOf(greeting, "hold");
    if (hold !== null && actOf(greeting, "offer_help") === null) {
      turn.state = { ...turn.state, held: true };
      return;
    }
  }
  turn.state = { ...turn.state, stage: "talking" };
  say(turn, openingLine(matter), { type: "goal" });
  const first = turn.state.asks[0];
  if (matter.goal.kind !== "find_out" || first === undefined) return;
  if (!first.implicit) return ask(turn, 0);
  setAsk(turn, 0, { tries: 1 });
  turn.state = { ...turn.state, expecting: { type: "ask", index: 0 } };
}

/** Nobody speaks. When it is our move we make it; else we ask twice whether anybody is there, and go. */
function silent(turn: Turn, silentMs: number): void {
  const { state } = turn;
  const { texts } = state.matter.language;
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
  if (prompts === 2) return say(turn, texts.cannotHear(rephrased(state)), state.expecting);
  turn.said.push(texts.nobody);
  hangUp(turn, state.heardAnybody ? null : "nobody");
}

/** Told to end: one sentence, unless goodbye has been said already. */
function wrapUp(turn: Turn, reason: string): void {
  const { state } = turn;
  const { texts } = state.matter.language;
  const nobody = reason === "no_response";
  if (state.stage !== "leaving") turn.said.push(nobody ? texts.nobody : texts.wrapUp);
  hangUp(turn, nobody && !state.heardAnybody ? "nobody" : null);
}

/** The agent's answer, passed on in its own words. */
function relay(turn: Turn, answer: string): void {
  const { state } = turn;
  const words = answer
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(please )?(tell|let) (them|him|her)( know)?( that)?[,:]? /i, "");
  const line = /[.!?]$/.test(words) ? words : `${words}.`;
  const said = line.charAt(0).toUpperCase() + line.slice(1);
  const passed = state.passed.map((each, i) => (i === state.passed.length - 1 ? { ...each, answer: said } : each));
  const turnedDown =
    state.approved !== "" && state.approved === state.facts.appointment_time?.value && isNo(state, said);
  turn.state = { ...state, pending: null, passed, afterRelay: "" };
  if (turnedDown)
    turn.state = {
      ...turn.state,
      approved: "",
      declined: state.approved,
      refusedQuote: state.facts.appointment_time?.quote ?? null,
    };
  turn.said.push(state.matter.language.texts.thankYouForWaiting);
  say(
    turn,
    state.afterRelay === "" ? said : `${said} ${state.afterRelay}`,
    state.expecting.type === "ask" ? state.expecting : { type: "told" },
  );
}

function isNo(state: State, answer: string): boolean {
  return state.matter.language.read(answer).polarity?.yes === false;
}

function unanswered(turn: Turn): void {
  if (turn.state.pending === null) return;
  turn.state = { ...turn.state, pending: null };
  say(turn, turn.state.matter.language.texts.noAnswer, { type: "go_on" });
}

/** Puts the lines of the turn into one move, before what is asked of the agent, and adds the verdict when it is due. */
function finish(turn: Turn, before: State): readonly [State, readonly BrainMove[]] {
  const ends = turn.state.stage === "over" || (turn.state.stage === "leaving" && before.stage !== "leaving");
  if (ends) withoutDenied(turn);
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
  let state = line === "" ? turn.state : { ...turn.state, lastLine: said.at(-1) ?? line };
  const ordered = [
    ...moves.filter((move) => move.type !== "ask_agent"),
    ...spoken,
    ...moves.filter((move) => move.type === "ask_agent"),
  ];
  const leaving = state.stage === "leaving" && before.stage !== "leaving";
  const over = state.stage === "over";
  if (over || leaving) {
    const goal = verdict(state);
    const told = `${goal.met} ${goal.summary} ${goal.nextSteps}`;
    if (told !== state.concluded) ordered.push(goal);
    state = { ...state, concluded: told };
  }
  if (over) ordered.push({ type: "hang_up" });
  return [state, ordered];
}
