import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/calls/brief.ts";
import { callFor, goalOfCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const CLINIC =
  "Thank you for calling Cedar Clinic. For the pharmacy, press 1. To make an appointment, press 2. For all other questions, press 0.";

type Menu = {
  readonly call: Call;
  /** The keys that it presses for these words. */
  readonly hear: (text: string) => readonly string[];
  readonly said: string[];
};

function menu(brief: Partial<Brief> = {}): Menu {
  const call = callFor(briefOf({ goal: "Book an appointment for a check-up on Tuesday", ...brief }));
  const said: string[] = [];
  let sinceKey = "";
  const hear = (text: string): readonly string[] => {
    const before = call.moves.length;
    sinceKey = `${sinceKey} ${text}`.trim();
    const line = call.give({ type: "heard", text: sinceKey, confidence: null, who: "menu" });
    if (line !== "") said.push(line);
    const keys = call.moves.slice(before).flatMap((move) => (move.type === "press" ? [move.keys] : []));
    if (keys.length > 0) sinceKey = "";
    return keys;
  };
  return { call, hear, said };
}

describe("a menu", () => {
  it("gets the key of what the goal is about, and no words", () => {
    const { hear, said } = menu();
    expect(hear(CLINIC)).toEqual(["2"]);
    expect(said).toEqual([]);
  });

  it("gets the key that leads to somebody when nothing it offers is about the goal", () => {
    const { hear } = menu({ goal: "Find out whether Doctor Lee is on holiday" });
    expect(hear(CLINIC)).toEqual(["0"]);
  });

  it("told in pieces is listened to until it says something of use", () => {
    const { hear } = menu();
    expect(hear("Thank you for calling Cedar Clinic.")).toEqual([]);
    expect(hear("For the pharmacy, press 1.")).toEqual([]);
    expect(hear("To make an appointment, press 2.")).toEqual(["2"]);
  });

  it("whose choice is parted from its key by a pause gets the key of that choice", () => {
    const { hear } = menu();
    expect(hear("Thank you for calling Cedar Clinic. For the pharmacy press 1 to make an appoint")).toEqual([]);
    expect(hear("Appointment press 2 for accounting press 3 for an operator press 0.")).toEqual(["2"]);
  });

  it("whose first word is heard as a digit is read as it was meant", () => {
    const { hear } = menu({ goal: "Find out the price of an oil change", questions: ["How much is an oil change?"] });
    const words = "4 tires, press 1 to speak with someone about and oil change or other service, press 3.";
    expect(hear(words)).toEqual(["3"]);
  });

  it("that says nothing after a key gets it once more, then the operator's, and is left without a word", () => {
    const { call, hear, said } = menu();
    expect(hear(CLINIC)).toEqual(["2"]);
    const keys = [1, 2, 3].map(() => {
      const before = call.moves.length;
      said.push(...[call.give({ type: "silence", silentMs: 9000, who: "menu" })].filter(Boolean));
      return call.moves.slice(before).flatMap((move) => (move.type === "press" ? [move.keys] : []));
    });
    expect(keys).toEqual([["2"], ["0"], []]);
    expect(call.moves.at(-1)).toEqual({ type: "hang_up" });
    expect(said).toEqual([]);
  });

  it("with two levels gets a key at each", () => {
    const { hear } = menu({ goal: "Find out the price of a tire change", questions: ["How much is a tire change?"] });
    expect(hear("For new cars press one. For service and repairs press two.")).toEqual(["2"]);
    expect(hear("For body work, press 1. For tires, press 2. To hear this again, press 9.")).toEqual(["2"]);
  });

  it("that says the same again after a key gets it once more, and then what leads to somebody", () => {
    const { hear } = menu();
    expect(hear(CLINIC)).toEqual(["2"]);
    expect(hear(CLINIC)).toEqual(["2"]);
    expect(hear(CLINIC)).toEqual(["0"]);
  });

  it("is known again when a word of it is heard otherwise", () => {
    const { hear } = menu();
    hear(CLINIC);
    expect(hear(CLINIC.replace("Cedar", "see their"))).toEqual(["2"]);
    expect(hear(CLINIC.replace("Clinic", "clinics"))).toEqual(["0"]);
  });

  it("that goes in circles is left without a word, and no success is claimed", () => {
    const { call, hear, said } = menu();
    for (let turn = 0; turn < 4; turn += 1) hear(CLINIC);
    expect(call.moves.at(-1)).toEqual({ type: "hang_up" });
    expect(said).toEqual([]);
    expect(goalOfCall(call)?.met).toBe(false);
    expect(call.moves.findLast((move) => move.type === "conclusion")).toMatchObject({
      summary: expect.stringMatching(/menu answered/),
    });
  });

  it("that offers nothing and repeats itself is asked for the operator", () => {
    const { hear } = menu();
    const line = "Please enter the extension of the person you are calling.";
    expect(hear(line)).toEqual([]);
    expect(hear(line)).toEqual(["0"]);
  });

  it("that asks for a number of the caller's gets none", () => {
    const { hear } = menu({ details: "My account number is 12345678" });
    expect(hear("Please enter your sixteen digit card number followed by the pound key.")).toEqual([]);
  });

  it("that wants words gets the one that is nearest to the goal, else asks for somebody", () => {
    const { hear, said } = menu();
    hear("Please say billing, appointments or directions.");
    expect(said).toEqual(["Appointments."]);
    hear("In a few words, tell me why you are calling.");
    expect(said.at(-1)).toBe("Representative.");
  });

  it("that puts us through: whoever comes is told who calls", () => {
    const { call, hear } = menu();
    hear(CLINIC);
    const line = call.give({
      type: "heard",
      text: "Appointments, Maria speaking.",
      confidence: null,
      who: "next_person",
    });
    expect(line).toMatch(/automated assistant/);
    expect(line).toMatch(/appointment/);
  });
});
