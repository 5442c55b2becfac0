/** The restaurant at the demo number, for whoever places the example's call: it answers, asks back, and tells its price. */
import { setTimeout as pause } from "node:timers/promises";
import { doneBy, NO_FINDINGS } from "../fakes/conversations.ts";
import type { DeskBench } from "../fakes/desk.ts";

export const ASKED = "Inside or outside?";
const GREETING = "Blue Harbor Bistro, good evening.";
const PRICE = "The dinner menu is forty-five dollars.";
const BOOKED = "Yes, that works, a table outside on Friday at seven.";
export const SAID = [GREETING, "I would like to book a table for two on Friday at seven.", ASKED, PRICE, BOOKED];

const PATIENCE_MS = 40_000;

/** Plays the next call that is placed, to its end. Resolves with its id; rejects when nobody goes on. */
export async function playNextCall({ pbx, conversations, clock }: DeskBench): Promise<string> {
  const before = pbx.dialled.length;
  await until(() => pbx.dialled.length > before, "a call is placed");
  const { callId } = pbx.dialled.at(-1) ?? { callId: "" };
  let atMs = 0;
  const say = (who: "heard" | "spoke", text: string): void => {
    clock.advance(2_000);
    atMs += 2_000;
    if (who === "heard") conversations.tell(callId, "heard", { text, atMs });
    else conversations.tell(callId, "spoke", { text, cutOff: null, atMs, latency: null });
  };
  pbx.ringing(callId);
  pbx.answered(callId);
  conversations.tell(callId, "introduced", {});
  conversations.tell(callId, "answered_by", { by: "human" });
  say("heard", GREETING);
  say("spoke", SAID[1] ?? "");
  say("heard", ASKED);
  conversations.tell(callId, "asked", { questionId: callId.replace("call_", "q_"), question: ASKED });
  await until(() => conversations.answers.some((one) => one.callId === callId), "the question is answered");
  say("heard", PRICE);
  say("heard", BOOKED);
  conversations.findings.set(callId, {
    ...NO_FINDINGS,
    questions: [
      { question: "How much is the dinner menu?", status: "answered", answer: "forty-five dollars", quote: PRICE },
    ],
    errands: doneBy(BOOKED),
    summary: "A table for two is booked for Friday at seven.",
  });
  conversations.finish(callId, "completed");
  return callId;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    if (waited > PATIENCE_MS) throw new Error(`waited in vain until ${what}`);
    await pause(10);
  }
}
