/**
 * What steady tones mean on a telephone: a beep after which one speaks, a fax, an intercept, a line that is busy or
 * rings, keys. A signal stands alone: quiet before it and quiet after it, which notes of music and vowels do not. Pure.
 *
 * Pitches and cadences: ITU-T E.180 and its supplement 2 (call progress, special information), T.30 (fax), Q.23 (keys).
 */
import type { SoundFrame } from "./frame.ts";
import { lastedMs, NO_TONE, tones } from "./tones.ts";
import type { Tone, ToneState } from "./tones.ts";

export const SIGNAL_RULES = {
  leastToneMs: 60,
  beepHz: { least: 345, most: 2050 },
  beepMs: { least: 80, most: 2200 },
  /** Down there a voice may hold a pitch for longer than that. */
  lowHz: 375,
  lowBeepMs: 140,
  /** Quiet after a signal before it is told. */
  quietMs: 160,
  /** Quieter than the tone by this much is quiet. */
  quietDb: 10,
  /** A tone that begins or ends is no clean line for so long: the window holds other sound beside it. */
  edgeMs: 60,
  faxAnswerMs: 900,
} as const;

export type Signal =
  /** From its first to its last sound. */
  | {
      readonly type: "beep";
      readonly fromMs: number;
      readonly toMs: number;
      readonly hz: readonly number[];
      /** A telephone that rings in Europe sounds the same: it is a beep only where one is expected. */
      readonly doubtful: boolean;
    }
  | { readonly type: "fax" }
  /** Special information tones: a recorded announcement of the network follows. */
  | { readonly type: "intercept" }
  | { readonly type: "busy" }
  | { readonly type: "ringback" }
  | { readonly type: "key"; readonly digit: string };

export type SignalState = {
  readonly tone: ToneState;
  /** Tones that may be parts of one signal. */
  readonly group: readonly Tone[];
  /** The level of the frames before this one, the latest first. */
  readonly levels: readonly number[];
  /** Quiet stood before the tone that is under way. */
  readonly cleanStart: boolean;
  readonly quietSinceMs: number | null;
  /** After a tone: sound that is neither quiet nor a tone. */
  readonly otherSinceMs: number | null;
  /** Signals that may be parts of a cadence: their pitch and when. */
  readonly past: readonly Tone[];
  readonly faxTold: boolean;
};

export const NO_SIGNALS: SignalState = {
  tone: NO_TONE,
  group: [],
  levels: [],
  cleanStart: false,
  quietSinceMs: null,
  otherSinceMs: null,
  past: [],
  faxTold: false,
};

const LEVELS_KEPT = 6;

export function signals(
  state: SignalState,
  frame: SoundFrame,
  nowMs: number,
): readonly [SignalState, readonly Signal[]] {
  const [tone, events] = tones(state.tone, frame, nowMs);
  const levels = [frame.dbfs, ...state.levels].slice(0, LEVELS_KEPT);
  let next: SignalState = { ...state, tone, levels };
  const told: Signal[] = [];
  for (const event of events) {
    if (event.type === "sounding") {
      if (!next.faxTold && isFaxAnswer(event.tone)) {
        next = { ...next, faxTold: true };
        told.push({ type: "fax" });
      }
    } else next = ended(next, event.tone);
  }
  const began = tone.under !== null && tone.under.fromMs === nowMs - 20;
  if (began && next.group.length === 0) next = { ...next, cleanStart: quietBefore(levels, frame.dbfs) };
  if (next.group.length === 0) return [next, told];
  const [after, more] = closed(next, frame, nowMs);
  return [after, [...told, ...more]];
}

function ended(state: SignalState, tone: Tone): SignalState {
  if (lastedMs(tone) < SIGNAL_RULES.leastToneMs) return state;
  if (state.group.length === 0 && !state.cleanStart) return state;
  return { ...state, group: [...state.group, tone], quietSinceMs: null, otherSinceMs: null };
}

/** The window reaches into what was before: the frames from 60 ms back on tell what stood there. */
function quietBefore(levels: readonly number[], dbfs: number): boolean {
  const before = levels.slice(3);
  return before.every((level) => level <= dbfs - SIGNAL_RULES.quietDb);
}

/** Waits for the quiet after the last tone of the group; other sound in its place shows that it was no signal. */
function closed(state: SignalState, frame: SoundFrame, nowMs: number): readonly [SignalState, readonly Signal[]] {
  const last = state.group.at(-1);
  if (last === undefined) return [state, []];
  const quiet = frame.dbfs <= last.dbfs - SIGNAL_RULES.quietDb;
  if (quiet) {
    const sinceMs = state.quietSinceMs ?? nowMs - 20;
    if (nowMs - sinceMs < SIGNAL_RULES.quietMs) return [{ ...state, quietSinceMs: sinceMs, otherSinceMs: null }, []];
    return told(state, nowMs);
  }
  // A tone that comes next is another part of it; anything else that sounds is not.
  if (state.tone.under !== null) return [{ ...state, quietSinceMs: null, otherSinceMs: null }, []];
  const otherSinceMs = state.otherSinceMs ?? nowMs - 20;
  if (nowMs - otherSinceMs <= SIGNAL_RULES.edgeMs) return [{ ...state, quietSinceMs: null, otherSinceMs }, []];
  return [{ ...state, group: [], cleanStart: false, quietSinceMs: null, otherSinceMs: null }, []];
}

function told(state: SignalState, nowMs: number): readonly [SignalState, readonly Signal[]] {
  const { group } = state;
  const past = [...state.past, ...group].filter(({ toMs }) => nowMs - toMs < 12_000).slice(-6);
  const after: SignalState = { ...state, group: [], cleanStart: false, quietSinceMs: null, otherSinceMs: null, past };
  return [after, meaning(group, state.past)];
}

function meaning(group: readonly Tone[], past: readonly Tone[]): readonly Signal[] {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  if (isIntercept(group)) return [{ type: "intercept" }];
  const progress = cadence(last, [...past, ...group.slice(0, -1)]);
  if (progress !== null) return [{ type: progress }];
  const digits = group.map(keyOf).filter((digit) => digit !== null);
  if (digits.length === group.length) return digits.map((digit) => ({ type: "key", digit }));
  if (group.some(isProgressTone)) return [];
  if (isFaxCall(first, past)) return [{ type: "fax" }];
  if (!isBeep(group, past)) return [];
  return [{ type: "beep", fromMs: first.fromMs, toMs: last.toMs, hz: first.hz, doubtful: group.some(ringsEuropean) }];
}

function isBeep(group: readonly Tone[], past: readonly Tone[]): boolean {
  const { beepHz, beepMs, lowHz, lowBeepMs } = SIGNAL_RULES;
  const [first] = group;
  const last = group.at(-1);
  // A tune has many notes; so has music that stops between them.
  if (first === undefined || last === undefined || group.length > 3) return false;
  const lengthMs = last.toMs - first.fromMs;
  const low = group.every(({ hz }) => (hz[0] ?? 0) < lowHz);
  if (lengthMs < (low ? lowBeepMs : beepMs.least) || lengthMs > beepMs.most) return false;
  if (group.some(({ hz }) => hz.some((each) => each < beepHz.least || each > beepHz.most))) return false;
  const recent = past.filter(({ toMs }) => first.fromMs - toMs < 1500);
  return recent.length === 0;
}

// ---------------------------------------------------------------- known tones

function near(hz: number | undefined, wanted: number, within: number): boolean {
  return hz !== undefined && Math.abs(hz - wanted) <= within;
}

function isFaxAnswer(tone: Tone): boolean {
  return tone.hz.length === 1 && near(tone.hz[0], 2100, 20) && lastedMs(tone) >= SIGNAL_RULES.faxAnswerMs;
}

/** Half a second of 1,100 Hz every three and a half. */
function isFaxCall(tone: Tone, past: readonly Tone[]): boolean {
  const isOne = (each: Tone): boolean =>
    each.hz.length === 1 && near(each.hz[0], 1100, 40) && Math.abs(lastedMs(each) - 500) <= 120;
  return isOne(tone) && past.some((each) => isOne(each) && Math.abs(tone.fromMs - each.fromMs - 3500) <= 500);
}

const SIT_HZ = [
  [913.8, 985.2],
  [1370.6, 1428.5],
  [1776.7, 1776.7],
] as const;

function isIntercept(group: readonly Tone[]): boolean {
  for (let at = 0; at + 3 <= group.length; at += 1) {
    const three = group.slice(at, at + 3);
    const fits = three.every(({ hz }, i) => hz.length === 1 && (SIT_HZ[i] ?? []).some((each) => near(hz[0], each, 30)));
    if (fits) return true;
  }
  return false;
}

const ROWS = [697, 770, 852, 941] as const;
const COLUMNS = [1209, 1336, 1477, 1633] as const;
const KEYS = ["123A", "456B", "789C", "*0#D"] as const;

function keyOf({ hz }: Tone): string | null {
  const [low, high] = hz;
  const row = ROWS.findIndex((each) => near(low, each, each * 0.02));
  const column = COLUMNS.findIndex((each) => near(high, each, each * 0.02));
  return row < 0 || column < 0 ? null : (KEYS[row]?.[column] ?? null);
}

/** The pairs of ringing and busy lines, and dial tone. */
function isProgressTone(tone: Tone): boolean {
  const { hz } = tone;
  const pair = (low: number, high: number): boolean => near(hz[0], low, 14) && near(hz[1], high, 14);
  return pair(480, 620) || pair(350, 440) || pair(440, 480) || pair(400, 450);
}

function ringsEuropean(tone: Tone): boolean {
  return tone.hz.length === 1 && near(tone.hz[0], 425, 9) && lastedMs(tone) >= 850;
}

function cadence(tone: Tone, past: readonly Tone[]): "busy" | "ringback" | null {
  const american = near(tone.hz[0], 440, 14) && near(tone.hz[1], 480, 14);
  if (american && lastedMs(tone) >= 1500) return "ringback";
  const before = past.at(-1);
  if (before === undefined || !samePitch(before, tone)) return null;
  const onMs = lastedMs(tone);
  const offMs = tone.fromMs - before.toMs;
  if (Math.abs(lastedMs(before) - onMs) > Math.max(80, onMs * 0.2)) return null;
  if (onMs >= 850 && offMs >= 1500 && offMs <= 5000) return "ringback";
  if (onMs >= 180 && onMs <= 850 && offMs >= 160 && offMs <= 850 && Math.abs(onMs - offMs) <= 160) return "busy";
  return null;
}

function samePitch(one: Tone, other: Tone): boolean {
  return one.hz.length === other.hz.length && one.hz.every((hz, i) => near(hz, other.hz[i] ?? 0, 12));
}
