/**
 * What another mind told of the call before this one took over: its notes count as if they were our own, and what the
 * agent was asked and answered is known. What was noted is not read from the words a second time.
 */
import type { BrainMove, BrainNote, HistoryEntry } from "../../ports.ts";
import { topicOf } from "./english/topics.ts";
import { withTold } from "./errand.ts";
import { agrees, isNo } from "./relay.ts";
import { placeOfPending, setAsk, withNextPending } from "./state.ts";
import type { State, Turn } from "./state.ts";

export function recall(turn: Turn, entry: HistoryEntry): void {
  if (entry.role === "note") return recallNote(turn, entry.note);
  if (entry.role === "asked") return recallQuestion(turn, entry.questionId, entry.question);
  if (entry.role === "answer") return recallAnswer(turn, entry.answer);
}

/** Whether the other mind has told this already, in whatever words. */
export function isNoted(move: BrainMove, history: readonly HistoryEntry[]): boolean {
  return history.some((entry) => {
    if (entry.role !== "note") return false;
    const { note } = entry;
    if (note.type === "finding") return move.type === "finding" && move.question === note.question;
    return note.type === "fact" && move.type === "fact" && move.fact === note.fact;
  });
}

function recallQuestion(turn: Turn, id: string, question: string): void {
  const { state } = turn;
  const known = { question, topic: topicOf(question), answer: null };
  const timed = namesTime(state, question);
  const passed = [...state.passed, known];
  // What is only guessed from our own words to be pending has no id.
  if (state.pending !== null && state.pending.id !== "") {
    turn.state = { ...state, passed, beside: [...state.beside, { id, question }] };
    return;
  }
  turn.state = {
    ...state,
    pending: { id, question },
    passed,
    // A yes to it is a yes to the time that it names.
    ...(timed ? { approved: question, offered: true } : {}),
  };
}

function recallAnswer(turn: Turn, answer: string | null): void {
  const { state } = turn;
  const place = Math.min(placeOfPending(state), state.passed.length - 1);
  const passed = state.passed.map((each, i) => (i === place ? { ...each, answer } : each));
  turn.state = { ...withNextPending(state), passed };
  if (!namesTime(state, state.pending?.question ?? "")) return;
  if (answer !== null && agrees(state, answer)) return;
  const declines = answer === null || isNo(state, answer);
  const offered = state.facts.appointment_time?.value ?? state.declined;
  turn.state = { ...turn.state, approved: "", declined: declines ? offered : state.declined };
}

/** Only a question in which a time is named can be about one that they offered. */
function namesTime({ assignment }: State, question: string): boolean {
  return assignment.language.read(question).found.some(({ kind }) => kind === "time" || kind === "date");
}

function recallNote(turn: Turn, note: BrainNote): void {
  switch (note.type) {
    case "finding": {
      const index = turn.state.asks.findIndex(({ implicit, question }) => !implicit && question === note.question);
      if (index < 0 || note.status === "not_asked") return;
      return settle(turn, index, note.status, note.quote);
    }
    case "fact": {
      const { [note.fact]: _, ...others } = turn.state.facts;
      const { value, quotes } = note;
      const fact = { value, quotes, quote: quotes.at(-1) ?? "" };
      turn.state = { ...turn.state, facts: value === "" ? others : { ...others, [note.fact]: fact } };
      return;
    }
    case "errand":
      return recallErrand(turn, note.index, note.reached, note.quotes);
    case "conclusion":
      return;
  }
}

function settle(turn: Turn, index: number, status: "answered" | "refused" | "unknown", quote: string | null): void {
  const { expecting } = turn.state;
  setAsk(turn, index, { status, quote, doubtful: false, declined: status !== "answered" });
  if (expecting.type === "ask" && expecting.index === index)
    turn.state = { ...turn.state, expecting: { type: "nothing" } };
}

function recallErrand(turn: Turn, index: number, reached: boolean, quotes: readonly string[]): void {
  const errand = turn.state.assignment.errands[index];
  if (errand === undefined) return;
  if (errand.kind === "find_out") {
    for (const [at, ask] of turn.state.asks.entries())
      if (reached && ask.implicit && ask.errands.includes(index)) settle(turn, at, "answered", quotes.at(-1) ?? null);
    return;
  }
  turn.state = withTold(turn.state, index);
  turn.state =
    index === turn.state.at ? atHand(turn.state, reached, quotes) : elsewhere(turn.state, index, reached, quotes);
}

function atHand(state: State, reached: boolean, quotes: readonly string[]): State {
  if (reached) return { ...state, metQuotes: quotes, refusedQuote: null };
  return { ...state, metQuotes: [], refusedQuote: quotes.at(-1) ?? state.refusedQuote };
}

function elsewhere(state: State, index: number, reached: boolean, quotes: readonly string[]): State {
  const result = { reached, quotes: reached ? quotes : [], refused: reached ? null : (quotes.at(-1) ?? null) };
  return { ...state, results: state.results.map((each, i) => (i === index ? result : each)) };
}
