/** What the line of a scenario does to its call, in the line's own words: made ready before the call, sounds and all. */
import { fetchRecordings, pick, readSound, sentences } from "../people/kit.ts";
import type { Impairment } from "./line/line.ts";
import type { Scenario } from "./scenario.ts";

export async function impairmentOf({ line }: Scenario, rateHz: number): Promise<Impairment> {
  const { noise_dbfs: noiseDbfs, echo, loss_bursts: bursts, codec, television_dbfs: televisionDbfs } = line;
  return {
    lossPercent: line.loss_percent,
    jitterMs: line.jitter_ms,
    comfortNoise: line.comfort_noise,
    ...(bursts === undefined ? {} : { lossBursts: { percent: bursts.percent, meanMs: bursts.mean_ms } }),
    ...(codec === undefined ? {} : { codec }),
    ...(noiseDbfs === undefined ? {} : { noiseDbfs }),
    ...(televisionDbfs === undefined
      ? {}
      : { background: { samples: await television(rateHz), dbfs: televisionDbfs } }),
    ...(echo === undefined ? {} : { echo: { delayMs: echo.delay_ms, gainDb: echo.gain_db } }),
  };
}

/** As many sentences as fill a minute or so; then they begin again. */
const SENTENCES = 24;
const BETWEEN_MS = 350;

let made: Promise<Int16Array> | null = null;

/** What only machines say on a telephone, and nobody on a television. */
const OF_MACHINES = /press|enter|password|mail|extension|pound|conference|message|number|caller|calls?\b|user|record/i;

/** A person who talks on and on, to nobody here. Read once a program. */
function television(rateHz: number): Promise<Int16Array> {
  made ??= talk(rateHz);
  return made;
}

async function talk(rateHz: number): Promise<Int16Array> {
  const gap = new Int16Array((BETWEEN_MS * rateHz) / 1000);
  const said = sentences(await fetchRecordings()).filter(({ text }) => !OF_MACHINES.test(text));
  const all: number[] = [];
  for (const { path } of pick(said, SENTENCES)) {
    for (const sample of await readSound(path, rateHz)) all.push(sample);
    for (const sample of gap) all.push(sample);
  }
  return Int16Array.from(all);
}
