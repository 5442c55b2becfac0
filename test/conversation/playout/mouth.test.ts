import pino from "pino";
import { describe, expect, it } from "vitest";
import type { InboundEvent, MediaLeg, PlayoutEvent } from "../../../src/conversation/media/media-leg.ts";
import { createMouth, type Clause, type Mouth } from "../../../src/conversation/playout/mouth.ts";

const FRAME = 160;
const never = new AbortController().signal;

/** A leg and a beat in the hands of the test: what the mouth does to the leg is a list of words. */
class ScriptedLeg implements MediaLeg {
  readonly callId = "call";
  readonly sampleRateHz = 8000;
  readonly frameSamples = FRAME;
  readonly closed = new Promise<string>(() => {});
  readonly did: string[] = [];
  nowMs = 1000;
  queuedFrames: number | null = 0;
  tick: (nowMs: number) => void = () => {};
  tell: (event: PlayoutEvent) => void = () => {};
  readonly mouth: Mouth;

  constructor() {
    this.mouth = createMouth({
      leg: this,
      ticker: {
        add: (onTick) => {
          this.tick = onTick;
          return () => (this.tick = () => {});
        },
        stop: () => {},
      },
      clock: { monotonicMs: () => this.nowMs, wallMs: () => 0 },
      log: pino({ level: "silent" }),
    });
  }

  onInbound(_listener: (event: InboundEvent) => void): void {}
  onPlayout(listener: (event: PlayoutEvent) => void): void {
    this.tell = listener;
  }
  sendAudio(samples: Int16Array): void {
    const what = samples.some((sample) => sample !== 0) ? "sound" : "silence";
    this.did.push(`${what} ${samples.length / FRAME}`);
  }
  startBuffering(): void {}
  stopBuffering(): void {}
  mark(id: string): void {
    this.did.push(`mark ${id}`);
  }
  flush(): void {
    this.did.push("flush");
  }
  pause(): void {
    this.did.push("pause");
  }
  resume(): void {
    this.did.push("resume");
  }
  status(): Promise<number> {
    this.did.push("status");
    return this.queuedFrames === null ? Promise.reject(new Error("late")) : Promise.resolve(this.queuedFrames);
  }
  silentForMs(): number {
    return 0;
  }
  close(): void {}

  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 20) {
      this.nowMs += 20;
      this.tick(this.nowMs);
    }
  }

  /** All marks sent so far come back. */
  playedAll(): void {
    for (const what of this.did.splice(0)) {
      if (what.startsWith("mark ")) this.tell({ type: "mark", id: what.slice(5) });
    }
  }
}

function sound(frames: number, amplitude = 8000): Int16Array {
  return new Int16Array(frames * FRAME).map((_, i) => (i % 2 === 0 ? amplitude : -amplitude));
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("the mouth", () => {
  it("fills with silence, flushes it for the first clause, and settles with the last mark", async () => {
    const leg = new ScriptedLeg();
    leg.pass(40);
    const speaking = leg.mouth.speak(given({ text: "Hello.", audio: sound(3) }), never);
    await settled();
    expect(leg.did).toEqual(["silence 5", "silence 1", "flush", "mark 1.0", "sound 3", "mark 1.3", "silence 5"]);
    leg.playedAll();
    expect(await speaking).toMatchObject({ heard: "Hello.", ended: "played", firstSoundAtMs: 1040 });
  });

  it("tells its states: idle until there is sound", async () => {
    const leg = new ScriptedLeg();
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* late(): AsyncGenerator<Clause, void> {
      await promise;
      yield { text: "Late.", audio: sound(50) };
    }
    const speaking = leg.mouth.speak(late(), never);
    await settled();
    expect(leg.mouth.state).toBe("idle");
    resolve();
    await settled();
    expect(leg.mouth.state).toBe("playing");
    expect(leg.mouth.remainingMs()).toBe(1000);
    leg.queuedFrames = 45;
    leg.mouth.pause();
    expect(leg.mouth.state).toBe("paused");
    leg.mouth.resume();
    expect(leg.mouth.state).toBe("playing");
    leg.mouth.flush();
    expect([leg.mouth.state, leg.mouth.remainingMs()]).toEqual(["idle", 0]);
    await speaking;
  });

  it("says one thing at a time", async () => {
    const leg = new ScriptedLeg();
    const speaking = leg.mouth.speak(given({ text: "First.", audio: sound(5) }), never);
    await expect(leg.mouth.speak(given(), never)).rejects.toThrow("already speaking");
    await settled();
    leg.playedAll();
    await speaking;
    expect(await leg.mouth.speak(given(), never)).toMatchObject({ heard: "", ended: "played" });
  });

  it("ends the utterance's iterator when it is aborted, before and after the first sound", async () => {
    for (const early of [true, false]) {
      const leg = new ScriptedLeg();
      leg.queuedFrames = 48;
      const stop = new AbortController();
      let ended = false;
      async function* endless(): AsyncGenerator<Clause, void> {
        try {
          for (;;) yield { text: "on and on", audio: sound(50) };
        } finally {
          ended = true;
        }
      }
      if (early) stop.abort();
      const speaking = leg.mouth.speak(endless(), stop.signal);
      await settled();
      if (!early) {
        leg.pass(60);
        stop.abort();
      }
      expect(await speaking).toMatchObject({ ended: "aborted" });
      await settled();
      expect(ended).toBe(true);
      expect(leg.did.at(-1)).toBe(early ? undefined : "flush");
    }
  });

  it("plays what came before the voice failed, and hands the failure on", async () => {
    const leg = new ScriptedLeg();
    async function* broken(): AsyncGenerator<Clause, void> {
      yield { text: "So far.", audio: sound(2) };
      throw new Error("no more voice");
    }
    const speaking = leg.mouth.speak(broken(), never);
    await settled();
    leg.playedAll();
    const { heard, ended, failure } = await speaking;
    expect([heard, ended, failure]).toEqual(["So far.", "failed", new Error("no more voice")]);
  });

  it("settles when the leg is closed, and sends no more silence", async () => {
    const leg = new ScriptedLeg();
    const speaking = leg.mouth.speak(given({ text: "Hello there", audio: sound(50) }), never);
    await settled();
    leg.tell({ type: "closed", reason: "gone" });
    expect(await speaking).toMatchObject({ ended: "closed", cutOff: "Hello there" });
    leg.did.length = 0;
    leg.pass(100);
    expect(leg.did).toEqual([]);
  });

  it("knows when it was last heard", async () => {
    const leg = new ScriptedLeg();
    expect(leg.mouth.lastSoundAtMs()).toBe(null);
    leg.pass(100);
    void leg.mouth.speak(given({ text: "Loud.", audio: sound(5, 16_384) }), never);
    await settled();
    leg.tell({ type: "mark", id: "1.0" });
    leg.pass(60);
    expect(leg.mouth.lastSoundAtMs()).toBe(leg.nowMs);
    leg.playedAll();
    const lastMs = leg.nowMs;
    leg.pass(200);
    expect(leg.mouth.lastSoundAtMs()).toBe(lastMs);
  });

  it("flushes what it says and falls silent for good when it is closed", async () => {
    const leg = new ScriptedLeg();
    leg.queuedFrames = 50;
    const speaking = leg.mouth.speak(given({ text: "Hello.", audio: sound(50) }), never);
    await settled();
    leg.mouth.close();
    expect(await speaking).toMatchObject({ ended: "flushed", heard: "" });
    leg.did.length = 0;
    leg.pass(100);
    expect(leg.did).toEqual([]);
  });
});

async function* given(...clauses: Clause[]): AsyncGenerator<Clause, void> {
  yield* clauses;
}
