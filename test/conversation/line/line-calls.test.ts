/** Whole calls on a line in virtual time, with what answers telephones besides people. */
import { describe, expect, it } from "vitest";
import type { ConversationPlan } from "../../../src/conversation/conversation-parts.ts";
import type { BrainEvent, BrainMove } from "../../../src/conversation/ports.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { made } from "./made-tones.ts";
import type { Step } from "./made-tones.ts";

const say = (text: string): BrainMove => ({ type: "say", text });

function mind(event: BrainEvent): readonly BrainMove[] {
  switch (event.type) {
    case "opened":
      return [say("Hello, this is Ada. How much is an oil change?")];
    case "heard":
      return [say(event.who === "next_person" ? "Hello, this is Ada again." : `You said: ${event.text}`)];
    case "silence":
      return [say("Are you still there?")];
    case "wrap_up":
      return [say("Goodbye."), { type: "hang_up" }];
    case "answered":
    case "answer_expired":
    case "still_waiting":
    case "connecting":
    case "transfer_answered":
    case "transfer_failed":
      return [];
  }
}

const MESSAGE = "Hello, this is Ada, an automated assistant. Please call us back.";

async function answered(plan: Partial<ConversationPlan> = {}): Promise<VirtualLine> {
  const line = new VirtualLine(mind, plan);
  line.conversation.answered();
  await line.pass(400);
  return line;
}

const sound = (...steps: readonly Step[]): Int16Array => made(steps, { rateHz: 16_000 });
const BEEP: Step = [[850], 400];
/** Chords that change every 400 ms. */
const tune = (seconds: number): Int16Array =>
  sound(
    ...Array.from({ length: seconds * 2.5 }, (_, i): Step => {
      const root = [262, 294, 330, 349, 392][i % 5] ?? 262;
      return [[root, root * 1.25, root * 1.5, root * 2], 400];
    }),
  );

const states = (line: VirtualLine): string[] =>
  line.events("line_state").map((event) => (event.type === "line_state" ? event.state : ""));
const by = (line: VirtualLine): string[] =>
  line.events("answered_by").map((event) => (event.type === "answered_by" ? event.by : ""));
const ending = (line: VirtualLine): string | undefined => {
  const [finished] = line.events("finished");
  return finished?.type === "finished" ? finished.reason : undefined;
};

const GREETING =
  "Hi, you have reached Bob. I can't come to the phone right now, please leave a message after the tone.";

describe("a voicemail", () => {
  it("gets the message once, after its beep, and the call ends as one", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(GREETING);
    await line.pass(900);
    await line.sounds(sound(BEEP));
    const beepMs = line.nowMs;
    await line.pass(9000);
    expect(line.spoken()).toEqual([MESSAGE]);
    expect(states(line)).toEqual(["silence", "human", "voicemail"]);
    expect(by(line)).toEqual(["machine"]);
    expect(ending(line)).toBe("voicemail");
    const message = line.told.find(({ event }) => event.type === "spoke" && event.text === MESSAGE);
    expect(message?.atMs).toBeGreaterThan(beepMs);
  });

  it("that pauses in its greeting hears no more of us than a beginning", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says("Hi, you have reached Bob and Alice.");
    await line.pass(700);
    await line.says("We can't come to the phone right now, please leave a message after the beep.");
    await line.pass(800);
    await line.sounds(sound(BEEP));
    await line.pass(9000);
    expect(line.spoken().at(-1)).toBe(MESSAGE);
    expect(line.spoken().filter((text) => text === MESSAGE)).toHaveLength(1);
    expect(by(line)).toEqual(["machine"]);
    expect(ending(line)).toBe("voicemail");
  });

  it("without a beep gets it after the end of the greeting", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(GREETING);
    const endMs = line.nowMs;
    await line.pass(12_000);
    expect(line.spoken()).toEqual([MESSAGE]);
    expect(ending(line)).toBe("voicemail");
    expect(line.atMs("spoke")).toBeGreaterThan(endMs + 2500);
  });

  it("is recognised by its beep alone, when no words are understood", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says("", { forMs: 4000 });
    await line.pass(400);
    await line.sounds(sound(BEEP));
    await line.pass(9000);
    expect(line.spoken().at(-1)).toBe(MESSAGE);
    expect(ending(line)).toBe("voicemail");
  });

  it("is hung up on without a word when there is no message", async () => {
    const line = await answered();
    await line.says(GREETING);
    await line.pass(3000);
    expect(line.spoken()).toEqual([]);
    expect(ending(line)).toBe("voicemail");
  });

  it("that hangs up by itself was one all the same", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(GREETING);
    await line.pass(300);
    line.conversation.close();
    await line.pass(100);
    expect(ending(line)).toBe("voicemail");
  });

  it("that is full is hung up on", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(
      "You have reached the voicemail of Bob. The mailbox is full and cannot accept any messages. Goodbye.",
    );
    await line.pass(3000);
    expect(line.spoken()).toEqual([]);
    expect(ending(line)).toBe("voicemail");
  });

  it("whose beep comes late gets the message again, from its beginning", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(GREETING);
    await line.pass(3400);
    await line.sounds(sound([[], 600], BEEP));
    await line.pass(9000);
    expect(line.spoken().at(-1)).toBe(MESSAGE);
    expect(line.spoken()).toHaveLength(2);
    expect(ending(line)).toBe("voicemail");
  });
});

describe("what who leads the call takes the line for", () => {
  const telling =
    (line: "voicemail" | "hold") =>
    (event: BrainEvent): readonly BrainMove[] =>
      event.type === "heard" && event.text.includes("Bob") ? [{ type: "line_is", line }] : mind(event);

  it("is a voicemail: it gets its message when it has stopped", async () => {
    const line = new VirtualLine(telling("voicemail"), { voicemailMessage: MESSAGE });
    line.conversation.answered();
    await line.pass(5000);
    await line.says("This is the line of Bob and his dog.");
    await line.pass(12_000);
    expect(line.spoken().at(-1)).toBe(MESSAGE);
    expect(by(line)).toEqual(["machine"]);
    expect(ending(line)).toBe("voicemail");
  });

  it("is no voicemail when somebody has answered us", async () => {
    const line = new VirtualLine(telling("voicemail"), { voicemailMessage: MESSAGE });
    line.conversation.answered();
    await line.says("Maple Street Garage.");
    await line.pass(6000);
    await line.says("It is forty two dollars.");
    await line.pass(4000);
    await line.says("Ask for Bob.");
    await line.pass(6000);
    expect(line.spoken()).not.toContain(MESSAGE);
    expect(states(line)).not.toContain("voicemail");
  });

  it("is a hold: nothing is said until somebody speaks", async () => {
    const line = new VirtualLine(telling("hold"));
    line.conversation.answered();
    await line.says("Maple Street Garage.");
    await line.pass(6000);
    await line.says("I get Bob.");
    const before = line.spoken().length;
    await line.pass(20_000);
    expect(line.spoken()).toHaveLength(before);
    expect(states(line).at(-1)).toBe("hold");
    await line.says("Hello, how can I help you?");
    await line.pass(6000);
    expect(line.spoken().length).toBeGreaterThan(before);
    expect(states(line).at(-1)).toBe("human");
  });
});

describe("a person", () => {
  it.each([
    "Hi, you've reached Kim's, this is Kim, how can I help?",
    "He is not available right now.",
    "Maple Street Garage.",
    "Hello?",
  ])("who says %j is answered like one", async (greeting) => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(greeting);
    await line.pass(5000);
    expect(line.spoken()[0]).toBe("Hello, this is Ada. How much is an oil change?");
    await line.says("Forty two dollars.");
    await line.pass(3000);
    expect(line.spoken().at(-1)).toBe("You said: Forty two dollars.");
    expect(states(line)).toEqual(["silence", "human"]);
    expect(by(line)).toEqual(["human"]);
  });

  it("who tells of somebody's absence in the middle of a talk stays one", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says("Maple Street Garage, hello.");
    await line.pass(5000);
    await line.says("He is not available right now, you could leave a message and he will call you back.");
    await line.pass(5000);
    expect(line.heardByBrain.at(-1)).toMatchObject({ type: "heard" });
    expect(states(line)).toEqual(["silence", "human"]);
  });

  it("who hangs up after a bare greeting has taken part", async () => {
    const line = await answered();
    await line.says("Maple Street Garage.");
    await line.pass(200);
    line.conversation.close();
    await line.pass(100);
    expect(by(line)).toEqual(["human"]);
  });
});

describe("a hold", () => {
  const QUEUE = "All of our agents are currently busy. Please stay on the line, your call is important to us.";

  it("is sat out in silence, and whoever comes then is told who calls", async () => {
    const line = await answered();
    await line.says("Blue Harbor, one moment please.");
    await line.pass(3000);
    await line.sounds(tune(20), 0.9);
    expect(states(line).at(-1)).toBe("hold");
    const before = line.spoken().length;
    await line.says(QUEUE);
    await line.sounds(tune(20), 0.9);
    expect(line.spoken()).toHaveLength(before);
    await line.says("Thanks for holding, this is Kim, how can I help you?");
    await line.pass(5000);
    expect(line.spoken().at(-1)).toBe("Hello, this is Ada again.");
    expect(states(line).at(-1)).toBe("human");
    expect(by(line).at(-1)).toBe("human");
    const notes = line.events("noted").map((event) => (event.type === "noted" ? event.text : ""));
    expect(notes.join(" ")).toMatch(/On hold.*Off hold after \d+ s/);
  });

  it("of a queue from the start is a machine's until somebody comes", async () => {
    const line = await answered();
    await line.says(QUEUE);
    await line.pass(500);
    expect(by(line)).toEqual(["machine"]);
    await line.sounds(tune(10), 0.9);
    expect(line.spoken()).toEqual([]);
    await line.pass(200);
    await line.says("Reservations desk.");
    await line.pass(4000);
    expect(line.spoken()).toEqual(["Hello, this is Ada. How much is an oil change?"]);
  });

  it("costs no listening while there is music", async () => {
    const line = await answered();
    await line.says(QUEUE);
    await line.sounds(tune(10), 0.9);
    const before = line.framesHeard;
    await line.sounds(tune(60), 0.9);
    expect(line.framesHeard - before).toBeLessThan((60 * 50) / 10);
    const asked = line.heardByBrain.length;
    await line.pass(60_000);
    expect(line.heardByBrain).toHaveLength(asked);
  });

  it("that is too long ends politely", async () => {
    const line = await answered({ holdSeconds: 20 });
    await line.says(QUEUE);
    await line.sounds(tune(24), 0.9);
    expect(line.spoken()).toEqual(["Goodbye."]);
    await line.pass(1500);
    expect(ending(line)).toBe("no_response");
  });

  it("whose music stops is asked whether somebody is there, rarely, and nobody is left there for long", async () => {
    const line = await answered();
    await line.says("Blue Harbor, one moment please.");
    await line.pass(5000);
    await line.sounds(tune(20), 0.9);
    const before = line.spoken().length;
    const since = (): readonly string[] => line.spoken().slice(before);
    await line.pass(4000);
    expect(since()).toEqual([]);
    await line.pass(3000);
    expect(since()).toEqual(["Hello? Are you still there?"]);
    await line.pass(50_000);
    expect(since()).toHaveLength(1);
    await line.pass(180_000);
    expect(since()).toEqual([...Array<string>(3).fill("Hello? Are you still there?"), "Goodbye."]);
    expect(ending(line)).toBe("no_response");
  });

  it("from the start, whose music stops: the first words say who calls, and whoever answers them is told too", async () => {
    const line = await answered();
    await line.says(QUEUE);
    await line.sounds(tune(20), 0.9);
    await line.pass(7000);
    expect(line.spoken()).toEqual(["Hello."]);
    await line.says("Yes, parts counter.");
    await line.pass(4000);
    expect(line.spoken().slice(1)).toEqual(["Hello, this is Ada again."]);
    expect(states(line).at(-1)).toBe("human");
  });

  it("that plays, or speaks, is asked nothing", async () => {
    const line = await answered();
    await line.says(QUEUE);
    for (let turn = 0; turn < 3; turn += 1) {
      await line.sounds(tune(30), 0.9);
      // Between two pieces, and before an announcement.
      await line.pass(3000);
      await line.says(QUEUE);
      await line.pass(1000);
    }
    expect(line.spoken()).toEqual([]);
  });

  it("of somebody who went to look is over with the first word, and he is not told again who calls", async () => {
    const line = await answered();
    await line.says("Maple Street Garage, how can I help you?");
    await line.pass(5000);
    await line.says("One moment please, let me have a look.");
    await line.pass(9000);
    expect(states(line).at(-1)).toBe("hold");
    await line.says("It is forty two dollars.");
    await line.pass(3000);
    expect(line.spoken().at(-1)).toBe("You said: It is forty two dollars.");
  });
});

describe("a menu", () => {
  it("is not talked to", async () => {
    const line = await answered();
    await line.says("Thank you for calling Blue Harbor. For reservations, press 1. For anything else, press 2.");
    await line.pass(8000);
    expect(line.spoken()).toEqual([]);
    expect(states(line).at(-1)).toBe("ivr");
    expect(line.heardByBrain.at(-1)).toMatchObject({ type: "heard", who: "menu" });
    expect(by(line)).toEqual(["machine"]);
  });
});

describe("what nobody can be reached by", () => {
  it("an announcement of the network ends the call, after its tones or by its words", async () => {
    const tones = await answered();
    await tones.sounds(sound([[985.2], 380], [[1370.6], 276], [[1776.7], 380], [[], 600]));
    expect(ending(tones)).toBe("invalid_number");
    const words = await answered();
    await words.says("The number you have dialed is not in service. Please check the number and try again.");
    await words.pass(600);
    expect(ending(words)).toBe("invalid_number");
    expect(by(words)).toEqual(["machine"]);
    expect(words.spoken()).toEqual([]);
  });

  it("a fax ends it", async () => {
    const line = await answered();
    await line.sounds(sound([[2100], 2500]));
    expect(ending(line)).toBe("no_response");
    expect(by(line)).toEqual(["machine"]);
  });
});

it("a person's greeting is answered at the same moment, whatever is known of the words of machines", async () => {
  const openings = await Promise.all(
    ["en-US", "fi-FI"].map(async (language) => {
      const line = new VirtualLine(mind, { language });
      const answeredMs = line.nowMs;
      line.conversation.answered();
      await line.pass(400);
      await line.says("Maple Street Garage, this is Bob, how can I help you?");
      const greetedMs = line.nowMs;
      await line.pass(8000);
      const [spoke] = line.events("spoke");
      return spoke?.type === "spoke" ? answeredMs + spoke.atMs - greetedMs : null;
    }),
  );
  expect(openings[0]).not.toBeNull();
  expect(openings[0]).toBe(openings[1]);
});

it("who asks us to wait may send nothing at all for half a minute; a line that is lost for longer ends the call", async () => {
  const waiting = async (forMs: number): Promise<VirtualLine> => {
    const line = await answered();
    await line.says("Maple Street Garage, how can I help you?");
    await line.pass(6000);
    await line.says("One moment please, let me look that up.");
    await line.pass(1000);
    line.stopFrames();
    await line.pass(forMs);
    return line;
  };
  const back = await waiting(30_000);
  back.startFrames();
  await back.says("Thanks for holding. It is forty two dollars.");
  await back.pass(8000);
  expect(back.spoken().at(-1)).toMatch(/forty two/);
  expect(ending(back)).toBeUndefined();
  expect(ending(await waiting(70_000))).toBe("trunk_failure");
});

describe("a screener", () => {
  const ASKS = "Hi, if you record your name and reason for calling, I'll see if this person is available.";
  /** As the mind of this line knows it beforehand. */
  const OPENING = "Hello.";

  it("is told once who calls and why, and whoever picks up is told anew", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(ASKS);
    await line.pass(8000);
    expect(line.spoken()).toEqual([OPENING]);
    expect(states(line).at(-1)).toBe("screening");
    await line.says("Thank you. Please stay on the line.");
    await line.pass(20_000);
    expect(line.spoken()).toEqual([OPENING]);
    expect(by(line)).toEqual(["machine"]);
    await line.says("Hello, who is there?");
    await line.pass(4000);
    expect(line.spoken()).toEqual([OPENING, "Hello, this is Ada again."]);
    expect(states(line).at(-1)).toBe("human");
    await line.says("It is forty two dollars.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("You said: It is forty two dollars.");
    expect(by(line)).toEqual(["machine", "human"]);
  });

  it("may be followed by somebody who says nothing that only a person says", async () => {
    const line = await answered();
    await line.says(ASKS);
    await line.pass(8000);
    await line.says("Maple Street, the garage.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("Hello, this is Ada again.");
    expect(states(line).at(-1)).toBe("human");
  });

  it.each([
    "I'm sorry, the person you are calling does not accept this call. Goodbye.",
    "They are not available right now. Please try again later.",
    "Your call has been declined.",
    "The person you're calling isn't available right now. Goodbye.",
  ])("that refuses is left with a goodbye: %s", async (refusal) => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(ASKS);
    await line.pass(8000);
    await line.says(refusal);
    await line.pass(5000);
    expect(line.spoken()).toEqual([OPENING, "Goodbye."]);
    expect(by(line)).toEqual(["machine"]);
    expect(ending(line)).toBe("rejected");
  });

  it("that takes a message after all is a voicemail", async () => {
    const line = await answered({ voicemailMessage: MESSAGE });
    await line.says(ASKS);
    await line.pass(8000);
    await line.says("The person you're calling is not available. Please leave a message after the tone.");
    await line.pass(500);
    await line.sounds(sound(BEEP));
    await line.pass(9000);
    expect(line.spoken()).toEqual([OPENING, MESSAGE]);
    expect(ending(line)).toBe("voicemail");
  });

  it("that pauses in its question is told after the rest of it", async () => {
    const line = await answered();
    await line.says("Hello. This number uses a call screening service.");
    await line.pass(720);
    await line.says("Please state your name and the reason for your call.");
    const endMs = line.nowMs;
    await line.pass(12_000);
    expect(line.spoken().at(-1)).toBe(OPENING);
    expect(line.told.findLast(({ event }) => event.type === "spoke")?.atMs).toBeGreaterThan(endMs);
  });

  it("behind which nobody comes is waited for so long and no longer", async () => {
    const line = await answered();
    await line.says(ASKS);
    await line.pass(60_000);
    expect(ending(line)).toBeUndefined();
    await line.pass(25_000);
    expect(line.spoken()).toEqual([OPENING, "Goodbye."]);
    expect(ending(line)).toBe("no_response");
  });
});

describe("a colleague", () => {
  it("who takes over without music or silence between is told who calls", async () => {
    const line = await answered();
    await line.says("Maple Street Garage.");
    await line.pass(5000);
    await line.says("Let me put you through to my colleague.");
    await line.pass(1500);
    await line.says("Hello, service, Meier speaking.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("Hello, this is Ada again.");
    await line.says("It is forty two dollars.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("You said: It is forty two dollars.");
  });
});
