/** Somebody who never lets us in: a talker, an announcement that nothing tells from one, a radio. */
import { describe, expect, it } from "vitest";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";

function plain(event: BrainEvent): readonly BrainMove[] {
  if (event.type === "opened") return [{ type: "say", text: "Hello, may I ask something?" }];
  if (event.type === "heard") return [{ type: "say", text: "Thank you." }];
  if (event.type === "wrap_up") return [{ type: "say", text: "I have to go. Goodbye." }, { type: "hang_up" }];
  return [];
}

async function opened(): Promise<VirtualLine> {
  const line = new VirtualLine(plain);
  line.conversation.answered();
  await line.says("Blue Harbor, hello.");
  await line.pass(4000);
  expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
  return line;
}

describe("somebody who talks on and on", () => {
  it("is told goodbye over their words within a minute and a half, and the call ends", async () => {
    const line = await opened();
    const fromMs = line.nowMs;
    for (let part = 1; part <= 8; part += 1) await line.says(`and then part ${part}`, { forMs: 15_000 });
    expect(line.spoken()).toEqual(["Hello, may I ask something?", "I have to go. Goodbye."]);
    expect(line.events("finished")).toMatchObject([{ reason: "completed" }]);
    expect((line.atMs("finished") ?? Infinity) - fromMs).toBeLessThan(100_000);
  });

  it("has their words told while they go on, each once", async () => {
    const line = await opened();
    for (let part = 1; part <= 4; part += 1) await line.says(`and then part ${part}`, { forMs: 15_000 });
    const told = (): string =>
      line
        .events("heard")
        .map((event) => (event.type === "heard" ? event.text : ""))
        .join(" ");
    expect(told()).toContain("part 2");
    await line.pass(3000);
    expect(told().match(/part 1/g)).toHaveLength(1);
    expect(told().match(/part 4/g)).toHaveLength(1);
    expect(line.spoken().at(-1)).toBe("Thank you.");
  });

  it("has not done so with a long answer that lets us in", async () => {
    const line = await opened();
    for (let part = 1; part <= 8; part += 1) {
      await line.says(`and then part ${part}`, { forMs: 14_000 });
      await line.pass(4000);
    }
    expect(line.spoken()).not.toContain("I have to go. Goodbye.");
    expect(line.events("finished")).toEqual([]);
  });
});
