/**
 * What our adapters add to the protocols they speak: from the last thing that is sent to the first thing that comes back,
 * through the adapter with its SDK, and through a bare socket or `fetch`, in turn and from the same simulator in a
 * process of its own that answers at once. A figure is the p95 of ours less the p95 of the bare exchange; those without an
 * engine's name are the worst of their stage.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { encodeMulaw } from "../../src/conversation/media/mulaw.ts";
import type { Hearing, HearingEvent, Recogniser, Voice } from "../../src/conversation/ports.ts";
import { deepgramRecogniser } from "../../src/engines/deepgram/recogniser.ts";
import { deepgramVoice } from "../../src/engines/deepgram/voice.ts";
import { openAiChat } from "../../src/engines/openai/chat.ts";
import { openaiRecogniser } from "../../src/engines/openai/recogniser.ts";
import { openaiVoice } from "../../src/engines/openai/voice.ts";
import { wavFile } from "../../src/engines/openai/wav.ts";
import { percentile, result, type Result } from "./result.ts";
import { bareAnswer, bareSocket, parsed } from "./rig/bare-engines.ts";
import { startChild } from "./rig/child.ts";
import type { HostedPlaces } from "./rig/hosted.ts";

const ROUNDS = 120;
const WARM_UP_ROUNDS = 20;
const RATE_HZ = 8000;
const FRAME = new Int16Array(160).fill(1000);
const FRAMES = 25;
/** A socket of Aura's takes 20 flushes a minute. */
const FLUSHES = 18;
const SIGNAL = new AbortController().signal;

/** Milliseconds that one exchange took. */
type Exchange = () => Promise<number>;
type Pair = { readonly ours: Exchange; readonly bare: Exchange; close(): void };

export async function run(): Promise<readonly Result[]> {
  const engines = startChild(join(import.meta.dirname, "rig/hosted.ts"), []);
  try {
    const places = await engines.ask<HostedPlaces>({ type: "places" });
    return [
      ...(await stage("stt", { deepgram: deepgramHears(places), openai: openaiHears(places) })),
      ...(await stage("llm", { openai: openaiThinks(places) })),
      ...(await stage("tts", { deepgram: deepgramSpeaks(places), openai: openaiSpeaks(places) })),
    ];
  } finally {
    await engines.end();
  }
}

async function stage(name: string, pairs: Readonly<Record<string, Promise<Pair>>>): Promise<readonly Result[]> {
  const each: Result[] = [];
  for (const [engine, opening] of Object.entries(pairs)) {
    const pair = await opening;
    const [ours, bare] = await inTurn(pair);
    pair.close();
    each.push(overhead(`${name}_adapter_overhead_ms_${engine}`, ours, bare));
    process.stderr.write(
      `  ${name} ${engine}: ours ${shown(ours)}, bare ${shown(bare)} ms (median, 95 of 100, ${ours.length} rounds)\n`,
    );
  }
  const worst = each.toSorted((one, other) => other.ours - one.ours)[0];
  return worst === undefined ? each : [{ ...worst, name: `${name}_adapter_overhead_ms` }, ...each];
}

function overhead(name: string, ours: readonly number[], bare: readonly number[]): Result {
  const baseline = percentile(bare, 0.95);
  return result(name, "ms (p95 less p95)", percentile(ours, 0.95) - baseline, ["the bare exchange, p95", baseline]);
}

function shown(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.95).toFixed(2)}`;
}

async function inTurn({ ours, bare }: Pair): Promise<readonly [number[], number[]]> {
  const took: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const [first, second] = round % 2 === 0 ? [ours, bare] : [bare, ours];
    const times = [await first(), await second()];
    if (round % 2 === 1) times.reverse();
    if (round < WARM_UP_ROUNDS) continue;
    took[0].push(times[0] ?? Number.NaN);
    took[1].push(times[1] ?? Number.NaN);
  }
  for (const values of took) values.sort((a, b) => a - b);
  return took;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

// ---------------------------------------------------------------- hearing

async function deepgramHears({ deepgramUrl, deepgramKey }: HostedPlaces): Promise<Pair> {
  const options = { apiKey: deepgramKey, model: "nova-3", baseUrl: deepgramUrl };
  const ear = await openEar(deepgramRecogniser(options));
  const query = "model=nova-3&encoding=mulaw&sample_rate=8000&interim_results=true&endpointing=100";
  const socket = await bareSocket(`${deepgramUrl}/v1/listen?${query}`, { Authorization: `Token ${deepgramKey}` });
  return {
    ours: ear.hear,
    async bare() {
      for (let at = 0; at < FRAMES; at += 1) socket.send(encodeMulaw(FRAME));
      await delay(2);
      return timed(async () => {
        const answered = socket.until((content, binary) => !binary && parsed(content)["from_finalize"] === true);
        socket.send(JSON.stringify({ type: "Finalize" }));
        await answered;
      });
    },
    close() {
      ear.close();
      socket.close();
    },
  };
}

async function openaiHears({ openaiUrl }: HostedPlaces): Promise<Pair> {
  const recogniser = openaiRecogniser({ apiKey: null, model: "simulated", baseUrl: openaiUrl });
  const ear = await openEar(recogniser);
  return {
    ours: ear.hear,
    bare() {
      return timed(async () => {
        const form = new FormData();
        const sound = new Int16Array((FRAMES * FRAME.length * 16_000) / RATE_HZ).fill(1000);
        form.set("file", new File([wavFile(sound, 16_000)], "speech.wav", { type: "audio/wav" }));
        form.set("model", "simulated");
        form.set("response_format", "json");
        await bareAnswer(`${openaiUrl}/audio/transcriptions`, { body: form }, (piece) => piece.includes("text"));
      });
    },
    close() {
      ear.close();
      recogniser.close();
    },
  };
}

async function openEar(recogniser: Recogniser): Promise<{ readonly hear: Exchange; close(): void }> {
  let told: (event: HearingEvent) => void = () => undefined;
  const options = { language: "en-US", sampleRateHz: RATE_HZ, hints: [] } as const;
  const ear: Hearing = await recogniser.open(options, (event) => told(event), SIGNAL);
  return {
    async hear() {
      ear.begin(0);
      for (let at = 0; at < FRAMES; at += 1) ear.write(FRAME);
      await delay(2);
      return timed(
        () =>
          new Promise<void>((resolve, reject) => {
            told = (event) => {
              if (event.type === "utterance") resolve();
              if (event.type === "failed") reject(new Error(event.message));
            };
            ear.commit();
          }),
      );
    },
    close: () => ear.close(),
  };
}

// ---------------------------------------------------------------- thinking

async function openaiThinks({ chatUrl }: HostedPlaces): Promise<Pair> {
  const chat = openAiChat({ apiKey: null, model: "simulated", baseUrl: chatUrl });
  const messages = Array.from({ length: 20 }, (_, at) => ({
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    text: "And is there parking nearby, or somewhere to leave the car?",
    calls: [],
  }));
  const body = JSON.stringify({
    model: "simulated",
    stream: true,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
  });
  return {
    ours: async () => {
      const pieces = chat.complete({ messages, tools: [], maxTokens: 100, onUsage: () => undefined }, SIGNAL);
      const took = await timed(() => pieces[Symbol.asyncIterator]().next());
      for await (const _ of pieces) continue;
      return took;
    },
    bare: () =>
      timed(() =>
        bareAnswer(`${chatUrl}/chat/completions`, { body, headers: { "content-type": "application/json" } }, (piece) =>
          /"content":"[^"]/.test(piece),
        ),
      ),
    close: () => chat.close(),
  };
}

// ---------------------------------------------------------------- speaking

const PHRASES = ["We are open", "There is a table", "That is all", "Is it quiet there"];

async function deepgramSpeaks({ deepgramUrl, deepgramKey }: HostedPlaces): Promise<Pair> {
  const voice = deepgramVoice({
    apiKey: deepgramKey,
    model: "aura-2-thalia-en",
    baseUrl: deepgramUrl,
    sampleRateHz: RATE_HZ,
  });
  const url = `${deepgramUrl}/v1/speak?model=aura-2-thalia-en&encoding=mulaw&sample_rate=8000`;
  const headers = { Authorization: `Token ${deepgramKey}` };
  let socket = await bareSocket(url, headers);
  let flushes = 0;
  return {
    ours: async () => {
      // What a new socket takes is not what a text takes.
      await voice.warm(SIGNAL);
      return spoken(voice, PHRASES[0] ?? "");
    },
    async bare() {
      flushes += 1;
      if (flushes % FLUSHES === 0) {
        socket.close();
        socket = await bareSocket(url, headers);
      }
      let flushed = Promise.resolve();
      const took = await timed(async () => {
        const begun = Promise.withResolvers<void>();
        flushed = socket.until((content, binary) => {
          if (binary) begun.resolve();
          return !binary && parsed(content)["type"] === "Flushed";
        });
        socket.send(JSON.stringify({ type: "Speak", text: PHRASES[0] }));
        socket.send(JSON.stringify({ type: "Flush" }));
        await begun.promise;
      });
      await flushed;
      return took;
    },
    close() {
      voice.close();
      socket.close();
    },
  };
}

async function openaiSpeaks({ openaiUrl }: HostedPlaces): Promise<Pair> {
  const voice = openaiVoice({ apiKey: null, model: "simulated", voice: null, baseUrl: openaiUrl, sampleRateHz: null });
  let said = 0;
  return {
    // Each time another text: what was said before is kept.
    ours: () => spoken(voice, `${PHRASES[said % PHRASES.length]} ${(said += 1)}`),
    bare: () =>
      timed(() =>
        bareAnswer(
          `${openaiUrl}/audio/speech`,
          {
            body: JSON.stringify({ model: "simulated", voice: "alloy", input: PHRASES[1], response_format: "pcm" }),
            headers: { "content-type": "application/json" },
          },
          (piece) => piece.length > 0,
        ),
      ),
    close: () => voice.close(),
  };
}

/** To the first sound; the rest is taken too. */
async function spoken(voice: Voice, text: string): Promise<number> {
  const sound = voice.speak(text, SIGNAL)[Symbol.asyncIterator]();
  const took = await timed(() => sound.next());
  for (let step = await sound.next(); step.done !== true; step = await sound.next()) continue;
  return took;
}
