/** Ends of calls, and wide-band audio, over a real Asterisk. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clauses, find, joined, noise, onTheWire, received, startRig, until, type Rig } from "./media-rig.ts";

const never = new AbortController().signal;

describe("the end of a call", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  }, 20_000);
  afterAll(async () => {
    await rig.close();
  });

  it("cuts no goodbye off when the hang-up waits for the utterance", async () => {
    for (let i = 0; i < 3; i += 1) {
      const call = await rig.call();
      const goodbye = [noise(4001, 200 + i), noise(2345, 300 + i)];
      const played = await call.mouth.speak(
        clauses(...goodbye.map((audio, n) => ({ text: n === 0 ? "Thank you." : "Goodbye.", audio }))),
        never,
      );
      await call.hangUp();
      expect(played).toMatchObject({ heard: "Thank you. Goodbye.", ended: "played" });
      expect(find(received(call.phone), onTheWire(joined(goodbye)))).toBeGreaterThanOrEqual(0);
      expect((await call.phone.ended).by).toBe("caller");
    }
  });

  it("tells the mouth at once when the callee has hung up in the middle of a word", async () => {
    const call = await rig.call();
    const speaking = call.mouth.speak(clauses({ text: "Are you still there", audio: noise(40_000, 7) }), never);
    await until(() => call.phone.packets().length > 15, 2000);
    await call.phone.hangUp();
    await call.hangUp();
    expect(await speaking).toMatchObject({ ended: "closed" });
    expect(await call.leg.closed).toContain("closed the media socket");
  });

  it("is noticed by missing frames when the callee's RTP stops", async () => {
    const call = await rig.call();
    await until(() => call.heard().length > 800, 2000);
    call.phone.rtp.mute(true);
    await until(() => call.leg.silentForMs() > 300, 1000);
    call.phone.rtp.mute(false);
    await until(() => call.leg.silentForMs() < 60, 1000);
    await call.hangUp();
  });

  it("is reported within a second when Asterisk is killed", async () => {
    const call = await rig.call();
    const killed = performance.now();
    process.kill(rig.exchange.pid(), "SIGKILL");
    await call.leg.closed;
    expect(performance.now() - killed).toBeLessThan(1000);
  });
});

describe("a wide-band call", () => {
  it("carries 16 kHz both ways, sample by sample", async () => {
    const rig = await startRig(["slin16", "ulaw"], ["l16"]);
    try {
      const call = await rig.call(16_000);
      expect(call.leg.frameSamples).toBe(320);
      const theirs = noise(8000, 21);
      const ours = noise(9001, 22);
      const [played] = await Promise.all([
        call.mouth.speak(clauses({ text: "Wide.", audio: ours }), never),
        call.phone.play(theirs),
      ]);
      expect(played.heard).toBe("Wide.");
      await until(() => find(call.heard(), theirs) >= 0, 1000);
      expect(find(received(call.phone), ours)).toBeGreaterThanOrEqual(0);
      await call.hangUp();
    } finally {
      await rig.close();
    }
  }, 20_000);
});
