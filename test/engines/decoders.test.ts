/** The utterances of many calls on few decoders, with decoders that only count what they hear. */
import { describe, expect, it } from "vitest";
import { Decoders } from "../../src/engines/embedded/stt/decoders.ts";
import type { OneDecoder, PendingUtterance } from "../../src/engines/embedded/stt/decoders.ts";

/** Hears a piece as its first sample; fails at a piece that begins with 13. */
class CountingDecoder implements OneDecoder {
  static made: CountingDecoder[] = [];
  heard: number[] = [];
  freed = false;

  constructor() {
    CountingDecoder.made.push(this);
  }

  begin(): void {
    this.heard = [];
  }
  feed(samples: Int16Array): void {
    if (samples[0] === 13) throw new Error("no luck");
    this.heard.push(samples[0] ?? 0);
  }
  partial(): string {
    return this.heard.join(" ");
  }
  end(): { text: string; confidence: number } {
    return { text: this.partial(), confidence: 1 };
  }
  free(): void {
    this.freed = true;
  }
}

type Spoken = PendingUtterance & { readonly told: string[]; say(...words: readonly number[]): void };

function scene(most: number): { readonly begin: () => Spoken; readonly decoders: Decoders } {
  CountingDecoder.made = [];
  const decoders = new Decoders(() => new CountingDecoder(), most);
  const begin = (): Spoken => {
    const told: string[] = [];
    const utterance = decoders.begin(8000, {
      onPartial: (text, samples) => told.push(`${text} @${samples}`),
      onRecognised: ({ text }) => told.push(`: ${text}`),
      onFailed: (error) => told.push(String(error)),
    });
    const say = (...words: readonly number[]): void => {
      for (const word of words) utterance.audio(Int16Array.of(word, 0));
    };
    return { ...utterance, told, say };
  };
  return { begin, decoders };
}

describe("decoders", () => {
  it("tell the words so far after each piece, with how much they were heard in, and all at the end", () => {
    const one = scene(1).begin();
    one.say(1, 2);
    one.commit();
    expect(one.told).toEqual(["1 @2", "1 2 @4", ": 1 2"]);
  });

  it("are made when they are needed, and used again", () => {
    const { begin } = scene(3);
    const [first, second] = [begin(), begin()];
    first.say(1);
    second.say(2);
    first.commit();
    second.commit();
    begin().say(3);
    expect(CountingDecoder.made).toHaveLength(2);
  });

  it("keep what is said while all are busy, and serve in the order of beginning", () => {
    const { begin } = scene(1);
    const [first, second, third] = [begin(), begin(), begin()];
    first.say(1);
    third.say(3);
    second.say(2);
    third.commit();
    expect([second.told, third.told]).toEqual([[], []]);
    first.commit();
    expect(second.told).toEqual(["2 @2"]);
    second.commit();
    expect(third.told).toEqual([": 3"]);
  });

  it("are free again when an utterance is discarded, begun or waiting", () => {
    const { begin } = scene(1);
    const [first, second, third] = [begin(), begin(), begin()];
    second.discard();
    first.discard();
    third.say(3);
    third.commit();
    expect([first.told, second.told, third.told]).toEqual([[], [], ["3 @2", ": 3"]]);
  });

  it("that fail cost their utterance only, and are not used again", () => {
    const { begin } = scene(1);
    const [first, second] = [begin(), begin()];
    first.say(1, 13, 2);
    first.commit();
    second.say(3);
    second.commit();
    expect(first.told).toEqual(["1 @2", "Error: no luck"]);
    expect(second.told).toEqual(["3 @2", ": 3"]);
    expect(CountingDecoder.made.map(({ freed }) => freed)).toEqual([true, false]);
  });

  it("hear no more than a minute of one breath", () => {
    const { begin } = scene(1);
    const one = begin();
    for (let second = 0; second < 70; second += 1) one.audio(new Int16Array(16_000).fill(1));
    one.commit();
    expect(CountingDecoder.made[0]?.heard).toHaveLength(61);
  });

  it("are all freed at the end, busy or not", () => {
    const { begin, decoders } = scene(2);
    const [first] = [begin(), begin()];
    first?.commit();
    decoders.close();
    expect(CountingDecoder.made.map(({ freed }) => freed)).toEqual([true, true]);
  });
});
