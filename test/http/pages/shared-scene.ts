/** A whole call told to the desk line by line, ended, and shared over the socket. */
import type { Findings } from "../../../src/calls/ports.ts";
import { doneBy, NO_FINDINGS } from "../../fakes/conversations.ts";
import { SHOP_PHONE, settled } from "../../fakes/desk.ts";
import type { Appliance } from "../appliance.ts";

export type Said = readonly ["business" | "assistant" | "note", string, string?];

export type Scene = {
  readonly request?: Record<string, unknown>;
  readonly said: readonly Said[];
  readonly findings?: Partial<Findings>;
};

export const BISTRO: Scene = {
  request: {
    phone: SHOP_PHONE,
    business_name: "Blue Harbor Bistro",
    goal: "Book a table for four on Friday evening at seven, outside if the weather allows it.",
    questions: ["Do you have a vegetarian menu?", "Is there parking nearby?", "What does the tasting menu cost?"],
    on_behalf_of: "Rosa Lindqvist",
    details: "Her own number is +1 202 555 0187.",
    callback_number: "+12025550187",
  },
  said: [
    ["business", "Blue Harbor Bistro, good evening, this is Marta."],
    [
      "assistant",
      "Good evening, this is Ada, an AI assistant calling for Rosa Lindqvist. I would like to book a table for four on Friday at seven.",
    ],
    ["business", "Friday at seven, let me look."],
    ["note", "The business put the call on hold."],
    ["business", "Yes, that works, on the terrace. What number can we reach you at?"],
    ["assistant", "It is two oh two, five five five, oh one eight seven."],
    ["business", "Thank you. And an email for the confirmation?"],
    ["assistant", "rosa dot lindqvist at example dot com."],
    ["assistant", "Do you have a vegetarian menu, and what does the", "tasting menu cost?"],
    ["business", "We do, four dishes. The tasting menu is sixty-five dollars a person."],
    ["assistant", "Is there parking nearby?"],
    ["business", "I really couldn't say. Your confirmation number is B H four four seven one."],
    ["business", "If you are late call us at 415-555-0123."],
    ["assistant", "Thank you, Marta. Goodbye."],
  ],
  findings: {
    questions: [
      {
        question: "Do you have a vegetarian menu?",
        status: "answered",
        answer: "Yes, four dishes",
        quote: "We do, four dishes.",
      },
      { question: "Is there parking nearby?", status: "unknown", answer: null, quote: "I really couldn't say." },
      {
        question: "What does the tasting menu cost?",
        status: "answered",
        answer: "65 dollars a person",
        quote: "The tasting menu is sixty-five dollars a person.",
      },
    ],
    confirmationNumber: { value: "BH4471", quotes: ["Your confirmation number is B H four four seven one."] },
    priceQuoted: { value: "65 dollars a person", quotes: ["The tasting menu is sixty-five dollars a person."] },
    appointmentTime: { value: "Friday at seven", quotes: ["Friday at seven"] },
    errands: doneBy("Yes, that works, on the terrace."),
    summary: "A table for four is booked on the terrace for Friday at seven. Late guests call 415-555-0123.",
    nextSteps: "Be there on Friday at seven.",
  },
};

/** The ended call's id and the key that it belongs to. */
export async function played(appliance: Appliance, scene: Scene): Promise<{ callId: string; key: string }> {
  const { bench, client } = appliance;
  const { key } = bench.fund(1000);
  const answer = await client.post("/v1/calls", { phone: SHOP_PHONE, goal: "Ask", ...scene.request }, key);
  const callId = String(answer.json["call_id"]);
  await settled();
  bench.pbx.answered(callId);
  bench.conversations.tell(callId, "introduced", {});
  bench.conversations.tell(callId, "answered_by", { by: "human" });
  let atMs = 400;
  for (const [who, text, cutOff] of scene.said) {
    if (who === "business") bench.conversations.tell(callId, "heard", { text, atMs });
    else if (who === "note") bench.conversations.tell(callId, "noted", { text, atMs });
    else bench.conversations.tell(callId, "spoke", { text, cutOff: cutOff ?? null, atMs, latency: null });
    atMs += 6_300;
  }
  bench.clock.advance(atMs);
  bench.conversations.findings.set(callId, { ...NO_FINDINGS, ...scene.findings });
  bench.conversations.finish(callId, "completed");
  await settled();
  return { callId, key };
}

export async function share(appliance: Appliance, call: { callId: string; key: string }, on = true): Promise<string> {
  const answer = await appliance.client.post(`/v1/calls/${call.callId}/share`, { public: on }, call.key);
  if (answer.status !== 200) throw new Error(answer.text);
  return String(answer.json["url"]);
}
