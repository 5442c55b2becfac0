/** Whoever breaks an announcement off that was heard before loses nothing, however short their word. */
import { expect, it } from "vitest";
import { HeardBefore } from "../../../src/conversation/line/sound/heard-before.ts";
import { Spectrum } from "../../../src/conversation/line/sound/spectrum.ts";
import { Resting } from "../../../src/conversation/turn/resting.ts";
import { babble } from "../line/made-speech.ts";
import { throughMulaw } from "../line/made-tones.ts";

const FRAME = 160;

/** What comes through of a hold, by the number of each frame. */
class Hold {
  readonly passed = new Set<number>();
  frames = 0;
  readonly #spectrum = new Spectrum(8000);
  readonly #memory = new HeardBefore();
  readonly #resting = new Resting();

  hear(samples: Int16Array, speech: number): this {
    for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
      this.frames += 1;
      const frame = samples.subarray(at, at + FRAME);
      this.#spectrum.feed(frame);
      const repeats = this.#memory.frame(this.#spectrum.power, speech, "hold", this.frames * 20);
      const heard = { samples: frame, speech, repeats, brokeOff: this.#memory.brokeOff, atMs: this.frames };
      for (const { atMs } of this.#resting.take(heard, false)) this.passed.add(atMs);
    }
    return this;
  }

  quiet(ms: number): this {
    return this.hear(new Int16Array(ms * 8), 0.02);
  }
}

const cases = [0, 100, 300, 500].flatMap((gapMs) => [120, 200, 260, 400].map((wordMs) => ({ gapMs, wordMs })));

it.each(cases)("a word of $wordMs ms, $gapMs ms after an announcement broke off", ({ gapMs, wordMs }) => {
  for (const seed of [3, 11, 29]) {
    const announcement = throughMulaw(babble(seed, 5));
    const word = throughMulaw(babble(seed + 500, 1)).subarray(0, wordMs * 8);
    const hold = new Hold().hear(announcement, 0.9).quiet(6000);
    const before = hold.frames;
    hold.hear(announcement.subarray(0, 24_000), 0.9).quiet(gapMs);
    const from = hold.frames;
    hold.hear(word, 0.9);
    const to = hold.frames;
    hold.quiet(3000);
    for (let frame = from + 1; frame <= to; frame += 1) expect(hold.passed, `seed ${seed}`).toContain(frame);
    // Of the announcement little comes with it.
    const again = [...hold.passed].filter((frame) => frame > before && frame <= from - gapMs / 20);
    expect(again.length).toBeLessThan(50);
  }
});

it("an announcement that is said to its end lets nothing through", () => {
  const announcement = throughMulaw(babble(3, 5));
  const hold = new Hold().hear(announcement, 0.9).quiet(6000);
  const before = hold.frames;
  hold.hear(announcement, 0.9);
  const to = hold.frames;
  hold.quiet(3000);
  expect([...hold.passed].filter((frame) => frame > before && frame <= to)).toEqual([]);
});
