import { expect, it } from "vitest";
import { beeped, newVoicemail, VOICEMAIL_RULES, waited } from "../../../src/conversation/line/voicemail.ts";

const { noBeepMs, overMs, afterBeepMs, mostMs } = VOICEMAIL_RULES;

it("speaks after the beep, not at once", () => {
  const [state] = beeped(newVoicemail(true, null, 0), 4000, 4200);
  expect(waited(state, 4200, 4000 + afterBeepMs - 20)[1]).toBeNull();
  expect(waited(state, 4200, 4000 + afterBeepMs)[1]).toBe("say_message");
});

it("speaks into the silence after a greeting without a beep, once", () => {
  const state = newVoicemail(true, null, 0);
  expect(waited(state, noBeepMs - 20, 9000)[1]).toBeNull();
  const [speaking, move] = waited(state, noBeepMs, 9000);
  expect(move).toBe("say_message");
  expect(waited(speaking, 60_000, 70_000)[1]).toBeNull();
});

it("begins again when the beep comes after all, and only once", () => {
  const [blind] = waited(newVoicemail(true, null, 0), noBeepMs, 9000);
  const [again, move] = beeped(blind, 11_000, 11_200);
  expect(move).toBe("say_again");
  expect(beeped(again, 13_000, 13_200)[1]).toBeNull();
});

it("hangs up without a word when there is no message, or no room for one", () => {
  expect(waited(newVoicemail(false, null, 0), overMs, 9000)[1]).toBe("hang_up");
  expect(waited(newVoicemail(false, 8000, 0), 0, 9000)[1]).toBe("hang_up");
  expect(waited({ ...newVoicemail(true, null, 0), full: true }, overMs, 9000)[1]).toBe("hang_up");
});

it("waits for no greeting for ever", () => {
  expect(waited(newVoicemail(true, null, 0), 0, mostMs)[1]).toBe("hang_up");
});
