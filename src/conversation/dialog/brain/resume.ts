/** Taking over in mid-call: what was asked, answered and promised, read from what was said so far. */
import type { BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";
import { absorb, expectedOf } from "./absorb.ts";
import { actOf } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { topicOf } from "./english/topics.ts";
import { criticalParts } from "./read-back.ts";
import { sentencesOf } from "./assignment.ts";
import { isMet } from "./closing.ts";
import { movedTo, withTold } from "./errand.ts";
import { isNoted, recall } from "./recall.ts";
import { isTold, setAsk, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";

/** The state after the history, and what it teaches. The words of the event itself are left for the event. */
export function resumed(
  fresh: State,
  history: readonly HistoryEntry[],
  event: BrainEvent,
): readonly [State, readonly BrainMove[]] {
  if (history.length === 0) return [fresh, []];
  const turn: Turn = { state: fresh, moves: [], said: [] };
  for (const entry of withoutEvent(history, event)) {
    if (entry.role === "assistant") observe(turn, entry.text);
    else if (entry.role === "business") overhear(turn, entry.text);
    else recall(turn, entry);
  }
  const learnt = turn.moves.filter(
    (move) => move.type === "fact" || (move.type === "finding" && move.status === "answered"),
  );
  return [turn.state, learnt.filter((move) => !isNoted(move, history))];
}

/** What the event brings is heard once: the last words of the business, or the agent's answer. */
function withoutEvent(history: readonly HistoryEntry[], event: BrainEvent): readonly HistoryEntry[] {
  if (event.type === "answered" || event.type === "answer_expired")
    return history.filter((entry) => entry.role !== "answer" || entry.questionId !== event.questionId);
  const heard = event.type === "heard" ? event.text : event.type === "opened" ? (event.heard ?? "") : "";
  if (heard === "") return history;
  const since = history.findLastIndex(
    (entry) => entry.role !== "note" && (entry.role !== "business" || !heard.includes(entry.text)),
  );
  return history.filter(({ role }, i) => i <= since || role !== "business");
}

function overhear(turn: Turn, text: string): void {
  const reading = turn.state.assignment.language.read(text, expectedOf(turn.state));
  const { expecting } = turn.state;
  turn.state = { ...turn.state, heardAnybody: true, turns: turn.state.turns + 1 };
  if (turn.state.stage === "opening") return;
  absorb(turn, reading);
  if (expecting.type === "read_back" && reading.polarity?.yes === true) {
    turn.state = { ...turn.state, confirmedFacts: criticalParts(turn.state) };
  }
  turn.state = { ...turn.state, held: actOf(reading, "hold") !== null && reading.found.length === 0 };
}

/** What one of our own lines asked for, whoever thought of it. */
function observe(turn: Turn, text: string): void {
  turn.state = withErrandsIn(turn.state, text);
  const { assignment } = turn.state;
  const opening = turn.state.stage === "opening";
  turn.state = { ...turn.state, stage: "talking", lastLine: sentencesOf(text).at(-1) ?? text, held: false };
  const words = text.toLowerCase();
  const asked = askedIn(turn.state, text);
  if (asked !== null) {
    const tries = (turn.state.asks[asked]?.tries ?? 0) + 1;
    setAsk(turn, asked, { tries });
    turn.state = { ...turn.state, expecting: { type: "ask", index: asked } };
  } else if (/\b(read (that|it) back|just to confirm|to confirm)\b/.test(words) && /\b(correct|right)\b/.test(words)) {
    tried(turn, "readBack");
    turn.state = { ...turn.state, expecting: { type: "read_back" } };
  } else if (/\b(confirmation|reference|booking) (number|code)\b.*\?/.test(words)) {
    tried(turn, "number");
    turn.state = { ...turn.state, expecting: { type: "number" } };
  } else if (
    assignment.goal.kind !== "find_out" &&
    text.includes(assignment.language.texts.pleaseDo[assignment.goal.kind])
  ) {
    tried(turn, "doIt");
    turn.state = { ...turn.state, expecting: { type: "do_it" } };
  } else if (text.includes(assignment.language.texts.isItDone[assignment.goal.kind])) {
    tried(turn, "isItDone");
    turn.state = { ...turn.state, expecting: { type: "is_it_done" } };
  } else {
    const implicit = turn.state.asks.findIndex(
      ({ implicit: own, status, errands }) => own && status === "open" && errands.includes(0),
    );
    if (opening && implicit >= 0) setAsk(turn, implicit, { tries: 1 });
    turn.state = {
      ...turn.state,
      expecting:
        opening && implicit >= 0 ? { type: "ask", index: implicit } : opening ? { type: "goal" } : { type: "nothing" },
    };
  }
  observePromises(turn, text, words);
}

/** Which errands this line told them of: the last one that has to be carried out is at hand, when it may be. */
function withErrandsIn(state: State, text: string): State {
  const content = contentOf(text);
  return state.assignment.errands.reduce((so, errand, index) => {
    if (so.told[index] === true || overlap(contentOf(errand.text), content) < 0.6) return so;
    const free = errand.kind !== "find_out" && (!isTold(so) || isMet(so) || so.refusedQuote !== null);
    return withTold(free ? movedTo(so, index) : so, index);
  }, state);
}

/** The last question of the request that this line put to them. */
function askedIn(state: State, text: string): number | null {
  let best: { index: number; share: number } | null = null;
  for (const sentence of sentencesOf(text)) {
    if (!sentence.endsWith("?")) continue;
    const content = contentOf(sentence);
    for (const [index, ask] of state.asks.entries()) {
      const whole = sentence.includes(ask.spoken);
      const share = whole ? 2 : overlap(topicOf(ask.question), content);
      if (share >= 0.6 && (best === null || share >= best.share)) best = { index, share };
    }
  }
  return best?.index ?? null;
}

function observePromises(turn: Turn, text: string, words: string): void {
  if (/\b(good ?bye|bye)\b/.test(words)) turn.state = { ...turn.state, stage: "leaving" };
  const stalling =
    /\b(let me (check|ask|find out|see)|one moment|just a moment|still (checking|waiting)|i'll (check|ask))\b/.test(
      words,
    );
  if (stalling) {
    const { id, question } = turn.state.pending ?? { id: "", question: "" };
    turn.state = { ...turn.state, pending: { id, question } };
    if (turn.state.passed.length === 0)
      turn.state = { ...turn.state, passed: [{ question: text, topic: [], answer: null }] };
  } else if (turn.state.pending?.id === "") {
    turn.state = { ...turn.state, pending: null };
  }
}
