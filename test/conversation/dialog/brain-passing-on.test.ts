import { describe, expect, it } from "vitest";
import { speaksKeys } from "../../../src/conversation/dialog/model/speaks-keys.ts";
import { openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLE = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  businessName: "Blue Harbor Bistro",
  onBehalfOf: "Maria Lopez",
  transferTo: "+14155550177",
});
const isPassedOn = (call: ReturnType<typeof openedCall>): boolean => call.moves.at(-1)?.type === "transfer";

describe("a business that wants to speak to the one we call for", () => {
  it.each([
    "can I speak to the customer directly",
    "Could I talk to her directly, please?",
    "I need to speak with the guest.",
    "may I speak to Maria",
    "can you put her on the phone",
    "could you connect me with the customer",
    "I'd rather talk to a human being, to the customer.",
  ])("is connected: %s", (said) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).toBe("I'm connecting you now. One moment, please.");
    expect(isPassedOn(call)).toBe(true);
  });

  it("is not, where the request names no number for that", () => {
    const call = openedCall({ ...TABLE, transferTo: null });
    call.hear("can I speak to the customer directly");
    expect(call.moves.some(({ type }) => type === "transfer")).toBe(false);
  });

  it.each([
    "am I speaking to a real person",
    "am I talking to a robot",
    "let me put you down for seven",
    "let me talk to my manager and see",
    "I'll put you on hold",
    "let me transfer you to the right department",
    "we put them on the terrace",
  ])("is not meant by: %s", (said) => {
    const call = openedCall(TABLE);
    call.hear(said);
    expect(call.moves.some(({ type }) => type === "transfer")).toBe(false);
  });

  it("is told twice at most", () => {
    const call = openedCall(TABLE);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      call.hear("can I speak to the customer directly");
      call.give({ type: "transfer_failed", why: "busy" });
    }
    expect(call.moves.filter(({ type }) => type === "transfer")).toHaveLength(2);
  });

  it("goes on where it was when nobody can be reached", () => {
    const call = openedCall(TABLE);
    call.hear("can I speak to the customer directly");
    const line = call.give({ type: "transfer_failed", why: "no_answer" });
    expect(line).toMatch(/^I'm sorry, I could not reach them\. ./);
  });

  it("is announced to the one who answers in one breath", () => {
    const call = openedCall(TABLE);
    expect(call.give({ type: "transfer_answered" })).toBe(
      "Hello, this is Ada, your automated assistant, with Blue Harbor Bistro on the line about this: Book a table for two on Friday at 7 PM. I'm connecting you now.",
    );
  });
});

describe("a key that is spoken", () => {
  it.each(["Press 1.", "Pressing one.", "I'll press 2 now.", "[DTMF 4]", "Let me press the number 3", "Dialing 1 2 #"])(
    "is held back: %s",
    (piece) => expect(speaksKeys(piece, "")).toBe(true),
  );

  it("is so too without the word, to a menu", () => {
    expect(speaksKeys("1.", "For reservations, press 1.")).toBe(true);
    expect(speaksKeys("Two.", "For how many people?")).toBe(false);
  });

  it.each([
    "I'd like to press on.",
    "Reservations, please.",
    "My number is 415 555 0123.",
    "Please enter the booking.",
  ])("is no key: %s", (piece) => expect(speaksKeys(piece, "For reservations, press 1.")).toBe(false));
});
