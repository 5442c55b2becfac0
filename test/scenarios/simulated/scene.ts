/**
 * An appliance with simulated engines and a person at the other end of its trunk: a voice on a real line, whose words
 * are whispered. Exchanges, audio, voice activity, turn-taking and rules are the real ones.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { createResampler } from "../../../src/conversation/media/resample.ts";
import { readWav } from "../../support/wav.ts";
import { runAppliance } from "../../support/running-appliance.ts";
import type { Json } from "../../support/running-appliance.ts";
import { startSipPeer } from "../../support/sip-peer/sip-peer.ts";
import type { SipCall } from "../../support/sip-peer/sip-call.ts";
import type { Delays } from "./delays.ts";
import { openWhisper } from "./whisper.ts";

const BUSY = "+14155550101";
const RATE_HZ = 8000;
const FRAME_MS = 20;
const AUDIBLE_DBFS = -50;

export type Line = { readonly role: string; readonly text: string };

export type Scene = {
  /** Places the call; resolves when the person has picked up. */
  call(number: string, body: Json): Promise<Conversed>;
  /** Ends the appliance with its exit code, and the person. */
  close(): Promise<number | null>;
  log(): string;
};

export type Conversed = {
  readonly sip: SipCall;
  say(text: string): Promise<void>;
  /** The same with the voice made beforehand, for words that have to come in time. */
  rehearsed(text: string): () => Promise<void>;
  /** Waits until the assistant has been heard with words that match. */
  assistantSays(pattern: RegExp): Promise<void>;
  /** Waits until the assistant makes a sound again. */
  assistantStarts(): Promise<void>;
  /** Waits until the assistant makes a sound again, and then for this long none; resolves with when its sound ended. */
  assistantFallsSilent(quietMs: number): Promise<number>;
  /** When the assistant's last sound ended, by performance.now(), and how much silence was sent after it. */
  lastSound(): { readonly endedAtMs: number; readonly silentMs: number };
  untilEnded(): Promise<Json>;
};

export async function openScene(delays: Delays): Promise<Scene> {
  const peer = await startSipPeer({
    script: (number) => ({ final: { status: number === BUSY ? 486 : 200, afterMs: 100 } }),
  });
  const appliance = await runAppliance(
    { trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] }, policy: { allowed_countries: "all" } },
    { program: "test/scenarios/simulated/appliance.ts", env: { OUTDIAL_SIMULATED: JSON.stringify(delays) } },
  );
  const [, port = ""] = await appliance.untilPrinted(/^Whisper at 127\.0\.0\.1:(\d+)$/m);
  const whisper = openWhisper(Number(port));
  const account = await appliance.openAccount({ phone: BUSY, goal: "Ask when they open" });
  await appliance.untilEnded(account.callId, account.key);
  const { key } = account;

  return {
    log: () => appliance.log(),
    async call(number, body) {
      const placed = await appliance.request("POST", "/v1/calls", { key, body: { phone: number, ...body } });
      if (placed.status !== 201) throw new Error(`the call was not placed: ${JSON.stringify(placed.body)}`);
      const callId = String(placed.body["call_id"]);
      let sip = await peer.nextCall();
      while (sip.number !== number) sip = await peer.nextCall();
      await sip.answered;
      function rehearsed(text: string): () => Promise<void> {
        const samples = spoken(text);
        const toMs = (samples.length * 1000) / RATE_HZ;
        return async () => {
          whisper.tell({ number, startedAtMs: Date.now(), parts: [{ text, fromMs: 0, toMs }] });
          await sip.play(samples);
        };
      }

      async function assistantStarts(): Promise<void> {
        const sinceMs = performance.now() + FRAME_MS;
        while (lastSoundMs(sip) <= sinceMs) await delay(FRAME_MS / 2);
      }

      return {
        sip,
        assistantStarts,
        say: (text) => rehearsed(text)(),
        rehearsed,
        async assistantSays(pattern) {
          for (;;) {
            const read = await appliance.request("GET", `/v1/calls/${callId}?wait=1`, { key });
            if (transcriptOf(read.body).some(({ role, text }) => role === "assistant" && pattern.test(text))) return;
            if (read.body["status"] === "ended") throw new Error(`never said: ${JSON.stringify(read.body)}`);
          }
        },
        async assistantFallsSilent(quietMs) {
          await assistantStarts();
          while (performance.now() - lastSoundMs(sip) < quietMs) await delay(FRAME_MS / 2);
          return lastSoundMs(sip);
        },
        lastSound() {
          const packets = sip.packets();
          const last = packets.findLastIndex(({ samples }) => dbfs(samples) > AUDIBLE_DBFS);
          return { endedAtMs: lastSoundMs(sip), silentMs: (packets.length - 1 - last) * FRAME_MS };
        },
        untilEnded: () => appliance.untilEnded(callId, key),
      };
    },
    async close() {
      whisper.close();
      const code = await appliance.stop();
      await peer.close();
      return code;
    },
  };
}

export function transcriptOf(record: Json): readonly Line[] {
  return record["transcript"] as Line[];
}

/** A packet has been played 20 ms after it came. */
function lastSoundMs(call: SipCall): number {
  const last = call.packets().findLast(({ samples }) => dbfs(samples) > AUDIBLE_DBFS);
  return last === undefined ? -Infinity : last.atMs + FRAME_MS;
}

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
