/** What the far end hears when an engine of ours does not deliver. */
import { describe, expect, it } from "vitest";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";

const KEPT = { moment: "One moment, please.", apology: "We are sorry. Goodbye." };

function plain(event: BrainEvent): readonly BrainMove[] {
  if (event.type === "opened") return [{ type: "say", text: "Hello, may I ask something?" }];
  if (event.type === "heard") return [{ type: "say", text: `You said: ${event.text}` }];
  return [];
}

/** A line on which our opening has been heard. */
async function opened(mind: ConstructorParameters<typeof VirtualLine>[0] = plain): Promise<VirtualLine> {
  const line = new VirtualLine(mind, { kept: KEPT });
  for (const text of Object.values(KEPT)) line.keptSound.add(text);
  line.conversation.answered();
  await line.says("Blue Harbor, hello.");
  await line.pass(4000);
  expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
  return line;
}

/** A mind that never answers what it hears. */
const thinker = {
  openingLine: () => "Hello.",
  retract: () => undefined,
  async *respond(event: BrainEvent, _history: unknown, signal: AbortSignal): AsyncGenerator<BrainMove> {
    if (event.type === "opened") yield { type: "say", text: "Hello, may I ask something?" };
    else await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  },
};

describe("a line on which we owe an answer", () => {
  it("is told after five seconds that it takes a moment, and again after five more", async () => {
    const line = await opened(thinker);
    await line.says("Of course you may.");
    await line.pass(4900);
    expect(line.spoken()).toHaveLength(1);
    await line.pass(1500);
    expect(line.spoken().slice(1)).toEqual([KEPT.moment]);
    await line.pass(5500);
    expect(line.spoken().slice(1)).toEqual([KEPT.moment, KEPT.moment]);
  });

  it("is told so while it is not known yet what they said", async () => {
    const line = await opened();
    line.withholdsWords = true;
    await line.says("Of course you may.");
    await line.pass(2600);
    line.tellWords();
    await line.pass(2000);
    expect(line.spoken().at(-1)).toBe("You said: Of course you may.");
  });

  it("is not told so when nothing was kept, while they speak, or while it is their turn", async () => {
    const mute = await opened(thinker);
    mute.keptSound.clear();
    await mute.says("Of course you may.");
    await mute.pass(7000);
    expect(mute.spoken()).toHaveLength(1);
    const line = await opened();
    await line.says("one two three four five six seven eight nine ten eleven twelve", { forMs: 8000 });
    await line.pass(500);
    expect(line.spoken()).not.toContain(KEPT.moment);
  });

  it("is not told so before words of our own accord, however quiet it was", async () => {
    const thought = Promise.withResolvers<void>();
    const line = await opened({
      ...thinker,
      async *respond(event): AsyncGenerator<BrainMove> {
        if (event.type === "silence") await thought.promise;
        yield { type: "say", text: event.type === "silence" ? "Are you there?" : "Hello, may I ask something?" };
      },
    });
    await line.pass(4000);
    expect(line.heardByBrain.at(-1)?.type).toBe("silence");
    thought.resolve();
    await line.pass(2000);
    expect(line.spoken().slice(1)).toEqual(["Are you there?"]);
  });

  it("does not take it for an introduction, nor for anything that a mind has said", async () => {
    const heard: unknown[] = [];
    const line = new VirtualLine(
      {
        ...thinker,
        async *respond(_event: BrainEvent, history: unknown, signal: AbortSignal): AsyncGenerator<BrainMove> {
          heard.push(history);
          yield* [];
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        },
      },
      { kept: KEPT },
    );
    line.keptSound.add(KEPT.moment);
    line.conversation.answered();
    await line.says("Blue Harbor, hello.");
    await line.pass(8000);
    expect(line.spoken()).toEqual([KEPT.moment]);
    expect(line.events("introduced")).toEqual([]);
    await line.says("Is anybody there?");
    await line.pass(1000);
    expect(JSON.stringify(heard.at(-1))).not.toContain("moment");
  });
});

describe("words that come too late for their turn", () => {
  it("are answered when nothing was said meanwhile", async () => {
    const line = await opened();
    line.withholdsWords = true;
    // Too short a sound for us to ask what it was.
    await line.says("Yes.", { forMs: 400, partial: "" });
    await line.pass(3500);
    expect(line.spoken()).toHaveLength(1);
    line.tellWords();
    await line.pass(2000);
    expect(line.spoken().at(-1)).toBe("You said: Yes.");
    line.withholdsWords = false;
    await line.says("And a quarter past.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("You said: And a quarter past.");
  });

  it("are heard with the next ones when we have asked again meanwhile", async () => {
    const line = await opened();
    line.withholdsWords = true;
    await line.says("The shop is open until seven.", { forMs: 1500, partial: "" });
    await line.pass(3500);
    const spoken = line.spoken().length;
    line.tellWords();
    line.withholdsWords = false;
    await line.pass(3000);
    await line.says("Sure, what was it?");
    await line.pass(6000);
    expect(line.spoken().slice(spoken).at(-1)).toBe("You said: The shop is open until seven. Sure, what was it?");
    expect(line.events("heard").map((event) => (event.type === "heard" ? event.text : ""))).toEqual([
      ...["Blue Harbor, hello.", "The shop is open until seven.", "Sure, what was it?"],
    ]);
  });
});

describe("a voice that is lost", () => {
  it("is followed by the kept apology, and the call ends as our fault", async () => {
    const line = await opened();
    line.voiceFor = 0;
    await line.says("Of course you may.");
    await line.pass(1000 + KEPT.apology.split(" ").length * WORD_MS);
    expect(line.spoken().at(-1)).toBe(KEPT.apology);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });

  it("is the end where nothing was kept", async () => {
    const line = await opened();
    line.keptSound.clear();
    line.voiceFor = 0;
    await line.says("Of course you may.");
    await line.pass(1000);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });

  it("introduces nobody with its apology: a call in which nothing else was said is free", async () => {
    const line = new VirtualLine(plain, { kept: KEPT });
    line.keptSound.add(KEPT.apology);
    line.voiceFor = 0;
    line.conversation.answered();
    await line.says("Blue Harbor, hello.");
    await line.pass(4000);
    expect(line.spoken()).toEqual([KEPT.apology]);
    expect(line.events("introduced")).toEqual([]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });
});
