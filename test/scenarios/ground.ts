/**
 * The proving ground: the appliance as it is run, a telephone line of our own, and a second Asterisk that is the
 * carrier, with the people of the scenarios behind it. Real SIP and RTP all the way; this process is the line and the
 * people, the appliance is a process of its own and is spoken to over HTTP only.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { dbfs } from "../../src/conversation/media/levels.ts";
import { listenForMedia } from "../../src/conversation/media/media-listener.ts";
import { startTicker } from "../../src/conversation/media/frame-ticker.ts";
import { randomToken } from "../../src/lib/ids.ts";
import { findAsterisk } from "../../src/lib/installation.ts";
import { openCarrierExchange } from "../../src/pbx/carrier-exchange.ts";
import type { CarrierExchange } from "../../src/pbx/carrier-exchange.ts";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { freePort } from "../../src/pbx/ports.ts";
import { ableAnswer } from "../simulators/openai-chat/able-model.ts";
import { OpenAiChatServer } from "../simulators/openai-chat/server.ts";
import { runAppliance } from "../support/running-appliance.ts";
import type { ApplianceProgram, RunningAppliance } from "../support/running-appliance.ts";
import { openBusiness } from "./business.ts";
import { Callee, rehearse } from "./callee.ts";
import type { Performed } from "./callee.ts";
import { impairmentOf } from "./impairment.ts";
import { openLine } from "./line/line.ts";
import type { Impairment, Line, LineCall } from "./line/line.ts";
import type { Scenario } from "./scenario.ts";
import type { Delays } from "./simulated/delays.ts";
import { openWhisper } from "./simulated/whisper.ts";
import type { Whisper } from "./simulated/whisper.ts";
import type { Rendered } from "./sounds.ts";

/** What the scenario's side of one call is told and asked for. */
export type Visit = {
  readonly scenario: Scenario;
  readonly number: string;
  readonly onRing: (call: LineCall) => void;
  readonly onAnswer: () => void;
  readonly onPerformed: (performed: Performed) => void;
  readonly onKey: (digit: string) => void;
  readonly onEnd: () => void;
};

/** A visit that is expected: its callee answers when its number is called. */
export type Expected = { hearsWords(text: string): void; done(): void };

export type Ground = {
  readonly appliance: RunningAppliance;
  expect(visit: Visit): Promise<Expected>;
  close(): Promise<void>;
};

export type GroundOptions = {
  /** Whether a business that listens will be behind the carrier: its engines cost memory and start time. */
  readonly businesses: boolean;
  readonly engines: EngineChoice;
  /** Who leads the calls: the rules (default), or an able language model that is scripted, on a server of its own. */
  readonly mind?: "rules" | "model";
  readonly log: Logger;
};

/** The appliance's own, or simulated ones that take so long. */
export type EngineChoice = "embedded" | Delays;

const LOOPBACK = "127.0.0.1";
const MOST_CALLS = 80;
const APP = "outdial-scenarios";
const MEDIA = "media_people";
/** The telephone's own. */
const RATE_HZ = 8000;
/** From the callee's queue to the appliance's ear. */
const ON_THE_WAY_MS = 60;
/** Of an exchange that suppresses silence, before it does. */
const SILENCE_SENT_MS = 1000;
/** A frame of the assistant above this is sound: its voice is clean, its silence is digital. */
const SOUND_DBFS = -50;

/**
 * Starts everything; rejects with what could not be started, and nothing left running. Aborting the signal ends the
 * start, and the carrier at any time.
 */
export async function openGround(options: GroundOptions, signal: AbortSignal): Promise<Ground> {
  const { log } = options;
  await using stack = new AsyncDisposableStack();
  const installation = findAsterisk(process.env);
  if (installation === null) throw new Error("Asterisk is not installed: run `npm run set-up`");
  const dir = await mkdtemp(join(tmpdir(), "outdial-ground-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));

  const login = { username: "asterisk", password: randomToken(32) };
  const listener = await listenForMedia({ host: LOOPBACK, ...login, log });
  stack.defer(() => listener.close());
  const ticker = startTicker();
  stack.defer(() => ticker.stop());
  const business = options.businesses ? await openBusiness({ mediaLogin: login, log }) : null;
  if (business !== null) stack.defer(() => business.close());

  const visits = new Map<
    string,
    Visit & {
      callee: Callee | null;
      rendered: readonly Rendered[];
      line: LineCall | null;
      mute: Mute | null;
      impairment: Impairment;
    }
  >();
  const byCall = new Map<string, string>();
  let whisper: Whisper | null = null;
  const sipPort = await freePort(LOOPBACK, "udp");
  const managed = await startManagedAsterisk(
    {
      role: "carrier",
      installation,
      dir,
      sipPort,
      rtpPorts: null,
      app: APP,
      mediaLogin: login,
      mediaListeners: [{ name: MEDIA, port: listener.port }, ...(business?.listeners ?? [])],
      log,
    },
    signal,
  );
  stack.defer(() => managed.stop());

  const exchange: CarrierExchange = await openCarrierExchange(
    { ari: managed.ari, app: APP, log },
    {
      incoming: ({ callId, number }) => {
        byCall.set(callId, number);
        answer(callId, number).catch((cause: unknown) => {
          log.warn({ err: cause, callId }, "a call could not be answered");
          // It may be over already; else nobody would ever pick it up.
          exchange.reject(callId, 503).catch(() => undefined);
        });
      },
      key: (callId, digit) => {
        const visit = visits.get(byCall.get(callId) ?? "");
        visit?.onKey(digit);
        visit?.callee?.hearsKey(digit);
      },
      ended: (callId) => {
        const number = byCall.get(callId) ?? "";
        byCall.delete(callId);
        const visit = visits.get(number);
        business?.over(callId);
        visit?.callee?.close();
        visit?.onEnd();
      },
    },
    signal,
  );
  stack.defer(() => exchange.close());

  const line: Line = await openLine({
    carrier: { host: LOOPBACK, port: sipPort },
    impairment: (number) => ({
      ...visits.get(number)?.impairment,
      calleeIsMute: () => isMuted(visits.get(number)),
    }),
    onCall: (call) => {
      const visit = visits.get(call.number);
      if (visit === undefined) return;
      visit.line = call;
      call.onFrame((side, frame) => {
        if (side === "assistant") visit.callee?.hears(!frame.lost && dbfs(frame.samples) > SOUND_DBFS);
      });
      visit.onRing(call);
    },
    log,
  });
  stack.defer(() => line.close());

  async function answer(callId: string, number: string): Promise<void> {
    const visit = visits.get(number);
    if (visit === undefined) return exchange.reject(callId, 404);
    const { callee } = visit.scenario;
    await exchange.ring(callId);
    await delay(callee.rings_ms);
    if (callee.refuses !== undefined) return exchange.reject(callId, callee.refuses);
    if (callee.business !== undefined) {
      const media = business?.open(callId, callee.business, () => void exchange.hangUp(callId));
      if (media === undefined) throw new Error("no business can answer: its engines were not started");
      await exchange.attachMedia(callId, media);
      await exchange.answer(callId);
      visit.onAnswer();
      return business?.answered(callId);
    }
    const arriving = listener.expect(callId, AbortSignal.timeout(10_000));
    // Waited for below, unless something else fails first.
    arriving.catch(() => undefined);
    await exchange.attachMedia(callId, { listener: MEDIA, sampleRateHz: RATE_HZ });
    visit.callee = new Callee(visit.scenario, visit.rendered, await arriving, {
      ticker,
      press: (keys) => exchange.sendDtmf(callId, keys),
      hangUp: () => exchange.hangUp(callId),
      onLine: ({ parts }) => {
        whisper?.tell({ number, startedAtMs: Date.now() + ON_THE_WAY_MS, parts });
      },
      onPerformed: visit.onPerformed,
      sendNothing: (ms) => {
        const fromMs = performance.now() + SILENCE_SENT_MS;
        visit.mute = { fromMs, toMs: fromMs + ms };
      },
      log,
    });
    await exchange.answer(callId);
    visit.onAnswer();
    visit.callee.answered();
  }

  const model = options.mind === "model" ? new OpenAiChatServer(ableAnswer) : null;
  if (model !== null) stack.defer(() => model.close());
  const appliance = await runAppliance(
    {
      ...(model === null ? {} : { llm: [{ provider: "openai", model: "scripted", base_url: await model.listen() }] }),
      trunk: { host: line.host, port: line.port, codecs: ["ulaw"] },
      log: { level: log.level },
      policy: {
        allowed_countries: "all",
        calls_per_number_per_day: 10_000,
        concurrent_calls_per_account: 100,
        calls_per_account_per_day: 10_000,
        calls_per_minute: 1000,
      },
    },
    { calls: MOST_CALLS, ...(options.engines === "embedded" ? {} : simulated(options.engines)) },
  );
  stack.defer(async () => {
    await appliance.stop();
  });
  if (options.engines !== "embedded") {
    const [, port] = await appliance.untilPrinted(/^Whisper at 127\.0\.0\.1:(\d+)$/m);
    whisper = openWhisper(Number(port));
    stack.defer(() => whisper?.close());
  }

  const owned = stack.move();
  return {
    appliance,
    async expect(visit) {
      const rendered = await rehearse(visit.scenario, RATE_HZ);
      const impairment = await impairmentOf(visit.scenario, RATE_HZ);
      const nobody = { callee: null as Callee | null, line: null, mute: null as Mute | null };
      const expected = { ...visit, ...nobody, rendered, impairment };
      visits.set(visit.number, expected);
      return {
        hearsWords: (text) => expected.callee?.hearsWords(text),
        done: () => {
          expected.callee?.close();
          visits.delete(visit.number);
        },
      };
    },
    close: () => owned.disposeAsync(),
  };
}

function simulated(delays: Delays): ApplianceProgram {
  return {
    program: "test/scenarios/simulated/appliance.ts",
    env: { OUTDIAL_SIMULATED: JSON.stringify(delays) },
  };
}

type Mute = { readonly fromMs: number; readonly toMs: number };

function isMuted(visit: { readonly mute: Mute | null } | undefined): boolean {
  const mute = visit?.mute ?? null;
  const nowMs = performance.now();
  return mute !== null && nowMs >= mute.fromMs && nowMs < mute.toMs;
}
