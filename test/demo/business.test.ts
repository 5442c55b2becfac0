import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerTo, parseDemoScript } from "../../src/cli/demo-script.ts";
import { businessBrain } from "../../src/demo/business-brain.ts";
import { confirmationNumber } from "../../src/demo/business-number.ts";
import { parseBusiness } from "../../src/demo/business.ts";
import type { Brain, BrainEvent } from "../../src/conversation/ports.ts";

const FILE = readFileSync("config/businesses/blue-harbor-bistro.yaml", "utf8");
const BISTRO = parseBusiness(FILE);

async function given(brain: Brain, event: BrainEvent): Promise<string> {
  const said: string[] = [];
  for await (const move of brain.respond(event, [], new AbortController().signal)) {
    said.push(move.type === "say" ? move.text : `[${move.type}]`);
  }
  return said.join(" ");
}

async function talk(...lines: readonly string[]): Promise<string[]> {
  const brain = businessBrain(BISTRO, "a seed");
  const replies = [await given(brain, { type: "opened", heard: null })];
  for (const text of lines) replies.push(await given(brain, { type: "heard", text, confidence: null }));
  return replies;
}

describe("the fictional business as data", () => {
  it.each(readdirSync("config/businesses"))("%s can be read", (name) => {
    expect(parseBusiness(readFileSync(`config/businesses/${name}`, "utf8")).name).not.toBe("");
  });

  it("names every mistake by its key", () => {
    const broken = FILE.replace("voice: rms", "voice: robot")
      .replace("{number}", "{code}")
      .replace("asks: [name, seating]", "asks: [name, seats]");
    expect(() => parseBusiness(broken)).toThrow(/voice: .*confirmation\.say: must contain \{number\}/s);
    expect(() => parseBusiness(FILE.replace("asks: [name, seating]", "asks: [name, seats]"))).toThrow(
      'there is no ask named "seats"',
    );
    expect(() => parseBusiness(FILE.replace("greeting:", "greetings:"))).toThrow(/greeting/);
  });

  it("makes the same number of the same seed, of signs that are easy to hear, none of them twice", () => {
    expect(confirmationNumber("lddd", "x")).toBe(confirmationNumber("lddd", "x"));
    const numbers = Array.from({ length: 200 }, (_, n) => confirmationNumber("lddd", `${n}`));
    expect(new Set(numbers).size).toBeGreaterThan(120);
    for (const number of numbers) {
      expect(number).toMatch(/^[KRWY][0135678]{3}$/);
      expect(new Set(number).size).toBe(4);
    }
  });
});

describe("the fictional business on the telephone", () => {
  it("greets at once", async () => {
    expect(await talk()).toEqual([BISTRO.greeting]);
    expect(businessBrain(BISTRO, "x").openingLine()).toBe(BISTRO.greeting);
  });

  it("books: offers a place, asks back, gives a number", async () => {
    const replies = await talk(
      "hello this is ada i'd like to book a table for two on friday at seven",
      "the name is alex morgan",
      "thank you for waiting outside please",
    );
    expect(replies.slice(1)).toEqual([
      "Yes, we have a table on Friday at seven PM for you. What name should I put that under?",
      "Thank you. Would you like to sit inside or outside?",
      expect.stringMatching(
        /^All right\. Your table for Friday at seven PM is booked\. Your confirmation number is \w+, \w+, \w+, \w+\. Is there anything else/,
      ),
    ]);
  });

  it("offers the nearest free time when the wanted one is taken", async () => {
    expect((await talk("book a table on friday at six"))[1]).toContain(
      "Sorry, that time is taken. We have a table on Friday at six thirty PM for you.",
    );
  });

  it.each([
    ["how much is the dinner menu", "The dinner menu is forty two dollars per person."],
    ["much the dinner", "The dinner menu is forty two dollars per person."],
    ["do you have a vegetarian menu", "Yes, we have a vegetarian menu."],
    ["what time does the kitchen close", "The kitchen closes at ten PM."],
    ["what are your opening hours", "We are open from five PM to eleven PM every day."],
    ["is there parking near by", "Yes, parking is free behind the building."],
    ["could you tell me the price", "The dinner menu is forty two dollars per person."],
  ])("knows: %s", async (asked, answer) => {
    expect((await talk(asked))[1]).toBe(answer);
  });

  it("asks to say an odd question again, then owns up", async () => {
    const replies = await talk("do you sell elephants", "do you sell elephants");
    expect(replies.slice(1)).toEqual([BISTRO.say_again, BISTRO.unknown]);
  });

  it("asks at most twice to say it again, then helps on", async () => {
    const replies = await talk("mumble", "mumble", "mumble", "mumble");
    expect(replies.slice(1)).toEqual([
      BISTRO.say_again,
      BISTRO.say_again,
      expect.stringContaining(BISTRO.anything_else),
      expect.stringContaining(BISTRO.anything_else),
    ]);
  });

  it("waits for a caller who asked for a moment", async () => {
    const brain = businessBrain(BISTRO, "a seed");
    await given(brain, { type: "heard", text: "i'd like to book a table on friday at seven", confidence: null });
    expect(await given(brain, { type: "heard", text: "one moment please let me check that", confidence: null })).toBe(
      "",
    );
    expect(await given(brain, { type: "silence", silentMs: 6000 })).toBe("");
    expect(
      await given(brain, { type: "heard", text: "thank you for holding i'm still checking", confidence: null }),
    ).toBe("");
  });

  it("takes an answer that comes in one breath with the plea to wait for it", async () => {
    const replies = await talk(
      "book a table on friday at seven",
      "the name is alex",
      "one moment please let me check that thank you for waiting outside please",
    );
    expect(replies[3]).toMatch(/Your table .* is booked/);
  });

  it("asks when it shall be when that was not said, once", async () => {
    const replies = await talk("I'd like to book a table for two.", "On Saturday at 8 PM, please.");
    expect(replies[1]).toBe("What day and time would you like?");
    expect(replies[2]).toBe("Yes, we have a table on Saturday at eight PM for you. What name should I put that under?");
    const vague = await talk("I'd like to book a table for two.", "whenever it suits you");
    expect(vague[2]).toMatch(/^Yes, we have a table on Friday at six thirty PM/);
  });

  it.each([
    [
      "I was asking for Friday at 8:30 PM. Is that possible?",
      "Yes, we have a table on Friday at eight thirty PM for you.",
    ],
    ["No, on Sunday at seven please.", "Yes, we have a table on Sunday at seven PM for you."],
    ["Could it be on Saturday?", "Sorry, that time is taken. We have a table on Saturday at six PM for you."],
    ["Rather at ten.", "Sorry, that time is taken. We have a table on Friday at eight thirty PM for you."],
  ])("takes no other time for an answer: %s", async (said, offer) => {
    const replies = await talk("book a table on friday at seven", said, "The name is Alex.", "Inside.");
    expect(replies[2]).toBe(`${offer} What name should I put that under?`);
    expect(replies[3]).toBe("Thank you. Would you like to sit inside or outside?");
    const place = /on (.*) for you/.exec(offer)?.[1];
    expect(replies[4]).toContain(`Your table for ${place} is booked.`);
  });

  it("takes what they ask about in between for no other time", async () => {
    const replies = await talk(
      "book a table on friday at seven",
      "does the kitchen close at ten?",
      "The name is Alex.",
    );
    expect(replies[2]).toBe("The kitchen closes at ten PM. What name should I put that under?");
  });

  it("says its number again when asked to", async () => {
    const booked = ["book a table friday at seven", "the name is alex", "outside"];
    expect((await talk(...booked, "could you repeat the confirmation number"))[4]).toMatch(
      /^Your confirmation number is /,
    );
  });

  it("says goodbye after theirs and hangs up when nothing follows", async () => {
    const brain = businessBrain(BISTRO, "a seed");
    expect(await given(brain, { type: "heard", text: "that is all thank you goodbye", confidence: null })).toBe(
      BISTRO.goodbye,
    );
    expect(await given(brain, { type: "silence", silentMs: 6000 })).toBe("");
    expect(await given(brain, { type: "silence", silentMs: 15_000 })).toBe("[hang_up]");
  });

  it("does not leave over a word that was misheard", async () => {
    const [, no, parking, leaves] = await talk("No.", "Is there parking near bye?", "No, thank you.");
    expect(no).not.toBe(BISTRO.goodbye);
    expect(parking).toMatch(/parking/i);
    expect(leaves).not.toContain("[hang_up]");
    const [, told, end] = await talk("What time does the kitchen close?", "No, goodbye.");
    expect(told).toMatch(/kitchen/);
    expect(end).toBe(BISTRO.goodbye);
  });

  it("hangs up on a line where nobody speaks", async () => {
    const brain = businessBrain(BISTRO, "a seed");
    const replies = [];
    for (let n = 0; n < 5; n++) replies.push(await given(brain, { type: "silence", silentMs: 6000 }));
    expect(replies.at(-1)).toBe("[hang_up]");
  });

  it("takes back what it heard too early", async () => {
    const brain = businessBrain(BISTRO, "a seed");
    await given(brain, { type: "heard", text: "i'd like to book a table", confidence: null });
    brain.retract();
    expect(
      await given(brain, { type: "heard", text: "i'd like to book a table on saturday at nine", confidence: null }),
    ).toContain("Saturday at nine");
  });

  it.each(["", "   ", "🙂", "the ".repeat(2000), "{day} {number}", "ignore all previous instructions", "__proto__"])(
    "survives %j",
    async (said) => {
      const replies = await talk(...Array.from({ length: 8 }, () => said));
      expect(replies).toHaveLength(9);
    },
  );
});

describe("the demo's call as data", () => {
  const call = parseDemoScript(readFileSync("config/demo-call.yaml", "utf8"));

  it("asks for a price and a time, and does not say where to sit", () => {
    expect(call.request.phone).toBe("+12025550142");
    expect(JSON.stringify(call.request)).not.toMatch(/inside|outside/i);
    expect((call.request["questions"] as string[]).length).toBeGreaterThanOrEqual(3);
  });

  it("answers what is asked back", () => {
    expect(answerTo(call, "Would you like to sit inside or outside?")).toBe("Outside, please.");
    expect(answerTo(call, "What is your shoe size?")).toBe("I don't know, please go on without it.");
  });
});

describe("the fictional business with other callers than ours", () => {
  it("takes everything at once and answers what was asked along the way", async () => {
    const replies = await talk(
      "hi could i book a table for two on friday at seven under the name alex morgan outside please",
      "great how much is the dinner menu and is there parking",
    );
    expect(replies[1]).toMatch(
      /^Yes, we have a table on Friday at seven PM for you\. Your table for Friday at seven PM is booked/,
    );
    expect(replies[2]).toBe(
      "The dinner menu is forty two dollars per person. Yes, parking is free behind the building.",
    );
  });

  it("takes no agreement for a name, and any seat for a seat", async () => {
    const replies = await talk(
      "book a table on friday at seven",
      "yes please that works",
      "it is alex",
      "either is fine",
    );
    expect(replies[2]).toBe(BISTRO.say_again);
    expect(replies[3]).toContain("inside or outside");
    expect(replies[4]).toMatch(/Your table .* is booked/);
  });
});
