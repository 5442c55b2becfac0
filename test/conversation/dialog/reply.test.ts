import { describe, expect, it } from "vitest";
import type { Clause, Mouth, Played } from "../../../src/conversation/playout/mouth.ts";
import type { BrainMove } from "../../../src/conversation/ports.ts";
import { carryOut } from "../../../src/conversation/dialog/reply.ts";

const WHOLE: Played = {
  heard: "",
  cutOff: null,
  firstSoundAtMs: 10,
  lastSoundAtMs: 20,
  quietTailMs: 0,
  ended: "played",
  failure: null,
};

/** Takes so many clauses of an utterance and is then flushed in the middle of the last. */
function mouthTaking(clauses: number): Pick<Mouth, "speak"> {
  return {
    async speak(utterance: AsyncIterable<Clause>) {
      const taken: string[] = [];
      for await (const { text } of utterance) {
        taken.push(text);
        if (taken.length === clauses) break;
      }
      return { ...WHOLE, heard: taken.slice(0, -1).join(" "), cutOff: taken.at(-1) ?? null, ended: "flushed" };
    },
  };
}

async function said(moves: readonly BrainMove[], mouth: Pick<Mouth, "speak">): Promise<Played[]> {
  const played: Played[] = [];
  const given = (async function* () {
    yield* moves;
  })();
  await carryOut(
    {
      speaker: {
        prepare: () => Promise.resolve(),
        keep: () => Promise.resolve(),
        isReady: () => false,
        clauses: (text) => text.split(" | ").map((clause) => ({ text: clause, audio: new Int16Array(10) })),
      },
      mouth: mouth as Mouth,
      nowMs: () => 0,
      onSilentMove: () => undefined,
      onSound: () => undefined,
      onPlayed: (each) => void played.push(each),
      act: () => Promise.resolve(),
      onVoiceLost: () => undefined,
    },
    given,
    new AbortController().signal,
  );
  return played;
}

describe("a reply that is cut short", () => {
  it("has cut off what the mouth had, and what it had not asked for yet", async () => {
    const [played] = await said([{ type: "say", text: "One. | Two. | Three. | Four." }], mouthTaking(2));
    expect(played).toMatchObject({ heard: "One.", cutOff: "Two. Three. Four." });
  });

  it("has nothing cut off that was said before", async () => {
    const [played] = await said([{ type: "say", text: "One. | Two." }], mouthTaking(2));
    expect(played).toMatchObject({ heard: "One.", cutOff: "Two." });
  });
});

describe("a voice that fails in the middle", () => {
  /** Fails after the first word of the first utterance; the next is played whole. */
  function mouthBreaking(times: number): Pick<Mouth, "speak"> {
    let left = times;
    return {
      async speak(utterance: AsyncIterable<Clause>) {
        const taken: string[] = [];
        for await (const { text } of utterance) taken.push(text);
        const words = taken.join(" ").split(" ");
        if (left-- <= 0) return { ...WHOLE, heard: words.join(" ") };
        const [first = "", ...rest] = words;
        return { ...WHOLE, heard: first, cutOff: rest.join(" "), ended: "failed", failure: new Error("cut") };
      },
    };
  }

  it("is followed by the words that were not heard, and nothing counts as cut off", async () => {
    const played = await said([{ type: "say", text: "One two. | Three." }], mouthBreaking(1));
    expect(played).toMatchObject([
      { heard: "One", cutOff: null },
      { heard: "two. Three.", cutOff: null },
    ]);
  });

  it("is not tried for ever", async () => {
    const played = await said([{ type: "say", text: "One two three four five." }], mouthBreaking(9));
    expect(played.map(({ heard }) => heard)).toEqual(["One", "two", "three"]);
    expect(played.at(-1)).toMatchObject({ ended: "failed", cutOff: "four five." });
  });
});
