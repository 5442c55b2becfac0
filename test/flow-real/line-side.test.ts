/**
 * What happens on the line besides talk, in whole calls over the trunk: keys to a menu, a hold, being passed on. The program
 * as it is run, a real Asterisk, SIP telephones at the other ends, and a scripted model as the mind.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OpenAiChatServer, type Script as Mind } from "../simulators/openai-chat/server.ts";
import { peak } from "../support/peak.ts";
import { runAppliance, type Json, type RunningAppliance } from "../support/running-appliance.ts";
import { spoken } from "../support/spoken.ts";
import { strength } from "../support/tone-strength.ts";
import { startSipPeer, type Script, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";

const ANSWERS = "+14155550190";
const BUSY = "+14155550191";
const RINGS = "+14155550192";
/** Whom the business is connected with. */
const PEOPLE: Readonly<Record<string, Script>> = {
  [ANSWERS]: { progress: [{ status: 180, afterMs: 50 }], final: { status: 200, afterMs: 500 } },
  [BUSY]: { final: { status: 486, afterMs: 100 } },
  [RINGS]: { progress: [{ status: 180, afterMs: 50 }], final: "never" },
};

/** Presses for a menu, connects whoever wants to speak to somebody, and says yes to the rest. */
const mind: Mind = (request) => {
  const last = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
  // What is new stands before the summary of what is so far.
  const news = last.split("\n").at(-2) ?? "";
  if (/press/i.test(news))
    return { text: "One moment, please.", calls: [{ name: "press_keys", arguments: '{"keys":"12#"}' }] };
  if (/speak|talk/i.test(news)) return { text: "", calls: [{ name: "transfer", arguments: "{}" }] };
  return { text: "Thank you for telling me." };
};

let phones: SipPeer;
let model: OpenAiChatServer;
let appliance: RunningAppliance;
let key: string;
let next = 14_155_550_200;

beforeAll(async () => {
  phones = await startSipPeer({ script: (number) => PEOPLE[number] ?? { final: { status: 200, afterMs: 100 } } });
  model = new OpenAiChatServer(mind);
  appliance = await runAppliance({
    trunk: { host: phones.host, port: phones.port, codecs: ["ulaw"] },
    assistant: { ring_seconds: 15 },
    policy: { allowed_countries: "all" },
    llm: { provider: "openai", api_key: "sk-test", model: "scripted", base_url: await model.listen() },
  });
  const opened = await appliance.openAccount({ phone: BUSY, goal: "Ask when they open" });
  key = opened.key;
  await appliance.untilEnded(opened.callId, key);
});

afterAll(async () => {
  const code = await appliance?.stop();
  await Promise.all([phones?.close(), model?.close()]);
  expect(code, appliance?.log()).toBe(0);
});

type Placed = { readonly callId: string; readonly business: SipCall };

/** A call whose business has greeted, and which has heard our opening. */
async function greeted(more: Json = {}): Promise<Placed> {
  const phone = `+${(next += 1)}`;
  const body = { phone, goal: "Ask when they open", business_name: "Blue Harbor", ...more };
  const placed = await appliance.request("POST", "/v1/calls", { key, body });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const callId = String(placed.body["call_id"]);
  const business = await callTo(phone);
  await business.answered;
  await business.play(spoken("Hello, this is Blue Harbor."));
  await until(callId, "assistant", /automated assistant/);
  return { callId, business };
}

/** The latest call to this number. */
async function callTo(number: string, before = 0): Promise<SipCall> {
  const calls = (): readonly SipCall[] => phones.calls.filter((call) => call.number === number);
  await expect.poll(() => calls().length, { timeout: 60_000 }).toBeGreaterThan(before);
  const call = calls().at(-1);
  if (call === undefined) throw new Error(`nobody has called ${number}`);
  return call;
}

const read = async (callId: string): Promise<Json> =>
  (await appliance.request("GET", `/v1/calls/${callId}`, { key })).body;

async function lines(callId: string, role: string): Promise<string[]> {
  const transcript = (await read(callId))["transcript"] as { role: string; text: string }[];
  return transcript.filter((entry) => entry.role === role).map(({ text }) => text);
}

async function until(callId: string, role: string, words: RegExp): Promise<void> {
  const said = async (): Promise<string> => (await lines(callId, role)).join("\n");
  await expect.poll(said, { timeout: 60_000, interval: 200 }).toMatch(words);
}

async function hangUp(callId: string): Promise<Json> {
  expect((await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key })).status).toBe(200);
  return await appliance.untilEnded(callId, key);
}

function tone(hz: number): Int16Array {
  return new Int16Array(20_000).map((_, at) => 8000 * Math.sin((2 * Math.PI * hz * at) / 8000));
}

/** By arrival, the last second. */
function lately(call: SipCall): Int16Array {
  return Int16Array.from(
    call
      .packets()
      .slice(-50)
      .flatMap(({ samples }) => [...samples]),
  );
}

describe("a menu", () => {
  it("gets its keys as events, while our voice is silent, and they stand in the transcript", async () => {
    const { callId, business } = await greeted();
    await business.play(spoken("For the opening hours, please press one two."));
    await until(callId, "system", /Pressed 12#\./);
    expect(business.rtp.heardDigits()).toBe("12#");
    const keys = business.rtp.heardKeys();
    const [fromMs, toMs] = [(keys[0]?.fromMs ?? 0) - 250, (keys.at(-1)?.toMs ?? 0) + 250];
    const around = business.packets().filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    expect(around.length).toBeGreaterThan(10);
    for (const { samples } of around) expect(peak(samples)).toBeLessThan(100);
    // Not spoken either.
    expect((await lines(callId, "assistant")).join(" ")).not.toMatch(/press|one two|12/i);
    await hangUp(callId);
  });
});

describe("keys of the business", () => {
  it("are heard, as events and as INFO", async () => {
    const { callId, business } = await greeted();
    await business.press("4");
    await until(callId, "system", /The business pressed 4\./);
    await business.pressByInfo("8");
    await until(callId, "system", /The business pressed 8\./);
    await hangUp(callId);
  });
});

describe("a hold", () => {
  it("without any audio for half a minute is no dead line", async () => {
    const { callId, business } = await greeted();
    await business.hold("inactive");
    business.rtp.mute(true);
    await expect.poll(async () => (await read(callId))["line_state"], { timeout: 5000 }).toBe("hold");
    const heldAtMs = performance.now();
    const spokenBefore = (await lines(callId, "assistant")).length;
    while (performance.now() - heldAtMs < 27_000) {
      const { body } = await appliance.request("GET", `/v1/calls/${callId}?wait=5`, { key });
      expect(body).toMatchObject({ status: "in_progress", line_state: "hold" });
    }
    business.rtp.mute(false);
    await business.unhold();
    await expect.poll(async () => (await read(callId))["line_state"], { timeout: 5000 }).toBe("human");
    expect((await lines(callId, "assistant")).length).toBeLessThanOrEqual(spokenBefore + 1);
    await business.play(spoken("Sorry about that. I am back."));
    await until(callId, "assistant", /Thank you for telling me/);
    await hangUp(callId);
  });
});

describe("being passed on", () => {
  it("connects the business with the one who is asked for, and is one call", async () => {
    const { callId, business } = await greeted({ transfer_to: ANSWERS });
    await business.play(spoken("Can I speak to the customer directly?"));
    await until(callId, "assistant", /I'm connecting you now/);
    const person = await callTo(ANSWERS);
    await person.answered;
    await person.play(spoken("Hello, this is Maria."));
    await until(callId, "system", /Connected with the number for transfers/);
    expect((await lines(callId, "system")).join("\n")).toMatch(/automated assistant, with Blue Harbor on the line/);
    expect((await lines(callId, "business")).join(" ")).not.toMatch(/maria/i);

    await Promise.all([business.play(tone(600)), person.play(tone(1100))]);
    expect(strength(lately(person), 600)).toBeGreaterThan(20 * strength(lately(person), 1100));
    expect(strength(lately(business), 1100)).toBeGreaterThan(20 * strength(lately(business), 600));
    expect(await read(callId)).toMatchObject({ status: "in_progress" });

    await person.hangUp();
    const ended = await appliance.untilEnded(callId, key);
    expect(ended).toMatchObject({ end_reason: "completed", cost_usd: 1 });
    expect((ended["outcome"] as Json)["summary"]).toMatch(/connected with the number for transfers/);
    expect((await business.ended).by).toBe("caller");
  });

  it("to a line that is busy comes back to the talk", async () => {
    const { callId, business } = await greeted({ transfer_to: BUSY });
    await business.play(spoken("Can I speak to the customer directly?"));
    await until(callId, "system", /Not connected with the number for transfers: it is busy/);
    await until(callId, "assistant", /could not reach them/);
    await business.play(spoken("All right. We open at nine."));
    await until(callId, "assistant", /Thank you for telling me/);
    await hangUp(callId);
  });

  it("ends with its call, when that is hung up while it rings", async () => {
    const { callId, business } = await greeted({ transfer_to: RINGS });
    await business.play(spoken("Can I speak to the customer directly?"));
    const person = await callTo(RINGS);
    const ended = await hangUp(callId);
    expect(ended).toMatchObject({ end_reason: "hangup_api", cost_usd: 1 });
    expect((await person.ended).by).toBe("cancel");
    expect((await business.ended).by).toBe("caller");
  });
});
