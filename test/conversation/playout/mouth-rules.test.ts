import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { remainingMs, type MouthEvent } from "../../../src/conversation/playout/mouth-state.ts";
import { clause, FRAME, MouthLine, numbered } from "./mouth-line.ts";
import { cases } from "../../support/cases.ts";

const begin: MouthEvent = { type: "begin" };
const end: MouthEvent = { type: "end", failure: null };
const flush: MouthEvent = { type: "stop", how: "flushed" };

/** A word a frame-multiple long, then 200 ms of silence: words can be told apart in it. */
function spoken(words: number, wordFrames = 10): Int16Array {
  const samples = new Int16Array(words * (wordFrames + 10) * FRAME);
  for (let word = 0; word < words; word += 1) {
    samples.set(numbered(wordFrames * FRAME, word + 1), word * (wordFrames + 10) * FRAME);
  }
  return samples;
}

describe("silence", () => {
  it("is sent one frame a beat while there is nothing to say", () => {
    const line = new MouthLine();
    line.pass(400);
    expect(line.played.length).toBe(20);
    expect(line.played.filter(({ frame }) => frame === null).length).toBeLessThanOrEqual(1);
    expect(line.queuedFrames).toBeLessThanOrEqual(5);
  });

  it("goes on through a stall of ours of 80 ms, and is no longer afterwards", () => {
    const line = new MouthLine();
    line.pass(400);
    const before = line.played.length;
    line.stallUs(80);
    line.pass(400);
    expect(line.played.slice(before).every(({ frame }) => frame !== null)).toBe(true);
    expect(line.queuedFrames).toBeLessThanOrEqual(5);
  });

  it("is let run down when Asterisk has stalled and a backlog has grown", () => {
    const line = new MouthLine();
    line.pass(200);
    line.stallExchange(900);
    expect(line.queuedFrames).toBeGreaterThan(40);
    line.pass(3000);
    expect(line.queuedFrames).toBeLessThanOrEqual(8);
    expect(line.played.slice(-100).every(({ frame }) => frame !== null)).toBe(true);
  });

  it("costs the first clause no time, however much of it is queued", () => {
    const line = new MouthLine();
    line.pass(200);
    line.stallExchange(500);
    line.tell(begin);
    line.tell(clause("now", numbered(FRAME * 5)));
    const given = line.nowMs;
    line.pass(100);
    const first = line.played.find(({ atMs, frame }) => atMs > given && frame?.[0] !== 0);
    expect((first?.atMs ?? Infinity) - given).toBeLessThanOrEqual(20);
  });

  it("follows an utterance without a gap", () => {
    const line = new MouthLine();
    line.pass(100);
    line.tell(begin);
    line.tell(clause("done", numbered(FRAME * 5)));
    line.tell(end);
    line.pass(500);
    const ticks = line.played.filter(({ atMs }) => atMs > 107);
    expect(ticks.every(({ frame }) => frame !== null)).toBe(true);
  });

  it("stops when the leg is closed", () => {
    const line = new MouthLine();
    line.pass(100);
    line.tell({ type: "closed" });
    line.pass(200);
    expect(line.played.at(-1)?.frame).toBe(null);
  });
});

describe("an utterance", () => {
  it("is played sample by sample across clauses of any length, and settles when the last has been played", () => {
    const line = new MouthLine();
    const parts = [numbered(333, 1), numbered(1, 2), numbered(4801, 3)];
    line.pass(100);
    line.tell(begin);
    for (const [i, part] of parts.entries()) line.tell(clause(`clause ${i}`, part));
    line.tell(end);
    line.pass(690);
    expect([...line.sound()]).toEqual(parts.flatMap((part) => [...part]));
    const played = line.settled[0];
    expect(played).toMatchObject({ heard: "clause 0 clause 1 clause 2", cutOff: null, ended: "played", failure: null });
    // 5135 samples are 33 frames, the first of them at 107 ms.
    expect(played?.lastSoundAtMs).toBe(107 + 33 * 20 + 1);
  });

  it("tells when its first sound came and when its last had gone", () => {
    const line = new MouthLine(7, 1);
    line.pass(100);
    line.tell(begin);
    line.tell(clause("ten frames", numbered(FRAME * 10)));
    line.tell(end);
    line.pass(400);
    expect(line.settled[0]).toMatchObject({ firstSoundAtMs: 108, lastSoundAtMs: 308 });
  });

  it("tells how long the voice had been quiet at its end", () => {
    const line = new MouthLine();
    const spoken = new Int16Array(FRAME * 20);
    for (let at = 0; at < FRAME * 8; at += 1) spoken[at] = at % 2 === 0 ? 6000 : -6000;
    line.pass(100);
    line.tell(begin);
    line.tell(clause("eight frames of sound and twelve of silence", spoken));
    line.tell(end);
    line.pass(600);
    expect(line.settled[0]).toMatchObject({ ended: "played", quietTailMs: 240 });
  });

  it("goes on at once when a late clause comes, after silence and no more of it than that", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("first", numbered(500, 1)));
    line.pass(400);
    line.tell(clause("second", numbered(500, 2)));
    const given = line.nowMs;
    line.tell(end);
    line.pass(300);
    expect([...line.sound()]).toEqual([...numbered(500, 1), ...numbered(500, 2)]);
    const second = line.played.find(({ atMs, frame }) => atMs > given && frame?.[0] === numbered(1, 2)[0]);
    expect((second?.atMs ?? Infinity) - given).toBeLessThanOrEqual(20);
    expect(line.settled[0]?.heard).toBe("first second");
  });

  it("plays a clause that is still being rendered as it comes", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell({ type: "clause", text: "streamed words", samples: new Int16Array(0), complete: false });
    for (let piece = 1; piece <= 5; piece += 1) {
      line.tell({ type: "more", samples: numbered(401, piece), complete: piece === 5 });
      line.pass(30);
    }
    line.tell(end);
    line.pass(400);
    expect(line.sound().length).toBe(5 * 401);
    expect(line.settled[0]).toMatchObject({ heard: "streamed words", ended: "played" });
  });

  it("puts no silence into a clause whose voice keeps up", () => {
    const line = new MouthLine();
    line.pass(100);
    line.tell(begin);
    line.tell({ type: "clause", text: "small pieces", samples: new Int16Array(0), complete: false });
    for (let piece = 0; piece < 30; piece += 1) {
      line.tell({ type: "more", samples: numbered(201, piece), complete: false });
      line.pass(18);
    }
    line.tell({ type: "more", samples: new Int16Array(0), complete: true });
    line.tell(end);
    line.pass(600);
    const all = line.played.flatMap(({ frame }) => [...(frame ?? new Int16Array(FRAME))]);
    const sound = all.slice(
      all.findIndex((sample) => sample !== 0),
      all.findLastIndex((sample) => sample !== 0) + 1,
    );
    expect(sound.length).toBe(30 * 201);
  });

  it("sends silence while a voice is stuck in the middle of a clause", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell({ type: "clause", text: "stuck", samples: numbered(500), complete: false });
    line.pass(800);
    expect(line.played.slice(-30).every(({ frame }) => frame !== null)).toBe(true);
    line.tell({ type: "more", samples: numbered(500, 2), complete: true });
    line.tell(end);
    line.pass(400);
    expect([...line.sound()]).toEqual([...numbered(500), ...numbered(500, 2)]);
    expect(line.settled[0]?.heard).toBe("stuck");
  });

  it("is asked for no more than ten seconds ahead", () => {
    const line = new MouthLine();
    line.tell(begin);
    for (let i = 0; i < 9; i += 1) line.tell(clause(`${i}`, numbered(FRAME * 100, i)));
    expect(line.pulls).toBe(5);
    expect(line.queuedFrames).toBe(500);
    line.pass(2000);
    expect(line.queuedFrames).toBeGreaterThan(495);
    line.tell(end);
    line.pass(17_000);
    expect(line.sound().length).toBe(9 * FRAME * 100);
    expect(line.settled[0]?.ended).toBe("played");
  });

  it("stops being sent while Asterisk says that its queue is full", () => {
    const line = new MouthLine();
    line.tell({ type: "flow", open: false });
    line.tell(begin);
    line.tell(clause("held", numbered(FRAME * 3)));
    line.pass(200);
    expect(line.sound().length).toBe(0);
    line.tell({ type: "flow", open: true });
    line.tell(end);
    line.pass(200);
    expect(line.settled[0]?.heard).toBe("held");
  });

  it("without a clause, or with clauses without sound, settles at once", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(end);
    expect(line.settled[0]).toMatchObject({ heard: "", cutOff: null, firstSoundAtMs: null, ended: "played" });
    line.tell(begin);
    line.tell(clause("mute", new Int16Array(0)));
    line.tell(end);
    line.pass(50);
    expect(line.settled[1]).toMatchObject({ heard: "mute", ended: "played" });
  });

  it("that fails is played as far as it was given", () => {
    const line = new MouthLine();
    const failure = new Error("the voice is gone");
    line.tell(begin);
    line.tell(clause("so far", numbered(FRAME * 4)));
    line.tell({ type: "end", failure });
    line.pass(300);
    expect(line.settled[0]).toMatchObject({ heard: "so far", ended: "failed", failure });
  });

  it("settles even when its last mark never comes back", () => {
    const line = new MouthLine();
    line.losesMarks = true;
    line.tell(begin);
    line.tell(clause("lost mark", numbered(FRAME * 20)));
    line.tell(end);
    line.pass(1500);
    expect(line.settled).toEqual([]);
    line.pass(600);
    expect(line.settled[0]).toMatchObject({ heard: "lost mark", cutOff: null, ended: "played" });
  });

  it("is not thought to be over when Asterisk stalls, but goes on with it", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("slow exchange", numbered(FRAME * 100)));
    line.tell(end);
    line.pass(500);
    line.stallExchange(5000);
    expect(line.settled).toEqual([]);
    expect(remainingMs(line.state, line.nowMs)).toBeLessThanOrEqual(1500);
    line.pass(1600);
    expect(line.settled[0]).toMatchObject({ heard: "slow exchange", ended: "played" });
  });

  it("ends with what was heard when the leg is closed, by marks and clock", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("one two three", spoken(3)));
    line.pass(640);
    line.tell({ type: "closed" });
    expect(line.settled[0]).toMatchObject({ heard: "one two", cutOff: "three", ended: "closed" });
  });

  it("on a closed leg settles at once", () => {
    const line = new MouthLine();
    line.tell({ type: "closed" });
    line.tell(begin);
    expect(line.settled[0]).toMatchObject({ heard: "", ended: "closed" });
  });

  it("tells how much of it is left", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("two seconds", numbered(FRAME * 100)));
    line.pass(500);
    expect(remainingMs(line.state, line.nowMs)).toBeGreaterThanOrEqual(1480);
    expect(remainingMs(line.state, line.nowMs)).toBeLessThanOrEqual(1540);
  });
});

describe("a flush", () => {
  it.each([
    [30, "", "one two three four"],
    [230, "one", "two three four"],
    [390, "one", "two three four"],
    [540, "one", "two three four"],
    [620, "one two", "three four"],
    [1430, "one two three four", null],
  ])("after %i ms leaves %j heard", (ms, heard, cutOff) => {
    const line = new MouthLine();
    line.pass(100);
    line.tell(begin);
    line.tell(clause("one two", spoken(2)));
    line.tell(clause("three four", spoken(2)));
    line.pass(ms);
    line.tell(flush);
    line.pass(20);
    expect(line.settled[0]).toMatchObject({ heard, cutOff, ended: "flushed" });
    expect(line.queuedFrames).toBeLessThanOrEqual(5);
  });

  it("lets nothing more be heard, and the silence goes on", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("long", numbered(FRAME * 100)));
    line.pass(300);
    line.tell(flush);
    const before = line.played.length;
    line.pass(300);
    expect(line.played.slice(before).every(({ frame }) => frame === null || frame.every((s) => s === 0))).toBe(true);
    expect(line.played.slice(before + 2).every(({ frame }) => frame !== null)).toBe(true);
  });

  it("before the first sound leaves nothing heard", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(flush);
    expect(line.settled[0]).toMatchObject({ heard: "", cutOff: null, firstSoundAtMs: null, lastSoundAtMs: null });
  });

  it("goes by marks and clock when Asterisk does not answer", () => {
    const line = new MouthLine();
    line.answersStatus = false;
    line.tell(begin);
    line.tell(clause("one two three", spoken(3)));
    line.pass(640);
    line.tell({ type: "stop", how: "aborted" });
    line.pass(600);
    expect(line.settled[0]).toMatchObject({ heard: "one two", cutOff: "three", ended: "aborted" });
  });

  it("of a paused utterance settles at once, at the pause", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("one two three", spoken(3)));
    line.pass(640);
    line.tell({ type: "pause" });
    line.pass(1000);
    line.tell(flush);
    expect(line.settled[0]).toMatchObject({ heard: "one two", cutOff: "three", ended: "flushed", lastSoundAtMs: 640 });
  });

  it("in the moment of a pause still knows the place", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("one two three", spoken(3)));
    line.pass(640);
    line.tell({ type: "pause" });
    line.tell(flush);
    line.pass(5);
    expect(line.settled[0]).toMatchObject({ heard: "one two", cutOff: "three" });
  });

  it("does nothing when nothing is being said", () => {
    const line = new MouthLine();
    line.tell(flush);
    line.pass(100);
    expect(line.settled).toEqual([]);
  });
});

describe("a pause", () => {
  it("is silent from the next tick on, with RTP going on", () => {
    const line = new MouthLine();
    line.pass(60);
    line.tell(begin);
    line.tell(clause("long", numbered(FRAME * 100)));
    line.pass(300);
    line.tell({ type: "pause" });
    const before = line.played.length;
    line.pass(500);
    const after = line.played.slice(before);
    expect(after.every(({ frame }) => frame === null || frame.every((sample) => sample === 0))).toBe(true);
    expect(after.filter(({ frame }) => frame === null).length).toBeLessThanOrEqual(1);
  });

  it("goes on at the same sample, before and after Asterisk has told its queue", () => {
    for (const pausedMs of [0, 1, 15, 40, 800]) {
      const line = new MouthLine();
      const given = numbered(FRAME * 40);
      line.tell(begin);
      line.tell(clause("all of it", given));
      line.tell(end);
      line.pass(333);
      line.tell({ type: "pause" });
      line.pass(pausedMs);
      line.tell({ type: "resume" });
      line.pass(900);
      expect([...line.sound()]).toEqual([...given]);
      expect(line.settled[0]).toMatchObject({ heard: "all of it", ended: "played" });
    }
  });

  it("at the very end loses neither the last frame nor the settling", () => {
    for (let ms = 1; ms <= 140; ms += 1) {
      const line = new MouthLine();
      line.tell(begin);
      line.tell(clause("five", numbered(FRAME * 5)));
      line.tell(end);
      line.pass(ms);
      line.tell({ type: "pause" });
      line.pass(50);
      line.tell({ type: "resume" });
      line.pass(200);
      expect([...line.sound()]).toEqual([...numbered(FRAME * 5)]);
      expect(line.settled.length).toBe(1);
    }
  });

  it("holds what comes meanwhile", () => {
    const line = new MouthLine();
    line.tell(begin);
    line.tell(clause("first", numbered(FRAME * 5, 1)));
    line.pass(50);
    line.tell({ type: "pause" });
    line.tell(clause("second", numbered(FRAME * 5, 2)));
    line.tell(end);
    line.pass(400);
    line.tell({ type: "resume" });
    line.pass(400);
    expect([...line.sound()]).toEqual([...numbered(FRAME * 5, 1), ...numbered(FRAME * 5, 2)]);
  });

  it("works when Asterisk never tells its queue", () => {
    const line = new MouthLine();
    line.answersStatus = false;
    line.tell(begin);
    line.tell(clause("held", numbered(FRAME * 20)));
    line.tell(end);
    line.pass(100);
    line.tell({ type: "pause" });
    line.pass(700);
    line.tell({ type: "resume" });
    line.pass(600);
    expect([...line.sound()]).toEqual([...numbered(FRAME * 20)]);
  });
});

it("loses, repeats and swaps nothing, whatever is paused and resumed when, at whatever phase", () => {
  const step = fc.record({
    kind: fc.constantFrom("clause", "piece", "pause", "resume", "pass"),
    size: fc.integer({ min: 1, max: 1500 }),
    waitMs: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.nat(19),
      fc.integer({ min: 0, max: 12 }),
      (steps, phase, delay) => {
        const line = new MouthLine(phase, delay);
        const given: number[] = [];
        const words: string[] = [];
        let open = false;
        line.pass(50);
        line.tell(begin);
        for (const [i, { kind, size, waitMs }] of steps.entries()) {
          if (kind === "clause" || kind === "piece") {
            const samples = numbered(size, i);
            given.push(...samples);
            const complete = kind === "clause";
            if (open) line.tell({ type: "more", samples, complete });
            else {
              words.push(`w${i}`);
              line.tell({ type: "clause", text: `w${i}`, samples, complete });
            }
            open = !complete;
          } else if (kind !== "pass") line.tell({ type: kind === "pause" ? "pause" : "resume" });
          line.pass(waitMs);
        }
        if (open) line.tell({ type: "more", samples: new Int16Array(0), complete: true });
        line.tell(end);
        line.tell({ type: "resume" });
        line.pass(given.length / 8 + 400);
        expect([...line.sound()]).toEqual(given);
        expect(line.settledAtMs[0]).toBeGreaterThanOrEqual(line.lastPacketAtMs);
        expect(line.settled).toMatchObject([{ heard: words.join(" "), cutOff: null, ended: "played" }]);
        expect(line.queuedFrames).toBeLessThanOrEqual(8);
      },
    ),
    { numRuns: cases(150) },
  );
});

it("tells what was heard to within a frame, whenever it is flushed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 800, max: 6000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 2500 }),
      fc.option(fc.integer({ min: 0, max: 60 })),
      fc.nat(19),
      fc.integer({ min: 0, max: 12 }),
      (sizes, flushAfterMs, pauseBeforeMs, phase, delay) => {
        const line = new MouthLine(phase, delay);
        line.pass(50);
        line.tell(begin);
        for (const [i, size] of sizes.entries()) line.tell(clause(`w${i}`, numbered(size, i)));
        line.tell(end);
        line.pass(flushAfterMs);
        if (pauseBeforeMs !== null) {
          line.tell({ type: "pause" });
          line.pass(pauseBeforeMs);
        }
        line.tell(flush);
        line.pass(100);
        const played = line.sound().length;
        const heard = new Set(line.settled[0]?.heard.split(" "));
        let upTo = 0;
        for (const [i, size] of sizes.entries()) {
          upTo += size;
          // A word counts when no more than 40 ms of it are missing; windows are 10 ms.
          if (heard.has(`w${i}`)) expect(upTo - played).toBeLessThanOrEqual(8 * 50);
          else expect(upTo - played).toBeGreaterThanOrEqual(8 * 30);
        }
      },
    ),
    { numRuns: cases(150) },
  );
});
