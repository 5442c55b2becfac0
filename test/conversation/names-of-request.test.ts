import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { expect, it } from "vitest";
import type { Brief } from "../../src/calls/brief.ts";
import { namesOfRequest } from "../../src/conversation/names-of-request.ts";

const BRIEF: Brief = {
  phone: "+14155550123",
  goal: "Find out",
  businessName: null,
  details: null,
  questions: [],
  onBehalfOf: null,
  callbackNumber: null,
  constraints: null,
  voicemailMessage: null,
  transferTo: null,
  language: "en-US",
};

it("names whom we call, and for whom", () => {
  expect(namesOfRequest({ ...BRIEF, businessName: "Studio 54", onBehalfOf: "Chidi Okonkwo" })).toEqual([
    "Studio 54",
    "Chidi Okonkwo",
  ]);
});

it.each([
  ["Move the cleaning with Dr. Amara Diallo to next week", ["Dr Amara Diallo"]],
  ["Ask whether Maria's Prius is ready. Then ask for Joe, the mechanic", ["Maria", "Prius", "Joe"]],
  ["Order flowers (Peonies, not Roses) from Saint-Denis", ["Peonies", "Roses", "Saint-Denis"]],
  ["Say that we met: The man was from Łódź", ["Łódź"]],
])("finds who and what is named: %s", (goal, names) => {
  expect(namesOfRequest({ ...BRIEF, goal })).toEqual(names);
});

it.each([
  "Book a table for two on Friday, March 3rd at 7 PM. Ask for a price below $45",
  "BOOK it asap. I'm flexible: Saturdays are fine, I'd take May too",
  "réserver une table",
  "",
])("takes no day, number or beginning of a sentence for a name: %j", (goal) => {
  expect(namesOfRequest({ ...BRIEF, goal, details: goal })).toEqual([]);
});

it("names each once", () => {
  const goal = "Ask about the room at Villa Rosa";
  expect(namesOfRequest({ ...BRIEF, goal, businessName: "Villa Rosa", details: goal })).toEqual(["Villa Rosa"]);
});

it("tells of the scenarios' requests their names, and no answer that is waited for", () => {
  const folder = new URL("../scenarios/calls/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const { request } = parse(readFileSync(new URL(file, folder), "utf8")) as { request: Record<string, string> };
    const { goal = "", business_name: businessName = null, on_behalf_of: onBehalfOf = null, details = null } = request;
    const names = namesOfRequest({ ...BRIEF, goal, details, businessName, onBehalfOf });
    for (const name of names) {
      expect(name.split(" ").length, `${file}: ${name}`).toBeLessThanOrEqual(4);
      expect(name, file).not.toMatch(/\d|day\b/);
    }
  }
});
