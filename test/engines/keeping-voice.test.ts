import { expect, it } from "vitest";
import { keepingVoice } from "../../src/engines/keeping-voice.ts";
import type { Voice } from "../../src/conversation/ports.ts";

function rig(): { readonly said: string[]; readonly speak: (text: string, takes?: number) => Promise<number[]> } {
  const said: string[] = [];
  const voice: Voice = {
    sampleRateHz: 8000,
    async *speak(text) {
      said.push(text);
      yield new Int16Array(10);
      yield new Int16Array(20);
    },
  };
  const keeping = keepingVoice(voice);
  return {
    said,
    async speak(text, takes = Infinity) {
      const lengths: number[] = [];
      for await (const piece of keeping.speak(text, new AbortController().signal)) {
        lengths.push(piece.length);
        if (lengths.length >= takes) break;
      }
      return lengths;
    },
  };
}

it("a short phrase is rendered once, and whole from then on", async () => {
  const { said, speak } = rig();
  expect(await speak("Thank you.")).toEqual([10, 20]);
  expect(await speak("Thank you.")).toEqual([30]);
  expect(said).toEqual(["Thank you."]);
});

it("what was broken off is not kept, and nothing that is about one call alone", async () => {
  const { said, speak } = rig();
  await speak("Thank you.", 1);
  await speak("Thank you.");
  const long = "I am calling to book a table for Alex Morgan on Friday.";
  await speak(long);
  await speak(long);
  expect(said).toEqual(["Thank you.", "Thank you.", long, long]);
});
