/**
 * A person who picks up waits for nobody to find out that he is no machine: whatever is said in a greeting, and on
 * whatever line, the ear for machines neither takes any of its sound from the turn nor holds our opening back.
 */
import { beforeAll, expect, it } from "vitest";
import { LineConduct } from "../../src/conversation/line/line-conduct.ts";
import { made, throughMulaw } from "../conversation/line/made-tones.ts";
import { fetchRecordings, readSound } from "./kit.ts";
import type { Recording } from "./kit.ts";

/** Nobody picks up and says more before he waits for an answer. */
const LONGEST_S = 4;
/** The longest that our opening waits after a greeting (`endpointing.ts`). */
const OPENING_MS = 600;
const FRAME_SAMPLES = 160;
const VOICE_RMS = 200;

let greetings: readonly { readonly recording: Recording; readonly sound: Int16Array }[] = [];

beforeAll(async () => {
  const all: { readonly recording: Recording; readonly sound: Int16Array }[] = [];
  for (const recording of await fetchRecordings()) {
    if (/beep|tone|confbridge/.test(recording.name)) continue;
    const sound = await readSound(recording.path, 8000);
    if (sound.length <= LONGEST_S * 8000) all.push({ recording, sound });
  }
  greetings = all;
}, 300_000);

it.each<readonly [string, (samples: Int16Array) => Int16Array]>([
  ["mu-law", throughMulaw],
  ["a noisy room", (samples) => throughMulaw(added(samples, made([[[], samples.length / 8]], { noiseDbfs: -40 })))],
])(
  "no greeting of a person waits for the ear for machines: %s",
  (name, spoil) => {
    const changed = greetings.flatMap(({ recording, sound }) =>
      heldBack(spoil(sound)).map((what) => `${recording.name}: ${what}`),
    );
    console.log(`${name}: ${greetings.length} greetings, ${changed.length} would be answered later`);
    expect(greetings.length).toBeGreaterThan(300);
    expect(changed).toEqual([]);
  },
  120_000,
);

/** What the ear for machines does to the turn until our opening is due, if anything. */
function heldBack(sound: Int16Array): readonly string[] {
  const changes: string[] = [];
  const nothing = (): void => undefined;
  const conduct = new LineConduct(
    { sampleRateHz: 8000, language: "en-US", message: null, holdMs: 300_000 },
    {
      onLine: nothing,
      onAnsweredBy: nothing,
      onMode: (mode) => mode !== "talk" && changes.push(mode),
      onNote: nothing,
      onMessage: nothing,
      onScreened: nothing,
      onEnd: (reason) => changes.push(reason),
      onGiveUp: (reason) => changes.push(reason),
      onMenuSilent: nothing,
      onHoldSilent: nothing,
    },
    0,
  );
  const frames = Math.ceil(sound.length / FRAME_SAMPLES) + OPENING_MS / 20;
  for (let i = 0; i < frames; i++) {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(sound.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES));
    const speech = rms(frame) > VOICE_RMS ? 0.9 : 0.02;
    if (conduct.frame({ samples: frame, speech, echo: false }, i * 20).speech !== speech)
      changes.push(`at ${i * 20} ms its voice is none`);
    conduct.tick(false, false, i * 20);
  }
  return changes;
}

function rms(frame: Int16Array): number {
  return Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length);
}

function added(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + (other[i] ?? 0))));
}
