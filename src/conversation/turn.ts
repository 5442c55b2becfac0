/**
 * Who has the floor. Pure turn-taking: hearing and playing come in as events with a time, and moves come out for
 * `conversation.ts` to carry out. No clock, no audio, no words' meaning.
 *
 * The rules, with where they come from:
 * - Speech begins after 60 ms above the threshold (3 frames); 300 ms before that belong to the utterance.
 * - An utterance ends after a silence that fits the words so far (`endpointing.ts`).
 * - Barge-in is pause, then decide: at the onset our playout pauses (nothing is lost); words flush it, a sound of
 *   listening or a cough lets it go on where it stopped. Flushing at once is what makes other systems repeat
 *   themselves after every "mm-hm".
 * - When they go on speaking before our reply has made a sound, the reply is retracted and the turn goes on.
 */
import { answersUs, endpointMs, likelyAfterMs, onlyListens } from "./endpointing.ts";
import type { UnderWay } from "./endpointing.ts";
import { isShortAnswer } from "./words.ts";

export const TURN_RULES = {
  speechProbability: 0.5,
  /** Lower than the onset threshold, so that soft endings of words don't count as silence. */
  silenceProbability: 0.35,
  onsetMs: 60,
  /** While we speak, a sound that is this surely speech pauses us sooner: a pause for nothing costs little. */
  sureOnset: { probability: 0.9, ms: 40 },
  prerollMs: 300,
  /** The detector takes this long to notice that speech has ended (measured on the telephone: 30 to 50 ms). */
  detectorLagMs: 40,
  /** Silence after which a sound over our speech that was no words lets us go on. */
  resumeAfterMs: 240,
  /** Speech over ours this long takes the floor even before the recogniser has words. */
  takeFloorMs: 900,
  /** A sound of this length without words was something said and not understood; longer ones are music or machines. */
  unclearMs: { least: 600, most: 8000 },
  maxUtteranceMs: 15_000,
  recogniserDeadlineMs: 2500,
} as const;

export type MouthState = "idle" | "playing" | "paused";

export type TurnEvent =
  /** 20 ms of the far end; `speech` is the probability that it is speech, 0 when it is our own echo. */
  | { readonly type: "frame"; readonly speech: number; readonly mouthRemainingMs: number }
  /** Time passes, with or without frames. A line on which none arrive is not quiet but broken. */
  | { readonly type: "tick"; readonly framesArrive: boolean }
  | { readonly type: "partial"; readonly text: string; readonly written?: string }
  | { readonly type: "utterance"; readonly text: string; readonly confidence: number | null }
  | { readonly type: "end_of_turn" }
  /** The brain has been given the turn; until `mouth` says otherwise its reply has made no sound. */
  | { readonly type: "replying" }
  | { readonly type: "mouth"; readonly state: MouthState }
  /** Report `quiet` once when nobody has made a sound for so long; null: don't. */
  | { readonly type: "expect_quiet"; readonly afterMs: number | null };

export type TurnMove =
  | { readonly type: "begin_hearing"; readonly prerollMs: number }
  | { readonly type: "commit_hearing" }
  | { readonly type: "discard_hearing" }
  | { readonly type: "pause_mouth" }
  | { readonly type: "resume_mouth" }
  /** They may have finished, with these words: what would be said to them can be made ready. */
  | { readonly type: "likely_turn"; readonly text: string }
  /** They had not. */
  | { readonly type: "unlikely_turn" }
  /** They have taken the floor: drop what is still unsaid. */
  | { readonly type: "interrupt" }
  /** They went on before our reply made a sound: take the reply back. */
  | { readonly type: "retract_reply" }
  | {
      readonly type: "turn_over";
      /** Everything they said since our last sound. */
      readonly text: string;
      /** The part of it that has not been in an earlier `turn_over`, which then was retracted. */
      readonly fresh: string;
      readonly confidence: number | null;
      /** When the utterance began, when its last sound ended, and when the endpointer decided so. */
      readonly speechStartMs: number;
      readonly speechEndMs: number;
      readonly committedMs: number;
    }
  /** They said something that nobody could understand. Times as in `turn_over`. */
  | {
      readonly type: "unclear";
      readonly speechStartMs: number;
      readonly speechEndMs: number;
      readonly committedMs: number;
    }
  | { readonly type: "quiet"; readonly quietMs: number };

type Said = { readonly text: string; readonly confidence: number | null };
type Piece = Said & { readonly told: boolean };

export type TurnState = {
  /** No sound of ours yet: what they say is their greeting. */
  readonly greeting: boolean;
  readonly mouth: MouthState;
  readonly mouthRemainingMs: number;
  /** A reply is being made and has not sounded yet. */
  readonly replying: boolean;
  /** Start of the current run of frames above the threshold, null when the last frame was below it. */
  readonly risingSinceMs: number | null;
  /** The utterance under way; null when they are silent. */
  readonly speech: UnderWay | null;
  /** Committed, and the recogniser's words still awaited. */
  readonly awaiting: {
    readonly speechStartMs: number;
    readonly speechEndMs: number;
    readonly committedMs: number;
  } | null;
  /** Of the utterance that is awaited, as in `speech`. */
  readonly overRemainingMs: number | null;
  /** Words of this turn that have not been handed on. */
  readonly said: readonly Piece[];
  /** The turn last handed on, kept until our reply makes a sound: it may have to be taken back. */
  readonly given: readonly Piece[];
  readonly lastSoundMs: number;
  readonly quietAfterMs: number | null;
};

export function listening(nowMs: number): TurnState {
  return {
    greeting: true,
    mouth: "idle",
    mouthRemainingMs: 0,
    replying: false,
    risingSinceMs: null,
    speech: null,
    awaiting: null,
    overRemainingMs: null,
    said: [],
    given: [],
    lastSoundMs: nowMs,
    quietAfterMs: null,
  };
}

type Step = readonly [TurnState, readonly TurnMove[]];

export function turn(state: TurnState, event: TurnEvent, nowMs: number): Step {
  switch (event.type) {
    case "frame":
      return onFrame({ ...state, mouthRemainingMs: event.mouthRemainingMs }, event.speech, nowMs);
    case "tick":
      return onTime(event.framesArrive ? state : { ...state, lastSoundMs: nowMs }, nowMs);
    case "partial":
      return onPartial(state, event.text, event.written ?? event.text, nowMs);
    case "utterance":
      return onUtterance(state, event, nowMs);
    case "end_of_turn":
      return state.speech === null ? [state, []] : onTime(withSpeech(state, { engineEnded: true }), nowMs);
    case "replying":
      return [{ ...state, replying: true }, []];
    case "mouth":
      return onMouth(state, event.state, nowMs);
    case "expect_quiet":
      return [{ ...state, quietAfterMs: event.afterMs }, []];
  }
}

function withSpeech(state: TurnState, change: Partial<UnderWay>): TurnState {
  return state.speech === null ? state : { ...state, speech: { ...state.speech, ...change } };
}

function onFrame(state: TurnState, speech: number, nowMs: number): Step {
  if (state.speech !== null) {
    return speech >= TURN_RULES.silenceProbability ? onMoreSpeech(state, state.speech, nowMs) : onTime(state, nowMs);
  }
  if (speech < TURN_RULES.speechProbability) return onTime({ ...state, risingSinceMs: null }, nowMs);
  const sinceMs = state.risingSinceMs ?? nowMs - 20;
  const sure = state.mouth === "playing" && speech >= TURN_RULES.sureOnset.probability;
  if (nowMs - sinceMs < (sure ? TURN_RULES.sureOnset.ms : TURN_RULES.onsetMs))
    return [{ ...state, risingSinceMs: sinceMs, lastSoundMs: nowMs }, []];
  return onOnset(state, sinceMs, nowMs);
}

function onMoreSpeech(state: TurnState, speech: UnderWay, nowMs: number): Step {
  const lastSpeechMs = Math.max(speech.lastSpeechMs, nowMs - TURN_RULES.detectorLagMs);
  const next = withSpeech({ ...state, lastSoundMs: nowMs }, { lastSpeechMs, likely: null });
  const [after, moves] = onTime(next, nowMs);
  return [after, speech.likely === null ? moves : [{ type: "unlikely_turn" }, ...moves]];
}

function onOnset(state: TurnState, sinceMs: number, nowMs: number): Step {
  const moves: TurnMove[] = [{ type: "begin_hearing", prerollMs: TURN_RULES.prerollMs }];
  const speaking = state.mouth !== "idle";
  let next: TurnState = {
    ...state,
    risingSinceMs: null,
    lastSoundMs: nowMs,
    speech: {
      sinceMs,
      lastSpeechMs: nowMs - TURN_RULES.detectorLagMs,
      overRemainingMs: speaking ? state.mouthRemainingMs : null,
      partial: "",
      written: "",
      partialAtMs: sinceMs,
      engineEnded: false,
      likely: null,
    },
  };
  if (state.mouth === "playing") moves.push({ type: "pause_mouth" });
  if (!speaking && state.replying) {
    moves.push({ type: "retract_reply" });
    next = { ...next, replying: false, said: [...state.given, ...state.said], given: [] };
  }
  return [next, moves];
}

function onTime(state: TurnState, nowMs: number): Step {
  if (state.speech !== null) return onSpeechTime(state, state.speech, nowMs);
  if (state.awaiting !== null && nowMs - state.awaiting.committedMs > TURN_RULES.recogniserDeadlineMs) {
    // The recogniser owes us words and does not deliver: go on with what there is rather than wait in dead air.
    return onUtterance(state, { text: "", confidence: null }, nowMs);
  }
  return onQuiet(state, nowMs);
}

function onSpeechTime(state: TurnState, speech: UnderWay, nowMs: number): Step {
  const silentMs = nowMs - speech.lastSpeechMs;
  const over = state.mouth === "paused";
  if (over && silentMs >= TURN_RULES.resumeAfterMs && onlyListens(speech.partial, overOurs(speech))) {
    if (answersUs(speech)) return commit(state, speech, nowMs);
    return [{ ...state, speech: null }, [{ type: "discard_hearing" }, { type: "resume_mouth" }]];
  }
  if (over && silentMs < 60 && nowMs - speech.sinceMs >= TURN_RULES.takeFloorMs) {
    return [state, [{ type: "interrupt" }]];
  }
  if (silentMs >= endpointMs(speech, state.greeting) || nowMs - speech.sinceMs >= TURN_RULES.maxUtteranceMs) {
    return commit(state, speech, nowMs);
  }
  return isLikelyOver(state, speech, silentMs)
    ? [withSpeech(state, { likely: speech.partial }), [{ type: "likely_turn", text: soFar(state, speech.written) }]]
    : [state, []];
}

function isLikelyOver(state: TurnState, speech: UnderWay, silentMs: number): boolean {
  const ours = state.mouth === "idle" && !state.replying && !state.greeting;
  if (!ours || speech.likely === speech.partial) return false;
  return silentMs >= likelyAfterMs(speech);
}

function overOurs({ overRemainingMs, sinceMs, lastSpeechMs }: UnderWay): Parameters<typeof onlyListens>[1] {
  return { overRemainingMs, lastedMs: lastSpeechMs - sinceMs };
}

function soFar(state: TurnState, written: string): string {
  return joined([...state.said, { text: written, confidence: null }]);
}

function commit(state: TurnState, speech: UnderWay, nowMs: number): Step {
  return [
    {
      ...state,
      speech: null,
      awaiting: { speechStartMs: speech.sinceMs, speechEndMs: speech.lastSpeechMs, committedMs: nowMs },
      overRemainingMs: speech.overRemainingMs,
    },
    [{ type: "commit_hearing" }],
  ];
}

function onPartial(state: TurnState, text: string, written: string, nowMs: number): Step {
  if (state.speech === null) return [state, []];
  const changed = state.speech.likely !== null && state.speech.likely !== text;
  const likely = changed ? null : state.speech.likely;
  const next = withSpeech(state, { partial: text, written, partialAtMs: nowMs, likely });
  const takesFloor = state.mouth === "paused" && !onlyListens(text, overOurs(state.speech));
  const moves: TurnMove[] = changed ? [{ type: "unlikely_turn" }] : [];
  if (takesFloor) moves.push({ type: "interrupt" });
  return [next, moves];
}

function onUtterance(state: TurnState, said: Said, nowMs: number): Step {
  const awaiting = state.awaiting;
  if (awaiting === null) return [state, []];
  const cleared: TurnState = {
    ...state,
    awaiting: null,
    lastSoundMs: Math.max(state.lastSoundMs, awaiting.speechEndMs),
  };
  const paused = state.mouth === "paused";
  const lastedMs = awaiting.speechEndMs - awaiting.speechStartMs;
  const over = { overRemainingMs: state.overRemainingMs, lastedMs };
  const listened = onlyListens(said.text, over) && !isShortAnswer(said.text);
  const noWords = said.text.trim() === "" || (paused && listened);
  if (noWords && state.said.length === 0) {
    if (paused) return [cleared, [{ type: "resume_mouth" }]];
    const { least, most } = TURN_RULES.unclearMs;
    const unclear = lastedMs >= least && lastedMs <= most && state.speech === null && !state.greeting;
    const unlikely: TurnMove = { type: "unlikely_turn" };
    return [cleared, unclear ? [unlikely, { type: "unclear", ...awaiting }] : [unlikely]];
  }
  const words = said.text.trim() === "" ? state.said : [...state.said, { ...said, told: false }];
  // They have started again while the recogniser was thinking: it is still the same turn.
  if (state.speech !== null) return [{ ...cleared, said: words }, []];
  const moves: TurnMove[] = paused ? [{ type: "interrupt" }] : [];
  moves.push({
    type: "turn_over",
    text: joined(words),
    fresh: joined(words.filter((piece) => !piece.told)),
    confidence: lowest(words),
    ...awaiting,
  });
  const given = words.map((piece) => ({ ...piece, told: true }));
  return [{ ...cleared, said: [], given, lastSoundMs: nowMs }, moves];
}

function joined(words: readonly Said[]): string {
  return words.map((piece) => piece.text.trim()).join(" ");
}

function lowest(words: readonly Said[]): number | null {
  const known = words.map((piece) => piece.confidence).filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function onMouth(state: TurnState, mouth: MouthState, nowMs: number): Step {
  const sounded = mouth === "playing" && state.mouth === "idle";
  const next: TurnState = {
    ...state,
    greeting: state.greeting && mouth === "idle",
    mouth,
    lastSoundMs: nowMs,
    replying: sounded || mouth === "idle" ? false : state.replying,
    given: sounded ? [] : state.given,
  };
  // They began to speak in the very moment in which our reply began to sound: the pause is still owed.
  if (sounded && state.speech !== null) return [next, [{ type: "pause_mouth" }]];
  return [next, []];
}

function onQuiet(state: TurnState, nowMs: number): Step {
  const quietMs = nowMs - state.lastSoundMs;
  const due =
    state.quietAfterMs !== null &&
    quietMs >= state.quietAfterMs &&
    state.mouth === "idle" &&
    state.awaiting === null &&
    !state.replying;
  if (!due) return [state, []];
  return [{ ...state, quietAfterMs: null }, [{ type: "quiet", quietMs }]];
}
