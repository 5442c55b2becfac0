import { expect, it } from "vitest";
import { withInterjections } from "../../../src/conversation/playout/interjections.ts";
import type { Clause, Mouth, Played } from "../../../src/conversation/playout/mouth.ts";

const SOUND = new Int16Array(160);
const NEVER = new AbortController().signal;

/** Plays whatever it is given at once, and notes the texts in their order. */
function noting(): { readonly mouth: Mouth; readonly said: string[] } {
  const said: string[] = [];
  let busy = false;
  const speak: Mouth["speak"] = async (utterance) => {
    if (busy) throw new Error("the mouth is already speaking");
    busy = true;
    const texts: string[] = [];
    try {
      for await (const { text, audio } of utterance) {
        for await (const _ of audio instanceof Int16Array ? [audio] : audio) continue;
        texts.push(text);
        said.push(text);
      }
      return { heard: texts.join(" "), ended: "played" } as Played;
    } catch (failure) {
      return { heard: texts.join(" "), ended: "failed", failure } as Played;
    } finally {
      busy = false;
    }
  };
  return { mouth: { speak } as Mouth, said };
}

const MOMENT: Clause = { text: "One moment, please.", audio: SOUND };

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

it("says it alone when nothing is under way, and whoever speaks next waits for it", async () => {
  const { mouth, said } = noting();
  const ours = withInterjections(mouth);
  const alone = ours.interject(MOMENT, NEVER);
  const next = ours.speak(clauses({ text: "We close at ten.", audio: SOUND }), NEVER);
  expect((await alone)?.heard).toBe("One moment, please.");
  expect((await next).heard).toBe("We close at ten.");
  expect(said).toEqual(["One moment, please.", "We close at ten."]);
});

it.each(["the clause", "its sound"])("says it before %s that is waited for", async (what) => {
  const { mouth } = noting();
  const ours = withInterjections(mouth);
  const wait = Promise.withResolvers<void>();
  async function* late(): AsyncGenerator<Clause> {
    if (what === "the clause") await wait.promise;
    yield { text: "We close at ten.", audio: lateSound() };
  }
  async function* lateSound(): AsyncGenerator<Int16Array> {
    await wait.promise;
    yield SOUND;
  }
  const spoken = ours.speak(late(), NEVER);
  await turnOfLoop();
  expect(await ours.interject(MOMENT, NEVER)).toBeNull();
  await turnOfLoop();
  wait.resolve();
  expect((await spoken).heard).toBe("One moment, please. We close at ten.");
});

it("passes on what fails, and is ready for the next", async () => {
  const { mouth } = noting();
  const ours = withInterjections(mouth);
  async function* broken(): AsyncGenerator<Clause> {
    yield { text: "We", audio: brokenSound() };
  }
  // oxlint-disable-next-line require-yield
  async function* brokenSound(): AsyncGenerator<Int16Array> {
    throw new Error("no voice");
  }
  expect(await ours.speak(broken(), NEVER)).toMatchObject({ ended: "failed", failure: new Error("no voice") });
  expect((await ours.speak(clauses(MOMENT), NEVER)).heard).toBe("One moment, please.");
});

async function* clauses(...all: Clause[]): AsyncGenerator<Clause> {
  yield* all;
}
