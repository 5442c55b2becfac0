/**
 * One short call to the appliance with simulated engines: a person who is a voice on the line, whose words are
 * whispered. Exchanges, audio, voice activity, turn-taking and rules are the real ones.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createResampler } from "../../../src/conversation/audio/resample.ts";
import { readWav } from "../../../src/conversation/audio/wav.ts";
import { runAppliance } from "../../support/running-appliance.ts";
import type { Json, RunningAppliance } from "../../support/running-appliance.ts";
import { startSipPeer } from "../../support/sip-peer/sip-peer.ts";
import type { SipCall, SipPeer } from "../../support/sip-peer/sip-peer.ts";
import { openWhisper } from "./whisper.ts";
import type { Whisper } from "./whisper.ts";

const DELAYS = { recogniserMs: 60, modelMs: 80, voiceMs: 40 };
const BUSY = "+14155550101";
const NUMBER = "+14155550110";
const QUESTION = "When do you open?";
const RATE_HZ = 8000;

type Line = { readonly role: string; readonly text: string };

let peer: SipPeer;
let appliance: RunningAppliance;
let whisper: Whisper;

/** What the voice says need not be what is whispered: only that it is speech is heard. */
function spoken(text: string): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), "outdial-said-"));
  try {
    const file = join(folder, "said.wav");
    execFileSync("flite", ["-voice", "rms", "-t", text, "-o", file]);
    const { channels, sampleRateHz } = readWav(readFileSync(file));
    return createResampler(sampleRateHz, RATE_HZ).push(channels[0] ?? new Int16Array(0));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function say(call: SipCall, text: string): Promise<void> {
  const samples = spoken(text);
  const toMs = (samples.length * 1000) / RATE_HZ;
  whisper.tell({ number: NUMBER, startedAtMs: Date.now(), parts: [{ text, fromMs: 0, toMs }] });
  await call.play(samples);
}

beforeAll(async () => {
  peer = await startSipPeer({ script: (number) => ({ final: { status: number === BUSY ? 486 : 200, afterMs: 100 } }) });
  appliance = await runAppliance(
    {
      trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] },
      policy: { allowed_countries: "all" },
    },
    { program: "test/scenarios/simulated/appliance.ts", env: { OUTDIAL_SIMULATED: JSON.stringify(DELAYS) } },
  );
  const [, port = ""] = await appliance.untilPrinted(/^Whisper at 127\.0\.0\.1:(\d+)$/m);
  whisper = openWhisper(Number(port));
});

afterAll(async () => {
  whisper?.close();
  const code = await appliance?.stop();
  await peer?.close();
  expect(code, appliance?.log()).toBe(0);
});

it("hears exactly what is whispered while somebody speaks, and answers it in the time it was told to take", async () => {
  const account = await appliance.openAccount({ phone: BUSY, goal: "Ask when they open", questions: [QUESTION] });
  await appliance.untilEnded(account.callId, account.key);
  const placed = await appliance.request("POST", "/v1/calls", {
    key: account.key,
    body: { phone: NUMBER, goal: "Ask when they open", questions: [QUESTION] },
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const callId = String(placed.body["call_id"]);

  let call = await peer.nextCall();
  while (call.number !== NUMBER) call = await peer.nextCall();
  await call.answered;
  /** Waits until the assistant has been heard with words that match. */
  const assistantSays = async (pattern: RegExp): Promise<void> => {
    for (;;) {
      const { body } = await appliance.request("GET", `/v1/calls/${callId}?wait=1`, { key: account.key });
      const lines = transcriptOf(body).filter(({ role }) => role === "assistant");
      if (lines.some(({ text }) => pattern.test(text))) return;
      expect(body["status"], JSON.stringify(body)).not.toBe("ended");
    }
  };
  await say(call, "Hello, this is the front desk.");
  await assistantSays(/When do you open\?/);
  await say(call, "We open at nine thirty in the morning.");
  await assistantSays(/Goodbye/);
  await call.hangUp();

  const ended = await appliance.untilEnded(callId, account.key);
  const theirs = transcriptOf(ended).filter(({ role }) => role === "business");
  expect(theirs.map(({ text }) => text)).toEqual([
    "Hello, this is the front desk.",
    "We open at nine thirty in the morning.",
  ]);
  expect(ended["answers"]).toMatchObject({ [QUESTION]: expect.stringContaining("9:30") });
  // Nobody answers faster than the shortest silence that ends a turn and the engines' times together.
  const { recogniserMs, modelMs, voiceMs } = DELAYS;
  const { p95 } = ended["latency_ms"] as { readonly p95: number };
  expect(p95).toBeGreaterThanOrEqual(300 + recogniserMs + modelMs + voiceMs);
  expect(p95).toBeLessThan(2000);
});

function transcriptOf(record: Json): readonly Line[] {
  return record["transcript"] as Line[];
}
