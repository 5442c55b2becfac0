/** A gateway that sends no silence (RFC 3389): no frames come, and the exchange tells that the line lives. */
import { describe, expect, it } from "vitest";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";

function plain(event: BrainEvent): readonly BrainMove[] {
  if (event.type === "opened") return [{ type: "say", text: "Hello, may I ask something?" }];
  if (event.type === "silence") return [{ type: "say", text: "Are you still there?" }];
  if (event.type === "wrap_up") return [{ type: "say", text: "Goodbye." }, { type: "hang_up" }];
  return [];
}

async function silentLine(): Promise<VirtualLine> {
  const line = new VirtualLine(plain);
  line.conversation.answered();
  await line.says("Blue Harbor, hello.");
  await line.pass(4000);
  line.stopFrames();
  return line;
}

/** So long without a frame, the exchange telling of noise every four seconds. */
async function noiseFor(line: VirtualLine, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 4000) {
    line.conversation.onLine({ type: "comfort_noise" });
    await line.pass(4000);
  }
}

describe("somebody who is silent behind comfort noise", () => {
  it("is asked twice whether they are there, and the call ends within a minute", async () => {
    const line = await silentLine();
    await noiseFor(line, 40_000);
    expect(line.spoken()).toEqual([
      "Hello, may I ask something?",
      "Are you still there?",
      "Are you still there?",
      "Goodbye.",
    ]);
    expect(line.events("finished")).toMatchObject([{ reason: "no_response" }]);
  });

  it("is left alone while they have put us on hold", async () => {
    const line = await silentLine();
    line.conversation.onLine({ type: "held", held: true });
    await noiseFor(line, 40_000);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
    expect(line.events("finished")).toEqual([]);
  });
});

it("a line on which nothing at all comes is broken, and nobody is asked anything", async () => {
  const line = await silentLine();
  await line.pass(22_000);
  expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
  expect(line.events("finished")).toMatchObject([{ reason: "trunk_failure" }]);
});
