/** A plan without a model, from the number as it was sent to the finished plan, over many different requests. */
import type { Brief } from "../../src/calls/brief.ts";
import { parsePhone } from "../../src/policy/phone.ts";
import { planCall } from "../../src/planning/plan.ts";
import { createPolicy } from "../../src/policy/policy.ts";
import { PRICES } from "../../src/billing/pricing.ts";
import { embeddedBrains } from "../../src/conversation/dialog/brain/brain.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const ROUNDS = 2000;
const GOALS = [
  "Book a table for two on Friday at 7 PM, outside if possible",
  "Get a quote for painting a three bedroom flat",
  "Cancel my appointment on Tuesday and ask whether there is a fee",
  "Order twelve roses for delivery on Saturday morning",
  "Ask when they open on Sunday and whether dogs are welcome",
];
const assistant = { name: "Ada", disclosure: true };

export async function run(): Promise<readonly Result[]> {
  const checkPolicy = createPolicy({
    allowedCountries: "low_risk",
    blockedNumbers: ["+1900"],
    ownNumbers: ["+14155550199"],
    callerId: "+14155550198",
    quietHours: { from: "21:00", to: "08:00" },
    defaultCountry: "US",
  });
  const brains = embeddedBrains();
  const times: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const raw = `(${212 + (round % 7) * 100}) 555-${String(round).padStart(4, "0")}`;
    const startedMs = performance.now();
    plan(raw, round, checkPolicy, brains);
    times.push(performance.now() - startedMs);
    const bareMs = performance.now();
    JSON.parse(JSON.stringify({ phone: raw, goal: GOALS[round % GOALS.length], questions: ["Is there parking?"] }));
    bare.push(performance.now() - bareMs);
  }
  return [result("plan_ms", "ms (p95, without a model)", p95(times), ["reading the request as JSON, p95", p95(bare)])];
}

function plan(
  raw: string,
  round: number,
  checkPolicy: ReturnType<typeof createPolicy>,
  brains: ReturnType<typeof embeddedBrains>,
): void {
  const phone = parsePhone(raw, "US");
  if (!phone.ok) throw new Error(phone.message);
  const brief: Brief = {
    phone: phone.e164,
    goal: GOALS[round % GOALS.length] ?? "",
    businessName: "Blue Harbor Bistro",
    details: "Alex is allergic to nuts. The budget is 80 dollars.",
    questions: ["Is there parking?", `Do you have a high chair, number ${round}?`],
    onBehalfOf: "Alex Morgan",
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
  };
  const nowMs = Date.now();
  planCall({
    brief,
    phone,
    transferTo: null,
    blocked: checkPolicy({ brief, demo: false, nowMs }),
    unknownFields: ["phoneNumber"],
    knownFields: ["phone", "goal"],
    business: null,
    openingLine: brains.begin({ brief, assistant, errands: [] }, []).openingLine(),
    assistant,
    answerWaitSeconds: 60,
    prices: PRICES,
    maxCallSeconds: 1800,
    demo: false,
    trunkMissing: false,
    nowMs,
  });
}

function p95(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.95,
  );
}
