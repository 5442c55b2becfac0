/** The page of a shared call: what it shows, what it hides, and what it tells browsers and crawlers. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Appliance } from "../appliance.ts";
import { openAppliance } from "../appliance.ts";
import { SHOP_PHONE } from "../../fakes/desk.ts";
import { doneBy } from "../../fakes/conversations.ts";
import type { Said } from "./shared-scene.ts";
import { BISTRO, played, share } from "./shared-scene.ts";

let appliance: Appliance;
beforeEach(async () => {
  appliance = await openAppliance();
});
afterEach(() => appliance.end());

const pageOf = async (scene: Parameters<typeof played>[1]): Promise<string> => {
  const url = await share(appliance, await played(appliance, scene));
  return (await fetch(url)).text();
};
/** What a reader sees, tags and layout away. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("the page of a shared call", () => {
  it("shows what was asked, what came of it, the answers with their words, and the conversation", async () => {
    const text = textOf(await pageOf(BISTRO));
    for (const shown of [
      "A phone call to Blue Harbor Bistro",
      "2 March 2026",
      "1 min 28 s",
      "a person answered",
      "Book a table for four on Friday evening at seven",
      "The goal was reached",
      "BH4471",
      "Friday at seven",
      "65 dollars a person",
      "Do you have a vegetarian menu?",
      "Yes, four dishes",
      "We do, four dishes.",
      "They did not know.",
      "Your confirmation number is B H four four seven one.",
      "(interrupted)",
      "The business put the call on hold.",
    ]) {
      expect(text).toContain(shown);
    }
  });

  it("leads from each quote to its place in the conversation", async () => {
    const page = await pageOf(BISTRO);
    const targets = [...page.matchAll(/href="#(line-\d+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(3);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
  });

  it("keeps what the assistant was told in confidence to itself", async () => {
    const page = await pageOf({
      ...BISTRO,
      request: { ...BISTRO.request, details: "Card ending 9911", constraints: "At most 80 dollars" },
    });
    expect(page).not.toMatch(/9911|At most 80/);
  });

  it("is for people with the link only: no index, no referrer, no cache, no script, strict policy", async () => {
    const { callId, key } = await played(appliance, BISTRO);
    const url = await share(appliance, { callId, key });
    const answer = await fetch(url);
    const page = await answer.text();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'/,
    );
    expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(page).not.toMatch(/<script|<form|<iframe|style="|\son\w+="|javascript:/i);
    expect(page).not.toContain(callId);
  });

  it("previews well where the link is pasted", async () => {
    const page = await pageOf(BISTRO);
    expect(page).toContain('<meta property="og:title" content="A phone call to Blue Harbor Bistro" />');
    expect(page).toMatch(/<meta property="og:description" content="A table for four is booked on the terrace/);
    const long = await pageOf({ ...BISTRO, findings: { ...BISTRO.findings, summary: "word ".repeat(200) } });
    const [, description = ""] = /og:description" content="([^"]*)"/.exec(long) ?? [];
    expect(description).toHaveLength(200);
  });

  it("is a page when it is gone, and when it never was", async () => {
    const call = await played(appliance, BISTRO);
    const url = await share(appliance, call);
    await share(appliance, call, false);
    const gone = await fetch(url);
    expect([gone.status, gone.headers.get("x-robots-tag")]).toEqual([410, "noindex, nofollow"]);
    const text = await gone.text();
    expect(text).toContain("no longer shared");
    expect(text).not.toMatch(/Bistro|Friday/);
    const unknown = await fetch(`${appliance.base}/s/${"0".repeat(27)}`);
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("what is private", () => {
  const OWN = {
    phone: SHOP_PHONE,
    callback_number: "+12025550187",
    transfer_to: "+442079460958",
    details: "Write to anna.weber@example.com",
  };
  const SECRETS: readonly (readonly [string, readonly Said[]])[] = [
    ["a number in digits", [["business", "Call 415-555-0142 or (415) 555 0143."]]],
    ["a number in words", [["business", "It's five five five, one two three four."]]],
    ["double and triple", [["business", "Ring double oh seven, triple two, nine four one."]]],
    [
      "a number over two turns",
      [
        ["business", "Five five five,"],
        ["assistant", "Yes?"],
        ["business", "one two three four."],
      ],
    ],
    ["an address, spoken", [["business", "Write to john dot smith at example dot com."]]],
    ["an address, letter by letter", [["business", "j o h n at e x a m p l e dot com"]]],
    ["an address, written", [["business", "john.smith@example.com"]]],
    [
      "the request's own numbers",
      [["assistant", "The name is Weber, two oh two, then five five five, oh one eight seven."]],
    ],
    ["the request's own address", [["assistant", "Anna dot Weber at example dot com, please."]]],
  ];
  const VISIBLE =
    /0142|0143|five five five|one two three four|triple two|john|j o h n|smith|oh one eight seven|dot com|0187|0123|0958|weber@/i;

  it.each(SECRETS)("%s is nowhere on the page, nor in what is stored for it", async (_name, said) => {
    const last = said.at(-1)?.[1] ?? "";
    const scene = {
      request: { ...OWN, goal: "Ask for the number; ours is +1 202 555 0187", questions: ["What is your number?"] },
      said,
      findings: {
        questions: [{ question: "What is your number?", status: "answered", answer: last, quote: last }],
        summary: `They said: ${said.map(([, text]) => text).join(" ")}`,
        nextSteps: `Call ${SHOP_PHONE}.`,
      },
    } as const;
    const page = await pageOf(scene);
    expect(textOf(page)).not.toMatch(VISIBLE);
    expect(page.replaceAll(/<(?:link|meta property="og:url")[^>]*>/g, "")).not.toMatch(VISIBLE);
    expect(page).toMatch(/\[(phone number|email) hidden\]/);
  });

  it("confirmation numbers, prices, dates and times stay, the confirmation number of ten digits too", async () => {
    const kept =
      "Your confirmation number is 7749218355, that is 1,250.00 dollars, on 12/24/2026 at 7:30 PM, room 412, for 2 people.";
    const text = textOf(
      await pageOf({
        request: OWN,
        said: [["business", kept]],
        findings: {
          confirmationNumber: { value: "7749218355", quotes: [kept] },
          priceQuoted: { value: "1,250.00 dollars", quotes: [kept] },
          appointmentTime: { value: "12/24/2026 at 7:30 PM", quotes: [kept] },
          errands: doneBy(kept),
          summary: "Booked for 12/24/2026 at 7:30 PM under 7749218355.",
        },
      }),
    );
    expect(text).toContain(kept);
    expect(text).toContain("Booked for 12/24/2026 at 7:30 PM under 7749218355.");
    expect(text).not.toContain("hidden]");
  });

  it("stays hidden in the stored copy: the page needs nothing else", async () => {
    const call = await played(appliance, BISTRO);
    const url = await share(appliance, call);
    const copy = appliance.bench.store.shares.read(url.split("/").at(-1) ?? "");
    expect(JSON.stringify(copy)).not.toMatch(/0123|0187|lindqvist at|two oh two/i);
    expect(JSON.stringify(copy)).toContain("Rosa Lindqvist");
  });
});
