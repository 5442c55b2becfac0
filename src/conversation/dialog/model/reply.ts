/**
 * One reply of a model, while it is made: at most two requests. Its text is spoken piece by piece as it comes, unless it
 * says what may not be said; its tools run when the text is over, and when it is certain that the business has finished.
 * What was refused goes back once, with the reason. Whoever leads the call learns how it went from `Made`.
 */
import { orAborted } from "../../../lib/abort.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reader } from "../../../language/readers.ts";
import type { BrainMove, Chat, ChatMessage, ChatTool, ChatToolCall, ChatUsage, HistoryEntry } from "../../ports.ts";
import { carried } from "./carried.ts";
import type { CallSoFar, Carried } from "./carried.ts";
import { saysAgain } from "./certain.ts";
import type { Certain } from "./certain.ts";
import { contextOf, whyNotSaid } from "./may-say.ts";
import { json, messagesFor } from "./messages.ts";
import { speechCutter } from "./plain-speech.ts";
import { askedBy, NOTE_TOOLS, TOOLS, TOOLS_WITHOUT_TRANSFER } from "./tools.ts";

export type ReplyOrder = {
  readonly call: CallSoFar;
  /** Of the reply before. */
  readonly refused: readonly Refused[];
  /** What has been said first, by us. */
  readonly first: Extract<Certain, { readonly type: "first" }> | null;
  /** Nothing is spoken any more, only noted. */
  readonly silent: boolean;
  readonly texts: { readonly moment: string; readonly goodbye: string; readonly connecting: string };
  readonly certain: Promise<void> | undefined;
  readonly onUsage: (usage: ChatUsage) => void;
};

export type Refused = { readonly tool: string; readonly why: string };

/** What has become of a reply. */
export type Made = {
  /** All that it said. */
  said: string;
  /** Words of it are coming, though perhaps not enough to be spoken. */
  writes: boolean;
  /** It asked the agent, pressed keys or hangs up. */
  acted: boolean;
  hangsUp: boolean;
  /** What was to be said last and was held back, for which nothing was done instead. */
  heldBack: string | null;
  /** What it asked for and did not get in the end, and why: the next reply is told. */
  refused: readonly Refused[];
};

const MOST_TOKENS = 400;
/** Of a model that does not stop: what is written after all that may be said is read only so far, for its tools. */
const MOST_CHARACTERS = 4000;
const MOST_CALLS = 12;
const ROUNDS = 2;
/** A second request only to mend a note, while the words of the first are being spoken. */
const MENDING_MS = 2000;

/** Moves of the reply, the hang-up left to the caller; `made` tells how it went. */
export async function* modelReply(
  chat: Chat,
  order: ReplyOrder,
  made: Made,
  signal: AbortSignal,
): AsyncGenerator<BrainMove> {
  const talk = [
    ...messagesFor(order.call.brief, order.call.history, order.call.event, order.refused, order.first?.line),
  ];
  const noted: HistoryEntry[] = [];
  let { silent } = order;
  for (let round = 1; round <= ROUNDS && !signal.aborted; round += 1) {
    const within = silent ? AbortSignal.any([signal, AbortSignal.timeout(MENDING_MS)]) : signal;
    const result = yield* oneRound(chat, { ...order, talk, noted, silent }, made, within);
    if (round === ROUNDS || result === null || signal.aborted) return;
    const wordless = !order.silent && made.said === "" && !made.acted;
    if (made.hangsUp || !(result.refused || made.heldBack !== null || wordless)) return;
    for (const message of result.answers) append(talk, message);
    silent ||= made.said !== "" && !result.refusedDeed && made.heldBack === null;
  }
}

type Round = ReplyOrder & {
  readonly talk: readonly ChatMessage[];
  /** What was noted in this reply: part of the call for what is checked after it. */
  readonly noted: HistoryEntry[];
};

type RoundResult = {
  readonly refused: boolean;
  /** One of the refused calls was more than a note. */
  readonly refusedDeed: boolean;
  /** The model's own message and what it is told to it. */
  readonly answers: readonly ChatMessage[];
};

/** Null when the model had nothing to say to what it was told, in a round that could do without. */
async function* oneRound(
  chat: Chat,
  round: Round,
  made: Made,
  signal: AbortSignal,
): AsyncGenerator<BrainMove, RoundResult | null> {
  const { call, silent, talk } = round;
  const cutter = speechCutter();
  const speech = contextOf(call.brief, call.history, call.event, () => call.rules.wouldAsk(call.history, call.event));
  const calls: ChatToolCall[] = [];
  const saidBefore = made.said;
  const held: { readonly piece: string; readonly why: string }[] = [];
  let written = "";
  made.writes = false;

  function* speak(pieces: readonly string[]): Generator<BrainMove> {
    for (const piece of pieces) {
      if (silent || held.length > 0 || (round.first !== null && saysAgain(piece, round.first))) continue;
      const why = whyNotSaid(piece, speech);
      if (why !== null) {
        held.push({ piece, why });
        continue;
      }
      made.said = `${made.said} ${piece}`.trim();
      yield { type: "say", text: piece };
    }
  }

  try {
    const tools: readonly ChatTool[] = silent
      ? NOTE_TOOLS
      : call.brief.brief.transferTo === null
        ? TOOLS_WITHOUT_TRANSFER
        : TOOLS;
    const request = { messages: talk, tools, maxTokens: MOST_TOKENS, onUsage: round.onUsage };
    for await (const piece of chat.complete(request, signal)) {
      if (piece.type === "tool_call") calls.push(piece.call);
      else {
        written += piece.text;
        // Thoughts that a model writes down first are not spoken.
        made.writes ||= /^\s*[^\s<]/.test(written);
        if (!cutter.isFull) yield* speak(cutter.push(piece.text));
        if (written.length > MOST_CHARACTERS) break;
      }
    }
  } catch (cause) {
    // What was to be mended stays unmended; the reply itself is whole.
    if (silent) return null;
    throw cause;
  }
  if (signal.aborted) return null;
  if (!cutter.isFull) yield* speak(cutter.end());
  if (calls.length > 0 && round.certain !== undefined) await orAborted(round.certain, signal).catch(() => undefined);
  if (signal.aborted) return null;

  const results: { readonly call: ChatToolCall; readonly result: Carried; readonly deed: boolean }[] = [];
  for (const asked of calls.slice(0, MOST_CALLS)) {
    const parsed = askedBy(asked);
    const deed = parsed.name === null || !parsed.name.startsWith("record_");
    const why = whyNotNow(parsed.name, deed, silent, held.length > 0);
    const result: Carried =
      why === null
        ? carried(parsed, { ...call, history: [...call.history, ...round.noted] })
        : { ok: false, result: why };
    results.push({ call: asked, result, deed });
    if (result.ok) yield* carryOut(result.move, round, made);
  }
  if (made.hangsUp && saysNoGoodbye(made.said, call.rules.reader)) {
    made.said = `${made.said} ${round.texts.goodbye}`.trim();
    yield { type: "say", text: round.texts.goodbye };
  }
  const refusals = results.filter(({ result }) => !result.ok);
  const mended = new Set(results.flatMap(({ call: { name }, result }) => (result.ok ? name : [])));
  made.refused = [
    ...made.refused.filter(({ tool }) => !mended.has(tool)),
    ...refusals.map(({ call: { name }, result }) => ({ tool: name, why: result.result })),
  ];
  // The caller is being asked about what could not be said: nothing else is owed.
  made.heldBack = made.acted ? null : (held[0]?.piece ?? null);
  const own = made.said.slice(saidBefore.length).trim();
  return {
    refused: refusals.length > 0,
    refusedDeed: refusals.some(({ deed }) => deed),
    answers: [
      { role: "assistant", text: own, calls: results.map(({ call: each }) => each) },
      ...results.map(({ call: { id }, result }): ChatMessage => ({
        role: "tool",
        callId: id,
        text: json(result.result),
      })),
      ...held.map(({ piece, why }) => user({ not_said: piece, why })),
      ...(own === "" && held.length === 0 ? [user({ not_said: null, why: SILENCE })] : []),
    ],
  };
}

function whyNotNow(name: string | null, deed: boolean, silent: boolean, held: boolean): string | null {
  if (silent && deed) return "Only notes are taken now.";
  return held && name === "end_call" ? "Your last words were held back: the call cannot end like this." : null;
}

/** A message without anything in it is none, and nobody speaks twice in a row. */
function append(talk: ChatMessage[], message: ChatMessage): void {
  const last = talk.at(-1);
  if (message.role === "assistant" && message.text === "" && message.calls.length === 0) return;
  if (message.role === "user" && last?.role === "user")
    talk[talk.length - 1] = { role: "user", text: `${last.text}\n${message.text}` };
  else talk.push(message);
}

const SILENCE = "You have said nothing so far, and they are waiting: say now what you want to say.";

function* carryOut(move: BrainMove, { noted, texts }: Round, made: Made): Generator<BrainMove> {
  switch (move.type) {
    case "hang_up":
      made.acted = true;
      made.hangsUp = true;
      return;
    case "ask_agent":
      if (made.said === "") {
        made.said = texts.moment;
        yield { type: "say", text: texts.moment };
      }
      made.acted = true;
      noted.push({ role: "asked", questionId: move.questionId, question: move.question });
      yield move;
      return;
    case "transfer":
      if (made.said === "") {
        made.said = texts.connecting;
        yield { type: "say", text: texts.connecting };
      }
      made.acted = true;
      yield move;
      return;
    case "press":
    case "line_is":
      made.acted = true;
      yield move;
      return;
    case "finding":
    case "fact":
    case "errand":
      noted.push({ role: "note", note: move });
      yield move;
      return;
    case "say":
    case "conclusion":
    case "objected":
      yield move;
      return;
  }
}

function saysNoGoodbye(said: string, reader: Reader): boolean {
  return actOf(reader.read(said), "goodbye") === null;
}

function user(value: unknown): ChatMessage {
  return { role: "user", text: json(value) };
}
