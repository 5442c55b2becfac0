/**
 * The person at the other end of one call: performs the lines of a scenario on a media leg, when `script.ts` says so.
 * What the assistant says is heard on the wire; its words come from the transcript, a moment after they were heard.
 */
import type { Logger } from "pino";
import type { MediaLeg } from "../../src/conversation/media/media-leg.ts";
import { createMouth } from "../../src/conversation/playout/mouth.ts";
import type { Mouth } from "../../src/conversation/playout/mouth.ts";
import type { Ticker } from "../../src/conversation/media/frame-ticker.ts";
import { fetchMusic, fetchRecordings, readSound } from "../people/kit.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { CalleeLine, Scenario, SoundSpec } from "./scenario.ts";
import { follow, newScript } from "./script.ts";
import type { ScriptEvent, ScriptState } from "./script.ts";
import { makeSound, speak } from "./sounds.ts";
import type { Rendered } from "./sounds.ts";

/** What was performed, on the monotonic clock of this process: from the first sample on the line to the last. */
export type Performed = {
  readonly line: number;
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly hasWords: boolean;
  readonly backchannel: boolean;
  readonly dictated: boolean;
  readonly greetingEnds: boolean;
  /** What it answers: it was begun while the assistant was speaking. */
  readonly over: boolean;
};

export type CalleeHost = {
  readonly ticker: Ticker;
  readonly press: (keys: string) => Promise<void>;
  readonly hangUp: () => Promise<void>;
  /** A line begins to be played: for engines that are told what they hear. */
  readonly onLine: (line: Rendered) => void;
  readonly onPerformed: (performed: Performed) => void;
  /** For so long no packet of the callee's passes. */
  readonly sendNothing: (ms: number) => void;
  readonly log: Logger;
};

/** Every line of the scenario, ready to be played. Done before the call: nobody thinks for so long on the telephone. */
export async function rehearse({ callee }: Scenario, rateHz: number): Promise<readonly Rendered[]> {
  const manner = { voice: callee.voice, volumeDb: callee.volume_db };
  return Promise.all(
    callee.lines.map(async (line) => {
      const own = { voice: line.voice ?? manner.voice, volumeDb: line.volume_db ?? manner.volumeDb };
      const said = await spoken(line, own, rateHz);
      if (line.sound === undefined) return said;
      const made = line.sound.kind === "song" ? await song(line.sound, rateHz) : makeSound(line.sound, rateHz);
      const samples = new Int16Array(made.length + said.samples.length);
      samples.set(made);
      samples.set(said.samples, made.length);
      return { samples, parts: said.parts };
    }),
  );
}

async function spoken(
  { say, recording, prompts, manner }: CalleeLine,
  voice: { readonly voice: string; readonly volumeDb: number },
  rateHz: number,
): Promise<Rendered> {
  if (prompts !== undefined) return prompted(prompts, rateHz);
  if (say === undefined) return { samples: new Int16Array(0), parts: [] };
  if (recording === undefined) return speak(say, { ...voice, manner }, rateHz);
  const samples = await readSound(recording, rateHz);
  return { samples, parts: [{ text: say, fromMs: 0, toMs: (samples.length * 1000) / rateHz }] };
}

const BETWEEN_PROMPTS_MS = 250;

async function prompted(names: readonly string[], rateHz: number): Promise<Rendered> {
  const recordings = await fetchRecordings();
  const samples: number[] = [];
  const parts: Rendered["parts"][number][] = [];
  for (const name of names) {
    const recording = recordings.find((each) => each.name === name);
    if (recording === undefined) throw new Error(`there is no recording ${name}`);
    const sound = await readSound(recording.path, rateHz);
    const fromMs = (samples.length * 1000) / rateHz;
    for (const sample of sound) samples.push(sample);
    parts.push({ text: recording.text, fromMs, toMs: (samples.length * 1000) / rateHz });
    for (let i = 0; i < (BETWEEN_PROMPTS_MS * rateHz) / 1000; i += 1) samples.push(0);
  }
  return { samples: Int16Array.from(samples), parts };
}

/** From the middle of it, where it plays. */
async function song({ for_ms: forMs }: SoundSpec, rateHz: number): Promise<Int16Array> {
  const [path] = [...(await fetchMusic())].sort();
  if (path === undefined) throw new Error("there is no music on hold");
  const all = await readSound(path, rateHz);
  return all.slice(30 * rateHz, 30 * rateHz + Math.round((forMs * rateHz) / 1000));
}

export class Callee {
  readonly #lines: readonly CalleeLine[];
  readonly #rendered: readonly Rendered[];
  readonly #leg: MediaLeg;
  readonly #mouth: Mouth;
  readonly #host: CalleeHost;
  readonly #life = new AbortController();
  readonly #stopTicking: () => void;
  #state: ScriptState;
  #heardSound = false;

  constructor(scenario: Scenario, rendered: readonly Rendered[], leg: MediaLeg, host: CalleeHost) {
    this.#lines = scenario.callee.lines;
    this.#rendered = rendered;
    this.#leg = leg;
    this.#host = host;
    this.#mouth = createMouth({ leg, ticker: host.ticker, clock: systemClock, log: host.log });
    this.#state = newScript(this.#lines, performance.now());
    this.#stopTicking = host.ticker.add(() => {
      this.#feed({ type: "frame", sound: this.#heardSound });
      this.#heardSound = false;
    });
    // What comes in is looked at on the wire; unread, Asterisk would wait for us.
    leg.onInbound(() => undefined);
  }

  answered(): void {
    this.#feed({ type: "answered" });
  }

  /** 20 ms of the assistant have passed on the wire. */
  hears(sound: boolean): void {
    this.#heardSound ||= sound;
  }

  hearsWords(text: string): void {
    this.#feed({ type: "words", text });
  }

  hearsKey(digit: string): void {
    this.#feed({ type: "key", digit });
  }

  close(): void {
    this.#stopTicking();
    this.#life.abort(new Error("the call is over"));
    this.#mouth.close();
    this.#leg.close("the callee has gone");
  }

  #feed(event: ScriptEvent): void {
    if (this.#life.signal.aborted) return;
    const [state, line] = follow(this.#lines, this.#state, event, performance.now());
    this.#state = state;
    if (line === null) return;
    this.#perform(line).catch((cause: unknown) =>
      this.#host.log.warn({ err: cause, line }, "a line could not be performed"),
    );
  }

  async #perform(number: number): Promise<void> {
    const line = this.#lines[number];
    const rendered = this.#rendered[number];
    if (line === undefined || rendered === undefined) return;
    const over = this.#state.speech !== null && performance.now() - this.#state.speech.lastSoundMs < 100;
    if (line.press !== undefined) await this.#host.press(line.press);
    if (rendered.samples.length > 0) await this.#play(number, line, rendered, over);
    if (line.no_packets_ms !== undefined) this.#host.sendNothing(line.no_packets_ms);
    if (line.hang_up !== false) return this.#host.hangUp();
    this.#feed({ type: "performed" });
  }

  async #play(number: number, line: CalleeLine, rendered: Rendered, over: boolean): Promise<void> {
    const cut = new AbortController();
    const signal = AbortSignal.any([cut.signal, this.#life.signal]);
    const timer = typeof line.hang_up === "object" ? setTimeout(() => cut.abort(), line.hang_up.within_line_ms) : null;
    const beganMs = performance.now();
    this.#host.onLine(understood(line, rendered));
    const audio = wholeFrames(rendered.samples, this.#leg.frameSamples);
    const played = await this.#mouth.speak(one({ text: line.say ?? "", audio }), signal);
    if (timer !== null) clearTimeout(timer);
    this.#host.onPerformed({
      line: number,
      what: line.say ?? line.prompts?.join(" ") ?? line.sound?.kind ?? "",
      fromMs: played.firstSoundAtMs ?? beganMs,
      toMs: played.lastSoundAtMs ?? performance.now(),
      hasWords: rendered.parts.length > 0,
      backchannel: line.backchannel,
      dictated: line.dictated,
      greetingEnds: line.greeting_ends,
      over,
    });
  }
}

/** What somebody with perfect ears would make of it: nothing of a mumble, and nothing after a hang-up. */
function understood(line: CalleeLine, rendered: Rendered): Rendered {
  if (line.manner === "mumbled") return { ...rendered, parts: [] };
  if (typeof line.hang_up !== "object") return rendered;
  const untilMs = line.hang_up.within_line_ms;
  return { ...rendered, parts: rendered.parts.filter(({ toMs }) => toMs <= untilMs) };
}

async function* one<T>(item: T): AsyncGenerator<T> {
  yield item;
}

function wholeFrames(samples: Int16Array, frameSamples: number): Int16Array {
  const whole = new Int16Array(Math.ceil(samples.length / frameSamples) * frameSamples);
  whole.set(samples);
  return whole;
}
