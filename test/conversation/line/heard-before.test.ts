/** Sounds like speech, made of numbers; recordings of a human are in `test/people/heard-before.real.test.ts`. */
import { describe, expect, it } from "vitest";
import { HeardBefore } from "../../../src/conversation/line/sound/heard-before.ts";
import type { Setting } from "../../../src/conversation/line/sound/heard-before.ts";
import { Spectrum } from "../../../src/conversation/line/sound/spectrum.ts";
import { babble } from "./made-speech.ts";
import { throughMulaw } from "./made-tones.ts";

const FRAME = 160;

class Ear {
  readonly #memory = new HeardBefore();
  readonly #spectrum = new Spectrum(8000);
  #nowMs = 0;

  /** For each frame whether it is something that was heard before. */
  hear(samples: Int16Array, setting: Setting = "hold", speech = 0.9): boolean[] {
    const told: boolean[] = [];
    for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
      this.#nowMs += 20;
      this.#spectrum.feed(samples.subarray(at, at + FRAME));
      told.push(this.#memory.frame(this.#spectrum.power, speech, setting, this.#nowMs));
    }
    return told;
  }

  quiet(ms = 4000, setting: Setting = "hold"): this {
    this.hear(new Int16Array(ms * 8), setting, 0.02);
    return this;
  }
}

const ONE = throughMulaw(babble(5, 5));
const OTHER = throughMulaw(babble(77, 5));

describe("what was heard before", () => {
  it("is known within a second and a half, and to its end", () => {
    const ear = new Ear();
    expect(ear.hear(ONE)).not.toContain(true);
    ear.quiet();
    const again = ear.hear(ONE);
    expect(again.indexOf(true)).toBeLessThan(75);
    expect(again.slice(75)).not.toContain(false);
  });

  it("is not what was never heard", () => {
    const ear = new Ear();
    ear.hear(ONE);
    expect(ear.quiet().hear(OTHER)).not.toContain(true);
  });

  it("is over where it goes on differently", () => {
    const ear = new Ear();
    ear.hear(ONE);
    const mixed = Int16Array.from([...ONE.subarray(0, 24_000), ...OTHER.subarray(24_000)]);
    const told = ear.quiet().hear(mixed);
    expect(told.slice(75, 150)).not.toContain(false);
    expect(told.slice(165)).not.toContain(true);
  });

  it("is nothing that has just been said: its words may still tell what it is", () => {
    const ear = new Ear();
    ear.hear(ONE);
    expect(ear.quiet(1000).hear(ONE).slice(0, 90)).not.toContain(true);
  });

  it("is nothing that was said while a menu spoke", () => {
    const ear = new Ear();
    ear.hear(ONE, "other");
    expect(ear.quiet().hear(ONE)).not.toContain(true);
  });

  it("is what brought the hold about, and not looked for before there is one", () => {
    const ear = new Ear();
    ear.hear(ONE, "open");
    ear.quiet();
    expect(ear.hear(ONE, "open")).not.toContain(true);
    expect(ear.quiet().hear(ONE)).toContain(true);
  });

  it("is not silence, whatever the detector makes of it", () => {
    const ear = new Ear();
    const silence = new Int16Array(40_000);
    ear.hear(silence);
    expect(ear.quiet().hear(silence)).not.toContain(true);
  });

  it("is over when somebody speaks softly in its pause", () => {
    const ear = new Ear();
    const paused = Int16Array.from([...ONE.subarray(0, 24_000), ...new Int16Array(4000), ...ONE.subarray(24_000)]);
    ear.hear(paused);
    ear.quiet();
    expect(ear.hear(paused.subarray(0, 24_000)).at(-1)).toBe(true);
    const soft = OTHER.map((sample) => sample * 0.03).subarray(0, 8000);
    expect(ear.hear(soft).slice(30)).not.toContain(true);
  });
});
