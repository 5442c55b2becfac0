import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  emailsIn,
  HIDDEN_EMAIL,
  HIDDEN_PHONE,
  redactConversation,
  redactText,
} from "../../src/sharing/redaction/redact.ts";

const KNOWN = { phones: ["+14155552671", "+442079460958"], emails: ["anna.weber@example.com"], codes: [] };

const corpus = readFileSync(new URL("redaction-corpus.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

describe("the corpus of what is said on the telephone", () => {
  it("has at least 200 lines", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200);
  });

  it.each(corpus)("%s", (line) => {
    const turns = line.split(" // ").map((text, index) => ({
      speaker: index % 2 === 0 ? "business" : "assistant",
      text: text.replaceAll(/\{[pe]:([^}]*)\}/g, "$1"),
    }));
    const wanted = line.replaceAll(/\{p:[^}]*\}/g, HIDDEN_PHONE).replaceAll(/\{e:[^}]*\}/g, HIDDEN_EMAIL);
    expect(redactConversation(turns, KNOWN).join(" // ")).toBe(wanted);
  });
});

describe("a text on its own", () => {
  it("is cleared like a conversation of one line", () => {
    expect(redactText("Ask them to call +1 415 555 2671 or write to anna.weber@example.com", KNOWN)).toBe(
      `Ask them to call ${HIDDEN_PHONE} or write to ${HIDDEN_EMAIL}`,
    );
  });

  it("keeps a code that the outcome names", () => {
    expect(redactText("Booked, 7749218355.", { ...KNOWN, codes: ["7749218355"] })).toBe("Booked, 7749218355.");
    expect(redactText("Booked, 7749218355.", KNOWN)).toBe(`Booked, ${HIDDEN_PHONE}.`);
  });

  it("keeps no code that ends a longer number", () => {
    expect(redactText("It is four one five five five five oh one four two", { ...KNOWN, codes: ["0142"] })).toBe(
      `It is ${HIDDEN_PHONE}`,
    );
  });
});

describe("the addresses of a request", () => {
  it("are found in its texts", () => {
    expect(emailsIn(["Write to anna.weber@example.com.", null, "a@b.co and a@b.co"])).toEqual([
      "anna.weber@example.com",
      "a@b.co",
    ]);
  });
});

describe("a long call", () => {
  it("of 200 lines is cleared in a few milliseconds", () => {
    const turns = Array.from({ length: 200 }, (_, index) => ({
      speaker: index % 2 === 0 ? "business" : "assistant",
      text: (corpus[index % corpus.length] ?? "").replaceAll(/\{[pe]:([^}]*)\}/g, "$1"),
    }));
    const times = Array.from({ length: 40 }, () => {
      const startedMs = performance.now();
      redactConversation(turns, KNOWN);
      return performance.now() - startedMs;
    });
    expect(Math.min(...times)).toBeLessThan(30);
  });
});
