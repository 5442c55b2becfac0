/** What the tests of the engines over OpenAI's interface share: an ear with its events, and somebody who speaks. */
import type { Hearing, HearingEvent, HearingOptions, Recogniser, Voice } from "../../../src/conversation/ports.ts";
import type { Deadlines } from "../../../src/engines/openai/deadlines.ts";

/** Short, so that a server that says nothing is found out quickly. */
export const HASTY: Deadlines = { connectMs: 400, firstByteMs: 250, gapMs: 250 };
/** For a server that answers. */
export const PATIENT: Deadlines = { connectMs: 2000, firstByteMs: 3000, gapMs: 3000 };

export const KEY = "sk-good";

export type OpenEar = {
  readonly ear: Hearing;
  readonly told: readonly HearingEvent[];
  /** The next one of this type that has not been asked for yet. */
  readonly next: <T extends HearingEvent["type"]>(type: T) => Promise<Extract<HearingEvent, { readonly type: T }>>;
  /** Frames of a tone. */
  readonly hear: (ms: number) => void;
  /** A whole utterance, with a pause before its end. */
  readonly say: (ms?: number) => void;
  readonly hangUp: AbortController;
};

export async function openEar(recogniser: Recogniser, options: Partial<HearingOptions> = {}): Promise<OpenEar> {
  const told: HearingEvent[] = [];
  const asked = new Set<HearingEvent>();
  let wake: () => void = () => undefined;
  const hangUp = new AbortController();
  const rate = options.sampleRateHz ?? 8000;
  const ear = await recogniser.open(
    { language: "en-US", sampleRateHz: rate, hints: [], ...options },
    (event) => {
      told.push(event);
      wake();
    },
    hangUp.signal,
  );
  let samples = 0;
  const hear = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) {
      ear.write(Int16Array.from({ length: rate / 50 }, () => Math.round(8000 * Math.sin((samples += 1) / 3))));
    }
  };
  return {
    ear,
    told,
    hear,
    hangUp,
    say(ms = 600) {
      ear.begin(0);
      hear(ms);
      ear.pause();
      ear.commit();
    },
    async next(type) {
      for (;;) {
        const found = told.find((event) => event.type === type && !asked.has(event));
        if (found !== undefined && isOf(found, type)) {
          asked.add(found);
          return found;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function isOf<T extends HearingEvent["type"]>(
  event: HearingEvent,
  type: T,
): event is Extract<HearingEvent, { readonly type: T }> {
  return event.type === type;
}

export async function spoken(voice: Voice, text: string, signal = new AbortController().signal): Promise<Int16Array[]> {
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, signal)) pieces.push(piece);
  return pieces;
}

export function lengthOf(pieces: readonly Int16Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A sine with silence around it. */
export function tone(rateHz: number, { ms, leadMs = 0, tailMs = 0 }: { ms: number; leadMs?: number; tailMs?: number }) {
  const [lead, sound, tail] = [leadMs, ms, tailMs].map((part) => Math.round((part * rateHz) / 1000)) as [
    number,
    number,
    number,
  ];
  return Int16Array.from({ length: lead + sound + tail }, (_, i) =>
    i < lead || i >= lead + sound ? 0 : Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / rateHz)),
  );
}
