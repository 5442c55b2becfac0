/** What the brain says it learnt, collected over a call. Pure; belief only, `calls/outcome.ts` checks it. */
import type { Findings, QuestionFinding } from "../calls/ports.ts";
import type { BrainMove } from "./ports.ts";

export type Note = Extract<BrainMove, { readonly type: "finding" | "fact" | "goal" }>;

export type Notebook = Findings;

export function emptyNotebook(questions: readonly string[]): Notebook {
  return {
    questions: questions.map((question) => ({ question, status: "not_asked", answer: null, quote: null })),
    confirmationNumber: null,
    priceQuoted: null,
    appointmentTime: null,
    goalMet: false,
    goalQuotes: [],
    summary: "",
    nextSteps: "",
  };
}

/** A later note about the same thing replaces the earlier one; one about a question nobody asked is dropped. */
export function write(notebook: Notebook, note: Note): Notebook {
  switch (note.type) {
    case "finding":
      return { ...notebook, questions: notebook.questions.map((entry) => replaced(entry, note)) };
    case "fact":
      return { ...notebook, ...FACTS[note.fact](note.value) };
    case "goal":
      return {
        ...notebook,
        goalMet: note.met,
        goalQuotes: note.quotes,
        summary: note.summary,
        nextSteps: note.nextSteps,
      };
  }
}

function replaced(entry: QuestionFinding, note: Extract<Note, { readonly type: "finding" }>): QuestionFinding {
  if (entry.question !== note.question) return entry;
  return { question: entry.question, status: note.status, answer: note.answer, quote: note.quote };
}

const FACTS: Readonly<Record<Extract<Note, { readonly type: "fact" }>["fact"], (value: string) => Partial<Notebook>>> =
  {
    confirmation_number: (value) => ({ confirmationNumber: value }),
    price_quoted: (value) => ({ priceQuoted: value }),
    appointment_time: (value) => ({ appointmentTime: value }),
  };
