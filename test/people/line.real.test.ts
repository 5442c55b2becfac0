/**
 * What telephones sound like, in recordings: people and machines spoken by humans, and real music on hold, on lines that
 * spoil them. Nobody's voice is a beep or music; music is music; what queues and voicemails say is found in their words.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { familiesOf, weigh } from "../../src/conversation/line/words/families.ts";
import type { Kind } from "../../src/conversation/line/words/families.ts";
import { made, musicIn, signalsIn, throughMulaw } from "../conversation/line/made-tones.ts";
import { fetchMusic, fetchRecordings, readSound, throughGsm } from "./kit.ts";
import type { Recording } from "./kit.ts";

let recordings: readonly Recording[] = [];
let music: readonly string[] = [];

/** These are tones, not speech. */
const TONES = /(^|\/)(beep|beeperr|ascending-2tone|descending-2tone|confbridge-(leave|join)|confbridge-.*-sound)$/;

beforeAll(async () => {
  recordings = await fetchRecordings();
  music = await fetchMusic();
}, 300_000);

type Line = { readonly name: string; readonly spoil: (samples: Int16Array) => Int16Array };
const LINES: readonly Line[] = [
  { name: "mu-law", spoil: throughMulaw },
  { name: "noise", spoil: (samples) => throughMulaw(added(samples, noise(samples.length))) },
  { name: "5 % loss", spoil: lossy },
];

describe.each(LINES)("on a line with $name", ({ name, spoil }) => {
  it("no voice is a signal", async () => {
    let seconds = 0;
    const wrong: string[] = [];
    for (const recording of recordings.filter((each) => !TONES.test(each.name))) {
      const sound = spoil(padded(await readSound(recording.path, 8000)));
      seconds += sound.length / 8000;
      const heard = signalsIn(sound).map(({ signal }) => signal.type);
      if (heard.length > 0) wrong.push(`${recording.name}: ${heard.join(" ")}`);
    }
    console.log(
      `${name}: ${wrong.length} of ${recordings.length} recordings (${Math.round(seconds)} s) have a false signal`,
    );
    expect(wrong).toEqual([]);
  }, 120_000);

  it("no voice is music", async () => {
    const sounds: Int16Array[] = [];
    for (const recording of recordings.filter((each) => !TONES.test(each.name))) {
      sounds.push(await readSound(recording.path, 8000), new Int16Array(2800));
    }
    const { share } = musicIn(spoil(joined(sounds)));
    console.log(`${name}: ${(share * 100).toFixed(2)} % of all speech taken for music`);
    expect(share).toBe(0);
  }, 120_000);

  it("music is music after three to five seconds, nearly all the time, and none of its notes a beep", async () => {
    for (const path of music) {
      const sound = spoil(await readSound(path, 8000));
      const { fromMs, share } = musicIn(sound);
      const beeps = signalsIn(sound).filter(({ signal }) => signal.type === "beep");
      console.log(
        `${name}: ${path.split("/").at(-1)}: from ${fromMs} ms, ${(share * 100).toFixed(1)} %, ${beeps.length} beeps`,
      );
      expect(fromMs).toBeLessThanOrEqual(5000);
      expect(share).toBeGreaterThan(0.9);
      expect(beeps.length).toBeLessThanOrEqual(1);
    }
  }, 120_000);
});

it("music through a mobile telephone's codec is music", async () => {
  for (const path of music) expect(musicIn(await readSound(await throughGsm(path), 8000)).share).toBeGreaterThan(0.9);
}, 120_000);

it("the beep of a real voicemail is heard, also through a mobile telephone's codec", async () => {
  const beep = recordings.find(({ name }) => name === "beep");
  const path = beep?.path ?? "";
  for (const each of [path, await throughGsm(path)]) {
    const heard = signalsIn(padded(await readSound(each, 8000)));
    expect(heard.map(({ signal }) => signal.type)).toEqual(["beep"]);
  }
});

it.each<readonly [Kind, readonly string[]]>([
  ["voicemail", ["vm-intro", "vm-rec-name"]],
  ["full", ["vm-mailboxfull"]],
  ["hold", ["queue-periodic-announce", "queue-thereare", "queue-youarenext", "queue-holdtime"]],
  ["ivr", ["basic-pbx-ivr-main", "vm-opts", "demo-instruct"]],
  ["intercept", ["ss-noservice", "cannot-complete-as-dialed"]],
])("what a machine says is found in its words: %s", (kind, names) => {
  for (const name of names) {
    const text = recordings.find((each) => each.name === name)?.text ?? "";
    expect(weigh(familiesOf("en-US"), text)[kind], `${name}: ${text}`).toBeGreaterThanOrEqual(3);
  }
});

/** Half a second of quiet on either side. */
function padded(samples: Int16Array): Int16Array {
  return joined([new Int16Array(4000), samples, new Int16Array(4000)]);
}

function joined(sounds: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(sounds.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of sounds) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

function noise(length: number): Int16Array {
  return made([[[], (length / 8000) * 1000]], { noiseDbfs: -40 });
}

function added(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + (other[i] ?? 0))));
}

/** Every twentieth frame is silence. */
function lossy(samples: Int16Array): Int16Array {
  const spoilt = samples.slice();
  for (let at = 0; at < spoilt.length; at += 160) if (((at / 160) * 7) % 20 === 0) spoilt.fill(0, at, at + 160);
  return spoilt;
}
