import { describe, expect, it } from "vitest";
import { parseScenario } from "./scenario.ts";
import { follow, newScript } from "./script.ts";
import type { ScriptEvent } from "./script.ts";

function linesOf(yaml: string) {
  return parseScenario("s", `about: x\nrequest: { goal: g }\nexpect: {}\ncallee:\n  lines:\n${yaml}`).callee.lines;
}

/** Feeds `[atMs, event]`, with a frame every 20 ms in between: sound within the given stretches. Answers `[atMs, line]`. */
function play(
  yaml: string,
  events: readonly (readonly [number, ScriptEvent])[],
  sounds: readonly (readonly [number, number])[],
  untilMs: number,
  performsMs = 400,
): (readonly [number, number])[] {
  const lines = linesOf(yaml);
  let state = newScript(lines, 0);
  const due = [...events];
  const done: (readonly [number, number])[] = [];
  let performed = Infinity;
  const feed = (event: ScriptEvent, nowMs: number): void => {
    const [next, line] = follow(lines, state, event, nowMs);
    state = next;
    if (line === null) return;
    done.push([nowMs, line]);
    performed = nowMs + performsMs;
  };
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 20) {
    while ((due[0]?.[0] ?? Infinity) <= nowMs) feed(due.shift()?.[1] ?? { type: "answered" }, nowMs);
    if (nowMs >= performed) {
      performed = Infinity;
      feed({ type: "performed" }, nowMs);
    }
    feed({ type: "frame", sound: sounds.some(([from, to]) => nowMs >= from && nowMs < to) }, nowMs);
  }
  return done;
}

const answered: readonly [number, ScriptEvent] = [0, { type: "answered" }];

describe("a callee", () => {
  it("greets so long after the answer", () => {
    expect(play("  - { when: answered, after_ms: 300, say: Hello }", [answered], [], 2000)).toEqual([[300, 0]]);
  });

  it("answers what was said, once the other side has been silent for its time", () => {
    const yaml = "  - { when: { they_said: price }, say: a }\n  - { when: { they_said: open }, say: b, after_ms: 700 }";
    const words = [2100, { type: "words", text: "When do you open?" }] as const;
    expect(play(yaml, [answered, words], [[1000, 2000]], 4000)).toEqual([[2680, 1]]);
  });

  it("reacts once to a turn, and again to the next", () => {
    const yaml = "  - { when: they_paused, say: Sure, times: any }";
    const words = [1500, { type: "words", text: "x" }] as const;
    expect(play(yaml, [answered, words], [[1000, 1500]], 6000)).toHaveLength(1);
    const again = [4600, { type: "words", text: "y" }] as const;
    expect(
      play(
        yaml,
        [answered, words, again],
        [
          [1000, 1500],
          [4000, 4600],
        ],
        8000,
      ),
    ).toHaveLength(2);
  });

  it("waits for the words before it falls back on a line for any turn", () => {
    const yaml = "  - { when: { they_said: open }, say: nine }\n  - { when: they_paused, say: Sorry }";
    const late = [1900, { type: "words", text: "When do you open?" }] as const;
    expect(play(yaml, [answered, late], [[500, 1200]], 4000)).toEqual([[1900, 0]]);
    expect(play(yaml, [answered], [[500, 1200]], 4000)).toEqual([[2380, 1]]);
  });

  it("takes a breath of the other side for no end of turn", () => {
    const yaml = "  - { when: they_paused, say: Sure }";
    const words = [600, { type: "words", text: "x" }] as const;
    const [first] = play(
      yaml,
      [answered, words],
      [
        [500, 900],
        [1200, 2000],
      ],
      4000,
    );
    expect(first?.[0]).toBeGreaterThanOrEqual(2480);
  });

  it("speaks over the speech that was meant, so long into it", () => {
    const yaml = "  - { when: { they_speak_for_ms: 600, speech: 2 }, say: Wait }";
    expect(
      play(
        yaml,
        [answered],
        [
          [500, 1500],
          [3000, 5000],
        ],
        6000,
      ),
    ).toEqual([[3600, 0]]);
  });

  it("goes on after its own line", () => {
    const yaml = "  - { when: answered, after_ms: 100, say: a }\n  - { when: after_last_line, after_ms: 200, say: b }";
    expect(play(yaml, [answered], [], 3000)).toEqual([
      [100, 0],
      [700, 1],
    ]);
  });

  it("does something when nobody makes a sound", () => {
    const yaml = "  - { when: { silent_for_ms: 1000 }, hang_up: true }";
    expect(play(yaml, [answered], [[200, 500]], 3000)).toEqual([[1480, 0]]);
  });

  it("hears the keys that it asked for", () => {
    const yaml = "  - { when: { they_pressed: '12' }, say: a }";
    const keys = (["1", "2"] as const).map((digit, n) => [500 + n * 200, { type: "key", digit }] as const);
    expect(play(yaml, [answered, ...keys], [], 2000)).toEqual([[1200, 0]]);
  });

  it("forgets what was said before its own line", () => {
    const yaml = "  - { when: { they_said: open }, say: nine, times: any }";
    const words = [1000, { type: "words", text: "When do you open?" }] as const;
    expect(
      play(
        yaml,
        [answered, words],
        [
          [500, 1000],
          [3000, 3500],
        ],
        6000,
      ),
    ).toHaveLength(1);
  });
});
