/** How they end a call: by objecting, as a wrong number, as a machine, or with a goodbye. */
import { hangUp } from "./closing.ts";
import { actOf } from "./english/reading.ts";
import type { Reading } from "./english/reading.ts";
import { ask, lead } from "./lead.ts";
import { tried } from "./state.ts";
import type { Turn } from "./state.ts";

/** Ends the call at once where nothing else may be done. */
export function endsTheCall(turn: Turn, reading: Reading): boolean {
  const { texts } = turn.state.matter.language;
  if (actOf(reading, "objection") !== null) {
    turn.moves.push({ type: "objected" });
    turn.said.push(texts.objection);
    hangUp(turn, "objection");
    return true;
  }
  if (actOf(reading, "wrong_number") !== null) {
    turn.said.push(texts.wrongNumber);
    hangUp(turn, "wrong_number");
    return true;
  }
  if (actOf(reading, "voicemail") !== null && turn.state.turns <= 2) {
    const message = turn.state.matter.brief.voicemailMessage;
    if (message !== null) turn.said.push(message);
    hangUp(turn, "machine");
    return true;
  }
  return false;
}

export function saysGoodbye(reading: Reading): boolean {
  const bye = actOf(reading, "goodbye");
  return bye !== null && !reading.clauses.some((clause) => clause.question && clause.from >= bye.to);
}

/** They say goodbye first. What we still need is asked once more; then it is over. */
export function theyLeave(turn: Turn): void {
  const { texts } = turn.state.matter.language;
  const open = turn.state.asks.findIndex((each) => each.status === "open" && each.tries < 2);
  if (open >= 0 && turn.state.tries.beforeYouGo === 0 && turn.state.refusedQuote === null) {
    tried(turn, "beforeYouGo");
    ask(turn, open);
    const line = turn.said.pop() ?? "";
    turn.said.push(texts.beforeYouGo(line));
    return;
  }
  turn.said.push(texts.shortGoodbye);
  hangUp(turn);
}

/** They offer more help: what is still open is said; when nothing is, we thank and wait for their goodbye. */
export function nothingElse(turn: Turn): void {
  const before = turn.said.length;
  lead(turn, { manners: false });
  if (turn.state.stage !== "leaving") return;
  turn.said.splice(before);
  turn.said.push(turn.state.matter.language.texts.noThatIsAll);
}
