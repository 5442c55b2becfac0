/** When an utterance is known, and when it has to be asked for: an ear on a line of the test's. */
import { describe, expect, it } from "vitest";
import type { HearingEvent } from "../../../src/conversation/ports.ts";
import { DeepgramEar } from "../../../src/engines/deepgram/ear.ts";
import type { ListenLine } from "../../../src/engines/deepgram/ear.ts";
import { readResults } from "../../../src/engines/deepgram/listen-messages.ts";

const ACCOUNT = { apiKey: "key", model: "nova-3", baseUrl: "ws://127.0.0.1:1", section: "speech.stt" } as const;

function open(changed: Partial<ListenLine> = {}) {
  const told: HearingEvent[] = [];
  const asked: string[] = [];
  const ear = new DeepgramEar({
    account: ACCOUNT,
    sampleRateHz: 8000,
    read: readResults,
    listener: (event) => told.push(event),
  });
  ear.attach({
    isOpen: true,
    waitingBytes: 0,
    bytesPerSample: 1,
    send: () => undefined,
    finalize: () => asked.push("finalize"),
    keepAlive: () => asked.push("keep alive"),
    close: () => asked.push("close"),
    ...changed,
  });
  return {
    ear,
    told,
    asked,
    hear: (seconds: number): void => {
      for (let frame = 0; frame < Math.round(seconds * 50); frame += 1) ear.write(new Int16Array(160));
    },
    /** Words of 0.2 s each from the start on. */
    answer: (text: string, startS: number, endS: number, flags: object = {}): void => {
      const words = text.split(" ").filter(Boolean);
      ear.onMessage({
        type: "Results",
        start: startS,
        duration: endS - startS,
        ...flags,
        channel: {
          alternatives: [
            {
              transcript: text,
              words: words.map((word, at) => ({ word, start: startS + at * 0.2, end: startS + at * 0.2 + 0.2 })),
            },
          ],
        },
      });
    },
    utterances: () => told.flatMap((event) => (event.type === "utterance" ? [event.text] : [])),
  };
}

const PAUSE = { is_final: true, speech_final: true };

describe("an utterance that is over", () => {
  it("is known when Deepgram's pause is ours, though ours is known later", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(0.9);
    answer("we open", 0, 0.75, PAUSE);
    hear(0.06);
    ear.pause();
    ear.commit();
    expect(utterances()).toEqual(["we open"]);
    expect(asked).toEqual([]);
    ear.close();
  });

  it("is not known by a pause that lies before its last sound", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(0.9);
    answer("we open", 0, 0.75, PAUSE);
    hear(0.4);
    ear.pause();
    ear.commit();
    expect(utterances()).toEqual([]);
    expect(asked).toEqual(["finalize"]);
    answer("today", 0.75, 1.3, { is_final: true, from_finalize: true });
    expect(utterances()).toEqual(["we open today"]);
    ear.close();
  });

  it("is known when Deepgram tells of a pause after we had heard one", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1.3);
    ear.pause();
    answer("we open", 0, 0.75, PAUSE);
    ear.commit();
    expect(utterances()).toEqual(["we open"]);
    expect(asked).toEqual([]);
    ear.close();
  });

  it("is not known by that when they went on", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1.3);
    ear.pause();
    answer("we open", 0, 0.75, PAUSE);
    ear.resume();
    hear(0.5);
    ear.commit();
    expect(utterances()).toEqual([]);
    expect(asked).toEqual(["finalize"]);
    ear.close();
  });

  it("is known when Deepgram tells of a pause after it was asked, though it does not answer", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1.3);
    ear.pause();
    ear.commit();
    expect(asked).toEqual(["finalize"]);
    answer("we open", 0, 0.75, PAUSE);
    expect(utterances()).toEqual(["we open"]);
    ear.close();
  });

  it("is known when the silence after it was listened to and nothing is open", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1);
    answer("we open", 0, 0.6, { is_final: true });
    ear.pause();
    answer("", 0.6, 1.1);
    ear.commit();
    expect(utterances()).toEqual(["we open"]);
    expect(asked).toEqual([]);
    ear.close();
  });

  it("is not known while words may still be told otherwise", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1);
    answer("we open", 0, 0.6, PAUSE);
    ear.pause();
    answer("to die", 0.6, 1.1);
    ear.commit();
    expect(utterances()).toEqual([]);
    expect(asked).toEqual(["finalize"]);
    answer("today", 0.6, 1.1, { is_final: true, from_finalize: true });
    expect(utterances()).toEqual(["we open today"]);
    ear.close();
  });

  it("is not known to have no words because none came yet", () => {
    const { ear, hear, answer, utterances, asked } = open();
    ear.begin(0);
    hear(1);
    ear.pause();
    answer("", 0, 1.1);
    ear.commit();
    expect(utterances()).toEqual([]);
    expect(asked).toEqual(["finalize"]);
    answer("", 0, 1.1, { is_final: true, from_finalize: true });
    expect(utterances()).toEqual([""]);
    ear.close();
  });

  it("is not answered by what an earlier one was answered with", () => {
    const { ear, hear, answer, utterances } = open();
    ear.begin(0);
    hear(1);
    ear.commit();
    hear(0.2);
    ear.begin(0);
    hear(1);
    ear.commit();
    answer("we open", 0, 1, { is_final: true, from_finalize: true });
    expect(utterances()).toEqual(["we open"]);
    answer("today", 1.2, 2.2, { is_final: true, from_finalize: true });
    expect(utterances()).toEqual(["we open", "today"]);
    ear.close();
  });
});

describe("the words so far", () => {
  it("are told again in a pause, once the sound before it was listened to", () => {
    const { ear, hear, answer, told } = open();
    ear.begin(0);
    hear(1);
    answer("we open", 0, 0.6);
    answer("we open", 0, 0.7);
    expect(told).toHaveLength(1);
    ear.pause();
    answer("we open", 0, 0.8);
    expect(told).toHaveLength(1);
    answer("we open", 0, 0.95);
    expect(told).toHaveLength(2);
    ear.close();
  });
});

describe("a line", () => {
  it("that takes no more sound is given up", () => {
    const { ear, hear, told, asked } = open({ waitingBytes: 8000 * 6 });
    hear(0.02);
    expect(told).toMatchObject([
      { type: "failed", retryable: true, message: expect.stringContaining("no more sound") },
    ]);
    expect(asked).toEqual(["close"]);
    ear.write(new Int16Array(160));
    expect(told).toHaveLength(1);
  });
});
