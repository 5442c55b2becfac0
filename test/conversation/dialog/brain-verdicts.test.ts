/** Two verdicts end a call at once: a machine answers, or nobody wants to be called. Both want more than a likeness. */
import { describe, expect, it } from "vitest";
import { callFor, goalOfCall, hungUp, openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLE = briefOf({ goal: "Book a table for two on Friday at 7 PM", voicemailMessage: "Please call Alex back." });
const objections = (call: ReturnType<typeof openedCall>) =>
  call.moves.flatMap((move) => (move.type === "objected" ? [move.quotes] : []));

describe("an objection", () => {
  it.each([
    ["no thanks don't call back", "don't call back"],
    ["would you please stop calling", "would you please stop calling"],
    ["I told you not to call here anymore.", "told you not to call"],
    ["lose this number", "lose this number"],
    ["I'll report you to the FTC if this goes on", "I'll report you"],
    ["Leave us alone.", "Leave us alone"],
    ["and remove our number from your database please", "remove our number from"],
  ])("is plain in: %s", (said, quote) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).toBe("I apologize for the call. We will not call you again. Goodbye.");
    expect(objections(call)).toEqual([[quote]]);
    expect(hungUp(call)).toBe(true);
  });

  it.each([
    "if you don't call back by five we give the table away",
    "don't call us we'll call you",
    "don't call before noon",
    "we don't call people back",
    "you don't have to call again",
    "why don't you call back tomorrow",
    "please don't call about refunds we do that by mail",
    "customers who don't call again lose the table",
    "hold on i'll take us off the waiting list",
    "our attorney is available at three",
    "if we don't call you again by monday it's ready",
  ])("is none: %s", (said) => {
    const call = openedCall(TABLE);
    call.hear(said);
    expect(objections(call)).toEqual([]);
    expect(hungUp(call)).toBe(false);
  });

  it.each([
    "we don't accept automated calls",
    "I'm not interested.",
    "no sales calls please",
    "we don't take robocalls",
  ])("is asked back when it only may be one, and taken at a yes: %s", (said) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).toContain("Do you want me to make sure that this number is not called again?");
    expect(objections(call)).toEqual([]);
    expect(call.hear("yes please")).toContain("We will not call you again.");
    expect(objections(call)[0]).toHaveLength(2);
    expect(hungUp(call)).toBe(true);
  });

  it("is none when they say so, and the call goes on where it was", () => {
    const call = openedCall(TABLE);
    call.hear("we don't accept automated calls");
    expect(call.hear("no it's fine")).toBe("Sure. I'd like to book a table for two on Friday at 7 PM.");
    call.hear("okay your table is booked for friday at seven");
    call.hear("no number");
    call.hear("yes");
    expect(goalOfCall(call)).toMatchObject({ met: true });
    expect(objections(call)).toEqual([]);
  });

  it("is taken when it is hinted at twice", () => {
    const call = openedCall(TABLE);
    call.hear("we don't accept automated calls");
    call.hear("i said no robocalls");
    expect(objections(call)).toEqual([["don't accept automated calls", "no robocalls"]]);
  });
});

describe("a machine", () => {
  it.each([
    "you've reached the bistro please leave a message after the tone",
    "You have reached Blue Harbor Bistro. We can't come to the phone right now.",
    "We are unable to take your call. Leave your name and number and we will get back to you.",
    "the mailbox is full",
    "the person you are trying to reach is not available",
  ])("is recognised by words that no person says, or by two likely ones: %s", (heard) => {
    const call = callFor(TABLE);
    expect(call.give({ type: "opened", heard })).toBe("Please call Alex back.");
    expect(hungUp(call)).toBe(true);
  });

  it.each([
    "I can't answer that, let me get the manager",
    "he can't come to the phone right now",
    "would you like to leave a message",
    "you can leave a message with me",
    "she is not available at the moment",
    "I can't take your call right now, can I ask who is calling",
    "i am unable to answer that question",
    "hi you've reached blue harbor bistro this is anna how can i help",
  ])("is not what a person is taken for who says: %s", (said) => {
    for (const greeting of [true, false]) {
      const call = greeting ? callFor(TABLE) : openedCall(TABLE);
      call.give(greeting ? { type: "opened", heard: said } : { type: "heard", text: said, confidence: null });
      expect(hungUp(call)).toBe(false);
    }
  });

  it("is believed when it goes on like one", () => {
    const call = callFor(TABLE);
    call.give({ type: "opened", heard: "we can't come to the phone right now" });
    expect(hungUp(call)).toBe(false);
    call.hear("please leave your name and a message");
    expect(hungUp(call)).toBe(true);
    expect(goalOfCall(call)?.summary).toContain("A machine answered");
  });
});
