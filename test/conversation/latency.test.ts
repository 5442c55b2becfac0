/** What a turn took, and which of our words it is told with. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TurnLatency } from "../../src/calls/ports.ts";
import { turnLatency } from "../../src/conversation/latency.ts";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { TURN_RULES } from "../../src/conversation/turn/turn-state.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";

const partsOf = (latency: TurnLatency): number[] => [
  ...[latency.endpointingMs, latency.recogniserMs, latency.brainMs, latency.voiceMs, latency.playoutMs],
];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe("what a turn took", () => {
  it("is from the end of their speech to the first sound of ours, each part from one mark to the next", () => {
    expect(
      turnLatency(
        { speechEndMs: 10_000, committedMs: 10_300, givenMs: 10_420 },
        { firstMoveMs: 10_770, firstAudioMs: 10_960, firstSoundMs: 11_040 },
      ),
    ).toEqual({
      totalMs: 1040,
      endpointingMs: 300,
      recogniserMs: 120,
      brainMs: 350,
      voiceMs: 190,
      playoutMs: 80,
    });
  });

  it("is unknown while nothing has sounded", () => {
    const times = { speechEndMs: 0, committedMs: 300, givenMs: 400 };
    expect(turnLatency(times, { firstMoveMs: 500, firstAudioMs: 600, firstSoundMs: null })).toBeNull();
  });

  it("ends with a kept word that was slipped in before the voice had anything to say", () => {
    expect(
      turnLatency(
        { speechEndMs: 10_000, committedMs: 11_100, givenMs: 14_400 },
        { firstMoveMs: 14_420, firstAudioMs: 15_900, firstSoundMs: 15_020 },
      ),
    ).toEqual({
      totalMs: 5020,
      endpointingMs: 1100,
      recogniserMs: 3300,
      brainMs: 20,
      voiceMs: 600,
      playoutMs: 0,
    });
  });

  it("is the sum of its parts, none of them negative, whichever marks there are", () => {
    const step = fc.double({ min: 0, max: 5000, noNaN: true });
    const maybe = fc.boolean();
    fc.assert(
      fc.property(step, fc.tuple(step, step, step, step, step), maybe, maybe, (start, steps, moved, rendered) => {
        const at = steps.map((_, index) => start + sum(steps.slice(0, index + 1)));
        const [committedMs = 0, givenMs = 0, moveMs = 0, audioMs = 0, firstSoundMs = 0] = at;
        const marks = { firstMoveMs: moved ? moveMs : null, firstAudioMs: rendered ? audioMs : null, firstSoundMs };
        const latency = turnLatency({ speechEndMs: start, committedMs, givenMs }, marks);
        if (latency === null) throw new Error("there was a sound");
        const parts = partsOf(latency);
        for (const part of [latency.totalMs, ...parts]) expect(Number.isInteger(part) && part >= 0).toBe(true);
        // Six numbers, each up to half a millisecond from what it stands for.
        expect(Math.abs(sum(parts) - latency.totalMs)).toBeLessThanOrEqual(3);
      }),
    );
  });
});

/** Answers what it hears in two utterances, with a key pressed between them. */
function answering(event: BrainEvent): readonly BrainMove[] {
  if (event.type === "opened") return [{ type: "say", text: "Hello, may I ask something?" }];
  if (event.type === "silence") return [{ type: "say", text: "Are you still there?" }];
  if (event.type !== "heard") return [];
  return [
    { type: "say", text: "On Friday at seven." },
    { type: "press", keys: "1" },
    { type: "say", text: "For two." },
  ];
}

type Spoken = { readonly text: string; readonly atMs: number; readonly latency: TurnLatency | null };
const spokenOn = (line: VirtualLine): Spoken[] =>
  line.events("spoke").map((event) => {
    if (event.type !== "spoke") throw new Error("not spoken");
    return { text: event.text, atMs: event.atMs, latency: event.latency };
  });

describe("our words on a line", () => {
  it("tell with the first of an answer what their turn took, and with the rest of it nothing", async () => {
    const line = new VirtualLine(answering);
    const answeredMs = line.nowMs;
    line.conversation.answered();
    await line.says("Hello");
    const greetedMs = line.nowMs;
    await line.pass(4000);
    await line.says("when would you like to come");
    const askedMs = line.nowMs;
    await line.pass(5000);

    const [opening, first, second] = spokenOn(line);
    expect([opening?.text, first?.text, second?.text]).toEqual([
      "Hello, may I ask something?",
      "On Friday at seven.",
      "For two.",
    ]);
    for (const [answer, endMs] of [
      [opening, greetedMs],
      [first, askedMs],
    ] as const) {
      const { latency, atMs } = answer ?? {};
      if (latency == null || atMs === undefined) throw new Error("an answer without its latency");
      // This line's detector does not lag; the rules make up for one that does.
      expect(latency.totalMs).toBe(atMs + answeredMs - endMs + TURN_RULES.detectorLagMs);
      expect(Math.abs(sum(partsOf(latency)) - latency.totalMs)).toBeLessThanOrEqual(3);
      expect(latency.endpointingMs).toBeGreaterThan(0);
    }
    expect(second?.latency).toBeNull();
  });

  it("that answer nobody have taken nothing", async () => {
    const line = new VirtualLine(answering);
    line.conversation.answered();
    await line.pass(20_000);
    expect(spokenOn(line).map(({ text, latency }) => [text, latency])).toEqual(
      expect.arrayContaining([
        ["Hello, may I ask something?", null],
        ["Are you still there?", null],
      ]),
    );
    expect(spokenOn(line).every(({ latency }) => latency === null)).toBe(true);
  });
});
