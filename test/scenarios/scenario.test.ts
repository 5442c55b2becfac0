import { describe, expect, it } from "vitest";
import { isMachine } from "./disclosed.ts";
import { chooseScenarios, loadScenarios, parseScenario } from "./scenario.ts";

describe("a scenario file", () => {
  it("is read, every one of them, and twelve or more are of plain talk", () => {
    expect(loadScenarios().filter((scenario) => scenario.plain_talk).length).toBeGreaterThanOrEqual(12);
  });

  it("demands an answer only to questions that are asked", () => {
    for (const { name, request, expect: demanded } of loadScenarios()) {
      for (const question of Object.keys(demanded.answers)) expect(request.questions, name).toContain(question);
    }
  });

  it("has a person where one is to be reached, and none where a machine is all there is", () => {
    for (const { name, callee, expect: demanded } of loadScenarios()) {
      const people = callee.lines.filter((line) => line.say !== undefined && !isMachine(line));
      if (demanded.answered_by === "human") expect(people, name).not.toEqual([]);
      if (demanded.answered_by === "machine") expect(people, name).toEqual([]);
    }
  });

  it("says what may not be taken where the request has constraints, and what may not be told where a secret is asked for", () => {
    for (const { name, request, callee, expect: demanded } of loadScenarios()) {
      const asksForSecret = callee.lines.some(({ say = "", prompts = [] }) =>
        /\b(pin|credit card|payment card)\b/i.test(say) || prompts.includes("conf-getpin"),
      );
      if (request["constraints"] !== undefined) expect(demanded.outside_constraints, name).not.toEqual([]);
      if (asksForSecret) expect(demanded.forbidden_digits, name).not.toEqual([]);
      // Digits that are not in the request could not leave us: the check would be blind.
      const told = JSON.stringify(request).replaceAll(/\D/g, "");
      for (const digits of demanded.forbidden_digits) expect(told, name).toContain(digits);
    }
  });

  it("names every mistake at once", () => {
    const text =
      "about: x\nrequest: { goal: g }\ncallee: { lines: [{ when: never, say: a }, { when: answered }] }\nexpect: { answers: { q: '(' }, colour: red }";
    expect(() => parseScenario("bad", text)).toThrow(
      /callee\.lines\.0\.when[\s\S]*callee\.lines\.1: does nothing[\s\S]*expect\.answers\.q: is not a regular expression[\s\S]*colour/,
    );
  });

  it("is chosen by name, and an unknown name is answered with those there are", () => {
    expect(chooseScenarios(["good-call"]).map(({ name }) => name)).toEqual(["good-call"]);
    expect(() => chooseScenarios(["good-cal"])).toThrow(/no scenario good-cal; there are .*good-call/);
  });
});
