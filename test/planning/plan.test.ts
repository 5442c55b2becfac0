import { describe, expect, it } from "vitest";
import type { Brief } from "../../src/calls/brief.ts";
import { parsePhone } from "../../src/policy/phone.ts";
import { errandOf } from "../../src/planning/goal-kind.ts";
import { improvePlan } from "../../src/planning/improve.ts";
import { planCall } from "../../src/planning/plan.ts";
import type { PlanInput } from "../../src/planning/plan.ts";
import { openTopics } from "../../src/planning/topics.ts";
import { PRICES } from "../../src/billing/pricing.ts";

const NOON_IN_NEW_YORK = Date.UTC(2026, 10, 20, 17, 0);

function brief(fields: Partial<Brief> = {}): Brief {
  return {
    phone: "+12125550142",
    goal: "Book a table",
    businessName: null,
    details: null,
    questions: [],
    onBehalfOf: null,
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
    ...fields,
  };
}

function plan(fields: Partial<Brief> = {}, more: Partial<PlanInput> = {}) {
  const request = brief(fields);
  const phone = parsePhone(request.phone, null);
  return planCall({
    brief: request,
    phone: phone.ok ? phone : null,
    transferTo: null,
    blocked: null,
    unknownFields: [],
    knownFields: ["phone", "goal", "business_name", "voicemail_message", "on_behalf_of"],
    business: null,
    openingLine: "Hi, this is Ada.",
    assistant: { name: "Ada", disclosure: true },
    answerWaitSeconds: 60,
    prices: PRICES,
    maxCallSeconds: 1800,
    demo: false,
    trunkMissing: false,
    nowMs: NOON_IN_NEW_YORK,
    ...more,
  });
}

describe("likely questions", () => {
  it("name what a booking leaves open", () => {
    expect(plan().likelyQuestions).toEqual([
      "What date would you like?",
      "What time would you like?",
      "For how many people?",
      "What name is it under?",
      "What phone number can we reach you at?",
      "Would you like to sit inside or outside?",
    ]);
  });

  it("leave out what the request says", () => {
    const said = {
      goal: "Book a table for two on Friday at 7 PM",
      details: "Outside if possible",
      onBehalfOf: "Alex Morgan",
      callbackNumber: "+12025550187",
    };
    expect(plan(said).likelyQuestions).toEqual([]);
  });

  it.each([
    ["Book a table for two on Friday", ["time"]],
    ["Book a table at 7:30 pm for 4 people", ["date"]],
    ["Reserve a table tomorrow evening", ["party"]],
    ["Get a quote for painting my flat", ["what_size", "where", "date"]],
    ["Get a quote for painting a 3 bedroom flat at 12 Main Street next week", []],
    ["Order a large pepperoni pizza with extra cheese for pickup at 6 pm, pay cash", []],
    ["Order flowers", ["what_exactly", "how_many", "delivery", "time", "payment"]],
    ["Cancel my appointment on Tuesday", []],
    ["Move my appointment from Monday to Wednesday at 3 pm", []],
    ["Book a hotel room for 2 adults from Friday for 3 nights, paying by card", []],
    ["Book a hotel room", ["date", "nights", "guests", "payment"]],
    ["Get a taxi from the airport to downtown tomorrow at 8 am for 2 people", []],
    ["Get a taxi", ["date", "time", "from_where", "to_where", "passengers"]],
    ["Ask for a refund", ["purchase"]],
    ["Have my bicycle repaired", ["model", "date", "where"]],
    ["Ask when they open on Sunday", []],
  ])("%s: %j", (goal, topics) => {
    const asked = openTopics(errandOf(goal), brief({ goal, onBehalfOf: "Alex", callbackNumber: "+12025550187" }));
    expect(asked.filter((topic) => topic !== "seating")).toEqual(topics);
  });

  it("ask for the name a booking is under only when nobody is named", () => {
    expect(openTopics("cancel", brief({ goal: "Cancel my table on Tuesday" }))).toEqual(["booking_name", "callback"]);
  });

  it("ask a dentist's new patient, and nobody else's", () => {
    expect(openTopics("appointment", brief({ goal: "Book a dentist appointment" }))).toContain("new_client");
    expect(openTopics("appointment", brief({ goal: "Book a piano lesson" }))).not.toContain("new_client");
  });

  it.each([
    ["es-ES", "Reserva una mesa", "¿Para qué fecha?"],
    ["de-DE", "Reserviere einen Tisch für zwei um 19 Uhr", "Für welches Datum?"],
    ["fr-FR", "Réserver une table pour deux demain", "À quelle heure ?"],
  ])("are asked in the call's language (%s)", (language, goal, question) => {
    expect(plan({ language, goal }).likelyQuestions).toContain(question);
  });

  it.each([
    ["es-ES", "Reserva una mesa para dos el viernes a las ocho"],
    ["de-DE", "Reserviere einen Tisch für zwei am Freitag um 19 Uhr"],
    ["fr-FR", "Réserver une table pour deux vendredi à 20 heures"],
  ])("see in %s what is covered", (language, goal) => {
    const asked = openTopics(
      errandOf(goal),
      brief({ goal, language, onBehalfOf: "Ana", callbackNumber: "+34612345678" }),
    );
    expect(asked).toEqual(["seating"]);
  });
});

describe("errands", () => {
  it.each([
    ["Book a table for two", "table"],
    ["Make a dinner reservation for 4", "table"],
    ["Cancel my table for Friday", "cancel"],
    ["Reschedule my dentist appointment", "change"],
    ["Get a quote for a repair", "quote"],
    ["Ask how much it would cost to fix my bike", "repair"],
    ["Book a double room for three nights", "room"],
    ["Order two pizzas", "order"],
    ["Book a haircut", "appointment"],
    ["Tell them Alex will be 15 minutes late", "inform"],
    ["Complain about a wrong bill", "complaint"],
    ["Sing a song", "other"],
  ])("%s: %s", (goal, errand) => {
    expect(errandOf(goal)).toBe(errand);
  });
});

describe("the plan", () => {
  it("gives the opening line as it was handed in, and the steps of the call", () => {
    const { openingLine, checklist } = plan({
      goal: "Book a table for two",
      questions: ["Is there parking?"],
      onBehalfOf: "Alex",
      details: "Window seat",
      voicemailMessage: "Please call back.",
    });
    expect(openingLine).toBe("Hi, this is Ada.");
    expect(checklist[0]).toBe("Introduce itself as Ada, an AI assistant, calling for Alex.");
    expect(checklist).toContain("Ask: Is there parking?");
    expect(checklist.at(-1)).toBe("Leave the voicemail message if a machine answers.");
    expect(plan().checklist.at(-1)).toBe("Hang up without a message if a machine answers.");
  });

  it("estimates from the prices and a likely duration", () => {
    expect(plan().cost).toEqual({ minCents: 0, typicalCents: 100, maxCents: 725 });
    const questions = Array.from({ length: 20 }, (_, index) => `Question ${index}?`);
    expect(plan({ questions }).cost.typicalCents).toBe(200);
    expect(plan({ questions }, { maxCallSeconds: 200 }).cost).toEqual({
      minCents: 0,
      typicalCents: 100,
      maxCents: 100,
    });
    expect(plan({}, { demo: true }).cost.typicalCents).toBe(0);
  });

  it("says whether the business is open, and null when it is not known", () => {
    expect(plan().openNow).toBeNull();
    expect(plan({}, { business: { openNow: true, hoursToday: "11:00-22:00" } }).openNow).toBe(true);
    const closed = plan({}, { business: { openNow: false, hoursToday: "11:00-14:00" } });
    expect(closed.openNow).toBe(false);
    expect(closed.warnings).toContain("The business is closed now. Hours today: 11:00-14:00.");
  });

  it("tells what policy says, and plans all the same", () => {
    const blocked = { code: "emergency_number" as const, message: "This is an emergency number." };
    const refused = plan({ phone: "911" }, { blocked, phone: null });
    expect(refused).toMatchObject({ callable: false, blocked });
    expect(refused.checklist.length).toBeGreaterThan(3);
    expect(plan()).toMatchObject({ callable: true, blocked: null });
  });
});

describe("warnings", () => {
  it("name unknown fields and what was meant", () => {
    const { warnings } = plan(
      { voicemailMessage: "Hello" },
      { unknownFields: ["businessName", "phonee", "colour", "phone_number"] },
    );
    expect(warnings).toEqual([
      'The field "businessName" is unknown and will be ignored: did you mean "business_name"?',
      'The field "phonee" is unknown and will be ignored: did you mean "phone"?',
      'The field "colour" is unknown and will be ignored.',
      'The field "phone_number" is unknown and will be ignored: did you mean "phone"?',
    ]);
    const many = plan({}, { unknownFields: Array.from({ length: 900 }, (_, index) => `field${index}`) });
    expect(many.warnings.length).toBeLessThan(15);
  });

  it("tell of a number that nobody has", () => {
    expect(plan({ phone: "+15555555555" }).warnings[0]).toMatch(/^phone is a possible number/);
    expect(plan({ voicemailMessage: "Hi" }).warnings).toEqual([]);
  });

  it("tell of the night where the number is, unless the business is open", () => {
    const night = { nowMs: Date.UTC(2026, 10, 20, 8, 0) };
    expect(plan({}, night).warnings[0]).toMatch(/^It is 03:00 in America\/New_York/);
    expect(
      plan({ voicemailMessage: "Hi" }, { ...night, business: { openNow: true, hoursToday: null } }).warnings,
    ).toEqual([]);
  });

  it("tell of a missing voicemail message and a missing trunk", () => {
    expect(plan().warnings[0]).toMatch(/voicemail_message is missing/);
    expect(plan({}, { trunkMissing: true }).warnings[1]).toMatch(/trunk/);
  });
});

describe("a plan with a model's help", () => {
  const rules = plan();
  const soon = () => AbortSignal.timeout(20);

  it("has what the model adds behind what the rules found", async () => {
    const think = async () => ({
      checklist: ["Mention the window."],
      likelyQuestions: [" Any allergies? ", "what date would you like?", ""],
    });
    const better = await improvePlan(rules, brief(), think, soon());
    expect(better.likelyQuestions).toEqual([...rules.likelyQuestions, "Any allergies?"]);
    expect(better.checklist.at(-1)).toBe("Mention the window.");
    expect(better.openingLine).toBe(rules.openingLine);
  });

  it("has no number that the request does not say, and no more lines than it needs", async () => {
    const think = async () => ({
      checklist: ["Offer 45 dollars.", "Come\nat once."],
      likelyQuestions: ["Is that for 99 people?", "x".repeat(301)],
    });
    const better = await improvePlan(rules, brief(), think, soon());
    expect(better.likelyQuestions).toEqual(rules.likelyQuestions);
    expect(better.checklist).toEqual([...rules.checklist, "Come at once."]);
  });

  it("is the rules' own when the model fails, is slow, or has been given up before", async () => {
    expect(await improvePlan(rules, brief(), () => Promise.reject(new Error("no model")), soon())).toBe(rules);
    expect(await improvePlan(rules, brief(), () => new Promise(() => undefined), soon())).toBe(rules);
    expect(await improvePlan(rules, brief(), () => new Promise(() => undefined), AbortSignal.abort())).toBe(rules);
  });
});
