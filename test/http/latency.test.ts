/** What a turn took, as the one whose call it is reads it, and as nobody else does. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SHOP_PHONE, settled } from "../fakes/desk.ts";
import type { Appliance } from "./appliance.ts";
import { openAppliance } from "./appliance.ts";
import { ajvOver, strictly } from "./described.ts";
import type { Loose } from "./http-under-test.ts";

const LATENCY = { totalMs: 637, endpointingMs: 311, recogniserMs: 73, brainMs: 61, voiceMs: 109, playoutMs: 83 };
const SHOWN = { total: 637, endpointing: 311, recogniser: 73, brain: 61, voice: 109, playout: 83 };

let appliance: Appliance;
let key: string;
let callId: string;
beforeEach(async () => {
  appliance = await openAppliance();
  ({ key } = appliance.bench.fund(1000));
  const placed = await appliance.client.post("/v1/calls", { phone: SHOP_PHONE, goal: "Book a table for two" }, key);
  callId = String(placed.json["call_id"]);
  await settled();
  const { bench } = appliance;
  bench.pbx.answered(callId);
  bench.conversations.tell(callId, "introduced", {});
  bench.conversations.tell(callId, "heard", { text: "Hello, how can I help?", atMs: 400 });
  bench.conversations.tell(callId, "spoke", { text: "A table, please.", cutOff: null, atMs: 2400, latency: LATENCY });
  bench.conversations.tell(callId, "spoke", { text: "For two.", cutOff: "On", atMs: 4800, latency: null });
  bench.conversations.tell(callId, "noted", { text: "The line was put on hold.", atMs: 6000 });
});
afterEach(() => appliance.end());

const read = async (): Promise<Loose> => (await appliance.client.get(`/v1/calls/${callId}`, key)).json;
const entriesOf = (call: Loose): Loose[] => call["transcript"] as unknown as Loose[];

async function end(): Promise<void> {
  appliance.bench.conversations.finish(callId, "completed");
  await settled();
}

/** The entries of the stream of an ended call, which ends by itself. */
async function streamed(lastEventId?: string): Promise<{ id: string; entry: Loose }[]> {
  const resume = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
  const { text } = await appliance.client.get(`/v1/calls/${callId}/events`, key, resume);
  return [...text.matchAll(/^id: (.*)\nevent: transcript\ndata: (.*)$/gm)].map(([, id = "", data = ""]) => ({
    id,
    entry: (JSON.parse(data) as Loose)["entry"] as Loose,
  }));
}

describe("the latency of a turn", () => {
  it("stands with the words that answered it, and with no others", async () => {
    const call = await read();
    expect(entriesOf(call).map((entry) => entry["latency_ms"])).toEqual([undefined, SHOWN, undefined, undefined]);
    expect(entriesOf(call).map((entry) => Object.keys(entry))).toEqual([
      ["seq", "role", "text", "at", "offset_s"],
      ["seq", "role", "text", "at", "offset_s", "latency_ms"],
      ["seq", "role", "text", "at", "offset_s", "cut_off"],
      ["seq", "role", "text", "at", "offset_s"],
    ]);
    expect(call["latency_ms"]).toEqual({ p50: 637, p95: 637 });
  });

  it("is in the events too, as described, for one who resumes and after a restart", async () => {
    await end();
    const call = await read();
    const all = await streamed();
    expect(all.map(({ entry }) => entry)).toEqual(entriesOf(call));
    const document: unknown = await (await fetch(`${appliance.base}/openapi.json`)).json();
    const fits = ajvOver(strictly(document)).compile({ $ref: "doc:/openapi.json#/components/schemas/TranscriptEntry" });
    for (const { entry } of all) expect(fits(entry), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...all[1]?.entry, latency_ms: { ...SHOWN, total: 636.5 } })).toBe(false);

    await appliance.restart();
    for (const [index, { id }] of all.entries()) expect(await streamed(id)).toEqual(all.slice(index + 1));
    expect(await read()).toEqual(call);
  });

  it("is not shown to the world with a shared call", async () => {
    await end();
    const answer = await appliance.client.post(`/v1/calls/${callId}/share`, { public: true }, key);
    const url = String(answer.json["url"]);
    const page = await (await fetch(url)).text();
    expect(page).toContain("A table, please.");
    const copy = JSON.stringify(appliance.bench.store.shares.read(url.split("/").at(-1) ?? ""));
    expect(copy).toContain("A table, please.");
    for (const text of [page, copy]) expect(text).not.toMatch(/latency|endpointing|recogniser|\b(637|311)\b/i);
  });
});
