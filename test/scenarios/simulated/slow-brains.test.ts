import { describe, expect, it } from "vitest";
import type { Brain, BrainEvent, BrainMove } from "../../../src/conversation/ports.ts";
import { slowBrains } from "./slow-brains.ts";

/** Counts the steps it has taken and not taken back, and says the count. */
function counting(): { readonly brain: Brain; readonly steps: () => number } {
  let steps = 0;
  const brain: Brain = {
    openingLine: () => "Hello.",
    retract: () => {
      steps -= 1;
    },
    async *respond(): AsyncGenerator<BrainMove> {
      steps += 1;
      yield { type: "say", text: String(steps) };
      yield { type: "hang_up" };
    },
  };
  return { brain, steps: () => steps };
}

const BRIEF = { brief: {}, assistant: { name: "Ada", disclosure: true } } as never;
const HEARD: BrainEvent = { type: "heard", text: "Hello", confidence: 1 };
const FOREVER_MS = 3_600_000;

async function movesOf(brain: Brain, event: BrainEvent, signal: AbortSignal): Promise<string[]> {
  const moves: string[] = [];
  for await (const move of brain.respond(event, [], signal)) moves.push(move.type);
  return moves;
}

describe("a brains as slow as a model", () => {
  it("opens at once, with words that were known before", async () => {
    const mind = slowBrains({ begin: () => counting().brain }, FOREVER_MS).begin(BRIEF, []);
    const opened: BrainEvent = { type: "opened", heard: "Hello?" };
    expect(await movesOf(mind, opened, new AbortController().signal)).toEqual(["say", "hang_up"]);
  });

  it("makes no move when it is given up while it thinks, and what it thought about can be retracted", async () => {
    const { brain, steps } = counting();
    const mind = slowBrains({ begin: () => brain }, FOREVER_MS).begin(BRIEF, []);
    const abort = new AbortController();
    const moves = movesOf(mind, HEARD, abort.signal);
    abort.abort();
    expect(await moves).toEqual([]);
    expect(steps()).toBe(1);
    mind.retract();
    expect(steps()).toBe(0);
  });

  it("thinks once a reply, not before every move", async () => {
    const mind = slowBrains({ begin: () => counting().brain }, 150).begin(BRIEF, []);
    const startedMs = performance.now();
    expect(await movesOf(mind, HEARD, new AbortController().signal)).toEqual(["say", "hang_up"]);
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThanOrEqual(149);
    expect(tookMs).toBeLessThan(299);
  });
});
