/** What the brain says it learnt, collected over a call. Pure; belief only, `calls/outcome.ts` checks it. */
import type { Errand, FactFinding, Findings, QuestionFinding } from "../../calls/ports.ts";
import type { BrainMove, BrainNote } from "../ports.ts";

export type Note = BrainNote;

export type Notebook = Findings;

/** What is to be found out and done: it is not for the brain to leave any of it out. */
export type Task = { readonly questions: readonly string[]; readonly errands: readonly Errand[] };

export const NO_TASK: Task = { questions: [], errands: [] };

export function emptyNotebook({ questions, errands }: Task): Notebook {
  return {
    questions: questions.map((question) => ({ question, status: "not_asked", answer: null, quote: null })),
    errands: errands.map((errand) => ({ ...errand, reached: false, quotes: [] })),
    confirmationNumber: null,
    priceQuoted: null,
    appointmentTime: null,
    summary: "",
    nextSteps: "",
  };
}

export function isNote(move: BrainMove): move is Note {
  return move.type === "finding" || move.type === "fact" || move.type === "errand" || move.type === "conclusion";
}

/** A later note about the same thing replaces the earlier one; one about a question or errand there is not is dropped. */
export function write(notebook: Notebook, note: Note): Notebook {
  switch (note.type) {
    case "finding":
      return { ...notebook, questions: notebook.questions.map((entry) => replaced(entry, note)) };
    case "fact":
      return {
        ...notebook,
        ...FACTS[note.fact](note.value === "" ? null : { value: note.value, quotes: note.quotes }),
      };
    case "errand": {
      const { reached, quotes } = note;
      const errands = notebook.errands.map((errand, i) => (i === note.index ? { ...errand, reached, quotes } : errand));
      return { ...notebook, errands };
    }
    case "conclusion":
      return { ...notebook, summary: note.summary, nextSteps: note.nextSteps };
  }
}

function replaced(entry: QuestionFinding, note: Extract<Note, { readonly type: "finding" }>): QuestionFinding {
  if (entry.question !== note.question) return entry;
  return { question: entry.question, status: note.status, answer: note.answer, quote: note.quote };
}

const FACTS: Readonly<
  Record<Extract<Note, { readonly type: "fact" }>["fact"], (fact: FactFinding | null) => Partial<Notebook>>
> = {
  confirmation_number: (confirmationNumber) => ({ confirmationNumber }),
  price_quoted: (priceQuoted) => ({ priceQuoted }),
  appointment_time: (appointmentTime) => ({ appointmentTime }),
};
