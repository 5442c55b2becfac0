/**
 * What to do when the model is mute. At some long runs of digits it says nothing at all (3 of 10 telephone numbers that a
 * person read out), and hears their halves. Music makes it say little words when it is given in small pieces: so nothing
 * is cut that has no words in either half. Pure.
 */

/** Shorter sounds without words are none. */
const MUTE_LEAST_S = 4;
/** A half that is mute is cut once more from here on. */
const HALF_LEAST_S = 2;
const WINDOW_MS = 60;

export type Decode = (samples: Int16Array) => Promise<string>;

export async function wholeOrInHalves(samples: Int16Array, sampleRateHz: number, decode: Decode): Promise<string> {
  const text = await decode(samples);
  if (text !== "" || samples.length < MUTE_LEAST_S * sampleRateHz) return text;
  const parts = halves(samples, sampleRateHz);
  const texts = [await decode(parts[0]), await decode(parts[1])];
  if (texts.every((each) => each === "")) return "";
  for (const [index, part] of parts.entries()) {
    if (texts[index] !== "" || part.length < HALF_LEAST_S * sampleRateHz) continue;
    const [first, second] = halves(part, sampleRateHz);
    texts[index] = joined([await decode(first), await decode(second)]);
  }
  return joined(texts);
}

/** They were one, so no sentence ends between them. */
function joined(texts: readonly string[]): string {
  const spoken = texts.filter((text) => text !== "");
  return spoken.map((text, index) => (index < spoken.length - 1 ? text.replace(/[.,]$/, ",") : text)).join(" ");
}

/** In two, where it is quietest in its middle half: between two words, if it has any. */
export function halves(samples: Int16Array, sampleRateHz: number): readonly [Int16Array, Int16Array] {
  const window = Math.max(1, Math.round((WINDOW_MS * sampleRateHz) / 1000));
  const [from, to] = [Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4)];
  let quietest = { at: Math.floor(samples.length / 2), energy: Infinity };
  for (let start = from; start + window <= to; start += window) {
    let energy = 0;
    for (const sample of samples.subarray(start, start + window)) energy += sample * sample;
    if (energy < quietest.energy) quietest = { at: start + Math.floor(window / 2), energy };
  }
  return [samples.slice(0, quietest.at), samples.slice(quietest.at)];
}
