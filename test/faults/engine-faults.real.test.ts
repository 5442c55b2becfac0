/**
 * A few calls of the table that `npm run bench -- engine-faults` fills: one fault of each kind, each engine at least once,
 * every stage. They take real time, all of them at once.
 */
import { expect, it } from "vitest";
import { KEYS } from "./servers.ts";
import { allCases, runTable, wrongIn } from "./table.ts";
import type { Case, Row } from "./table.ts";

const CHOSEN: readonly (readonly [engine: string, fault: string, stage: string])[] = [
  ["deepgram_listen", "stalls in the middle", "turn"],
  ["deepgram_listen", "401", "ringing"],
  ["deepgram_flux", "garbage in the middle", "later"],
  ["openai_file", "429, Retry-After 30", "turn"],
  ["openai_realtime", "connection refused", "turn"],
  ["deepgram_aura", "cut in the middle", "turn"],
  ["openai_speech", "stalls in the middle", "later"],
  ["openai_speech", "wrong content type", "ringing"],
  ["openai_chat", "slow drip", "turn"],
  ["openai_chat", "500", "ringing"],
  ["all three", "no first byte", "turn"],
  ["all three", "connect hangs", "later"],
  ["all three", "another protocol", "ringing"],
  ["deepgram_aura, embedded", "both broken", "later"],
  ["deepgram_aura, embedded", "both broken", "ringing"],
];

function chosen(): Case[] {
  const cases = allCases();
  return CHOSEN.map(([engine, fault, stage]) => {
    const found = cases.find((one) => one.engine === engine && one.fault === fault && one.stage === stage);
    if (found === undefined) throw new Error(`there is no ${engine}, ${fault}, ${stage} in the table`);
    return found;
  });
}

it("an engine that goes wrong is no dead air, no false success, and free where nothing was said", async () => {
  const cases = chosen();
  const rows = await runTable(cases, { atOnce: cases.length, onRow: () => undefined });
  const told = ({ engine, fault, stage, suffered, wrong }: Row): unknown => ({
    ...{ engine, fault, stage, wrong },
    timeline: suffered.timeline,
  });
  expect(rows.filter(({ wrong }) => wrong.length > 0).map(told)).toEqual([]);
  const own = rows.filter(({ engine }) => engine.endsWith("embedded"));
  // Where an embedded engine stands behind, the errand is done.
  for (const row of rows.filter((one) => !own.includes(one)))
    expect(row.suffered.success, JSON.stringify(told(row))).toBe(true);
  // Where no voice is left, they hear that we are sorry, and the call ends as our fault.
  const voiceless = own.find(({ stage }) => stage === "later");
  expect(voiceless?.suffered.heard).toMatch(/I'm sorry, something is broken on our side.*Goodbye\.$/);
  expect(voiceless?.suffered.reason).toBe("provider_failure");
  expect(own.find(({ stage }) => stage === "ringing")?.suffered).toMatchObject({ heard: "", free: true });
}, 120_000);

it("the table tells a call that is silent, endless, boastful, indiscreet or dear for nothing", () => {
  const good = {
    silenceMs: 700,
    silenceFromS: 3,
    reason: "completed",
    success: true,
    falsely: false,
    free: false,
    lastedS: 20,
    linesSaid: 5,
    heard: "Hello.",
    timeline: [],
    log: "",
  } as const;
  expect(wrongIn(good)).toEqual([]);
  expect(wrongIn({ ...good, silenceMs: 8000 })).toHaveLength(1);
  expect(wrongIn({ ...good, reason: "did not end" })).toHaveLength(1);
  expect(wrongIn({ ...good, falsely: true })).toHaveLength(1);
  expect(wrongIn({ ...good, heard: "" })).toHaveLength(1);
  expect(wrongIn({ ...good, log: `refused: ${KEYS[0]}` })).toHaveLength(1);
});
