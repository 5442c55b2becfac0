/**
 * One scenario, run once: places the call over the API, plays the agent that is asked back, lets the callee hear what
 * was said, and collects everything that happened: the API's events, the callee's lines, the wire.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../support/running-appliance.ts";
import type { Performed } from "./callee.ts";
import type { Ground } from "./ground.ts";
import type { LineCall, WireFrame } from "./line/line.ts";
import type { Scenario } from "./scenario.ts";

/** Something that happened, on the monotonic clock of this process. */
export type Happening = { readonly atMs: number; readonly what: string; readonly text: string };

export type Run = {
  readonly scenario: Scenario;
  readonly number: string;
  /** The body of `GET /v1/calls/{id}` after the end. */
  readonly call: Json;
  readonly answeredMs: number | null;
  /** When the line was down at the callee's end. */
  readonly endedMs: number;
  readonly happenings: readonly Happening[];
  readonly performed: readonly Performed[];
  readonly questionsRaised: number;
  /** It did not end in time: we have hung up over the API. */
  readonly givenUp: boolean;
  readonly keys: string;
  /** The same as packets, when each began. */
  readonly keyTimesMs: readonly number[];
  /** When the call was first known to be a voicemail's. */
  readonly voicemailMs: number | null;
  readonly sampleRateHz: number;
  readonly assistant: readonly WireFrame[];
  readonly callee: readonly WireFrame[];
};

export type RunOptions = {
  readonly number: string;
  readonly key: string;
  /** A call that has not ended by then has failed. */
  readonly withinMs?: number;
};

const WITHIN_MS = 240_000;
/** From our hanging up to the end of the call's events. */
const LAST_WORDS_MS = 20_000;
/** From the end by the API to the end at the callee's own exchange. */
const CLEARED_WITHIN_MS = 5000;

export async function runScenario(ground: Ground, scenario: Scenario, options: RunOptions): Promise<Run> {
  const { number, key } = options;
  const happenings: Happening[] = [];
  const note = (what: string, text = ""): void => void happenings.push({ atMs: performance.now(), what, text });
  const performed: Performed[] = [];
  let wire: LineCall | null = null;
  let answeredMs: number | null = null;
  let endedMs: number | null = null;
  let keys = "";
  let voicemailMs: number | null = null;
  const cleared = Promise.withResolvers<void>();

  const visit = await ground.expect({
    scenario,
    number,
    onRing: (call) => {
      wire = call;
      note("rings");
    },
    onAnswer: () => {
      answeredMs = performance.now();
      note("answers");
    },
    onPerformed: (line) => {
      performed.push(line);
      note("callee", line.what);
    },
    onKey: (digit) => {
      keys += digit;
      note("key", digit);
    },
    onEnd: () => {
      endedMs ??= performance.now();
      note("line down");
      cleared.resolve();
    },
  });
  let callId: string | null = null;
  let ended = false;
  let givenUp = false;
  let limit: NodeJS.Timeout | undefined;
  try {
    note("POST /v1/calls");
    const placed = await ground.appliance.request("POST", "/v1/calls", {
      key,
      body: { ...scenario.request, phone: number },
    });
    if (placed.status !== 201)
      throw new Error(`the call was not placed: ${placed.status} ${JSON.stringify(placed.body)}`);
    callId = String(placed.body["call_id"]);
    const answerPath = `/v1/calls/${callId}/answer`;
    let questionsRaised = 0;
    const answering: Promise<void>[] = [];
    const withinMs = options.withinMs ?? WITHIN_MS;
    const hangUpPath = `/v1/calls/${callId}/hangup`;
    limit = setTimeout(() => {
      givenUp = true;
      note("given up");
      ground.appliance.request("POST", hangUpPath, { key }).catch(() => undefined);
    }, withinMs);
    const call = await followed(ground, callId, key, withinMs + LAST_WORDS_MS, {
      status: (text) => {
        note("status", text);
        if (text.endsWith(" voicemail")) voicemailMs ??= performance.now();
      },
      transcript: (entry) => {
        note(String(entry["role"]), transcriptText(entry));
        if (entry["role"] === "assistant") visit.hearsWords(String(entry["text"]));
      },
      question: (question) => {
        questionsRaised += 1;
        const text = String(question["question"]);
        note("asks the agent", text);
        const known = scenario.agent.find(({ asked }) => new RegExp(asked, "i").test(text));
        if (known !== undefined) answering.push(answer(text, known));
      },
    });
    ended = true;
    await Promise.all(answering);
    await Promise.race([cleared.promise, delay(CLEARED_WITHIN_MS, undefined, { ref: false })]);
    const tapped = wire as LineCall | null;
    return {
      scenario,
      number,
      call,
      answeredMs,
      endedMs: endedMs ?? Infinity,
      happenings,
      performed,
      questionsRaised,
      givenUp,
      keys,
      keyTimesMs: tapped?.keys.filter(({ side }) => side === "assistant").map(({ atMs }) => atMs) ?? [],
      voicemailMs,
      sampleRateHz: tapped?.sampleRateHz ?? 8000,
      assistant: tapped?.frames("assistant") ?? [],
      callee: tapped?.frames("callee") ?? [],
    };

    async function answer(asked: string, known: Scenario["agent"][number]): Promise<void> {
      await delay(known.after_ms);
      const reply = await ground.appliance.request("POST", answerPath, {
        key,
        body: { answer: known.answer },
      });
      note(`the agent answers (${reply.status})`, `${asked} ${known.answer}`);
    }
  } finally {
    clearTimeout(limit);
    // A call that was given up may not talk on.
    if (callId !== null && !ended) {
      await ground.appliance.request("POST", `/v1/calls/${callId}/hangup`, { key }).catch(() => undefined);
    }
    visit.done();
  }
}

function transcriptText(entry: Json): string {
  const cutOff = entry["cut_off"];
  return `${String(entry["text"])}${typeof cutOff === "string" ? ` [cut off: ${cutOff}]` : ""}`;
}

type Progress = {
  readonly status: (text: string) => void;
  readonly transcript: (entry: Json) => void;
  readonly question: (question: Json) => void;
};

/** Follows the call's server-sent events to its end; answers the whole call as `GET /v1/calls/{id}` then has it. */
async function followed(
  ground: Ground,
  callId: string,
  key: string,
  withinMs: number,
  progress: Progress,
): Promise<Json> {
  const { appliance } = ground;
  const response = await fetch(`${appliance.base}/v1/calls/${callId}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(withinMs),
  });
  if (response.body === null || response.status !== 200) throw new Error(`no events of ${callId}: ${response.status}`);
  let unread = "";
  let asked: string | null = null;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    unread += piece;
    const events = unread.split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) {
      const type = /^event: (.*)$/m.exec(event)?.[1];
      const line = /^data: (.*)$/m.exec(event)?.[1];
      if (type === undefined || line === undefined) continue;
      const body = JSON.parse(line) as Json;
      if (type === "status") progress.status(`${String(body["status"])} ${String(body["line_state"] ?? "")}`);
      if (type === "transcript") progress.transcript(body["entry"] as Json);
      if (type === "question") {
        const question = body["pending_question"] as Json | null;
        if (question !== null && question["id"] !== asked) progress.question(question);
        asked = question === null ? null : String(question["id"]);
      }
    }
  }
  const { body } = await appliance.request("GET", `/v1/calls/${callId}`, { key });
  if (body["status"] !== "ended") throw new Error(`the events of ${callId} stopped before its end`);
  return body;
}
