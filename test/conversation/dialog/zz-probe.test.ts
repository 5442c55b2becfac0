import { it } from "vitest";
import { askedAgent, factOf, goalOfCall, openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";
const CASES: [string, string, string[]][] = [
  ["Book a table for two on Friday", "Not before 6 PM", ["we have a table at five", "okay it is booked for five"]],
  ["Book a table for two", "Only Thursday or Friday", ["i can do saturday at seven", "okay you are booked for saturday at seven"]],
  ["Book a table for two on Friday at 7", "At most 50 dollars a person", ["yes that will be eighty dollars a person", "okay it is booked"]],
  ["Book a table for two on Friday at 7", "At most 50 dollars a person", ["your table is booked that's eighty dollars a person", "yes", "yes"]],
  ["Book a haircut on Friday at 3 PM", "no more than 40 dollars", ["sure a haircut is sixty dollars shall i book it", "okay"]],
  ["Book a table on Friday at 7", "No more than two people", ["we have a table for four at seven shall i book it", "okay"]],
  ["Book a table for two on Friday at 7", "", ["i've put you down for three people on friday at seven","yes"]],
  ["Book a table for two tomorrow at 7", "", ["tomorrow is full but i have sunday at seven shall i book that","okay booked for sunday at seven"]],
  ["Book a table for two on Friday at 7 PM", "not on Saturday", ["we have saturday at seven shall i book that","okay booked for saturday at seven"]],
  ["Book a table for two this week at 7 PM", "any day but Monday", ["we have monday at seven shall i book that","okay booked for monday at seven"]],
  ["Book a dentist appointment for Alex", "Mornings only, no later than 11", ["i have four in the afternoon shall i book that","okay booked for four pm"]],
  ["Book a room for Friday", "Under 120 dollars a night, no deposit", ["the room is a hundred and ten but we take a deposit of fifty shall i book it", "okay it is booked"]],
  ["Book a plumber for Tuesday", "If they cannot come before noon, ask me", ["he can come at three shall i book it", "okay it is booked for three"]],
  ["Book a table for two on Friday at 7", "", ["sure if you come before five", "yes if you pay fifty dollars up front", "yes"]],
];
it("probe", () => {
  for (const [goal, constraints, said] of CASES) {
    const call = openedCall(briefOf(constraints === "" ? { goal } : { goal, constraints }));
    console.log("== " + goal + " | " + constraints);
    for (const s of said) { console.log("   them: " + s); console.log("   us: " + call.hear(s)); }
    call.give({ type: "wrap_up", reason: "hangup_business" });
    console.log("   asked: " + JSON.stringify(askedAgent(call)) + " time=" + factOf(call, "appointment_time") + " price=" + factOf(call, "price_quoted")+ " met=" + goalOfCall(call)?.met + " | " + goalOfCall(call)?.summary);
  }
});
