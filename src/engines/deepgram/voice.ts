/**
 * Speaking with Deepgram's Aura over `/v1/speak`: the sound of a text as it is rendered, its pauses set to what the text
 * calls for. Each text is one message and one flush. What fails at once, on a socket that had been open for a while, is
 * tried once more on another one; all else is the caller's to judge.
 */
import { decodeMulaw } from "../../conversation/media/mulaw.ts";
import type { Meter, Voice } from "../../conversation/ports.ts";
import { speakable } from "../../language/speakable.ts";
import { splitIntoClauses } from "../../language/speech-pieces.ts";
import type { Clock } from "../../lib/clock.ts";
import { systemClock } from "../../lib/clock.ts";
import { createStreamedSilence } from "../streamed-silence.ts";
import type { DeepgramAccount } from "./account.ts";
import { late, misconfigured, told } from "./failure.ts";
import { inMessages } from "./speak-allowance.ts";
import { SpeakPool } from "./speak-pool.ts";
import type { Arrival, SpeakFormat, SpeakSocket } from "./speak-socket.ts";

const FIRST_SOUND_WITHIN_MS = 3000;
const GAP_MOST_MS = 5000;
/** What fails later than this has cost too much of the caller's patience to be tried again. */
const AGAIN_WITHIN_MS = 1000;
const RATES = [8000, 16_000, 24_000, 32_000, 48_000];
const SOCKETS_MOST = 64;

export type DeepgramVoiceOptions = {
  readonly apiKey: string;
  /** An Aura voice, such as aura-2-thalia-en. */
  readonly model: string;
  /** ws:// or wss:// without a path. */
  readonly baseUrl: string;
  /** 8000 comes as mu-law, the telephone's own bytes; 16000, 24000, 32000 and 48000 as linear audio. */
  readonly sampleRateHz: number;
  /** Where it is configured; default `speech.tts`. */
  readonly setting?: string;
  /** Texts spoken at the same time, 64 unless said otherwise: an account at Deepgram has a limit too. */
  readonly socketsMost?: number;
  readonly clock?: Clock;
};

export type DeepgramVoice = Voice & {
  /** Has a socket open for the next text. Rejects with a `DeepgramFailure` when there is none to be had in 2 s. */
  warm(signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Throws a `DeepgramFailure` that names the setting when the model or the rate cannot be used. */
export function deepgramVoice(options: DeepgramVoiceOptions): DeepgramVoice {
  const { apiKey, model, baseUrl, sampleRateHz, socketsMost = SOCKETS_MOST, clock = systemClock } = options;
  const account: DeepgramAccount = { apiKey: apiKey.trim(), model, baseUrl, section: options.setting ?? "speech.tts" };
  if (!RATES.includes(sampleRateHz)) {
    throw misconfigured(account, "sample_rate_hz", `must be one of ${RATES.join(", ")} for Deepgram`);
  }
  if (/^flux\b/i.test(model)) {
    throw misconfigured(
      account,
      "model",
      `${model} speaks over an interface that is not supported: name an Aura voice`,
    );
  }
  const format: SpeakFormat = { encoding: sampleRateHz === 8000 ? "mulaw" : "linear16", sampleRateHz };
  const pool = new SpeakPool({ account, format, socketsMost, clock });
  const language = /-([a-z]{2})$/.exec(model)?.[1] ?? "en";

  async function* speak(text: string, signal: AbortSignal, meter?: Meter): AsyncGenerator<Int16Array> {
    const spoken = speakable(text, language);
    if (spoken === "" || signal.aborted) return;
    const silence = createStreamedSilence(sampleRateHz, spoken);
    for (const part of inMessages(splitIntoClauses(spoken))) {
      const samplesOf = createDecoder(format);
      for await (const bytes of rendered(part, signal, meter)) {
        const samples = silence.push(samplesOf(bytes));
        if (samples.length > 0) yield samples;
        if (signal.aborted) return;
      }
    }
    if (signal.aborted) return;
    const pause = silence.end();
    if (pause.length > 0) yield pause;
  }

  async function* rendered(part: string, signal: AbortSignal, meter?: Meter): AsyncGenerator<Uint8Array> {
    for (let again = false; ; again = true) {
      const taken = await pool.take(part.length, signal).catch((cause: unknown) => {
        if (signal.aborted) return null;
        throw cause;
      });
      if (taken === null) return;
      const begunMs = clock.monotonicMs();
      let sounded = false;
      try {
        for await (const bytes of over(taken.socket, part, signal, meter)) {
          sounded = true;
          yield bytes;
        }
        return;
      } catch (cause) {
        const soon = clock.monotonicMs() - begunMs < AGAIN_WITHIN_MS;
        if (again || sounded || taken.opened || signal.aborted || !soon) throw cause;
      }
    }
  }

  async function* over(
    socket: SpeakSocket,
    part: string,
    signal: AbortSignal,
    meter?: Meter,
  ): AsyncGenerator<Uint8Array> {
    const arrivals: Arrival[] = [];
    let wake = (): void => undefined;
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort, { once: true });
    let withinMs = FIRST_SOUND_WITHIN_MS;
    let stop = (): void => undefined;
    try {
      if (socket.state !== "idle") throw late(account, "has closed its connection");
      stop = socket.speak(part, (arrival) => {
        arrivals.push(arrival);
        wake();
      });
      pool.taken(socket);
      meter?.text(part.length, false);
      for (;;) {
        if (arrivals.length === 0 && !signal.aborted) await within(withinMs, (go) => (wake = go));
        if (signal.aborted) return;
        const arrival = arrivals.shift();
        if (arrival === undefined) throw silent(socket, withinMs);
        if (arrival.type === "failed") throw arrival.failure;
        if (arrival.type === "done") return;
        withinMs = GAP_MOST_MS;
        yield arrival.bytes;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      pool.taken(socket);
      stop();
    }
  }

  /** A socket that does not speak is not asked again. */
  function silent(socket: SpeakSocket, withinMs: number): Error {
    const { warning } = socket;
    socket.close();
    if (warning !== null) return told(account, warning);
    return late(account, `was silent for ${withinMs / 1000} s while it spoke`);
  }

  const life = new AbortController();
  return {
    sampleRateHz,
    speak,
    // Who cannot be reached now is told of by the text that comes next.
    wake: () => void pool.warm(life.signal).catch(() => undefined),
    warm: (signal) => pool.warm(signal),
    close() {
      life.abort(new Error("the voice was closed"));
      pool.close();
    },
  };
}

/** Resolves when woken, or when so long nobody did. */
function within(limitMs: number, setWake: (go: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, limitMs);
    setWake(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** Messages end anywhere, in the middle of a sample too: what is left of one waits for the next. */
function createDecoder({ encoding }: SpeakFormat): (bytes: Uint8Array) => Int16Array {
  if (encoding === "mulaw") return decodeMulaw;
  let left = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(left.length + bytes.length);
    all.set(left);
    all.set(bytes, left.length);
    const whole = all.length - (all.length % 2);
    left = all.slice(whole);
    const view = new DataView(all.buffer, 0, whole);
    return Int16Array.from({ length: whole / 2 }, (_, at) => view.getInt16(at * 2, true));
  };
}
