/**
 * One real conversation, in real time, in which an engine goes wrong at a given moment: the house's own hosting, turns,
 * lists of engines and adapters over the SDKs; only the exchange, the models and the other end of the line stand in. Tells
 * what the callee had to listen to.
 */
import pino from "pino";
import { brainFor } from "../../src/app/brains.ts";
import { hearingWith, speakingWith, thinkingWith } from "../../src/app/engine-lists.ts";
import { loadHosted } from "../../src/app/hosted-engines.ts";
import { isWaived } from "../../src/calls/call.ts";
import type { Ended } from "../../src/calls/call.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { decideOutcome } from "../../src/calls/outcome.ts";
import type { ConversationEvent, Findings } from "../../src/calls/ports.ts";
import type { EndReason } from "../../src/calls/vocabulary.ts";
import { embeddedBrains } from "../../src/conversation/dialog/brain/brain.ts";
import { hostConversations } from "../../src/conversation/hosting.ts";
import type { BrainOrder } from "../../src/conversation/messages.ts";
import { createMouth } from "../../src/conversation/playout/mouth.ts";
import { createSpeaker } from "../../src/conversation/playout/speaker.ts";
import type { Recogniser, Voice } from "../../src/conversation/ports.ts";
import { startTicker } from "../../src/conversation/media/frame-ticker.ts";
import { createEnergyDetector } from "../../src/engines/embedded/vad/energy-detector.ts";
import { splitIntoClauses } from "../../src/language/speech-pieces.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { wordsIn } from "../simulators/spoken-levels.ts";
import { ANSWER_LINE, createCallee, LINES } from "./callee.ts";
import { exchangeLeg } from "./exchange-leg.ts";
import { openFaultyDoor } from "./faulty-door.ts";
import type { Fault, FaultyDoor } from "./faulty-door.ts";
import { levelRecogniser, levelVoice } from "./level-engines.ts";
import { listsWith, startService } from "./servers.ts";
import type { EngineName, Service } from "./servers.ts";

/** When it goes wrong: before the call is placed, while the callee speaks, between two turns. */
export const STAGES = ["ringing", "turn", "later"] as const;
export type Stage = (typeof STAGES)[number];

export type FaultyCall = {
  /** The hosted engines of the call, and how each goes wrong, all at the same moment; null: not at all. */
  readonly faults: ReadonlyMap<EngineName, Fault | null>;
  readonly stage: Stage;
  /** Embedded engines that fail whenever they are asked; `after`: from the moment of the fault. */
  readonly embeddedFails?: readonly ("stt" | "tts")[];
};

export type Suffered = {
  /** The longest time without any sound on the line between the answer and the end, and when it began. */
  readonly silenceMs: number;
  readonly silenceFromS: number;
  readonly reason: EndReason | "did not end";
  readonly success: boolean;
  /** A success that the callee's words do not bear out, or words in the transcript that nobody said. */
  readonly falsely: boolean;
  readonly free: boolean;
  readonly lastedS: number;
  readonly linesSaid: number;
  /** What was heard of us. */
  readonly heard: string;
  /** Who said what when, in seconds of the call, for whoever has to find out what went wrong. */
  readonly timeline: readonly string[];
  /** What was logged. */
  readonly log: string;
};

const RING_MS = 3000;
const CALL_MOST_MS = 75_000;
const CALL_ID = "call_of_the_table";

const BRAIN: BrainOrder = {
  kind: "assistant",
  brief: {
    phone: "+14155550123",
    goal: "Find out when the kitchen closes",
    businessName: null,
    details: null,
    questions: ["What time does the kitchen close?"],
    onBehalfOf: "Alex Morgan",
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
  },
  assistant: { name: "Ada", disclosure: true },
};

export async function faultyCall({ faults, stage, embeddedFails = [] }: FaultyCall): Promise<Suffered> {
  const services: Service[] = [];
  const doors = new Map<EngineName, FaultyDoor>();
  for (const engine of faults.keys()) {
    const service = await startService(engine);
    services.push(service);
    doors.set(engine, await openFaultyDoor(service.port));
  }
  let log = "";
  const logger = pino({ level: "debug" }, { write: (line: string) => void (log += line) });
  let broken = false;
  function begin(at: Stage): void {
    if (at !== stage) return;
    broken = true;
    for (const [engine, door] of doors) {
      const fault = faults.get(engine) ?? null;
      if (fault !== null) door.begin(fault);
    }
  }
  begin("ringing");

  const ports = new Map([...doors].map(([engine, { port }]) => [engine, port]));
  const lists = listsWith(ports, stage === "ringing" && [...faults.values()].some((fault) => fault?.kind === "hangs"));
  const hosted = await loadHosted(lists);
  const embedded = {
    recogniser: failing(levelRecogniser(), () => broken && embeddedFails.includes("stt")),
    voice: mute(levelVoice(), () => broken && embeddedFails.includes("tts")),
  };
  const hearing = hearingWith(
    lists.stt,
    { embedded: embedded.recogniser, sherpa: null, hosted, eagerEndOfTurn: true },
    logger,
  );
  const speaking = speakingWith(lists.tts, { embedded: embedded.voice, sherpa: null, hosted }, logger);
  const thinking = thinkingWith(lists.llm, { rules: embeddedBrains(), hosted }, logger);
  let answeredMs = systemClock.monotonicMs() + RING_MS;
  const timeline: string[] = [];
  const note = (what: string): void => {
    timeline.push(`${((systemClock.monotonicMs() - answeredMs) / 1000).toFixed(1)} ${what}`);
  };
  const ticker = startTicker();
  const leg = exchangeLeg(CALL_ID);
  const events: ConversationEvent[] = [];
  const finished = Promise.withResolvers<EndReason>();
  const hosting = hostConversations({
    listener: { port: 0, expect: () => Promise.resolve(leg), close: () => Promise.resolve() },
    engines: {
      recogniserFor: () => hearing.engine,
      detector: createEnergyDetector,
      mouth: (callsLeg, callsTicker) =>
        createMouth({ leg: callsLeg, ticker: callsTicker, clock: systemClock, log: logger }),
      speaker: ({ language, sampleRateHz }) =>
        createSpeaker({ voice: speaking.engine(language), splitIntoClauses, sampleRateHz }),
      brainFor: (order) => brainFor(order, thinking.engine),
    },
    ticker,
    nowMs: () => systemClock.monotonicMs(),
    post: (message) => void (message.type === "event" && onEvent(message.event)),
    log: logger,
  });
  hosting.take({
    type: "open",
    order: {
      callId: CALL_ID,
      brain: BRAIN,
      opens: "after_greeting",
      sampleRateHz: 8000,
      language: "en-US",
      answerWaitSeconds: 60,
    },
  });
  await new Promise((resolve) => setTimeout(resolve, RING_MS));

  answeredMs = systemClock.monotonicMs();
  const callee = createCallee(answeredMs);
  callee.onLine((line, what) => {
    note(`callee ${what} line ${line}`);
    if (line === 1 && what === "begins") begin("turn");
  });
  function onEvent(event: ConversationEvent): void {
    events.push(event);
    if (event.type !== "alive") note(`${event.type} ${"text" in event ? event.text : ""}`);
    if (event.type === "spoke") {
      callee.turnOver(event.text);
      if (callee.linesSaid === 2) begin("later");
    }
    if (event.type === "finished") finished.resolve(event.reason);
  }
  hosting.take({ type: "answered", callId: CALL_ID });
  const stop = ticker.add((nowMs) => leg.tick((ours) => callee.hear(ours, nowMs)));
  const late = Promise.withResolvers<"did not end">();
  const timer = setTimeout(() => late.resolve("did not end"), CALL_MOST_MS);
  const reason = await Promise.race([finished.promise, late.promise]);
  const endedMs = systemClock.monotonicMs();
  const silence = callee.longestSilence(endedMs);
  clearTimeout(timer);
  stop();
  hosting.close();
  ticker.stop();
  for (const made of [hearing, speaking, thinking]) made.close();
  for (const door of doors.values()) await door.close();
  for (const service of services) await service.close();

  return {
    silenceMs: Math.round(silence.ms),
    silenceFromS: Math.round(silence.fromS * 10) / 10,
    reason,
    ...judged(events, reason, callee.linesSaid),
    lastedS: Math.round((endedMs - answeredMs) / 100) / 10,
    linesSaid: callee.linesSaid,
    timeline,
    heard: wordsIn(joined(callee.heard), 8000),
    log,
  };
}

function judged(
  events: readonly ConversationEvent[],
  reason: Suffered["reason"],
  linesSaid: number,
): Pick<Suffered, "success" | "falsely" | "free"> {
  const transcript = events.flatMap((event, seq): TranscriptEntry[] =>
    event.type === "heard" || event.type === "spoke"
      ? [
          {
            seq: seq + 1,
            role: event.type === "heard" ? "business" : "assistant",
            text: event.text,
            cutOff: null,
            atMs: event.atMs,
            offsetMs: event.atMs,
            latency: null,
          },
        ]
      : [],
  );
  const findings = events.find((event) => event.type === "findings")?.findings ?? (null as Findings | null);
  const by = events.findLast((event) => event.type === "answered_by")?.by ?? null;
  const ended: Ended = {
    status: "ended",
    reason: reason === "did not end" ? "max_duration" : reason,
    answered: true,
    answeredBy: by,
    metMenu: false,
    transferred: false,
    introduced: events.some(({ type }) => type === "introduced"),
    talkMs: 0,
  };
  const { success } = decideOutcome(
    ended,
    BRAIN.kind === "assistant" ? BRAIN.brief : never(),
    transcript,
    findings,
  ).outcome;
  const sayable = new Set(["okay", ...LINES.flatMap((line) => plain(line))]);
  const heard = transcript.filter(({ role }) => role === "business").flatMap(({ text }) => plain(text));
  const invented = heard.some((word) => !sayable.has(word) && !/^\d/.test(word));
  return { success, falsely: (success && linesSaid <= ANSWER_LINE) || invented, free: isWaived(ended) };
}

function plain(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function never(): never {
  throw new Error("only the assistant has a brief");
}

function failing(recogniser: Recogniser, fails: () => boolean): Recogniser {
  return {
    open(options, listener, signal) {
      return fails()
        ? Promise.reject(new Error("the embedded recogniser is broken"))
        : recogniser.open(options, listener, signal);
    },
  };
}

function mute(voice: Voice, fails: () => boolean): Voice {
  return {
    sampleRateHz: voice.sampleRateHz,
    async *speak(text, signal) {
      if (fails()) throw new Error("the embedded voice is broken");
      yield* voice.speak(text, signal);
    },
  };
}

function joined(frames: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
}
