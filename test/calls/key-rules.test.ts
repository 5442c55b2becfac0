import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeKeys, type KeysAsked } from "../../src/calls/key-rules.ts";

const judge = (keys: string, more: Partial<KeysAsked> = {}): string =>
  judgeKeys({ keys, before: "", inOneGo: "", lastHeard: "", given: [], ...more }).type;

/** A number that is well-formed as a card's, and begins like one. */
const CARD = "4111111111111111";

describe("the keys that may be pressed", () => {
  it.each(["1", "0", "#", "*9", "12345678", "1234#5678"])("%s is a choice or a short number", (keys) => {
    expect(judge(keys)).toBe("press");
  });

  it.each(["", "1w2", "A", "1,2", "+1", "1".repeat(33), "one"])('"%s" are no keys', (keys) => {
    expect(judge(keys)).toBe("refuse");
  });

  it("more than eight digits need the caller's approval", () => {
    expect(judge("123456789")).toBe("ask");
  });

  it("so do more than eight that are typed in pieces, with nobody speaking between them", () => {
    expect(judge("5678", { before: "1234", inOneGo: "1234" })).toBe("press");
    expect(judge("56789", { before: "1234", inOneGo: "1234" })).toBe("ask");
    expect(judge("56789", { before: "1234", inOneGo: "" })).toBe("press");
  });

  it.each([
    ["the call-back number", "+14155550123", "4155550123"],
    ["an account number in the details", "Account 8842 1907 331, in my name", "88421907331#"],
    ["the agent's answer", "It is 884-219-07331.", "88421907331"],
  ])("a long number that the caller gave may be typed: %s", (_where, text, keys) => {
    expect(judge(keys, { given: ["nothing", text] })).toBe("press");
    expect(judge(keys, { given: ["12 of them"] })).toBe("ask");
  });

  it("a given number may follow a menu's choice at once", () => {
    expect(judge("4155550123", { before: "1", inOneGo: "1", given: ["+14155550123"] })).toBe("press");
  });

  it("two given numbers do not make a third one", () => {
    expect(judge("123456789", { given: ["Room 1234, table 56789"] })).toBe("ask");
  });

  it("a card's number is never typed, not even when it was given", () => {
    expect(judge(CARD, { given: [CARD] })).toBe("refuse");
    expect(judge(`${CARD}#`)).toBe("refuse");
  });

  it("nor in pieces, whatever is said between them", () => {
    expect(judge(CARD.slice(8), { before: CARD.slice(0, 8) })).toBe("refuse");
    expect(judge(CARD.slice(12), { before: `21${CARD.slice(0, 12)}` })).toBe("refuse");
  });

  it("nor behind a menu's choice", () => {
    expect(judge(`1${CARD}`)).toBe("refuse");
  });

  it.each(["Please enter your four digit PIN.", "Enter your card number", "Your social security number, please."])(
    'what is typed at "%s" is a secret',
    (lastHeard) => {
      expect(judge("1234", { lastHeard, given: ["1234"] })).toBe("refuse");
    },
  );

  it("a choice in a menu that speaks of secrets is none", () => {
    expect(judge("4", { lastHeard: "To change your PIN, press 4." })).toBe("press");
  });

  it("a pinch and a spinning wheel are no secrets", () => {
    expect(judge("1234", { lastHeard: "At a pinch, enter your spinning class." })).toBe("press");
  });

  it("every number that passes the check of cards is refused, in any cut", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 11, maxLength: 17 });
    fc.assert(
      fc.property(digits, fc.nat(), (body, at) => {
        const number = withCheckDigit(`4${body}`);
        const cut = at % number.length;
        return judge(number.slice(cut), { before: number.slice(0, cut) }) === "refuse";
      }),
    );
  });
});

function withCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
