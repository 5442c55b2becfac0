/**
 * When a callee does what. Pure: what happens on the line comes in, the number of the line to perform comes out.
 *
 * A person reacts once to each turn of the other side: the first line of the file that matches, and that has not been
 * used up, is it. "They" are the assistant.
 */
import type { CalleeLine, Trigger } from "./scenario.ts";

export const SCRIPT_RULES = {
  /** Silence that parts two turns of theirs; shorter ones are breaths. */
  breathMs: 350,
  /** What they said is known from the transcript, a moment after it was heard. */
  wordsGraceMs: 700,
} as const;

export type ScriptEvent =
  | { readonly type: "answered" }
  /** 20 ms of the assistant: sound or none. */
  | { readonly type: "frame"; readonly sound: boolean }
  /** The assistant's words, once they were heard. */
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "key"; readonly digit: string }
  | { readonly type: "performed" };

export type ScriptState = {
  readonly answeredMs: number | null;
  /** Line being performed. */
  readonly performing: number | null;
  readonly performedMs: number | null;
  readonly lastPerformed: number | null;
  readonly speech: { readonly sinceMs: number; readonly lastSoundMs: number } | null;
  /** How many speeches of theirs have begun. */
  readonly speeches: number;
  /** Words since our last line, and whether there was a speech since then that we have not reacted to. */
  readonly words: string;
  readonly turn: boolean;
  readonly keys: string;
  readonly keyMs: number;
  readonly lastSoundMs: number;
  readonly used: readonly number[];
};

export function newScript(lines: readonly CalleeLine[], nowMs: number): ScriptState {
  return {
    answeredMs: null,
    performing: null,
    performedMs: null,
    lastPerformed: null,
    speech: null,
    speeches: 0,
    words: "",
    turn: false,
    keys: "",
    keyMs: nowMs,
    lastSoundMs: nowMs,
    used: lines.map(() => 0),
  };
}

/** The new state, and the line to perform now, if any. */
export function follow(
  lines: readonly CalleeLine[],
  state: ScriptState,
  event: ScriptEvent,
  nowMs: number,
): readonly [ScriptState, number | null] {
  const next = take(state, event, nowMs);
  if (next.answeredMs === null || next.performing !== null) return [next, null];
  const index = lines.findIndex(
    (line, number) => hasTimesLeft(line, next.used[number] ?? 0) && isDue(line, number, next, nowMs),
  );
  if (index < 0) return [next, null];
  const used = next.used.map((times, number) => (number === index ? times + 1 : times));
  return [{ ...next, performing: index, used, turn: false, keys: "" }, index];
}

function take(state: ScriptState, event: ScriptEvent, nowMs: number): ScriptState {
  switch (event.type) {
    case "answered":
      return { ...state, answeredMs: nowMs, lastSoundMs: nowMs };
    case "frame":
      return onFrame(state, event.sound, nowMs);
    case "words":
      return { ...state, words: `${state.words} ${event.text}`.trim() };
    case "key":
      return { ...state, keys: state.keys + event.digit, keyMs: nowMs };
    case "performed":
      return {
        ...state,
        performing: null,
        lastPerformed: state.performing,
        performedMs: nowMs,
        lastSoundMs: nowMs,
        words: "",
        // What they say over our line is no turn to react to, unless they go on.
        turn: false,
      };
  }
}

function onFrame(state: ScriptState, sound: boolean, nowMs: number): ScriptState {
  const { speech } = state;
  if (sound) {
    const goesOn = speech !== null && nowMs - speech.lastSoundMs < SCRIPT_RULES.breathMs;
    return {
      ...state,
      speech: { sinceMs: goesOn ? speech.sinceMs : nowMs, lastSoundMs: nowMs },
      speeches: goesOn ? state.speeches : state.speeches + 1,
      turn: state.performing === null,
      lastSoundMs: nowMs,
    };
  }
  return state;
}

function hasTimesLeft(line: CalleeLine, used: number): boolean {
  return line.times === "any" || used < line.times;
}

function isDue(line: CalleeLine, number: number, state: ScriptState, nowMs: number): boolean {
  const { when, after_ms: afterMs } = line;
  const { answeredMs, speech } = state;
  if (when === "answered") return answeredMs !== null && nowMs - answeredMs >= afterMs;
  if (when === "after_last_line") {
    const follows = state.lastPerformed === number - 1 && state.performedMs !== null;
    return follows && nowMs - state.performedMs >= afterMs;
  }
  if (when === "they_paused") return turnIsOver(state, afterMs, nowMs) && wordsAreIn(state, afterMs, nowMs);
  if ("they_said" in when) return turnIsOver(state, afterMs, nowMs) && said(when, state.words);
  if ("they_speak_for_ms" in when) {
    if (speech === null || !isSpeaking(state, nowMs)) return false;
    if (when.speech !== undefined && state.speeches !== when.speech) return false;
    return nowMs - speech.sinceMs >= when.they_speak_for_ms;
  }
  if ("silent_for_ms" in when) return nowMs - state.lastSoundMs >= when.silent_for_ms;
  return state.keys.includes(when.they_pressed) && nowMs - state.keyMs >= afterMs;
}

function isSpeaking(state: ScriptState, nowMs: number): boolean {
  return state.speech !== null && nowMs - state.speech.lastSoundMs < SCRIPT_RULES.breathMs;
}

function turnIsOver(state: ScriptState, afterMs: number, nowMs: number): boolean {
  return (
    state.turn && state.speech !== null && nowMs - state.speech.lastSoundMs >= Math.max(afterMs, SCRIPT_RULES.breathMs)
  );
}

/** A line for any turn waits until it is known what was said: one that fits better may come first. */
function wordsAreIn(state: ScriptState, afterMs: number, nowMs: number): boolean {
  const silentMs = state.speech === null ? 0 : nowMs - state.speech.lastSoundMs;
  return state.words !== "" || silentMs >= afterMs + SCRIPT_RULES.wordsGraceMs;
}

function said(when: Extract<Trigger, { readonly they_said: string }>, words: string): boolean {
  return new RegExp(when.they_said, "i").test(words);
}
