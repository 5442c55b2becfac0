/**
 * get_call beyond one request: while it waits, the client is told each line and status as it comes; when the business asks
 * something and the client can put questions to its person, the question is put there and the answer delivered. What may
 * be answered, when, and how long it is waited for is decided where it always is, behind the REST interface.
 */
import { callIdIn } from "./asking.ts";
import type { ToldOfCall } from "./call-memory.ts";
import { isObject, objectAt, textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Answer, Ask, Rest } from "./rest.ts";

/** Clients give a tool 60 s. */
const TOOL_MS = 55_000;
/** Less than this is no time for a person to read and write in. */
const LEAST_TO_ANSWER_MS = 10_000;

export type Listener = {
  /** Null when the client does not want to be told. */
  readonly progress: ((message: string) => Promise<void>) | null;
  /**
   * Puts the question to the person: their answer, or null when they give none. Null where the client cannot. Ends with
   * the signal.
   */
  readonly person: ((question: string, ms: number, signal: AbortSignal) => Promise<string | null>) | null;
};

export type Followed = { readonly answer: Answer; readonly note: string };

/** `ask` is the plain request. Monotonic milliseconds. */
export async function followCall(
  rest: Rest,
  ask: Ask,
  args: JsonObject,
  told: ToldOfCall,
  { progress, person }: Listener,
  nowMs: () => number,
  signal: AbortSignal,
): Promise<Followed> {
  const until = nowMs() + TOOL_MS;
  const events = `/v1/calls/${encodeURIComponent(callIdIn(args))}/events`;
  const path = told.owed ? pathOf(ask) : ask.path;
  told.owed = false;
  const answer =
    progress === null || path === pathOf(ask)
      ? await rest.ask({ ...ask, path }, signal)
      : await whileTelling(rest, ask, events, told, progress, signal);
  const pending = objectAt(answer.body, "pending_question");
  const id = textAt(pending, "id");
  if (answer.status !== 200 || person === null || id === null || id === told.asked) return { answer, note: "" };
  const leftMs = Math.min(until - nowMs(), lifeOf(pending));
  if (leftMs < LEAST_TO_ANSWER_MS) {
    told.owed = true;
    return { answer, note: "" };
  }
  told.asked = id;
  const written = await asked(rest, ask, events, answer, person, leftMs, signal);
  signal.throwIfAborted();
  if (written === null) {
    return {
      answer: await rest.ask({ ...ask, path: pathOf(ask) }, signal),
      note: "The person at the client gave no answer.",
    };
  }
  const path_ = `${pathOf(ask)}/answer`;
  const delivered = await rest.ask({ method: "POST", path: path_, key: ask.key, body: { answer: written } }, signal);
  const note =
    delivered.status === 200
      ? "The person at the client answered the question, and the answer was delivered."
      : `The answer of the person at the client was not delivered: ${textAt(objectAt(delivered.body, "error"), "message") ?? ""}`;
  return { answer: await rest.ask({ ...ask, path: pathOf(ask) }, signal), note };
}

/** Without waiting. */
function pathOf(ask: Ask): string {
  return ask.path.split("?", 1)[0] ?? "";
}

function lifeOf(pending: JsonObject): number {
  const left = pending["seconds_left"];
  if (typeof left === "number") return left * 1000;
  return Date.parse(textAt(pending, "expires_at") ?? "") - Date.parse(textAt(pending, "asked_at") ?? "");
}

async function whileTelling(
  rest: Rest,
  ask: Ask,
  events: string,
  told: ToldOfCall,
  progress: (message: string) => Promise<void>,
  signal: AbortSignal,
): Promise<Answer> {
  const over = new AbortController();
  const tell = async (news: readonly string[]): Promise<void> => {
    for (const message of news) await progress(message);
  };
  const telling = (async () => {
    const until = AbortSignal.any([signal, over.signal]);
    for await (const event of rest.follow(events, ask.key, told.lastEventId, until)) {
      await tell(told.newsOfEvent(event));
      if (over.signal.aborted) return;
    }
  })();
  try {
    const answer = await rest.ask(ask, signal);
    over.abort(new Error("the wait is over"));
    await telling;
    // What the stream had no time to bring.
    if (answer.status === 200) await tell(told.newsOfCall(answer.body));
    return answer;
  } finally {
    over.abort(new Error("the wait is over"));
    await telling.catch(() => undefined);
  }
}

/** The person's answer, or null: none was given, or the question ended before it was. */
async function asked(
  rest: Rest,
  ask: Ask,
  events: string,
  { body }: Answer,
  person: NonNullable<Listener["person"]>,
  ms: number,
  signal: AbortSignal,
): Promise<string | null> {
  const over = new AbortController();
  const pending = objectAt(body, "pending_question");
  const until = AbortSignal.any([signal, over.signal]);
  const watching = untilNotPending(rest, ask, events, textAt(pending, "id"), until).then(
    (ended) => ended && over.abort(new Error("the question is no longer pending")),
    () => undefined,
  );
  const who = textAt(body, "business_name") ?? textAt(body, "phone") ?? "the business";
  try {
    const question = `On the call to ${who} they ask: “${textAt(pending, "question") ?? ""}” What you answer is said to them.`;
    return await person(question, ms, until);
  } finally {
    over.abort(new Error("the person was asked"));
    await watching;
  }
}

/** True once the question is answered, has expired, gave way to another, or its call has ended. */
async function untilNotPending(
  rest: Rest,
  ask: Ask,
  events: string,
  id: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  let seen = false;
  // From the beginning, because where in the stream the question came is not known.
  for await (const { event, data } of rest.follow(events, ask.key, null, signal)) {
    if (event === "ended") return true;
    if (event !== "question") continue;
    const pending = data["pending_question"];
    const isIt = isObject(pending) && pending["id"] === id;
    if (seen && !isIt) return true;
    seen ||= isIt;
  }
  return false;
}
