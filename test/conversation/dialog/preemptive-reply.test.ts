import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { PreemptiveReply } from "../../../src/conversation/dialog/preemptive-reply.ts";
import type { Brain, BrainMove } from "../../../src/conversation/ports.ts";
import type { Speaker } from "../../../src/conversation/playout/speaker.ts";

const FACT: BrainMove = { type: "fact", fact: "price_quoted", value: "$42", quotes: ["$42"] };
const SAY: BrainMove = { type: "say", text: "Thank you." };
const AFTER: BrainMove = { type: "say", text: "Goodbye." };

function rig(moves: readonly BrainMove[] | Error) {
  const log: string[] = [];
  const brain: Brain = {
    openingLine: () => "",
    retract: () => void log.push("retract"),
    async *respond(event, history) {
      log.push(`asked ${event.type} ${history.length}`);
      if (moves instanceof Error) throw moves;
      try {
        for (const move of moves) {
          log.push(`made ${move.type}`);
          yield move;
        }
      } finally {
        log.push("over");
      }
    },
  };
  const speaker: Speaker = {
    prepare: () => Promise.resolve(),
    keep: () => Promise.resolve(),
    isReady: () => false,
    clauses: (text) => [
      {
        text,
        audio: (async function* () {
          log.push(`rendered ${text}`);
          yield new Int16Array(10);
          yield new Int16Array(20);
        })(),
      },
    ],
  };
  return { log, start: (text: string) => new PreemptiveReply({ brain, speaker }, text, []) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a reply begun early", () => {
  it("is made up to its first clause, and not further", async () => {
    const { log, start } = rig([FACT, SAY, AFTER]);
    start("it is forty two dollars");
    await delay(5);
    expect(log).toEqual(["asked heard 0", "made fact", "made say", "rendered Thank you."]);
  });

  it("is told from its beginning to the one who takes it, rendered once", async () => {
    const { log, start } = rig([FACT, SAY, AFTER]);
    const early = start("it is forty two dollars");
    await delay(5);
    const { moves, speaker } = early.take(new AbortController().signal);
    expect(await all(moves)).toEqual([FACT, SAY, AFTER]);
    const [clause] = [...speaker.clauses("Thank you.", new AbortController().signal)];
    const pieces = await all(clause?.audio as AsyncIterable<Int16Array>);
    expect(pieces.map((piece) => piece.length)).toEqual([10, 20]);
    expect(log.filter((entry) => entry === "rendered Thank you.")).toHaveLength(1);
    expect(log).not.toContain("retract");
  });

  it("is forgotten by the brain when it is dropped", async () => {
    const { log, start } = rig([SAY, AFTER]);
    const early = start("yes");
    await delay(5);
    early.drop();
    await delay(5);
    expect(log).toContain("over");
    expect(log.at(-1) === "retract" || log.includes("retract")).toBe(true);
    expect(log).not.toContain("made hang_up");
  });

  it.each([
    ["It is $42.", "It is $42.", true],
    ["it is forty two dollars", "It is $42.", false],
    ["It is $40.", "It is $42.", false],
  ])("%j is a reply to %j: %s", (partial, text, fits) => {
    expect(rig([]).start(partial).fits(text)).toBe(fits);
  });

  it("fails for the one who takes it, and for nobody else", async () => {
    const { start } = rig(new Error("no brain today"));
    const early = start("yes");
    await delay(5);
    await expect(all(early.take(new AbortController().signal).moves)).rejects.toThrow("no brain today");
    rig(new Error("nor now")).start("yes").drop();
    await delay(5);
  });

  it("ends with the signal of the one who took it", async () => {
    const own = new AbortController();
    const seen: boolean[] = [];
    const brain: Brain = {
      openingLine: () => "",
      retract: () => undefined,
      async *respond(_event, _history, signal) {
        yield SAY;
        signal.addEventListener("abort", () => seen.push(true));
        yield AFTER;
      },
    };
    const speaker: Speaker = {
      prepare: () => Promise.resolve(),
      keep: () => Promise.resolve(),
      isReady: () => false,
      clauses: () => [],
    };
    const { moves } = new PreemptiveReply({ brain, speaker }, "yes", []).take(own.signal);
    await all(moves);
    own.abort();
    expect(seen).toEqual([true]);
  });
});
