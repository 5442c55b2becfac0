/** The tests' own telephone, and audio before the answer, over a real Asterisk. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSpeech, saveRecording } from "../support/wav-files.ts";
import { find, joined, noise, onTheWire, startRig, until, type Rig } from "./media-rig.ts";

const NOW = { final: { status: 200, afterMs: 0 } } as const;

describe("the telephone", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(async () => {
    await rig.close();
  });

  it("lets its early media be heard before it answers", async () => {
    const announcement = noise(2400, 31);
    rig.peer.follow({
      progress: [{ status: 183, afterMs: 20, earlyAudio: announcement }],
      final: { status: 200, afterMs: 900 },
    });
    const early: Int16Array[] = [];
    const callId = "call_early";
    const arriving = rig.listener.expect(callId, AbortSignal.timeout(5000));
    const answering = rig.exchange.call(callId, { listener: "media_0", sampleRateHz: 8000 });
    const leg = await arriving;
    leg.onInbound((event) => {
      if (event.type === "frame") early.push(event.samples);
    });
    const phone = await rig.peer.nextCall();
    let answered = false;
    void phone.answered.then(() => (answered = true));
    await until(() => find(joined(early), onTheWire(announcement)) >= 0, 2000);
    expect(answered).toBe(false);
    await answering;
    await rig.exchange.hangUp(callId);
    expect((await phone.ended).by).toBe("caller");
  });

  it("sees the CANCEL of a call that is given up while it rings", async () => {
    rig.peer.follow({ progress: [{ status: 180, afterMs: 0 }], final: "never" });
    const unanswered = rig.exchange.call("call_ringing", { listener: "media_0", sampleRateHz: 8000 }).then(
      () => "answered",
      (error: Error) => error.message,
    );
    await rig.listener.expect("call_ringing", AbortSignal.timeout(5000));
    const phone = await rig.peer.nextCall();
    await rig.exchange.hangUp("call_ringing");
    expect((await phone.ended).by).toBe("cancel");
    await expect(phone.answered).rejects.toThrow("unanswered");
    expect(await unanswered).toContain("canceled");
  });

  it("refuses with the status of its script", async () => {
    rig.peer.follow({ final: { status: 486, afterMs: 10 } });
    void rig.listener.expect("call_busy", AbortSignal.timeout(5000));
    await expect(rig.exchange.call("call_busy", { listener: "media_0", sampleRateHz: 8000 })).rejects.toThrow("busy");
    expect((await (await rig.peer.nextCall()).ended).by).toBe("refused");
  });

  it("speaks when it is told to, can be put on hold and off again, and hangs up", async () => {
    rig.peer.follow(NOW);
    const call = await rig.call();
    const later = noise(800, 41);
    const spoken = call.phone.play(later, 400);
    await call.phone.hold();
    await call.phone.unhold();
    await spoken;
    await until(() => find(call.heard(), onTheWire(later)) >= 0, 2000);
    const firstMs = find(call.heard(), onTheWire(later)) / 8;
    expect(firstMs).toBeGreaterThan(250);
    await call.phone.hangUp("Q.850;cause=16");
    expect((await call.phone.ended).by).toBe("peer");
    await call.leg.closed;
  });

  it("loses packets when it is told to", async () => {
    rig.peer.follow(NOW);
    const call = await rig.call();
    call.phone.rtp.lose(0.5);
    await call.phone.play(noise(8000, 51));
    expect(call.phone.rtp.lost).toBeGreaterThan(10);
    call.phone.rtp.lose(0);
    await call.hangUp();
  });

  it("keeps recordings as files", () => {
    const folder = mkdtempSync(join(tmpdir(), "outdial-wav-"));
    const path = join(folder, "call.wav");
    const left = noise(1600, 61);
    saveRecording(path, 8000, [left, noise(800, 62)]);
    expect(loadSpeech(path, 8000)).toEqual(left);
    expect(loadSpeech(path, 16_000).length).toBe(3200);
    rmSync(folder, { recursive: true });
  });
});
