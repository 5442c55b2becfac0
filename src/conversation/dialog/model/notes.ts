/** What was noted in a call so far, by whichever mind, read back from its history. Pure. */
import type { BrainNote, HistoryEntry, Unanswered } from "../../ports.ts";

type Finding = Extract<BrainNote, { readonly type: "finding" }>;
type Fact = Extract<BrainNote, { readonly type: "fact" }>;
type ErrandNote = Extract<BrainNote, { readonly type: "errand" }>;

export type Notes = {
  /** By the text of the question. */
  readonly findings: ReadonlyMap<string, Finding>;
  readonly facts: ReadonlyMap<Fact["fact"], Fact>;
  /** By the index of the errand. */
  readonly errands: ReadonlyMap<number, ErrandNote>;
  /** What the agent was asked, in order; `answer` is undefined while it is waited for, and null when none came. */
  readonly asked: readonly {
    readonly question: string;
    readonly answer: string | null | undefined;
    /** Why there was none. */
    readonly why: Unanswered | undefined;
  }[];
};

export function notesIn(history: readonly HistoryEntry[]): Notes {
  const findings = new Map<string, Finding>();
  const facts = new Map<Fact["fact"], Fact>();
  const errands = new Map<number, ErrandNote>();
  const answers = new Map<string, Extract<HistoryEntry, { readonly role: "answer" }>>();
  for (const entry of history) {
    if (entry.role === "answer") answers.set(entry.questionId, entry);
    if (entry.role !== "note") continue;
    const { note } = entry;
    if (note.type === "finding") findings.set(note.question, note);
    else if (note.type === "errand") errands.set(note.index, note);
    else if (note.type === "fact") {
      if (note.value === "") facts.delete(note.fact);
      else facts.set(note.fact, note);
    }
  }
  const asked = history.flatMap((entry) => {
    if (entry.role !== "asked") return [];
    const told = answers.get(entry.questionId);
    return [{ question: entry.question, answer: told?.answer, why: told?.why }];
  });
  return { findings, facts, errands, asked };
}

/** What the agent has not answered yet, the one that it is asked now first. */
export function openIn({ asked }: Notes): readonly string[] {
  return asked.flatMap(({ question, answer }) => (answer === undefined ? [question] : []));
}

/** The question that the agent is asked now; null when nothing is waited for. */
export function pendingIn(notes: Notes): string | null {
  return openIn(notes)[0] ?? null;
}
