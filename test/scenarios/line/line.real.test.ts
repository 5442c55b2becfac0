/** Calls over the line between two real Asterisks, with sound made and listened to at both ends. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeAlaw, encodeAlaw } from "../../support/g711.ts";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { find, joined, noise, onTheWire, until } from "../../sip/media-rig.ts";
import { contents } from "../../support/asterisk.ts";
import { SIDES, type Side, type WireFrame } from "./impairment.ts";
import { startLineRig, type LineRig, type RigCall } from "./line-rig.ts";
import { hiss } from "./made-sounds.ts";
import { speechSegments } from "./segments.ts";

function sound(frames: readonly WireFrame[], of: "samples" | "sent" = "samples"): Int16Array {
  return joined(frames.map((frame) => frame[of]));
}

/** So much more of both sides has passed. */
async function passes(call: RigCall, frames: number): Promise<void> {
  const before = SIDES.map((side) => call.wire.frames(side).length);
  const all = (): boolean => SIDES.every((side, i) => call.wire.frames(side).length >= (before[i] ?? 0) + frames);
  await until(all, frames * 20 + 3000);
}

async function hungUp(rig: LineRig, call: RigCall): Promise<void> {
  rig.appliance.pbx.hangUp(call.callId);
  await rig.appliance.told.until(call.callId, "ended");
  await call.wire.closed;
}

describe.each([
  ["ulaw", 8000, onTheWire],
  ["alaw", 8000, (samples: Int16Array) => decodeAlaw(encodeAlaw(samples))],
  ["slin16", 16_000, (samples: Int16Array) => samples],
] as const)("a good line with %s", (codec, sampleRateHz, asCoded) => {
  let rig: LineRig;
  beforeAll(async () => {
    rig = await startLineRig([codec]);
  });
  afterAll(async () => {
    await rig.close();
  });

  it("carries every sample both ways, hears the same, and knows when", async () => {
    const call = await rig.call(sampleRateHz);
    await passes(call, 10);
    const spoken: Record<Side, Int16Array> = {
      assistant: noise(sampleRateHz / 2, 3),
      callee: noise(sampleRateHz / 2, 4),
    };
    const saidAtMs = performance.now();
    await call.callee.say(spoken.callee);
    await call.assistant.say(spoken.assistant);
    // A busy machine gives the last frames late.
    await passes(call, 50);
    await hungUp(rig, call);

    expect(call.wire.sampleRateHz).toBe(sampleRateHz);
    expect(find(call.assistant.heard(), asCoded(spoken.callee))).toBeGreaterThan(0);
    expect(find(call.callee.heard(), asCoded(spoken.assistant))).toBeGreaterThan(0);
    for (const side of SIDES) {
      const frames = call.wire.frames(side);
      expect(find(sound(frames), asCoded(spoken[side]))).toBeGreaterThan(0);
      expect(frames.every(({ samples, sent, lost }) => samples === sent && !lost)).toBe(true);
    }
    const [[callee, ...more], [assistant]] = [
      speechSegments(call.wire.frames("callee")),
      speechSegments(call.wire.frames("assistant")),
    ];
    expect(more).toEqual([]);
    if (callee === undefined || assistant === undefined) throw new Error("the line heard nobody");
    // The ends of a half-open frame and one of Asterisk's ticks on either side.
    expect(Math.abs(callee.toMs - callee.fromMs - 500)).toBeLessThan(45);
    expect(callee.fromMs - saidAtMs).toBeLessThan(150);
    expect(assistant.fromMs).toBeGreaterThan(callee.toMs - 45);
  });
});

describe("a bad line", () => {
  let rig: LineRig;
  beforeAll(async () => {
    rig = await startLineRig();
  });
  afterAll(async () => {
    await rig.close();
  });

  it("loses about as much as it is told to, in both directions", async () => {
    rig.spoil({ lossPercent: 20, seed: 7 });
    const call = await rig.call();
    await passes(call, 300);
    await hungUp(rig, call);
    for (const [side, end] of [
      ["assistant", call.callee],
      ["callee", call.assistant],
    ] as const) {
      const frames = call.wire.frames(side);
      const got = frames.filter(({ lost }) => !lost).length;
      // More than three standard deviations of 300 throws.
      expect(1 - got / frames.length).toBeGreaterThan(0.12);
      expect(1 - got / frames.length).toBeLessThan(0.28);
      // What was let through arrived: all but what passed while the audio of that end was not there yet.
      expect(Math.abs(end.heard().length / 160 - got)).toBeLessThan(15);
    }
  });

  it("brings the assistant's sound back at its delay and loudness", async () => {
    rig.spoil({ echo: { delayMs: 180, gainDb: -14 } });
    const call = await rig.call();
    await passes(call, 10);
    await call.assistant.say(hiss(8000, -12));
    await passes(call, 50);
    await hungUp(rig, call);
    const [[there], [back]] = [
      speechSegments(call.wire.frames("assistant")),
      speechSegments(call.wire.frames("callee")),
    ];
    if (there === undefined || back === undefined) throw new Error("there was no echo");
    expect(Math.abs(back.fromMs - there.fromMs - 180)).toBeLessThan(25);
    const within = (frames: readonly WireFrame[], { fromMs, toMs }: typeof there): Int16Array =>
      sound(frames.filter(({ atMs }) => atMs > fromMs + 40 && atMs < toMs - 40));
    const level = dbfs(within(call.wire.frames("callee"), back)) - dbfs(within(call.wire.frames("assistant"), there));
    expect(Math.abs(level + 14)).toBeLessThan(1.5);
    // The callee said nothing; the assistant hears it all the same.
    expect(dbfs(sound(call.wire.frames("callee"), "sent"))).toBeLessThan(-70);
    expect(dbfs(call.assistant.heard())).toBeGreaterThan(-45);
    expect(speechSegments(call.wire.frames("callee"), { sound: "sent" })).toEqual([]);
  });

  it("has the noise of the callee's room at its level, for the assistant only", async () => {
    rig.spoil({ noiseDbfs: -32 });
    const call = await rig.call();
    await passes(call, 150);
    await hungUp(rig, call);
    const heard = call.assistant.heard();
    expect(Math.abs(dbfs(sound(call.wire.frames("callee").slice(5))) + 32)).toBeLessThan(1);
    expect(Math.abs(dbfs(heard.subarray(1600)) + 32)).toBeLessThan(1);
    expect(dbfs(call.callee.heard())).toBeLessThan(-70);
  });

  it("holds packets back for as long as it is told to, in their order", async () => {
    rig.spoil({ jitterMs: 40 });
    const call = await rig.call();
    await passes(call, 10);
    const said = noise(4000, 6);
    await call.assistant.say(said);
    await until(() => find(call.callee.heard(), onTheWire(said)) > 0, 5000);
    await hungUp(rig, call);
    const gaps = call.wire.frames("assistant").map(({ atMs }, i, all) => atMs - (all[i - 1]?.atMs ?? atMs - 20));
    expect(Math.max(...gaps)).toBeGreaterThan(30);
  });
});

describe("a call's life on the line", () => {
  let rig: LineRig;
  beforeAll(async () => {
    rig = await startLineRig();
  });
  afterAll(async () => {
    await rig.close();
  });

  it("is known by its number, its caller and its Call-ID from the first ring", async () => {
    const { callId, there, wire } = await rig.ring();
    expect(wire).toMatchObject({ number: "+12025550142", from: "+12025550100", sampleRateHz: null });
    expect(there).toMatchObject({ number: wire.number, from: wire.from });
    expect(wire.sipCallId).toMatch(/^[0-9a-f-]{36}$/);
    await rig.carrier.ring(there.callId);
    await rig.appliance.told.until(callId, "ringing");
    await rig.carrier.reject(there.callId, 486);
    expect(await rig.appliance.told.until(callId, "ended")).toMatchObject({ reason: "busy", sipStatus: 486 });
    await wire.closed;
  });

  it("ends when the caller gives up while it rings", async () => {
    const { callId, there, wire } = await rig.ring();
    await rig.carrier.ring(there.callId);
    await rig.appliance.told.until(callId, "ringing");
    rig.appliance.pbx.hangUp(callId);
    expect(await rig.appliance.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    await wire.closed;
  });

  it("ends when the callee hangs up, and when the caller does", async () => {
    const first = await rig.call();
    await rig.carrier.hangUp(first.there.callId);
    expect(await rig.appliance.told.until(first.callId, "ended")).toMatchObject({ reason: "hangup_business" });
    await first.wire.closed;
    const second = await rig.call();
    rig.appliance.pbx.hangUp(second.callId);
    expect(await rig.appliance.told.until(second.callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await second.wire.closed;
  });

  it("shows the keys of both sides, at their times", async () => {
    const call = await rig.call();
    rig.appliance.pbx.press({ callId: call.callId, pressId: "p1", keys: "12#" });
    await until(() => call.callee.keys() === "12#", 3000);
    await rig.carrier.sendDtmf(call.there.callId, "*9");
    await until(() => call.assistant.keys() === "*9", 3000);
    await hungUp(rig, call);
    expect(call.wire.keys.map(({ side, digit }) => `${side} ${digit}`)).toEqual([
      "assistant 1",
      "assistant 2",
      "assistant #",
      "callee *",
      "callee 9",
    ]);
    const times = call.wire.keys.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("leaves nothing at either end", async () => {
    const { appliance, carrierAsterisk } = rig;
    await expect.poll(() => contents(appliance.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
    await expect.poll(() => contents(carrierAsterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
  });
});
