import { describe, expect, it } from "vitest";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";

const say = (text: string): BrainMove => ({ type: "say", text });

/** Presses what "press ..." names, connects when asked to, and talks otherwise. */
function mind(event: BrainEvent): readonly BrainMove[] {
  switch (event.type) {
    case "opened":
      return [say("Hello, may I ask something?")];
    case "heard": {
      const keys = /press (\S+)/.exec(event.text)?.[1];
      if (keys !== undefined) return [say("Sure."), { type: "press", keys }, say("Done.")];
      if (event.text.includes("speak to her")) return [say("I'm connecting you now."), { type: "transfer" }];
      return [say(`You said: ${event.text}`)];
    }
    case "silence":
      return [say("Are you still there?")];
    case "connecting":
      return [say("Still calling.")];
    case "transfer_answered":
      return [say("Blue Harbor is on the line.")];
    case "transfer_failed":
      return [say("They cannot be reached.")];
    case "answered":
      return [say(`It is ${event.answer}.`)];
    case "answer_expired":
    case "still_waiting":
      return [];
    case "wrap_up":
      return [say("Goodbye."), { type: "hang_up" }];
  }
}

async function begun(given: readonly string[] = []): Promise<VirtualLine> {
  const line = new VirtualLine(mind, { given });
  line.conversation.answered();
  await line.says("Blue Harbor hello");
  await line.pass(3000);
  return line;
}

const notes = (line: VirtualLine): string[] =>
  line.events("noted").map((event) => (event.type === "noted" ? event.text : ""));
const pressed = (line: VirtualLine): string[] =>
  line.events("press").map((event) => (event.type === "press" ? event.keys : ""));
const lastAt = (line: VirtualLine, type: string, text: string): number =>
  line.told.findLast(({ event }) => event.type === type && JSON.stringify(event).includes(text))?.atMs ?? Number.NaN;

describe("keys that the brain presses", () => {
  it("go out between its words, with silence of ours around them", async () => {
    const line = await begun();
    await line.says("please press 12#");
    await line.pass(4000);
    expect(pressed(line)).toEqual(["12#"]);
    expect(notes(line)).toEqual(["Pressed 12#."]);
    expect(line.spoken().slice(1)).toEqual(["Sure.", "Done."]);
    // 600 ms of keys, and 300 ms before and after them.
    const before = lastAt(line, "press", "12#") - lastAt(line, "spoke", "Sure.");
    expect(before).toBeGreaterThanOrEqual(300);
    const done = line.told.findLast(({ event }) => event.type === "spoke");
    expect((done?.atMs ?? 0) - lastAt(line, "press", "12#")).toBeGreaterThanOrEqual(900);
  });

  it("that the exchange cannot send are told as such", async () => {
    const line = await begun();
    line.keysProblem = "the line is not open";
    await line.says("please press 5");
    await line.pass(4000);
    expect(notes(line)).toContain("Keys were not pressed (1): the line is not open.");
  });

  it("that may not be typed never reach the exchange, nor the transcript", async () => {
    const line = await begun(["4111111111111111"]);
    await line.says("please press 4111111111111111");
    await line.pass(4000);
    expect(pressed(line)).toEqual([]);
    expect(notes(line).join()).toMatch(/payment card/);
    expect(notes(line).join()).not.toMatch(/4111/);
  });

  it("that are many wait for the caller's yes, and go out when they are pressed again", async () => {
    const line = await begun();
    await line.says("please press 123456789");
    await line.pass(3000);
    expect(pressed(line)).toEqual([]);
    const asked = line.events("asked")[0];
    if (asked?.type !== "asked") throw new Error("nobody was asked");
    expect(asked.question).toContain("123456789");
    line.conversation.answer(asked.questionId, "Yes, please.");
    await line.pass(3000);
    await line.says("please press 123456789");
    await line.pass(5000);
    expect(pressed(line)).toEqual(["123456789"]);
  });

  it("stay unpressed after the caller's no", async () => {
    const line = await begun();
    await line.says("please press 123456789");
    await line.pass(3000);
    const asked = line.events("asked")[0];
    if (asked?.type !== "asked") throw new Error("nobody was asked");
    line.conversation.answer(asked.questionId, "No, do not.");
    await line.pass(3000);
    await line.says("please press 123456789");
    await line.pass(5000);
    expect(pressed(line)).toEqual([]);
  });

  it("that stand in the request need no question", async () => {
    const line = await begun(["+1 (415) 555-0123"]);
    await line.says("please press 4155550123");
    await line.pass(5000);
    expect(pressed(line)).toEqual(["4155550123"]);
  });
});

describe("a hold by the exchange of the business", () => {
  it("is no dead line, is shown, and nobody is prompted in it", async () => {
    const line = await begun();
    line.conversation.onLine({ type: "held", held: true });
    line.stopFrames();
    await line.pass(60_000);
    expect(line.events("finished")).toEqual([]);
    expect(line.events("line_state").at(-1)).toMatchObject({ state: "hold" });
    expect(line.spoken()).toHaveLength(1);
    line.conversation.onLine({ type: "held", held: false });
    line.startFrames();
    await line.says("sorry about that");
    await line.pass(3000);
    expect(line.events("line_state").at(-1)).toMatchObject({ state: "human" });
    expect(line.spoken().at(-1)).toBe("You said: sorry about that");
    expect(notes(line)).toEqual(["The business has put the call on hold.", "The business is back from hold."]);
  });

  it("with music in it is not talked to", async () => {
    const line = await begun();
    line.conversation.onLine({ type: "held", held: true });
    await line.says("your call is important to us");
    await line.pass(30_000);
    expect(line.spoken()).toHaveLength(1);
    expect(line.events("heard").at(-1)).toMatchObject({ text: "your call is important to us" });
  });

  it("ends after ten minutes", async () => {
    const line = await begun();
    line.conversation.onLine({ type: "held", held: true });
    line.stopFrames();
    await line.pass(599_000);
    expect(line.events("finished")).toEqual([]);
    await line.pass(3000);
    expect(line.events("finished")).toMatchObject([{ reason: "no_response" }]);
  });
});

describe("a line on which no audio comes in", () => {
  it("is looked at every second, and dead after twenty", async () => {
    const line = await begun();
    line.stopFrames();
    await line.pass(19_000);
    const looks = line.events("audio_missing").map((event) => event.type === "audio_missing" && event.again);
    expect(looks.length).toBeGreaterThan(15);
    expect(looks).toEqual([false, ...looks.slice(1).map(() => true)]);
    await line.pass(2000);
    expect(line.events("finished")).toMatchObject([{ reason: "trunk_failure" }]);
  });

  it("lives while comfort noise comes, and dies without", async () => {
    const line = await begun();
    line.stopFrames();
    for (let step = 0; step < 2; step += 1) {
      await line.pass(10_000);
      line.conversation.onLine({ type: "comfort_noise" });
    }
    expect(line.events("finished")).toEqual([]);
    await line.pass(21_000);
    expect(line.events("finished")).toMatchObject([{ reason: "trunk_failure" }]);
  });
});

describe("being connected", () => {
  async function asked(): Promise<VirtualLine> {
    const line = await begun();
    await line.says("can I speak to her");
    await line.pass(3000);
    expect(line.events("transfer_asked")).toHaveLength(1);
    return line;
  }

  it("keeps the business company while it rings", async () => {
    const line = await asked();
    await line.pass(30_000);
    expect(line.spoken().slice(1)).toEqual(["I'm connecting you now.", "Still calling.", "Still calling."]);
    await line.says("hello");
    await line.pass(3000);
    expect(line.events("heard").at(-1)).toMatchObject({ text: "hello" });
  });

  it("tells who answers who is on the line, in private, then leaves", async () => {
    const line = await asked();
    line.conversation.onLine({ type: "transfer_answered" });
    await line.says("Maria speaking");
    await line.pass(5000);
    expect(line.events("transfer_briefed")).toMatchObject([{ by: "human" }]);
    expect(notes(line)).toEqual(["To the number for transfers: Blue Harbor is on the line."]);
    expect(line.spoken().at(-1)).toBe("I'm connecting you now.");
    expect(line.events("heard").map((event) => event.type === "heard" && event.text)).not.toContain("Maria speaking");
    line.conversation.onLine({ type: "transfer_connected" });
    await line.pass(500);
    expect(line.events("finished")).toMatchObject([{ reason: "completed" }]);
  });

  it("does not wait for a greeting that does not come", async () => {
    const line = await asked();
    line.conversation.onLine({ type: "transfer_answered" });
    await line.pass(6000);
    expect(line.events("transfer_briefed")).toMatchObject([{ by: "human" }]);
  });

  it("is none with a machine", async () => {
    const line = await asked();
    line.conversation.onLine({ type: "transfer_answered" });
    await line.says("please leave a message after the tone");
    await line.pass(5000);
    expect(line.events("transfer_briefed")).toMatchObject([{ by: "machine" }]);
    expect(notes(line)).toEqual([]);
  });

  it("that fails goes on with the business", async () => {
    const line = await asked();
    line.conversation.onLine({ type: "transfer_failed", why: "busy" });
    await line.pass(3000);
    expect(line.spoken().at(-1)).toBe("They cannot be reached.");
    await line.says("never mind then");
    await line.pass(3000);
    expect(line.spoken().at(-1)).toBe("You said: never mind then");
    await line.says("can I speak to her");
    await line.pass(3000);
    expect(line.events("transfer_asked")).toHaveLength(2);
  });
});
