/** How long an engine takes, as a call would use it: sound at the pace of a line, one clause, one short answer. */
import { joinedSound } from "../engines/sound-pieces.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Chat, HearingEvent, Recogniser, Voice } from "../conversation/ports.ts";
import { createResampler } from "../conversation/media/resample.ts";

/** Whole milliseconds, and shares with two places; null where an engine has no such thing. */
export type Figures = {
  /** Until it is ready for a call: connected, session opened. With the first request of a voice or a model, that as a whole. */
  readonly first_ms: number;
  /** Hearing: from the first sound to the first words told. Speaking, thinking: from the request to the first sound or token. */
  readonly begins_ms: number | null;
  /** Hearing: from the last sound to the final words. Speaking, thinking: from the request to the end. */
  readonly ends_ms: number;
  /** Speaking: time of making by length of the sound. Hearing: time after the end of the utterance by its length. */
  readonly real_time_factor: number | null;
  /** What was heard or written. */
  readonly text: string | null;
};

/** What is heard; no voice that is measured says it, because a voice may keep what it has said. */
export const HEARD = "Our kitchen is open until ten in the evening, except on Monday.";

/** One for a voice that has to connect, one for when it is connected. */
export const SENTENCES = [
  "Good morning, I would like to know when you open on Saturday.",
  "We have a table for two at the window, is that all right?",
] as const;

const RATE_HZ = 8000;
const FRAME_MS = 20;
/** As a conversation waits: a pause is known, and then the turn is over. */
const PAUSE_AFTER_MS = 160;
const COMMIT_AFTER_MS = 500;

/** At the rate of a telephone line. */
export async function soundOf(voice: Voice, text: string, signal: AbortSignal): Promise<Int16Array> {
  const resampler = createResampler(voice.sampleRateHz, RATE_HZ);
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, signal)) pieces.push(resampler.push(piece));
  pieces.push(resampler.end());
  return joinedSound(pieces);
}

/** Twice, because the first utterance of a connection may be slower; the second counts. */
export async function measureHearing(recogniser: Recogniser, sound: Int16Array, signal: AbortSignal): Promise<Figures> {
  const openedMs = performance.now();
  let news = Promise.withResolvers<HearingEvent>();
  let firstWordsMs: number | null = null;
  const ear = await recogniser.open(
    { language: "en-US", sampleRateHz: RATE_HZ, hints: [] },
    (event) => {
      if (event.type === "partial" && event.text !== "") firstWordsMs ??= performance.now();
      if (event.type === "utterance" || event.type === "failed") news.resolve(event);
    },
    signal,
  );
  const first_ms = whole(performance.now() - openedMs);
  try {
    let figures: Figures | null = null;
    for (let round = 1; round <= 2; round += 1) {
      news = Promise.withResolvers();
      firstWordsMs = null;
      const line = linePacedTo(ear.write.bind(ear), signal);
      await line.hear(new Int16Array((RATE_HZ * 300) / 1000));
      ear.begin(0);
      const beganMs = performance.now();
      await line.hear(sound);
      const spokenMs = performance.now();
      await line.hear(silence(PAUSE_AFTER_MS));
      ear.pause();
      await line.hear(silence(COMMIT_AFTER_MS - PAUSE_AFTER_MS));
      ear.commit();
      const committedMs = performance.now();
      const event = await line.while(news.promise);
      if (event.type === "failed") throw new Error(event.message);
      const endedMs = performance.now();
      figures = {
        first_ms,
        begins_ms: firstWordsMs === null ? null : whole(firstWordsMs - beganMs),
        ends_ms: whole(endedMs - spokenMs),
        real_time_factor: share((endedMs - committedMs) / ((sound.length * 1000) / RATE_HZ)),
        text: event.type === "utterance" ? event.text : null,
      };
    }
    if (figures === null) throw new Error("nothing was measured");
    return figures;
  } finally {
    ear.close();
  }
}

export async function measureVoice(voice: Voice, signal: AbortSignal): Promise<Figures> {
  let first_ms: number | null = null;
  let figures: Figures | null = null;
  for (const sentence of SENTENCES) {
    const askedMs = performance.now();
    let soundedMs: number | null = null;
    let samples = 0;
    for await (const piece of voice.speak(sentence, signal)) {
      if (piece.length > 0) soundedMs ??= performance.now();
      samples += piece.length;
    }
    if (soundedMs === null) throw new Error("it answered without any sound");
    const endedMs = performance.now();
    first_ms ??= whole(soundedMs - askedMs);
    figures = {
      first_ms,
      begins_ms: whole(soundedMs - askedMs),
      ends_ms: whole(endedMs - askedMs),
      real_time_factor: share((endedMs - askedMs) / ((samples * 1000) / voice.sampleRateHz)),
      text: null,
    };
  }
  if (figures === null) throw new Error("nothing was measured");
  return figures;
}

export async function measureChat(chat: Chat, signal: AbortSignal): Promise<Figures> {
  let first_ms: number | null = null;
  let figures: Figures | null = null;
  for (const question of ["Say good morning.", "Say thank you."]) {
    const askedMs = performance.now();
    let writtenMs: number | null = null;
    let text = "";
    const messages = [
      { role: "system", text: "You are on the telephone. Answer in a few words." },
      { role: "user", text: question },
    ] as const;
    const request = { messages, tools: [], maxTokens: 20, onUsage: () => undefined };
    for await (const piece of chat.complete(request, signal)) {
      writtenMs ??= performance.now();
      if (piece.type === "text") text += piece.text;
    }
    signal.throwIfAborted();
    if (writtenMs === null) throw new Error("it answered with nothing");
    first_ms ??= whole(writtenMs - askedMs);
    const ends_ms = whole(performance.now() - askedMs);
    figures = { first_ms, begins_ms: whole(writtenMs - askedMs), ends_ms, real_time_factor: null, text };
  }
  if (figures === null) throw new Error("nothing was measured");
  return figures;
}

/** A frame every 20 ms, as a line brings it; it never falls silent, because a line does not either. */
function linePacedTo(write: (frame: Int16Array) => void, signal: AbortSignal) {
  const beganMs = performance.now();
  let frames = 0;
  const length = (RATE_HZ * FRAME_MS) / 1000;
  async function frame(samples: Int16Array): Promise<void> {
    const whole20 = new Int16Array(length);
    whole20.set(samples.subarray(0, length));
    frames += 1;
    const waitMs = beganMs + frames * FRAME_MS - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    signal.throwIfAborted();
    write(whole20);
  }
  return {
    async hear(samples: Int16Array): Promise<void> {
      for (let at = 0; at < samples.length; at += length) await frame(samples.subarray(at, at + length));
    },
    async while<T>(work: Promise<T>): Promise<T> {
      let over = false;
      const isOver = (): boolean => over;
      const settled = work.finally(() => (over = true));
      settled.catch(() => undefined);
      while (!isOver()) await Promise.race([frame(silence(FRAME_MS)), settled]);
      return work;
    },
  };
}

function silence(ms: number): Int16Array {
  return new Int16Array((RATE_HZ * ms) / 1000);
}

function whole(ms: number): number {
  return Math.round(ms);
}

function share(value: number): number {
  return Math.round(value * 100) / 100;
}
