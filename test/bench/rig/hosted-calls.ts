/**
 * Calls over hosted engines, all of it as it is run: the appliance with the real adapters and SDKs, the engines behind
 * loopback in a process of their own, and callees in another, who measure on the wire.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runAppliance } from "../../support/running-appliance.ts";
import type { Json, RunningAppliance } from "../../support/running-appliance.ts";
import { percentile } from "../result.ts";
import { startChild, type Child } from "./child.ts";
import type { HostedDelays, HostedPlaces } from "./hosted.ts";

/** Of an account's first ten dollars each call under way holds one. */
const CALLS_AN_ACCOUNT = 8;
const ENDED_WITHIN_MS = 30_000;
const BUSY = "+14155550100";

export type Told = {
  readonly calls: number;
  readonly gapsMs: readonly number[];
  readonly openingsMs: readonly number[];
  readonly repliesMs: readonly number[];
  readonly packets: number;
};

export type Talk = Told & {
  readonly accepted: number;
  /** Of each reply, by the appliance's own account: what the time went to. */
  readonly stages: readonly Readonly<Record<string, number>>[];
  /** Requests to the model, and how many of them were thrown away. */
  readonly asked: { readonly chats: number; readonly abandoned: number };
};

/** Hosted services on a good day, from some way off. */
export const HOSTED: HostedDelays = {
  sttFinalMs: 260,
  llmFirstTokenMs: 350,
  llmTokenMs: 10,
  ttsFirstByteMs: 190,
  connectMs: 100,
};

/** The first engine of each list is hosted; behind it, as ever, an embedded one. */
export function hostedEngines({ deepgramUrl, deepgramKey, chatUrl }: HostedPlaces): Json {
  const small = { provider: "embedded", model: "small" };
  const deepgram = { provider: "deepgram", api_key: deepgramKey, base_url: deepgramUrl };
  return {
    speech: { stt: [deepgram, small], tts: [deepgram, small] },
    llm: [{ provider: "openai", model: "simulated", base_url: chatUrl }],
  };
}

export type HostedRig = {
  readonly places: HostedPlaces;
  delays(delays: HostedDelays): Promise<void>;
  /** With these settings besides the rig's own; `use` is given the appliance and a way to have it talk. */
  with<T>(settings: Json, use: (talk: (calls: number, forMs: number) => Promise<Talk>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export async function openHostedRig(): Promise<HostedRig> {
  const engines = startChild(join(import.meta.dirname, "hosted.ts"), []);
  const places = await engines.ask<HostedPlaces>({ type: "places" });
  const callees = startChild(join(import.meta.dirname, "callees.ts"), [String(places.whisperPort)]);
  const port = await callees.ask<number>({ type: "port" });

  return {
    places,
    delays: (delays) => engines.ask({ type: "delays", delays }),
    async with(settings, use) {
      const appliance = await runAppliance(
        {
          server: { port: 0, drain_seconds: 0 },
          trunk: { host: "127.0.0.1", port, codecs: ["ulaw"] },
          log: { level: "error" },
          policy: {
            allowed_countries: "all",
            calls_per_number_per_day: 10_000,
            concurrent_calls_per_account: 100,
            calls_per_account_per_day: 10_000,
            calls_per_minute: 10_000,
          },
          ...settings,
        },
        { calls: 120 },
      );
      const keys: string[] = [];
      try {
        return await use((calls, forMs) => talk(appliance, { callees, engines, keys }, calls, forMs));
      } finally {
        await appliance.stop();
      }
    },
    async close() {
      await callees.end();
      await engines.end();
    },
  };
}

type Others = { readonly callees: Child; readonly engines: Child; readonly keys: string[] };

async function talk(
  appliance: RunningAppliance,
  { callees, engines, keys }: Others,
  calls: number,
  forMs: number,
): Promise<Talk> {
  while (keys.length < Math.ceil(calls / CALLS_AN_ACCOUNT)) {
    const { key, callId } = await appliance.openAccount({ phone: BUSY, goal: "Ask when they open" });
    await appliance.untilEnded(callId, key, ENDED_WITHIN_MS);
    keys.push(key);
  }
  await callees.ask({ type: "tell" });
  await engines.ask({ type: "asked" });
  const placed = await Promise.all(Array.from({ length: calls }, (_, nth) => place(appliance, keys, nth)));
  const accepted = placed.filter(({ status }) => status === 201);
  await delay(forMs);
  const told = await callees.ask<Told>({ type: "tell" });
  const asked = await engines.ask<Talk["asked"]>({ type: "asked" });
  const stages: Talk["stages"][number][] = [];
  for (const { callId, key } of accepted) {
    const call = await appliance.untilEnded(callId, key, ENDED_WITHIN_MS);
    for (const { latency_ms: one } of (call["transcript"] ?? []) as { latency_ms?: Talk["stages"][number] }[]) {
      if (one !== undefined) stages.push(one);
    }
  }
  return { ...told, accepted: accepted.length, stages, asked };
}

async function place(
  appliance: RunningAppliance,
  keys: readonly string[],
  nth: number,
): Promise<{ readonly status: number; readonly callId: string; readonly key: string }> {
  const key = keys[nth % keys.length] ?? "";
  // Numbers kept for fiction, but for the one that is always busy.
  const phone = `+1${nth < 99 ? 415 : 212}555${String(101 + (nth % 99)).padStart(4, "0")}`;
  const { status, body } = await appliance.request("POST", "/v1/calls", {
    key,
    body: {
      phone,
      goal: "Ask when they open",
      // By the number in it the simulated ears know which call they hear.
      business_name: `Bistro ${phone.slice(1)}`,
      questions: ["When do you open?", "Is there parking?", "What does it cost?"],
    },
  });
  return { status, callId: String(body["call_id"]), key };
}

/** Says on standard error what there was. */
export async function told(what: string, talking: Promise<Talk>): Promise<Talk> {
  const talk = await talking;
  const { repliesMs, openingsMs, gapsMs, asked } = talk;
  const at = (values: readonly number[], share: number): number => Math.round(percentile(values, share));
  process.stderr.write(
    `  ${what}: ${talk.accepted} calls, ${repliesMs.length} replies after ${at(repliesMs, 0.5)} / ${at(repliesMs, 0.95)} ms, ` +
      `openings after ${at(openingsMs, 0.5)} ms, longest gap ${Math.round(gapsMs.at(-1) ?? 0)} ms, ` +
      `${asked.abandoned} of ${asked.chats} requests to the model thrown away\n`,
  );
  return talk;
}
