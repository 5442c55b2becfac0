import { describe, expect, it } from "vitest";

import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { ALL_TIME_SAVERS } from "../../src/conversation/time-savers.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";

const say = (text: string): BrainMove => ({ type: "say", text });

/** Opens, then echoes what it hears, prompts at silence, says goodbye when told to. */
function plain(event: BrainEvent): readonly BrainMove[] {
  switch (event.type) {
    case "opened":
      return [say("Hello, may I ask something?")];
    case "heard":
      return [say(`You said: ${event.text}`)];
    case "silence":
      return [say("Are you still there?")];
    case "wrap_up":
      return [say("Goodbye."), { type: "hang_up" }];
    case "answered":
      return [say(`It is ${event.answer}.`)];
    case "answer_expired":
      return [say("I cannot say.")];
    case "still_waiting":
      return [say("One moment.")];
    case "connecting":
      return [say("Still connecting you.")];
    case "transfer_answered":
      return [say("Blue Harbor is on the line.")];
    case "transfer_failed":
      return [say("They cannot be reached.")];
  }
}

describe("the opening", () => {
  it("waits for the greeting and comes when it is over", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.pass(300);
    await line.says("Blue Harbor hello");
    const endMs = line.nowMs;
    await line.pass(3000);
    expect(line.heardByBrain).toEqual([{ type: "opened", heard: "Blue Harbor hello" }]);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
    expect((line.atMs("heard") ?? 0) - endMs).toBeLessThanOrEqual(540);
  });

  it("comes after 1.2 s when nobody greets", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.pass(1180);
    expect(line.heardByBrain).toEqual([]);
    await line.pass(60);
    expect(line.heardByBrain).toEqual([{ type: "opened", heard: null }]);
  });

  it("is not lost when they go on greeting while it is being made", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.says("Thank you for calling");
    await line.pass(520);
    await line.says("how can I help you");
    await line.pass(4000);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
    expect(line.heardByBrain.at(-1)).toMatchObject({ type: "opened" });
  });

  it("is not lost to a sound without words in the moment in which it is to be spoken", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.pass(1180);
    // Their sound begins as our silence runs out, and the recogniser finds no words in it.
    await line.says("", { forMs: 400, partial: "" });
    await line.pass(5000);
    expect(line.spoken()[0]).toBe("Hello, may I ask something?");
    expect(line.events("finished")).toEqual([]);
  });

  it("does not come into their greeting because the thread was held up in it", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.pass(500);
    await line.heldUp(1000, { speaksAfterMs: 400 });
    await line.says("Thank you for calling, how can I help you?");
    expect(line.spoken()).toEqual([]);
    await line.pass(4000);
    expect(line.heardByBrain).toEqual([{ type: "opened", heard: "Thank you for calling, how can I help you?" }]);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
  });

  it("is spoken at once by the one who picks up", async () => {
    const line = new VirtualLine(plain, { opens: "at_once" });
    line.conversation.answered();
    await line.pass(20);
    expect(line.heardByBrain).toHaveLength(1);
  });

  it("tells that the assistant has introduced itself once its first sentence was heard", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    await line.pass(1240 + 4 * WORD_MS);
    expect(line.events("introduced")).toHaveLength(0);
    await line.pass(1000);
    expect(line.events("introduced")).toHaveLength(1);
  });
});

async function opened(moves = plain, plan = {}): Promise<VirtualLine> {
  const line = new VirtualLine(moves, plan);
  line.conversation.answered();
  await line.says("Hello");
  await line.pass(4000);
  return line;
}

describe("an interruption", () => {
  it("stops us at the first word, and only what was heard is told", async () => {
    const line = await opened((event) =>
      event.type === "heard" ? [say("One two three four five six seven eight nine ten.")] : plain(event),
    );
    await line.says("go on");
    await line.pass(520 + 4 * WORD_MS);
    await line.says("wait wait");
    await line.pass(1000);
    const spoke = line.events("spoke").at(1);
    expect(spoke).toMatchObject({ type: "spoke" });
    if (spoke?.type !== "spoke") return;
    expect(spoke.text).toMatch(/^One two/);
    expect(`${spoke.text} ${spoke.cutOff}`).toBe("One two three four five six seven eight nine ten.");
    expect(line.heardByBrain.at(-1)).toMatchObject({ type: "heard", text: "wait wait" });
  });

  it("by a sound of listening changes nothing", async () => {
    const line = await opened((event) =>
      event.type === "heard" ? [say("One two three four five six seven eight nine ten.")] : plain(event),
    );
    await line.says("go on");
    await line.pass(520 + 3 * WORD_MS);
    await line.says("mm-hm");
    await line.pass(6000);
    expect(line.spoken().at(-1)).toBe("One two three four five six seven eight nine ten.");
    expect(line.events("heard")).toHaveLength(2);
  });

  it("before we made a sound takes the reply back", async () => {
    let replies = 0;
    const line = await opened((event) => {
      if (event.type !== "heard") return plain(event);
      replies += 1;
      return [];
    });
    await line.says("we have a table");
    await line.pass(520);
    await line.says("but only outside");
    await line.pass(1000);
    expect(replies).toBeGreaterThanOrEqual(1);
    expect(line.events("heard").map((event) => (event.type === "heard" ? event.text : ""))).toEqual([
      "Hello",
      "we have a table",
      "but only outside",
    ]);
  });
});

describe("a reply begun before they have certainly finished", () => {
  /** They say this, and the recogniser has it right away. */
  async function ends(line: VirtualLine, text: string, partial = text): Promise<void> {
    await line.says(text);
    await line.pass(40);
    line.tellPartial(partial);
  }

  it("is the reply when they had: the brain is asked once, and early", async () => {
    const line = await opened(plain);
    await ends(line, "we close at nine");
    await line.pass(140);
    expect(line.heardByBrain.at(-1)).toEqual({ type: "heard", text: "we close at nine", confidence: null });
    expect(line.events("heard")).toHaveLength(1);
    await line.pass(3000);
    expect(line.heardByBrain.filter(({ type }) => type === "heard")).toHaveLength(1);
    expect(line.spoken().at(-1)).toBe("You said: we close at nine");
  });

  it("is not begun where that is switched off", async () => {
    const line = new VirtualLine(plain, {}, null, { ...ALL_TIME_SAVERS, speculativeReply: false });
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(3000);
    await ends(line, "we close at nine");
    await line.pass(140);
    expect(line.heardByBrain.filter(({ type }) => type === "heard")).toEqual([]);
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("You said: we close at nine");
  });

  it("never was when they go on", async () => {
    const line = await opened(plain);
    await ends(line, "we close at nine");
    await line.pass(140);
    await line.says("except on sunday");
    await line.pass(4000);
    expect(line.spoken().slice(1)).toEqual(["You said: except on sunday"]);
    expect(line.heardByBrain.filter(({ type }) => type === "heard")).toHaveLength(1);
  });

  it("never was when they said something else", async () => {
    const line = await opened(plain);
    await ends(line, "we close at five", "we close at nine");
    await line.pass(4000);
    expect(line.spoken().slice(1)).toEqual(["You said: we close at five"]);
    expect(line.heardByBrain.filter(({ type }) => type === "heard")).toHaveLength(1);
  });

  it("makes no difference to a goodbye", async () => {
    const line = await opened(plain);
    await ends(line, "we close at nine");
    await line.pass(140);
    line.conversation.wrapUp("hangup_api");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("Goodbye.");
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "hangup_api" }]);
  });
});

describe("a sound without words", () => {
  it("is asked about twice, and then no more", async () => {
    const line = await opened((event) =>
      event.type === "heard" && event.text === "" ? [say("Sorry?")] : plain(event),
    );
    for (let n = 0; n < 4; n += 1) {
      await line.says("", { forMs: 1200 });
      await line.pass(2500);
    }
    expect(line.spoken().filter((text) => text === "Sorry?")).toHaveLength(2);
    expect(line.events("heard")).toHaveLength(1);
  });

  it("keeps nobody on a line on which nobody speaks", async () => {
    const line = await opened((event) =>
      event.type === "heard" && event.text === "" ? [say("Sorry?")] : plain(event),
    );
    for (let n = 0; n < 12 && line.events("finished").length === 0; n += 1) {
      await line.says("", { forMs: 1200 });
      await line.pass(3800);
    }
    await line.pass(45_000);
    expect(line.events("finished")).toHaveLength(1);
  });
});

describe("asking the agent", () => {
  const asking = (event: BrainEvent): readonly BrainMove[] =>
    event.type === "heard"
      ? [say("Let me check."), { type: "ask_agent", questionId: "q_1", question: "Inside or outside?" }]
      : plain(event);

  it("raises the question and relays the answer", async () => {
    const line = await opened(asking);
    await line.says("inside or outside");
    await line.pass(3000);
    expect(line.events("asked")).toEqual([{ type: "asked", questionId: "q_1", question: "Inside or outside?" }]);
    line.conversation.answer("q_1", "outside");
    await line.pass(1500);
    expect(line.spoken().at(-1)).toBe("It is outside.");
  });

  it("keeps the line alive every 12 s of quiet", async () => {
    const line = await opened(asking);
    await line.says("inside or outside");
    await line.pass(32_000);
    expect(line.spoken().slice(-2)).toEqual(textsOf("en").stillChecking.slice(0, 2));
    expect(line.heardByBrain.some((event) => event.type === "still_waiting")).toBe(false);
    expect(line.heardByBrain.some((event) => event.type === "silence")).toBe(false);
  });

  it("gives up after the wait and goes on", async () => {
    const line = await opened(asking, { answerWaitSeconds: 20 });
    await line.says("inside or outside");
    await line.pass(24_000);
    expect(line.events("ask_expired")).toHaveLength(1);
    expect(line.spoken()).toContain("I cannot say.");
    line.conversation.answer("q_2", "of another question");
    await line.pass(2000);
    expect(line.spoken()).not.toContain("It is of another question.");
  });
});

describe("the end", () => {
  it("comes after two unanswered prompts, within 45 s of the answer", async () => {
    const line = new VirtualLine(plain);
    line.conversation.answered();
    const answeredMs = line.nowMs;
    await line.pass(45_000);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "no_response" }]);
    expect(line.spoken().slice(1)).toEqual(["Are you still there?", "Are you still there?", "Goodbye."]);
    expect((line.atMs("finished") ?? Infinity) - answeredMs).toBeLessThan(45_000);
  });

  it("does not prompt a line on which the brain knows it is on hold, for most of a minute", async () => {
    const line = await opened((event) => (event.type === "silence" || event.type === "heard" ? [] : plain(event)));
    await line.says("please hold");
    await line.pass(50_000);
    expect(line.events("finished")).toEqual([]);
    expect(line.spoken()).toHaveLength(1);
  });

  it("is no_media when not one frame comes within 10 s, and nobody was introduced by what was said into it", async () => {
    const line = new VirtualLine(plain);
    line.stopFrames();
    line.conversation.answered();
    await line.pass(10_100);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "no_media" }]);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
    expect(line.events("introduced")).toEqual([]);
  });

  it("has introduced the assistant when sound comes after its first sentence, and not before", async () => {
    const line = new VirtualLine(plain);
    line.stopFrames();
    line.conversation.answered();
    await line.pass(5000);
    expect(line.spoken()).toEqual(["Hello, may I ask something?"]);
    expect(line.events("introduced")).toEqual([]);
    line.startFrames();
    await line.pass(100);
    expect(line.events("introduced")).toHaveLength(1);
  });

  it("is trunk_failure when the frames stop for 20 s", async () => {
    const line = await opened();
    line.stopFrames();
    await line.pass(19_800);
    expect(line.events("finished")).toEqual([]);
    await line.pass(400);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "trunk_failure" }]);
  });

  it("goes on when the process was frozen for half a minute and the frames of that time are still to be read", async () => {
    const line = await opened();
    await line.heldUp(30_000, { speaksAfterMs: Infinity });
    await line.pass(1000);
    expect(line.events("finished")).toEqual([]);
    line.stopFrames();
    await line.pass(20_200);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "trunk_failure" }]);
  });

  it("is provider_failure when the detector of voices does not answer any more", async () => {
    const line = await opened();
    line.deafen();
    await line.pass(4900);
    expect(line.events("finished")).toEqual([]);
    await line.pass(200);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });

  it("is trunk_failure within 3 s of a dead media socket on a line that lived, and no_media on one that never did", async () => {
    const line = await opened();
    line.loseLeg();
    await line.pass(3000);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "trunk_failure" }]);
    const mute = new VirtualLine(plain);
    mute.stopFrames();
    mute.conversation.answered();
    await mute.pass(1000);
    mute.loseLeg();
    await mute.pass(3000);
    expect(mute.events("finished")).toEqual([{ type: "finished", reason: "no_media" }]);
  });

  it("lets the goodbye play out before it finishes", async () => {
    const line = await opened((event) =>
      event.type === "heard" ? [say("Thank you very much and goodbye."), { type: "hang_up" }] : plain(event),
    );
    await line.says("bye");
    await line.pass(300);
    const startMs = line.nowMs;
    await line.pass(5000);
    expect(line.spoken().at(-1)).toBe("Thank you very much and goodbye.");
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);
    expect((line.atMs("finished") ?? 0) - startMs).toBeGreaterThanOrEqual(6 * WORD_MS);
  });

  it("tells what was heard of a sentence that the hang-up cut", async () => {
    const line = await opened((event) =>
      event.type === "heard" ? [say("One two three four five six.")] : plain(event),
    );
    await line.says("yes");
    await line.pass(540 + 3 * WORD_MS);
    line.conversation.close();
    await line.pass(40);
    expect(line.told.slice(-4).map(({ event }) => event.type)).toEqual(["spoke", "parted", "findings", "finished"]);
  });

  it("is completed when they hang up during our goodbye, and theirs when they hang up before it", async () => {
    const goodbye = (event: BrainEvent): readonly BrainMove[] =>
      event.type === "heard" ? [say("Thank you very much and goodbye."), { type: "hang_up" }] : plain(event);
    const during = await opened(goodbye);
    await during.says("bye");
    await during.pass(540 + 3 * WORD_MS);
    during.conversation.close();
    await during.pass(40);
    expect(during.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);

    const before = await opened(goodbye);
    before.conversation.close();
    await before.pass(40);
    expect(before.events("finished")).toEqual([{ type: "finished", reason: "hangup_business" }]);
  });

  it("comes when they spoke into our goodbye and we have nothing more to say", async () => {
    let goodbyes = 0;
    const line = await opened((event) => {
      if (event.type !== "heard") return event.type === "silence" ? [] : plain(event);
      goodbyes += 1;
      return goodbyes === 1 ? [say("Thank you and goodbye to you all."), { type: "hang_up" }] : [];
    });
    await line.says("that is all we have");
    await line.pass(1500);
    await line.says("no wait goodbye");
    await line.pass(3000);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);
  });

  it("says goodbye when it is wrapped up, with the reason it was given", async () => {
    const line = await opened();
    line.conversation.wrapUp("insufficient_funds");
    await line.pass(2000);
    expect(line.spoken().at(-1)).toBe("Goodbye.");
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "insufficient_funds" }]);
  });

  it("takes notes from the brain even when the line is gone before it summed up", async () => {
    const line = await opened(
      (event) =>
        event.type === "wrap_up"
          ? [
              { type: "errand", index: 0, reached: true, quotes: ["yes"] },
              { type: "errand", index: 7, reached: true, quotes: ["yes"] },
              { type: "conclusion", summary: "They said yes.", nextSteps: "None." },
            ]
          : plain(event),
      { task: { questions: ["Open?"], errands: [{ text: "ask", kind: "find_out" }] } },
    );
    await line.says("yes");
    await line.pass(100);
    line.conversation.close();
    await line.pass(60);
    expect(line.events("findings")).toMatchObject([
      {
        findings: {
          errands: [{ text: "ask", kind: "find_out", reached: true, quotes: ["yes"] }],
          summary: "They said yes.",
        },
      },
    ]);
  });

  it("passes on that they do not want to be called again", async () => {
    const line = await opened((event) =>
      event.type === "heard" ? [{ type: "objected", quotes: ["don't call again"] }, { type: "hang_up" }] : plain(event),
    );
    await line.says("please don't call again");
    await line.pass(700);
    expect(line.events("objected")).toMatchObject([{ quotes: ["don't call again"] }]);
    expect(line.events("finished")).toHaveLength(1);
  });

  it("shows signs of life every 3 s", async () => {
    const line = await opened();
    await line.pass(10_000);
    expect(line.events("alive").length).toBeGreaterThanOrEqual(4);
  });
});
