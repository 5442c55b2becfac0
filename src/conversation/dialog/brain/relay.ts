/** What the agent said to a question of ours, or that it said nothing, passed on to the business. */
import { placeOfPending, say, tried, withNextPending } from "./state.ts";
import type { State, Turn } from "./state.ts";

/** The agent's answer, passed on in its own words. */
export function relay(turn: Turn, answer: string): void {
  const { state } = turn;
  const words = answer
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(please )?(tell|let) (them|him|her)( know)?( that)?[,:]? /i, "");
  const line = /[.!?]$/.test(words) ? words : `${words}.`;
  const said = line.charAt(0).toUpperCase() + line.slice(1);
  const late = state.pending === null;
  const place = late ? state.passed.findLastIndex((each) => each.answer === null) : placeOfPending(state);
  const passed = state.passed.map((each, i) => (i === place ? { ...each, answer: said } : each));
  const asked = state.offered && state.approved !== "" && state.approved === state.facts.appointment_time?.value;
  const [yes, no] = [agrees(state, said), isNo(state, said)];
  const approved = !state.offered || yes ? state.approved : "";
  const unagreed = yes || no ? "" : state.unagreed;
  const next = withNextPending(state);
  const offered = next.pending === null && state.offered;
  turn.state = { ...next, passed, afterRelay: "", approved, unagreed, offered };
  // What they had done on the strength of their offer is not wanted.
  if (no && state.unagreed !== "") turn.state = { ...turn.state, metQuotes: [] };
  const refuses = state.offered && !agrees(state, said);
  if (refuses) tried(turn, "doIt");
  if (asked && isNo(state, said))
    turn.state = {
      ...turn.state,
      approved: "",
      declined: state.approved,
      refusedQuote: state.facts.appointment_time?.quote ?? null,
    };
  turn.said.push(state.assignment.language.texts.thankYouForWaiting);
  say(
    turn,
    state.afterRelay === "" ? said : `${said} ${state.afterRelay}`,
    state.expecting.type === "ask" ? state.expecting : { type: refuses ? "do_it" : "told" },
  );
  if (turn.state.pending !== null) turn.said.push(state.assignment.language.texts.askingNext);
}

/** A yes, or the words of one; a question or a condition is none. */
export function agrees(state: State, answer: string): boolean {
  const { polarity, words } = state.assignment.language.read(answer);
  return polarity?.yes ?? AGREES.test(words);
}

const AGREES =
  /^(?!.*\b(not|don't|can't|won't|isn't|too (late|early|expensive)|only if|unless)\b).*\b(fine|okay|ok|good|great|perfect|works?|take (it|that)|go ahead|accept|book (it|that)|agreed?|please do|all right|alright|happy with)\b/;

export function isNo(state: State, answer: string): boolean {
  return state.assignment.language.read(answer).polarity?.yes === false;
}
