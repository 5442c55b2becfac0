/**
 * What they said of one value that does not go together: told to the caller, not smoothed over. Read from the notes of the
 * call, whichever mind took them. Pure.
 */
import type { BrainNote, HistoryEntry } from "../ports.ts";
import type { Notebook } from "./notebook.ts";

type Fact = Extract<BrainNote, { readonly type: "fact" }>;

const NAMES = [
  ["confirmation_number", "confirmation number"],
  ["price_quoted", "price"],
  ["appointment_time", "time"],
] as const;

/** The notebook with a sentence in its summary for each value on which they contradicted themselves. */
export function withDisagreements(notebook: Notebook, history: readonly HistoryEntry[]): Notebook {
  const told = NAMES.flatMap(([fact, name]) => {
    const sentence = disagreementOn(factsIn(history, fact), name);
    return sentence === null ? [] : [{ name, sentence }];
  });
  const answers = notebook.questions.flatMap(({ question, status }) => {
    const quote = status === "unknown" ? lastAnswer(history, question) : null;
    // The value of a fact has been told already.
    if (quote === null || told.some(({ sentence }) => sentence.text.includes(`"${quote}"`))) return [];
    const text = `The answer to "${question}" is not confirmed: they said "${quote}".`;
    return [{ name: "", sentence: { text, settled: true } }];
  });
  const news = [...told, ...answers].filter(({ sentence }) => !notebook.summary.includes(sentence.text));
  if (news.length === 0) return notebook;
  const open = news.flatMap(({ name, sentence }) => (sentence.settled ? [] : [`Ask them again for the ${name}.`]));
  return {
    ...notebook,
    summary: [notebook.summary, ...news.map(({ sentence }) => sentence.text)].join(" ").trim(),
    nextSteps: [notebook.nextSteps, ...open].join(" ").trim(),
  };
}

/** In which words it was answered, before that was taken back. */
function lastAnswer(history: readonly HistoryEntry[], question: string): string | null {
  const notes = history.flatMap((entry) =>
    entry.role === "note" && entry.note.type === "finding" && entry.note.question === question ? [entry.note] : [],
  );
  return notes.findLast(({ status }) => status === "answered")?.quote ?? null;
}

function factsIn(history: readonly HistoryEntry[], fact: Fact["fact"]): readonly Fact[] {
  return history.flatMap((entry) =>
    entry.role === "note" && entry.note.type === "fact" && entry.note.fact === fact ? [entry.note] : [],
  );
}

function disagreementOn(
  notes: readonly Fact[],
  name: string,
): { readonly text: string; readonly settled: boolean } | null {
  const last = notes.at(-1);
  const values = notes.filter(({ value }) => value !== "");
  const stands = values.at(-1);
  if (last === undefined || stands === undefined) return null;
  if (last.value === "") {
    // Taken back on the strength of the words it was told in: an offer that was not taken.
    const alike = name === "time" || values.every(({ value }) => goTogether(value, stands.value));
    if (alike && last.quotes.every((quote) => stands.quotes.includes(quote))) return null;
    return { text: `The ${name} is not confirmed: they said ${inTurn([...values, last])}.`, settled: false };
  }
  const others = values.filter((note) => !goTogether(note.value, stands.value));
  // A time that was offered first and not taken is no contradiction.
  if (others.length === 0 || name === "time") return null;
  return { text: `Before the ${name} ${stands.value} another one was heard: ${inTurn(others)}.`, settled: true };
}

function inTurn(notes: readonly Fact[]): string {
  return [...new Set(notes.flatMap(({ quotes }) => quotes.slice(-1)))].map((quote) => `"${quote}"`).join(", then ");
}

/** One is a piece of the other, or says the same in other letters. */
function goTogether(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  return a.includes(b) || b.includes(a);
}

function bare(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
