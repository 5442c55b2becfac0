/**
 * After the call: a model reads all that was said once more, and tells what the notes of the call leave open. Whatever it
 * says passes the checks that a note passes during the call, and some more: nobody can be asked any longer. What is noted
 * stands.
 */
import { z } from "zod";
import { actOf, read as readEnglish } from "../../../language/en/reading.ts";
import type { BrainNote, Chat, ChatMessage, ChatUsage, HistoryEntry } from "../../ports.ts";
import { languageOf } from "../brain/language.ts";
import { carried } from "./carried.ts";
import type { CallSoFar } from "./carried.ts";
import { jsonAnswer, listIn } from "./json-answer.ts";
import { contextOf, unknownToCaller } from "./may-say.ts";
import { joined, json, requestOf, soFar } from "./messages.ts";
import type { Line } from "./messages.ts";
import { notesIn } from "./notes.ts";
import { LOOK_BACK_PROMPT } from "./prompts.ts";
import { quoted, saidByBusiness } from "./quotes.ts";
import { askedBy } from "./tools.ts";
import { conclusionOf } from "./verdict.ts";

export type LookBackOrder = {
  readonly call: CallSoFar;
  readonly onUsage: (usage: ChatUsage) => void;
};

const MOST_TOKENS = 1500;
const MOST = { answers: 20, facts: 6, errands: 20, sentences: 2 } as const;
const LONGEST_SENTENCE = 240;

const quotes = z.array(z.string());
const sentence = z.object({ text: z.string(), quotes });
const wanted = z.object({
  answers: z.array(
    z.object({
      question: z.number().int(),
      status: z.enum(["answered", "refused", "unknown", "not_asked"]),
      answer: z.string().nullable(),
      quote: z.string().nullable(),
    }),
  ),
  facts: z.array(
    z.object({ fact: z.enum(["confirmation_number", "price_quoted", "appointment_time"]), value: z.string(), quotes }),
  ),
  errands: z.array(z.object({ errand: z.number().int(), done: z.boolean(), quotes })),
  summary: z.array(sentence),
  next_steps: z.array(sentence),
});

const { $schema: _, ...SCHEMA } = z.toJSONSchema(wanted);

/** Rejects with what the model fails with, and when the signal is aborted: nothing is noted then. */
export async function lookBack(
  chat: Chat,
  { call, onUsage }: LookBackOrder,
  signal: AbortSignal,
): Promise<readonly BrainNote[]> {
  const order = {
    messages: messagesFor(call),
    json: { name: "call_outcome", schema: SCHEMA },
    maxTokens: MOST_TOKENS,
    onUsage,
  };
  const given = await jsonAnswer(chat, order, signal);
  return given === null ? [] : notesOf(given, call);
}

/** The prompt and the request first, as with every other request for the same call. */
function messagesFor({ brief, history }: CallSoFar): readonly ChatMessage[] {
  const lines: Line[] = [
    { role: "user", text: json({ request: requestOf(brief) }) },
    ...history.flatMap((entry, i) => lineOf(entry, i + 1)),
    { role: "user", text: json({ noted: soFar(brief, history) }) },
  ];
  return [{ role: "system", text: LOOK_BACK_PROMPT }, ...joined(lines)];
}

/** Whoever reads the call is not the one who spoke in it: our own words are data too. */
function lineOf(entry: HistoryEntry, line: number): Line[] {
  const data = (value: Readonly<Record<string, unknown>>): Line[] => [{ role: "user", text: json({ line, ...value }) }];
  switch (entry.role) {
    case "business":
      return data({ business: entry.text });
    case "assistant":
      return data({ assistant: entry.text });
    case "keys":
      return data({ keys: entry.keys, by: entry.by, sent: entry.sent });
    case "asked":
      return data({ caller_was_asked: entry.question });
    case "answer":
      return data({ caller_answered: entry.answer });
    case "transfer":
      return data({ transfer: entry.result });
    case "line":
      return data({ on_the_line: entry.state });
    case "note":
      return [];
  }
}

function notesOf(given: Readonly<Record<string, unknown>>, call: CallSoFar): readonly BrainNote[] {
  const found: BrainNote[] = [];
  for (const [tool, name] of [
    ["record_answer", "answers"],
    ["record_fact", "facts"],
    ["record_errand", "errands"],
  ] as const) {
    for (const item of listIn(given, name, MOST[name])) {
      const asked = askedBy({ id: "", name: tool, arguments: JSON.stringify(item) });
      const known = [...call.history, ...found.map((note) => ({ role: "note" as const, note }))];
      const { move } = { move: null, ...carried(asked, { ...call, history: known }) };
      if (move !== null && isNote(move) && isOpen(move, known) && isSound(move, call)) found.push(move);
    }
  }
  const conclusion = conclusionWith(found, given, call);
  return conclusion === null ? found : [...found, conclusion];
}

function isNote(move: { readonly type: string }): move is Exclude<BrainNote, { readonly type: "conclusion" }> {
  return move.type === "finding" || move.type === "fact" || move.type === "errand";
}

/** Nobody has noted it; of a value, not even that it was taken back. */
function isOpen(note: BrainNote, history: readonly HistoryEntry[]): boolean {
  return history.every((entry) => {
    if (entry.role !== "note") return true;
    const known = entry.note;
    switch (known.type) {
      case "finding":
        return note.type !== "finding" || known.question !== note.question || isUnanswered(known.status);
      case "fact":
        return note.type !== "fact" || known.fact !== note.fact;
      case "errand":
        return note.type !== "errand" || known.index !== note.index;
      case "conclusion":
        return true;
    }
  });
}

function isUnanswered(status: string): boolean {
  return status === "unknown" || status === "not_asked";
}

/** Beyond the checks of a note in the call: that it was refused, and that it is done, has to be said in so many words. */
function isSound(note: BrainNote, { brief, rules: { reader } }: CallSoFar): boolean {
  if (note.type === "finding") return note.status === "answered" || note.quote !== null;
  if (note.type !== "errand" || !note.reached) return note.type !== "errand" || note.quotes.length > 0;
  const done = brief.errands[note.index]?.kind === "do";
  return note.quotes.some((quote) => {
    const reading = reader.read(quote);
    if (done) return actOf(reading, "confirmed") !== null;
    return reading.clauses.some((clause) => !clause.question) && actOf(reading, "dont_know") === null;
  });
}

/** The summary of all that is noted now, with what else the model can prove; null when there is nothing new to tell. */
function conclusionWith(
  found: readonly BrainNote[],
  given: Readonly<Record<string, unknown>>,
  call: CallSoFar,
): BrainNote | null {
  const { brief, history } = call;
  const before = history.findLast((entry) => entry.role === "note" && entry.note.type === "conclusion");
  const known = before?.role === "note" && before.note.type === "conclusion" ? before.note : null;
  const { objection } = languageOf(brief.brief.language).summary;
  const all = notesIn([...history, ...found.map((note) => ({ role: "note" as const, note }))]);
  const success = brief.errands.every((_errand, i) => all.errands.get(i)?.reached === true);
  const [more, steps] = [sentencesIn(given, "summary", success, call), sentencesIn(given, "next_steps", success, call)];
  if (found.length === 0 && more.length === 0 && steps.length === 0) return null;
  const ours =
    found.length === 0 && known !== null
      ? known
      : conclusionOf(brief, all, { heardAnybody: true, objected: known?.summary.includes(objection) ?? false });
  return {
    type: "conclusion",
    summary: [ours.summary, ...more].join(" "),
    nextSteps: [ours.nextSteps, ...steps].join(" "),
  };
}

/** Sentences of the model's own: each rests on words of the business, names no value of its own, and claims no success. */
function sentencesIn(
  given: Readonly<Record<string, unknown>>,
  name: "summary" | "next_steps",
  success: boolean,
  { brief, history, event, rules: { reader } }: CallSoFar,
): string[] {
  const said = saidByBusiness(history, event);
  const { request } = contextOf(brief, history, event, () => null);
  return listIn(given, name, MOST.sentences).flatMap((item) => {
    const parsed = sentence.safeParse(item);
    if (!parsed.success || parsed.data.quotes.length === 0) return [];
    const text = parsed.data.text.replaceAll(/\s+/g, " ").trim();
    const found = parsed.data.quotes.map((quote) => quoted(quote, said));
    const bears = found.filter((quote) => quote !== null);
    if (text === "" || text.length > LONGEST_SENTENCE || bears.length < found.length) return [];
    const turns = said.filter((turn) => bears.some((quote) => turn.includes(quote)));
    if (unknownToCaller(text, [...turns, ...request], reader) !== null) return [];
    if (!success && [reader.read(text), readEnglish(text)].some((each) => actOf(each, "confirmed") !== null)) return [];
    return [/[.!?]$/.test(text) ? text : `${text}.`];
  });
}
