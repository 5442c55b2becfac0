/** The log's line for each fact, and its description in config/README.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CallFact } from "../../src/calls/call-facts.ts";
import { factLine } from "../../src/calls/fact-lines.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

const LATENCY = { totalMs: 730, endpointingMs: 500, recogniserMs: 10, brainMs: 20, voiceMs: 190, playoutMs: 10 };
const at = { callId: "call_1", wallMs: 0 };

/** One of each kind: the compiler misses none. */
const FACTS: { readonly [Type in CallFact["type"]]: Extract<CallFact, { readonly type: Type }> } = {
  placed: { type: "placed", route: "trunk", free: false, ...at },
  refused: { type: "refused", code: "at_capacity", wallMs: 0 },
  dialled: { type: "dialled", route: "trunk", ...at },
  ringing: { type: "ringing", earlyMedia: true, ...at },
  answered: { type: "answered", waitMs: 1234.4, ...at },
  line_state: { type: "line_state", state: "human", ...at },
  answered_by: { type: "answered_by", by: "human", ...at },
  heard: { type: "heard", atMs: 12.4, ...at },
  spoke: { type: "spoke", atMs: 12.4, opening: true, cutOff: false, latency: LATENCY, ...at },
  asked: { type: "asked", ...at },
  question_closed: { type: "question_closed", how: "expired", ...at },
  transfer: { type: "transfer", stage: "calling", ...at },
  hanging_up: { type: "hanging_up", reason: "completed", ...at },
  ended: {
    ...{ type: "ended", route: "trunk", reason: "completed", answered: true, success: true },
    ...{ talkMs: 61_000.4, chargedCents: 125, ...at },
  },
};

it.each(Object.values(FACTS))("$type is one line, whose fields the configuration's page describes", (fact) => {
  const { fields, message } = factLine(fact);
  const page = readFileSync(join(PROJECT_ROOT, "config/README.md"), "utf8");
  const row = page.split("\n").find((line) => line.startsWith(`| \`call.${fact.type}\` |`)) ?? "";
  const further = Object.keys(fields).filter((name) => name !== "event" && name !== "call_id");
  expect([...(row.split("|")[3] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(further),
  );
  expect(fields["event"]).toBe(`call.${fact.type}`);
  expect(fields["call_id"]).toBe("callId" in fact ? "call_1" : undefined);
  expect(message).toMatch(/^[a-z][a-z' ]+$/);
});

it("tells money in dollars and times in whole milliseconds", () => {
  expect(factLine(FACTS.ended).fields).toEqual({
    ...{ event: "call.ended", call_id: "call_1", route: "trunk", end_reason: "completed" },
    ...{ answered: true, success: true, talk_ms: 61_000, charged_usd: 1.25 },
  });
});
