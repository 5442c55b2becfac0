/**
 * A scripted language model that is able to lead a whole call, as a good one would: it reads the talk from the request
 * alone and answers in text and tool calls. What it says is worked out by our own rules, from the messages that every
 * model gets; so it shows what becomes of an able model on its way into the call (its quotes, its tools, its pace, what
 * is held back), not how clever models are.
 */
import { z } from "zod";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import type { BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../../src/conversation/ports.ts";
import type { Answer, SimulatedCall } from "./answer.ts";
import type { SimulatedRequest } from "./server.ts";

const PACE = { firstDelayMs: 350, tokenDelayMs: 12 };

const requestLine = z.object({
  business_name: z.string().nullable(),
  on_behalf_of: z.string().nullable(),
  callback_number: z.string().nullable(),
  goal: z.string(),
  errands: z.array(z.object({ text: z.string(), kind: z.enum(["do", "find_out"]) })),
  questions: z.array(z.object({ text: z.string() })),
  details: z.string().nullable(),
  constraints: z.string().nullable(),
  your_name: z.string(),
  language: z.string(),
});
const asked = z.object({ question: z.string().nullable() });
const lineSchema = z.object({
  request: requestLine.optional(),
  business: z.string().optional(),
  cut_off: z.string().optional(),
  caller_answers: asked.extend({ answer: z.string() }).optional(),
  caller_did_not_answer: asked.optional(),
  silence_seconds: z.number().optional(),
  unclear: z.literal(true).optional(),
  call_over: z.literal(true).optional(),
  so_far: z
    .object({
      answers: z.array(
        z.object({
          question: z.number(),
          status: z.enum(["answered", "refused", "unknown"]),
          answer: z.string().nullable(),
        }),
      ),
      facts: z.record(z.enum(["confirmation_number", "price_quoted", "appointment_time"]), z.string().optional()),
      errands: z.array(z.object({ errand: z.number(), done: z.boolean() })),
      waiting_for_caller: z.string().nullable(),
    })
    .partial({ facts: true })
    .optional(),
});
type Line = z.output<typeof lineSchema>;
type SoFar = NonNullable<Line["so_far"]>;

type Entry = { readonly ours: string } | { readonly line: Line };

export async function ableAnswer(request: SimulatedRequest): Promise<Answer> {
  const entries = entriesOf(request);
  const lines = entries.flatMap((entry) => ("line" in entry ? [entry.line] : []));
  const order = lines.find((line) => line.request !== undefined)?.request;
  const soFar = lines.findLast((line) => line.so_far !== undefined)?.so_far;
  // What was refused is not put in other words by a model of this kind.
  const mends = request.messages.some(({ role }) => role === "tool") || soFar === undefined || order === undefined;
  if (mends) return { ...PACE, text: "" };
  const brief = briefOf(order);
  const { history, event } = callOf(entries, brief, soFar);
  const brain = embeddedBrains().begin(brief, history);
  const moves: BrainMove[] = [];
  for await (const move of brain.respond(event, history, new AbortController().signal)) moves.push(move);
  return {
    ...PACE,
    text: moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" "),
    calls: moves.flatMap((move) => callsFor(move, brief)),
  };
}

function entriesOf({ messages }: SimulatedRequest): Entry[] {
  return messages.flatMap(({ role, content }): Entry[] => {
    if (role === "assistant") return [{ ours: content ?? "" }];
    if (role !== "user") return [];
    return (content ?? "").split("\n").map((line) => ({ line: lineSchema.parse(JSON.parse(line)) }));
  });
}

function briefOf(order: z.output<typeof requestLine>): BrainBrief {
  return {
    brief: {
      phone: "+12025550142",
      goal: order.goal,
      businessName: order.business_name,
      details: order.details,
      questions: order.questions.map(({ text }) => text),
      onBehalfOf: order.on_behalf_of,
      callbackNumber: order.callback_number,
      constraints: order.constraints,
      voicemailMessage: null,
      transferTo: null,
      language: order.language,
    },
    errands: order.errands,
    assistant: { name: order.your_name, disclosure: true },
  };
}

/** What was before, and what is to be answered now: everything since our last words. */
function callOf(
  entries: readonly Entry[],
  { brief }: BrainBrief,
  soFar: SoFar,
): { readonly history: HistoryEntry[]; readonly event: BrainEvent } {
  const ourLast = entries.findLastIndex((entry) => "ours" in entry);
  const history: HistoryEntry[] = [];
  for (const entry of entries.slice(0, ourLast + 1)) history.push(...pastOf(entry));
  const said = history.flatMap((entry) => (entry.role === "business" ? [entry.text] : []));
  const news = entries.slice(ourLast + 1).flatMap((entry) => ("line" in entry ? [entry.line] : []));
  const words = news.flatMap(({ business }) => (business === undefined ? [] : [business]));
  history.push(...notesOf(soFar, brief.questions, said), ...words.map((text) => ({ role: "business" as const, text })));
  return { history, event: eventOf(news, words) };
}

function pastOf(entry: Entry): HistoryEntry[] {
  if ("ours" in entry) return [{ role: "assistant", text: entry.ours }];
  const { business, caller_answers: answers, caller_did_not_answer: none } = entry.line;
  if (business !== undefined) return [{ role: "business", text: business }];
  if (answers !== undefined) return askedAndAnswered(answers.question, answers.answer);
  return none === undefined ? [] : askedAndAnswered(none.question, null);
}

function askedAndAnswered(question: string | null, answer: string | null): HistoryEntry[] {
  return [
    { role: "asked", questionId: "q_past", question: question ?? "" },
    { role: "answer", questionId: "q_past", answer },
  ];
}

/** What it noted before comes back without its quotes: any words of theirs may have been them. */
function notesOf(soFar: SoFar, questions: readonly string[], said: readonly string[]): HistoryEntry[] {
  const quote = said.at(-1) ?? null;
  const notes: HistoryEntry[] = soFar.answers.map(({ question, status, answer }) => ({
    role: "note",
    note: { type: "finding", question: questions[question - 1] ?? "", status, answer, quote },
  }));
  for (const [fact, value] of Object.entries(soFar.facts ?? {}))
    notes.push({
      role: "note",
      note: { type: "fact", fact: fact as "price_quoted", value: value ?? "", quotes: said },
    });
  for (const { errand, done } of soFar.errands)
    notes.push({ role: "note", note: { type: "errand", index: errand - 1, reached: done, quotes: said } });
  const { waiting_for_caller: waiting } = soFar;
  if (waiting !== null) notes.push({ role: "asked", questionId: "q_now", question: waiting });
  return notes;
}

function eventOf(news: readonly Line[], words: readonly string[]): BrainEvent {
  const answers = news.findLast((line) => line.caller_answers !== undefined)?.caller_answers;
  const silence = news.findLast((line) => line.silence_seconds !== undefined)?.silence_seconds;
  if (news.some((line) => line.call_over === true)) return { type: "wrap_up", reason: "completed" };
  if (words.length > 0) return { type: "heard", text: words.join(" "), confidence: null };
  if (answers !== undefined) return { type: "answered", questionId: "q_now", answer: answers.answer };
  if (news.some((line) => line.caller_did_not_answer !== undefined))
    return { type: "answer_expired", questionId: "q_now" };
  if (silence !== undefined) return { type: "silence", silentMs: silence * 1000 };
  return { type: "heard", text: "", confidence: null };
}

function callsFor(move: BrainMove, { brief }: BrainBrief): SimulatedCall[] {
  const call = (name: string, given: unknown): SimulatedCall[] => [{ name, arguments: JSON.stringify(given) }];
  switch (move.type) {
    case "ask_agent":
      return call("ask_caller", { question: move.question });
    case "press":
      return call("press_keys", { keys: move.keys });
    case "transfer":
      return call("transfer", {});
    case "finding": {
      const question = brief.questions.indexOf(move.question) + 1;
      if (question === 0 || move.status === "not_asked") return [];
      return call("record_answer", { question, status: move.status, answer: move.answer, quote: move.quote });
    }
    case "fact":
      return move.value === "" ? [] : call("record_fact", { fact: move.fact, value: move.value, quotes: move.quotes });
    case "errand":
      return call("record_errand", { errand: move.index + 1, done: move.reached, quotes: move.quotes });
    case "objected":
      return call("record_objection", { quotes: move.quotes });
    case "line_is":
      return call(move.line === "hold" ? "wait_on_hold" : "leave_voicemail", {});
    case "hang_up":
      return call("end_call", {});
    case "say":
    case "conclusion":
      return [];
  }
}
