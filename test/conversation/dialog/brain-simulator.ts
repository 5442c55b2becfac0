/** Two brains on a line without sound: text goes from one to the other, through noise when a test wants it. */
import { isNote } from "../../../src/conversation/dialog/notebook.ts";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../../../src/conversation/ports.ts";

export type Line = {
  readonly history: HistoryEntry[];
  readonly moves: BrainMove[];
  readonly asked: string[];
  /** Confirmation numbers and other things the business said, as it said them. */
  readonly businessSaid: string[];
  readonly turns: number;
  readonly ended: "assistant" | "business" | "nobody";
};

export type LineOptions = {
  readonly mostTurns?: number;
  /** What each side's ear makes of what the other said. */
  readonly businessHears?: (text: string) => string | Promise<string>;
  readonly assistantHears?: (text: string) => string | Promise<string>;
  /** The agent's answer, or null for none in time. */
  readonly agent?: (question: string) => string | null;
  /** Replaces the assistant's brain before this turn: another takes over. */
  readonly takeOver?: { readonly at: number; readonly brain: (history: readonly HistoryEntry[]) => Brain };
};

const NEVER = new AbortController().signal;

export async function hold(assistant: Brain, business: Brain, options: LineOptions = {}): Promise<Line> {
  const history: HistoryEntry[] = [];
  const moves: BrainMove[] = [];
  const asked: string[] = [];
  const businessSaid: string[] = [];
  let mind = assistant;
  let turns = 0;
  let parting = false;
  let ended: Line["ended"] = "nobody";

  const collect = async (brain: Brain, event: BrainEvent): Promise<BrainMove[]> => {
    const made: BrainMove[] = [];
    for await (const move of brain.respond(event, [...history], NEVER)) made.push(move);
    return made;
  };
  const spoken = (made: readonly BrainMove[]): string =>
    made.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
  const hangsUp = (made: readonly BrainMove[]): boolean => made.some((move) => move.type === "hang_up");

  const ourTurn = async (event: BrainEvent): Promise<string> => {
    if (options.takeOver !== undefined && turns === options.takeOver.at) mind = options.takeOver.brain([...history]);
    const made = await collect(mind, event);
    moves.push(...made);
    const said = spoken(made);
    for (const move of made) {
      if (move.type === "ask_agent")
        history.push({ role: "asked", questionId: move.questionId, question: move.question });
      if (isNote(move)) history.push({ role: "note", note: move });
    }
    if (said !== "") history.push({ role: "assistant", text: said });
    // Who hangs up with a goodbye listens for a moment; who hangs up without a word does not.
    if (hangsUp(made) && said === "") ended = "assistant";
    parting = hangsUp(made);
    for (const move of made) if (move.type === "ask_agent") asked.push(move.question);
    return said;
  };

  const greeting = spoken(await collect(business, { type: "opened", heard: null }));
  businessSaid.push(greeting);
  let heard = await (options.assistantHears ?? same)(greeting);
  history.push({ role: "business", text: heard });
  let line = await ourTurn({ type: "opened", heard });
  let answered = asked.length;
  while (ended === "nobody" && turns < (options.mostTurns ?? 40)) {
    turns++;
    const theirs = await collect(
      business,
      line === ""
        ? { type: "silence", silentMs: 6000 }
        : { type: "heard", text: await (options.businessHears ?? same)(line), confidence: null },
    );
    const reply = spoken(theirs);
    if (reply !== "") businessSaid.push(reply);
    heard = await (options.assistantHears ?? same)(reply);
    if (parting && heard === "") ended = "assistant";
    if (heard !== "") history.push({ role: "business", text: heard });
    if (hangsUp(theirs)) {
      ended = "business";
      if (heard !== "") await ourTurn({ type: "heard", text: heard, confidence: null });
      break;
    }
    line = heard === "" ? "" : await ourTurn({ type: "heard", text: heard, confidence: null });
    if (ended !== "nobody") break;
    if (asked.length > answered) {
      answered = asked.length;
      const waiting = await ourTurn({ type: "still_waiting", waitedMs: 12_000 });
      if (waiting !== "")
        await collect(business, {
          type: "heard",
          text: await (options.businessHears ?? same)(waiting),
          confidence: null,
        });
      const answer = (options.agent ?? (() => "Outside, please."))(asked.at(-1) ?? "");
      const questionId = moves.findLast((move) => move.type === "ask_agent")?.questionId ?? "";
      history.push({ role: "answer", questionId, answer });
      line = await ourTurn(
        answer === null ? { type: "answer_expired", questionId } : { type: "answered", questionId, answer },
      );
    } else if (line === "" && heard === "") {
      line = await ourTurn({ type: "silence", silentMs: 6000 });
    }
  }
  return { history, moves, asked, businessSaid, turns, ended };
}

/** What one side said, as it was heard. */
export function linesOf({ history }: Pick<Line, "history">, role: "assistant" | "business"): string[] {
  return history.flatMap((entry) => (entry.role === role && "text" in entry ? entry.text : []));
}

function same(text: string): string {
  return text;
}
