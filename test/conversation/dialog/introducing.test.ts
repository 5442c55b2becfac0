import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { introducing } from "../../../src/conversation/dialog/introducing.ts";
import { briefOf } from "./brain-requests.ts";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../../../src/conversation/ports.ts";

const WHO = "Hello, this is Ada, an automated assistant calling on behalf of a customer.";
const CUT: readonly HistoryEntry[] = [
  { role: "business", text: "Hello?" },
  { role: "assistant", text: "Hello,", cutOff: "this is Ada, an automated assistant" },
  { role: "business", text: "Hello? Hello?" },
];

function mind(...moves: readonly BrainMove[]): Brain {
  return {
    openingLine: () => `${WHO} How much is it?`,
    retract: () => undefined,
    async *respond() {
      yield* moves;
    },
  };
}

async function said(brain: Brain, event: BrainEvent, history: readonly HistoryEntry[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const move of introducing(brain, WHO).respond(event, history, new AbortController().signal)) {
    if (move.type === "say") lines.push(move.text);
  }
  return lines;
}

const heard = (text: string): BrainEvent => ({ type: "heard", text, confidence: null });
const here: readonly BrainMove[] = [
  { type: "say", text: "Yes, I'm here." },
  { type: "say", text: "How much is it?" },
];

describe("whoever cut our introduction short", () => {
  it("is told who calls before anything else, once", async () => {
    expect(await said(mind(...here), heard("Hello? Hello?"), CUT)).toEqual([WHO, "Yes, I'm here.", "How much is it?"]);
  });

  it("is told by the rules too, in a real exchange", async () => {
    const brief = briefOf({ goal: "Find out the price", questions: ["How much is an oil change?"], onBehalfOf: null });
    const brain = embeddedBrains().begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
    await said(brain, { type: "opened", heard: "Hello?" }, CUT.slice(0, 1));
    const lines = await said(brain, heard("Hello? Hello?"), CUT);
    expect(lines[0]).toBe(WHO);
    expect(lines.join(" ")).toContain("How much is an oil change?");
  });

  it("is told at silence, while they wait and in a goodbye; a menu is not", async () => {
    expect(await said(mind(...here), { type: "silence", silentMs: 6000 }, CUT)).toContain(WHO);
    expect(await said(mind(...here), { type: "still_waiting", waitedMs: 12_000 }, CUT)).toContain(WHO);
    expect(
      await said(mind(...here), { type: "heard", text: "Press one.", confidence: null, who: "menu" }, CUT),
    ).not.toContain(WHO);
    expect(await said(mind(...here), { type: "wrap_up", reason: "max_duration" }, CUT)).toContain(WHO);
  });
});

describe("whoever knows who calls", () => {
  it.each([
    ["from the opening", [WHO]],
    ["from most of it", ["Hello, this is Ada, an automated assistant calling on behalf"]],
  ])("is not told again: %s", async (_, lines) => {
    const history = lines.map((text): HistoryEntry => ({ role: "assistant", text }));
    expect(await said(mind(...here), heard("Yes?"), history)).not.toContain(WHO);
  });

  it("is not told twice by a mind that says it by itself", async () => {
    const own: BrainMove = {
      type: "say",
      text: "This is Ada, an automated assistant calling on behalf of a customer.",
    };
    expect(await said(mind(own), heard("Who is this?"), CUT)).toEqual([own.text]);
    expect(
      await said(mind({ type: "say", text: `${WHO} How much is it?` }), { type: "opened", heard: null }, []),
    ).toEqual([`${WHO} How much is it?`]);
  });
});
