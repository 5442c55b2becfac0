/** Names of theirs are said back and spelled when in doubt; ours is told, spelled and put right. */
import { describe, expect, it } from "vitest";
import { spelledNames, withSpelled } from "../../../src/language/en/spelled-names.ts";
import { tokens } from "../../../src/language/en/words.ts";
import { findings, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const SPELL = "Sorry, could you spell that name for me?";
const WHO = briefOf({ goal: "Find out who restores organs", questions: ["Who should I ask for?"] });
const hear = (call: Call, ...said: readonly string[]): string => said.map((words) => call.hear(words)).at(-1) ?? "";
const talk = (...said: readonly string[]): [Call, string] => {
  const call = openedCall(WHO);
  return [call, hear(call, ...said)];
};
const answer = (call: Call) => findings(call).at(-1);

describe("a name of theirs", () => {
  it.each([
    ["The restorer is called Ottilie.", "Ottilie"],
    ["Our head restorer is Benedikt Krause.", "Benedikt Krause"],
    ["You want to ask for Ilona", "Ilona"],
    ["that would be siobhan, s i o b h a n", "Siobhan, spelled S I O B H A N"],
  ])("is said back before it counts: “%s”", (said, name) => {
    const [call, line] = talk(said);
    expect(line).toContain(`I have ${name}. Is that correct?`);
    expect(call.hear("Yes, exactly.")).toContain("Goodbye");
    expect(answer(call)).toMatchObject({ status: "answered" });
  });

  it.each([
    ["they deny it", "no"],
    ["they say another", "No, Odile."],
    ["they say another with their yes", "Yes, Odile."],
    ["what they say is none of it", "Hmm, whatever the fish."],
  ])("is spelled when %s", (_, reply) => {
    const [call, line] = talk("You want to ask for Ottilie.", reply);
    expect(line).toBe(SPELL);
    expect(call.hear("O, D, Y, double L")).toContain("I have Odyll, spelled O D Y L L. Is that correct?");
    expect(call.hear("That's the one.")).toContain("Goodbye");
    expect(answer(call)).toMatchObject({ status: "answered", answer: "Odyll", quote: "O, D, Y, double L" });
  });

  it.each([
    ["It is M, A, double R, Y.", "Marry", "M A R R Y"],
    ["that's k as in kilo i m", "Kim", "K I M"],
  ])("may be spelled and never said: “%s”", (said, name, letters) => {
    const [call, line] = talk(said);
    expect(line).toContain(`I have ${name}, spelled ${letters}. Is that correct?`);
    expect(call.hear("Yes, it is.")).toContain("Goodbye");
    expect(answer(call)).toMatchObject({ status: "answered", answer: name });
  });

  it("is spelled once more when the letters are wrong, and is only then what it is", () => {
    const [call] = talk(
      "Our head restorer is Benedikt Krause.",
      "Hmm, whatever the fish.",
      "K as in kilo, R, A, double s",
    );
    expect(call.hear("No")).toBe("Could you spell it once more, please, letter by letter?");
    expect(call.hear("K R A U S E")).toContain("I have Benedikt Krause, spelled K R A U S E.");
    hear(call, "Right.", "bye");
    expect(answer(call)).toMatchObject({ status: "answered", answer: "Benedikt Krause" });
  });

  it("that is told once more after wrong letters is said back as it is reported", () => {
    const [call] = talk("You want to ask for Ottilie.", "No", "T, T", "No", "E, E", "No");
    const line = call.hear("You want to ask for Odile.");
    expect(line).toContain("I have Odile. Is that correct?");
    expect(answer(call)).toMatchObject({ status: "answered", answer: expect.stringContaining("Odile") as string });
  });

  it("that they deny is none, however often we hear it again", () => {
    const [call] = talk("You want to ask for Ottilie.", "No", "T, T", "No", "E, E", "No");
    call.hear("You want to ask for Odile.");
    expect(call.hear("No.")).toContain("Could you tell me again");
    const line = call.hear("You want to ask for Odile.");
    expect(line).toContain("Goodbye");
    expect(answer(call)).toMatchObject({ status: "unknown", answer: null });
  });

  it("is no answer when nobody can make it out", () => {
    const [call, line] = talk("Ask for Ottilie.", "the lake of the moon", "purple lawyer", "green harbor light");
    expect(line).toContain("I will leave that open");
    expect(answer(call)).toMatchObject({ status: "unknown", answer: null });
  });

  it("is no answer when they hang up over its letters", () => {
    const [call] = talk("Ask for Ottilie.", "no");
    call.give({ type: "wrap_up", reason: "callee_hung_up" });
    expect(answer(call)).toMatchObject({ status: "unknown", answer: null });
  });

  it("stands when they say it once more, or cannot tell how it is written", () => {
    for (const reply of ["ok so yes Ottilie", "I don't know how it is written"]) {
      const [call, line] = talk("Ask for Ottilie.", "what did you want again?", reply);
      expect(line, reply).toContain("Goodbye");
      expect(answer(call), reply).toMatchObject({ status: "answered", answer: "Ask for Ottilie" });
    }
  });

  it("needs no letters where it is no name", () => {
    expect(talk("Anyone at the front desk can help you.")[1]).not.toContain("Is that correct");
  });
});

describe("our name", () => {
  const brief = { ...briefOf({ goal: "Book a table for two on Friday at 7 PM" }), onBehalfOf: "Imogen Kaczmarek" };
  const TOLD = "The name is Imogen Kaczmarek.";
  const LAST = "It is spelled K A C Z M A R E K.";

  it.each([
    ["Under what name?", TOLD],
    ["How do you spell that?", LAST],
    ["Would you spell the last name for me?", LAST],
    ["And the first name, how is it spelled?", "It is spelled I M O G E N."],
    ["Could you give me the full name, letter by letter?", "It is spelled I M O G E N, K A C Z M A R E K."],
    ["Is that Kaczmarek with a K?", LAST],
    ["So the name is Imogen Kaczmarek, right?", "Yes, that's right."],
    ["I have put it under Katchmark, is that okay?", `${TOLD} ${LAST}`],
    ["Is the name K A T S M A R?", `${TOLD} ${LAST}`],
    ["Very good, you are booked for Friday at seven under Katchmark.", `${TOLD} ${LAST}`],
    ["I have written it down as Imogen Kazmarek.", `${TOLD} ${LAST}`],
  ])("“%s”: %s", (said, line) => {
    const call = openedCall(brief);
    expect(call.hear(said)).toContain(line);
    expect(call.moves.some(({ type }) => type === "ask_agent")).toBe(false);
  });

  it("is put right once, and left alone where it is right", () => {
    const call = openedCall(brief);
    expect(call.hear("You are booked for Friday at seven under the name Imogen Kaczmarek.")).not.toContain("spelled");
    expect(call.hear("Sorry, it says under Katchmark here.")).toContain(LAST);
    expect(call.hear("It still says under Katchmark.")).not.toContain(LAST);
  });
});

describe("letters", () => {
  it.each([
    ["D. A. R. I. U. S. Z.", "Dariusz"],
    ["sure it's d-a-r-i-u-s-z", "Dariusz"],
    ["b as in boy e c k e r", "Becker"],
    ["capital n then a d j a", "Nadja"],
    ["oscar tango tango oscar", "Otto"],
    ["w e i s s with double s", "Weiss"],
    ["it is b a you e r", "Bauer"],
    ["J, O, E, L. M, E, Y, E, R.", "Joel Meyer"],
    ["I see you are a nice person", ""],
    ["we open at nine a m", ""],
  ])("“%s”: %s", (said, name) => {
    expect(
      spelledNames(tokens(said), true)
        .map(({ text }) => text)
        .join(" "),
    ).toBe(name);
  });

  it("take the place of the word that they are", () => {
    const spelled = (text: string): string => withSpelled("Jon Meyer", [{ text, from: 0, to: 1 }]);
    expect(spelled("Mayer")).toBe("Jon Mayer");
    expect(spelled("John")).toBe("John Meyer");
    expect(spelled("Xylander")).toBe("Jon Xylander");
  });
});
