/**
 * How soon `outdial call` shows a line after the last sound of it on the wire, in real calls to a person of the proving
 * ground, whom the command itself has placed. Engines take no time here: what they take is measured elsewhere. Of the
 * baselines, the assistant's is the same line on a bare event stream; the other side's is the silence that is waited out
 * before their turn counts as over, because until then nobody knows that the line has ended.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import pino from "pino";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { openGround } from "../scenarios/ground.ts";
import type { Ground } from "../scenarios/ground.ts";
import { speechSegments } from "../scenarios/line/segments.ts";
import type { Segment } from "../scenarios/line/segments.ts";
import type { LineCall } from "../scenarios/line/wire-record.ts";
import { chooseScenarios } from "../scenarios/scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const CALLS = 6;
const AT_ONCE = 3;
const BUSY = "+14155550198";
const ENDED_WITHIN_MS = 30_000;
/** A sound of the next line that begins no earlier than this before the appliance's own account of it. */
const CLOCKS_APART_MS = 150;

type Entry = {
  readonly role: string;
  readonly text: string;
  readonly offset_s: number;
  readonly latency_ms?: { readonly endpointing: number };
};

type Shown = { readonly text: string; readonly atMs: number };

/** Milliseconds from the end of each line on the wire. */
type Delays = { readonly assistant: number[]; readonly business: number[]; readonly bare: number[] };

export async function run(): Promise<Result[]> {
  const engines = { recogniserMs: 0, modelMs: 0, voiceMs: 0 };
  const life = new AbortController();
  const ground = await openGround({ businesses: false, engines, log: pino({ level: "error" }) }, life.signal);
  try {
    const [scenario] = chooseScenarios(["good-call"]);
    const [opening] = chooseScenarios(["wrong-number"]);
    if (scenario === undefined || opening === undefined) throw new Error("the scenarios are not there");
    const key = await openAccount(ground, opening);
    const all: Delays = { assistant: [], business: [], bare: [] };
    const waited: number[] = [];
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, nth) => `+141555501${String(50 + done + nth)}`);
      for (const { delays, entries } of await Promise.all(
        numbers.map((number) => watchOne(ground, scenario, number, key)),
      )) {
        for (const side of ["assistant", "business", "bare"] as const) all[side].push(...delays[side]);
        waited.push(...entries.flatMap(({ latency_ms: parts }) => (parts === undefined ? [] : [parts.endpointing])));
      }
    }
    process.stderr.write(`  ${all.assistant.length} lines of the assistant, ${all.business.length} of the callee\n`);
    const of = (values: number[], share: number): number =>
      percentile(
        values.toSorted((a, b) => a - b),
        share,
      );
    return [0.5, 0.95].flatMap((share) => {
      const name = share === 0.5 ? "p50" : "p95";
      return [
        result(`cli_line_ms_${name}_assistant`, "ms", of(all.assistant, share), [
          "the same line on a bare event stream",
          of(all.bare, share),
        ]),
        result(`cli_line_ms_${name}_callee`, "ms", of(all.business, share), [
          "silence waited out to know that it has ended",
          of(waited, share),
        ]),
      ];
    });
  } finally {
    await ground.close();
  }
}

/** The first call opens the account: nobody takes it. */
async function openAccount(ground: Ground, scenario: Scenario): Promise<string> {
  const callee = { ...scenario.callee, refuses: 486 as const };
  const visit = await expectVisit(ground, { ...scenario, callee }, BUSY);
  try {
    const { key, callId } = await ground.appliance.openAccount({ phone: BUSY, goal: "Ask when they open" });
    await ground.appliance.untilEnded(callId, key, ENDED_WITHIN_MS);
    return key;
  } finally {
    visit.done();
  }
}

type Visiting = { hearsWords(text: string): void; done(): void; line(): LineCall | null; answeredMs(): number };

async function expectVisit(ground: Ground, scenario: Scenario, number: string): Promise<Visiting> {
  let line: LineCall | null = null;
  let answeredMs = Number.NaN;
  const visit = await ground.expect({
    scenario,
    number,
    onRing: (call) => void (line = call),
    onAnswer: () => void (answeredMs = performance.now()),
    onPerformed: () => undefined,
    onKey: () => undefined,
    onEnd: () => undefined,
  });
  return { ...visit, line: () => line, answeredMs: () => answeredMs };
}

async function watchOne(
  ground: Ground,
  scenario: Scenario,
  number: string,
  key: string,
): Promise<{ readonly delays: Delays; readonly entries: readonly Entry[] }> {
  const visit = await expectVisit(ground, scenario, number);
  try {
    const shown: Shown[] = [];
    const bare: Shown[] = [];
    const { goal, questions } = scenario.request as { goal: string; questions: readonly string[] };
    const words = ["call", number, goal, ...questions.flatMap((question) => ["--question", question]), "--yes"];
    const command = spawn(process.execPath, [join(PROJECT_ROOT, "src/cli/main.ts"), ...words], {
      env: { ...process.env, OUTDIAL_URL: ground.appliance.base, OUTDIAL_KEY: key },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const over = new Promise<number | null>((resolve) => command.once("close", resolve));
    let following = null as Promise<string> | null;
    let unread = "";
    command.stderr.on("data", (chunk: Buffer) => {
      const atMs = performance.now();
      unread += chunk.toString();
      const lines = unread.split("\n");
      unread = lines.pop() ?? "";
      for (const text of lines) shown.push({ text, atMs });
      following ??= follow(ground, key, number, bare, (text) => visit.hearsWords(text));
    });
    const code = await over;
    const callId = (await following) ?? "";
    const { body } = await ground.appliance.request("GET", `/v1/calls/${callId}`, { key });
    const entries = body["transcript"] as readonly Entry[];
    const wire = visit.line();
    if (code !== 0 || wire === null) throw new Error(`outdial call ended with ${code}:\n${JSON.stringify(shown)}`);
    const segments = {
      assistant: speechSegments(wire.frames("assistant")),
      business: speechSegments(wire.frames("callee"), { sound: "sent" }),
    };
    const from = (side: "assistant" | "business", seen: readonly Shown[]): number[] =>
      delaysOf(entries, side, segments[side], visit.answeredMs(), seen);
    return {
      delays: {
        assistant: from("assistant", shown),
        business: from("business", shown),
        bare: from("assistant", bare),
      },
      entries,
    };
  } finally {
    visit.done();
  }
}

/** From the last sound of each line of one side to the moment in which it was seen. */
function delaysOf(
  entries: readonly Entry[],
  side: string,
  segments: readonly Segment[],
  answeredMs: number,
  seen: readonly Shown[],
): number[] {
  const own = entries.filter(({ role }) => role === side);
  return own.flatMap(({ text }, index) => {
    const next = own[index + 1];
    const untilMs = next === undefined ? Infinity : answeredMs + next.offset_s * 1000 - CLOCKS_APART_MS;
    const last = segments.filter(({ fromMs }) => fromMs < untilMs).at(-1);
    const at = seen.find((one) => one.text.includes(text));
    if (last === undefined || at === undefined) throw new Error(`the line “${text}” was not on the wire and shown`);
    return [at.atMs - last.toMs];
  });
}

/** Follows the call to this number beside the command, as bare as can be; resolves with its id. */
async function follow(
  ground: Ground,
  key: string,
  number: string,
  bare: Shown[],
  said: (text: string) => void,
): Promise<string> {
  const listed = await ground.appliance.request("GET", "/v1/calls", { key });
  const calls = listed.body["calls"] as readonly { readonly call_id: string; readonly phone: string }[];
  const callId = calls.find(({ phone }) => phone === number)?.call_id ?? "";
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${ground.appliance.base}/v1/calls/${callId}/events`, { headers });
  let unread = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const atMs = performance.now();
    unread += piece;
    const events = unread.split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) {
      if (!event.includes("\nevent: transcript\n")) continue;
      const data = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "{}") as { readonly entry: Entry };
      bare.push({ text: data.entry.text, atMs });
      if (data.entry.role === "assistant") said(data.entry.text);
    }
  }
  return callId;
}
