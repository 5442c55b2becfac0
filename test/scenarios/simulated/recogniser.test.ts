/** The ear's life around the reveal rule, with lines that were said a while ago, so that nothing waits for a clock. */
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hearing, HearingEvent } from "../../../src/conversation/ports.ts";
import { openSimulatedRecogniser } from "./recogniser.ts";

const NUMBER = "+14155550100";

let channel: MessageChannel;
let recogniser: ReturnType<typeof openSimulatedRecogniser>;
let life: AbortController;

beforeEach(() => {
  channel = new MessageChannel();
  recogniser = openSimulatedRecogniser(channel.port2, 0);
  life = new AbortController();
});

afterEach(() => {
  vi.useRealTimers();
  life.abort();
  recogniser.close();
});

type Ear = { readonly hearing: Hearing; readonly events: HearingEvent[]; next(): Promise<HearingEvent> };

async function earOf(number: string): Promise<Ear> {
  const events: HearingEvent[] = [];
  const waiting: ((event: HearingEvent) => void)[] = [];
  const listener = (event: HearingEvent): void => {
    events.push(event);
    waiting.shift()?.(event);
  };
  const options = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
  const hearing = await recogniser.of(number).open(options, listener, life.signal);
  return { hearing, events, next: () => new Promise((resolve) => waiting.push(resolve)) };
}

/** Resolves when the ears have it: messages of a port come in their order. */
async function whispered(number: string, text: string, startedAtMs: number): Promise<void> {
  channel.port1.postMessage({ number, startedAtMs, parts: [{ text, fromMs: 0, toMs: 1 }] });
  const arrived = new Promise((resolve) => channel.port2.once("message", resolve));
  await arrived;
}

async function utterance(ear: Ear): Promise<HearingEvent> {
  const next = ear.next();
  ear.hearing.begin(300);
  ear.hearing.commit();
  return next;
}

describe("a simulated ear", () => {
  it("hears what is whispered about its number, however that is written, and nothing of another's", async () => {
    const ear = await earOf(NUMBER);
    const other = await earOf("+14155550199");
    await whispered("14155550100", "we open at nine", Date.now() - 1000);
    expect(await utterance(ear)).toEqual({ type: "utterance", utterance: 1, text: "we open at nine", confidence: 1 });
    expect(await utterance(other)).toEqual({ type: "utterance", utterance: 1, text: "", confidence: null });
  });

  it("hears sound without words when nothing was whispered, and does not hear words twice", async () => {
    const ear = await earOf(NUMBER);
    expect(await utterance(ear)).toMatchObject({ text: "" });
    await whispered(NUMBER, "hello", Date.now() - 1000);
    expect(await utterance(ear)).toMatchObject({ text: "hello" });
    expect(await utterance(ear)).toMatchObject({ text: "" });
  });

  it("forgets what was discarded", async () => {
    const ear = await earOf(NUMBER);
    await whispered(NUMBER, "mm-hm", Date.now() - 1000);
    ear.hearing.begin(300);
    ear.hearing.discard();
    await whispered(NUMBER, "wait", Date.now() - 500);
    expect(await utterance(ear)).toMatchObject({ text: "wait" });
    expect(ear.events).toHaveLength(1);
  });

  it("tells the words so far while an utterance is under way", async () => {
    const ear = await earOf(NUMBER);
    await whispered(NUMBER, "we open", Date.now() - 1000);
    const partial = ear.next();
    ear.hearing.begin(300);
    expect(await partial).toEqual({ type: "partial", utterance: 1, text: "we open" });
    const answer = ear.next();
    ear.hearing.commit();
    expect(await answer).toMatchObject({ type: "utterance", utterance: 1, text: "we open" });
  });

  it("knows what it was given in mid-utterance, however many frames were lost, and nothing of what it was not given", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const ear = await earOf(NUMBER);
    const parts = [
      { text: "please hold", fromMs: 0, toMs: 3000 },
      { text: "Hello this is Ann", fromMs: 4000, toMs: 6000 },
    ];
    channel.port1.postMessage({ number: NUMBER, startedAtMs: 1_000_000, parts });
    await new Promise((resolve) => channel.port2.once("message", resolve));
    const given = (fromMs: number, toMs: number): void => {
      for (let atMs = fromMs + 20; atMs <= toMs; atMs += 20) {
        vi.setSystemTime(1_000_000 + atMs);
        ear.hearing.write(new Int16Array(160));
      }
    };
    ear.hearing.rest?.(true);
    given(-500, 0);
    given(3700, 4300);
    ear.hearing.begin(300);
    given(4300, 4600);
    given(4900, 5200);
    given(5500, 5700);
    given(6000, 6200);
    const answer = ear.next();
    ear.hearing.commit();
    expect(await answer).toMatchObject({ text: "Hello this is Ann" });
  });

  it("answers nothing to a commit without an utterance, nor after its end", async () => {
    const ear = await earOf(NUMBER);
    ear.hearing.commit();
    ear.hearing.begin(300);
    ear.hearing.commit();
    life.abort();
    const later = await earOf(NUMBER);
    await utterance(later);
    expect(ear.events).toEqual([]);
  });
});
