import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStreamedSilence } from "../../src/engines/streamed-silence.ts";

const RATE = 8000;

function silence(ms: number): Int16Array {
  return new Int16Array((ms * RATE) / 1000);
}

function sound(ms: number, level = 5000): Int16Array {
  return silence(ms).fill(level);
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  return Int16Array.from(pieces.flatMap((piece) => [...piece]));
}

function through(pieces: readonly Int16Array[], text: string): Int16Array {
  const stream = createStreamedSilence(RATE, text);
  return joined([...pieces.map((piece) => stream.push(piece)), stream.end()]);
}

describe("the pauses around a clause that is still coming", () => {
  it("begins 20 ms before the sound, and ends with the pause that a sentence calls for", () => {
    const said = through([silence(200), sound(300), silence(700)], "Good morning.");
    expect(said).toEqual(joined([silence(20), sound(300), silence(240)]));
  });

  it("adds to a pause that is too short", () => {
    expect(through([sound(300)], "first,")).toEqual(joined([sound(300), silence(120)]));
  });

  it("keeps the pauses within it", () => {
    const said = through([sound(100), silence(300), sound(100)], "one");
    expect(said).toEqual(joined([sound(100), silence(300), sound(100), silence(60)]));
  });

  it("gives sound at once", () => {
    const stream = createStreamedSilence(RATE, "one");
    expect(stream.push(joined([silence(100), sound(20)]))).toEqual(joined([silence(20), sound(20)]));
    expect(stream.push(sound(20))).toEqual(sound(20));
  });

  it("lets a silence that is longer than any clause's end go on its way", () => {
    const stream = createStreamedSilence(RATE, "one");
    stream.push(sound(20));
    expect(stream.push(silence(1300))).toEqual(silence(300));
  });

  it("has nothing to say of a text without sound", () => {
    expect(through([silence(500), silence(500)], "…")).toHaveLength(0);
  });

  it("says the same however the sound is cut in pieces", () => {
    const whole = joined([silence(130), sound(90), silence(210), sound(55, -300), silence(90)]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 }), (lengths) => {
        const pieces: Int16Array[] = [];
        let at = 0;
        for (const length of lengths) {
          pieces.push(whole.slice(at, at + length));
          at += length;
        }
        pieces.push(whole.slice(at));
        expect(through(pieces, "one.")).toEqual(through([whole], "one."));
      }),
    );
  });
});
