/**
 * A call as the messages of a chat. What never changes comes first (the prompt, then the request), then what happened,
 * in its order, and last what is new with every turn: so each request begins with the one before, and a server that
 * keeps what it has read need not read it again. Whatever others said is a JSON object on a line of its own: it cannot
 * pass for anything else. Pure.
 */
import type { BrainBrief, BrainEvent, ChatMessage, HistoryEntry, Unanswered } from "../../ports.ts";
import { notesIn, openIn, pendingIn } from "./notes.ts";
import { systemPromptFor } from "./prompts.ts";

export function messagesFor(
  brief: BrainBrief,
  history: readonly HistoryEntry[],
  event: BrainEvent,
  refused: readonly { readonly tool: string; readonly why: string }[] = [],
  saidFirst?: string,
): readonly ChatMessage[] {
  const lines: Line[] = [{ role: "user", text: json({ request: requestOf(brief) }) }];
  for (const entry of history) lines.push(...linesOf(entry, history));
  lines.push(...newsOf(event, history), {
    role: "user",
    text: json({
      so_far: {
        ...soFar(brief, history),
        ...(refused.length === 0 ? {} : { refused }),
        ...(saidFirst === undefined ? {} : { said_already: saidFirst }),
      },
    }),
  });
  return [{ role: "system", text: systemPromptFor(brief.brief.language) }, ...joined(lines)];
}

export type Line = { readonly role: "user" | "assistant"; readonly text: string };

/** Neither side speaks twice in a row: many servers' templates know no such talk. */
export function joined(lines: readonly Line[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const { role, text } of lines) {
    const last = messages.at(-1);
    if (last?.role !== role) messages.push(role === "user" ? { role, text } : { role, text, calls: [] });
    else messages[messages.length - 1] = { ...last, text: `${last.text}${role === "user" ? "\n" : " "}${text}` };
  }
  return messages;
}

export function requestOf({ brief, errands, assistant }: BrainBrief): unknown {
  return {
    business_name: brief.businessName,
    on_behalf_of: brief.onBehalfOf,
    callback_number: brief.callbackNumber,
    goal: brief.goal,
    errands: errands.map(({ text, kind }, i) => ({ number: i + 1, text, kind })),
    questions: brief.questions.map((text, i) => ({ number: i + 1, text })),
    details: brief.details,
    constraints: brief.constraints,
    your_name: assistant.name,
    language: brief.language,
  };
}

function linesOf(entry: HistoryEntry, history: readonly HistoryEntry[]): Line[] {
  switch (entry.role) {
    case "business":
      return [said({ business: entry.text })];
    case "assistant": {
      const heard: Line = { role: "assistant", text: entry.text };
      return entry.cutOff === undefined ? [heard] : [heard, said({ cut_off: entry.cutOff })];
    }
    case "keys":
      return [said({ keys: { by: entry.by, keys: entry.keys, sent: entry.sent, why_not: entry.why } })];
    case "transfer":
      return [said(entry.result === "asked" ? { transfer: "asked" } : { transfer: { failed: entry.result } })];
    case "answer":
      return [answered(entry, history)];
    case "line":
      return [said({ on_the_line: entry.state })];
    case "asked":
    case "note":
      // In what is so far, as it stands now.
      return [];
  }
}

/** What the event brings that is not in the history already. */
function newsOf(event: BrainEvent, history: readonly HistoryEntry[]): Line[] {
  switch (event.type) {
    case "opened":
      return event.heard === null ? [] : unlessHeard(event.heard, history);
    case "heard": {
      const words = event.text.trim() === "" ? [said({ unclear: true })] : unlessHeard(event.text, history);
      return event.who === "next_person"
        ? [...words, said({ new_person: "does not know who is calling, or why" })]
        : words;
    }
    case "silence":
      if (event.who === "menu") return [said({ menu_silent_seconds: Math.round(event.silentMs / 1000) })];
      return [said({ silence_seconds: Math.round(event.silentMs / 1000) })];
    case "answered":
    case "answer_expired": {
      const known = history.some((entry) => entry.role === "answer" && entry.questionId === event.questionId);
      return known ? [] : [answered(event.type === "answered" ? event : { ...event, answer: null }, history)];
    }
    case "wrap_up":
      return [said({ call_over: true })];
    case "still_waiting":
    case "connecting":
    case "transfer_answered":
    case "transfer_failed":
      return [];
  }
}

/** The words of a turn are in the history, in one entry or in several, unless somebody was in a hurry. */
function unlessHeard(text: string, history: readonly HistoryEntry[]): Line[] {
  const ours = history.findLastIndex(({ role }) => role === "assistant");
  const since = history.slice(ours + 1).flatMap((entry) => (entry.role === "business" ? entry.text : []));
  const known = since.join(" ").includes(text) || since.some((each) => each !== "" && text.endsWith(each));
  return known ? [] : [said({ business: text })];
}

function answered(
  {
    questionId,
    answer,
    why,
  }: { readonly questionId: string; readonly answer: string | null; readonly why?: Unanswered },
  history: readonly HistoryEntry[],
): Line {
  const asked = history.find((entry) => entry.role === "asked" && entry.questionId === questionId);
  const question = asked?.role === "asked" ? asked.question : null;
  return answer === null
    ? said({ caller_did_not_answer: { question, why: why ?? "no_time_left" } })
    : said({ caller_answers: { question, answer } });
}

export function soFar({ brief, errands }: BrainBrief, history: readonly HistoryEntry[]): object {
  const notes = notesIn(history);
  const numbers = (texts: readonly unknown[], isDone: (index: number) => boolean): number[] =>
    texts.flatMap((_, i) => (isDone(i) ? [] : [i + 1]));
  return {
    answers: brief.questions.flatMap((question, i) => {
      const note = notes.findings.get(question);
      return note === undefined ? [] : [{ question: i + 1, status: note.status, answer: note.answer }];
    }),
    facts: Object.fromEntries([...notes.facts].map(([fact, { value }]) => [fact, value])),
    errands: [...notes.errands].map(([index, { reached }]) => ({ errand: index + 1, done: reached })),
    open_questions: numbers(brief.questions, (i) => notes.findings.has(brief.questions[i] ?? "")),
    open_errands: numbers(errands, (i) => notes.errands.has(i)),
    waiting_for_caller: pendingIn(notes),
    ...(openIn(notes).length > 1 ? { asked_next: openIn(notes).slice(1) } : {}),
  };
}

function said(value: unknown): Line {
  return { role: "user", text: json(value) };
}

export function json(value: unknown): string {
  return JSON.stringify(value);
}
