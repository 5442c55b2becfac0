/** What comes back of our own voice, and stands as still as a note: it is no music on hold. */
import { describe, expect, it } from "vitest";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { EchoLine } from "../echo/echo-line.ts";
import { made } from "./made-tones.ts";
import type { Step } from "./made-tones.ts";

const RATE = 16_000;
const FRAME = RATE / 50;

/** A detector knows sound from silence, and not whose it is. */
const detector = { feed: async (samples: Int16Array) => (dbfs(samples) > -45 ? 0.9 : 0.02) };

/** Chords that change every 200 ms. */
const chords = (seconds: number, roots: readonly number[]): Int16Array =>
  made(
    Array.from({ length: seconds * 5 }, (_, i): Step => {
      const root = roots[i % roots.length] ?? 300;
      return [[root, root * 1.25, root * 1.5], 200];
    }),
    { rateHz: RATE },
  );
const OURS = chords(9, [310, 270, 350, 290, 410]);
const TUNE = chords(40, [262, 294, 330, 349, 392]);

const OPENING = "Hello, may I ask you what it costs to have two bicycles repaired by next Thursday?";
const states = (line: VirtualLine): string[] =>
  line.events("line_state").map((event) => (event.type === "line_state" ? event.state : ""));

async function greeted(carry: (ours: Int16Array) => Int16Array): Promise<VirtualLine> {
  const line = new VirtualLine(
    (event) => (event.type === "opened" ? [{ type: "say", text: OPENING }] : []),
    {},
    { voice: () => OURS, carry, detector },
  );
  line.conversation.answered();
  await line.pass(300);
  await line.says("Bicycles, hello?");
  return line;
}

describe("our own voice that comes back and sounds like music", () => {
  it.each([40, 180, 390])("is known as ours after %i ms, and the call goes on", async (delayMs) => {
    const echo = new EchoLine({ sampleRateHz: RATE, seed: 7, echoDb: -14, delayMs });
    const line = await greeted((ours) => echo.carry(ours));
    await line.pass(14_000);
    expect(states(line)).not.toContain("hold");
    expect(line.spoken()).toEqual([OPENING]);
  });

  it("is no hold when nothing of it can be recognised: it ends when we are silent", async () => {
    // As after a loudspeaker that is overdriven: there while we are, and nothing like it.
    let at = 0;
    const late: boolean[] = Array.from({ length: 8 }, () => false);
    const line = await greeted((ours) => {
      late.push(dbfs(ours) > -50);
      const back = late.shift() === true;
      const from = at;
      at += FRAME;
      return back ? TUNE.slice(from, from + FRAME).map((sample) => sample / 4) : new Int16Array(FRAME);
    });
    await line.pass(16_000);
    expect(states(line)).not.toContain("hold");
    expect(line.spoken()).toEqual([OPENING]);
  });
});

it("music that begins while we speak is a hold, and ends what we say", async () => {
  let ourMs = 0;
  let at = 0;
  const line = await greeted((ours) => {
    if (dbfs(ours) > -50) ourMs += 20;
    if (ourMs < 1500) return new Int16Array(FRAME);
    at += FRAME;
    return TUNE.slice(at - FRAME, at).map((sample) => sample / 2);
  });
  await line.pass(12_000);
  expect(states(line).at(-1)).toBe("hold");
  expect(ourMs).toBeLessThan(6500);
});
