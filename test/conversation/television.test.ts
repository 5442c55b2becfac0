import { expect, it } from "vitest";
import { dbfs } from "../../src/conversation/media/levels.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";
import { hiss } from "../scenarios/line/made-sounds.ts";

const RATE = 16_000;

/** A detector knows speech from silence, and not whose it is. */
const detector = { feed: async (samples: Int16Array) => (dbfs(samples) > -60 ? 0.95 : 0.02) };

/** 20 ms of speech, as far as its loudness goes: syllables, and a pause now and then. */
function syllable(frame: number, level: number): Int16Array {
  if (frame % 60 > 48) return new Int16Array(RATE / 50);
  return hiss(RATE / 50, level - (frame % 9 < 3 ? 14 : 0), frame);
}

it("a television that talks on after their greeting neither keeps our opening back nor breaks into it", async () => {
  let frame = 0;
  const carry = (): Int16Array => syllable((frame += 1), -38);
  const greeting = Array.from({ length: 75 }, (_, i) => [...syllable(i, -20)]).flat();
  const line = new VirtualLine(
    (event) =>
      event.type === "opened" ? [{ type: "say", text: "Hello, may I ask you something about your prices?" }] : [],
    {},
    { voice: () => new Int16Array(RATE * 3), carry, detector },
  );
  line.conversation.answered();
  await line.pass(500);
  await line.sounds(Int16Array.from(greeting));
  await line.pass(8000);
  expect(line.spoken()).toEqual(["Hello, may I ask you something about your prices?"]);
  expect(line.events("spoke")).toMatchObject([{ cutOff: null }]);
});
