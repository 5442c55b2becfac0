/** What turn-taking knows, what it is told, and what it decides: the words in which `turn.ts` has its rules. Pure. */
import type { Hearing, HearingEvent } from "../ports.ts";
import type { UnderWay } from "./endpointing.ts";

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
  /** When so many pauses of ours running were for no words, sound alone pauses us no more: it may be our own voice. */
  emptyPauses: 3,
  maxUtteranceMs: 15_000,
  /** Nobody who picks up talks for so long: what it is, its words have to say before our opening. */
  longGreetingMs: 8000,
  /** Nobody else has spoken for so long: what they say is told while they go on. */
  talksOnMs: 30_000,
  /** So long without a word of theirs, and the floor was free: between two turns of a talk it always is. */
  floorFreeMs: 1000,
  /** Silence after which an engine that tells words after a pause begins to write them down: a stop in a word is shorter. */
  pauseMs: 120,
  /** The same on hold, where an announcement is written down once, in pieces that end between its sentences. */
  restingPauseMs: 240,
  /** Over our speech: how long such an engine may keep us paused before a sound counts as no words. */
  wordsOverMs: 1200,
  /** Words that are not there by then are not waited for any longer; should they come, they find their place. */
  recogniserDeadlineMs: { as_spoken: 2500, after_pause: 4000 },
} as const;

export type MouthState = "idle" | "playing" | "paused";

export type TurnEvent =
  /** 20 ms of the far end; `speech` is the probability that it is speech, 0 when it is our own echo. */
  | { readonly type: "frame"; readonly speech: number; readonly mouthRemainingMs: number }
  /** Time passes, with or without frames. A line on which none arrive is not quiet but broken. */
  | { readonly type: "tick"; readonly framesArrive: boolean }
  | Exclude<HearingEvent, { readonly type: "failed" }>
  /** The brain has been given the turn; until `mouth` says otherwise its reply has made no sound. */
  | { readonly type: "replying" }
  | { readonly type: "mouth"; readonly state: MouthState }
  /** On hold, and not any more. */
  | { readonly type: "rest"; readonly resting: boolean }
  /** Report `quiet` once when nobody has made a sound for so long; null: don't. */
  | { readonly type: "expect_quiet"; readonly afterMs: number | null };

export type TurnMove =
  | { readonly type: "begin_hearing"; readonly prerollMs: number }
  /** They are silent for a moment. */
  | { readonly type: "pause_hearing" }
  /** They went on. */
  | { readonly type: "resume_hearing" }
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
  /** They talk on and on. `heldMs`: for so long nobody else has had the floor; `fresh`: as in `turn_over`, which follows. */
  | { readonly type: "talking_on"; readonly fresh: string; readonly heldMs: number; readonly speechStartMs: number }
  /** They said something that nobody could understand. Times as in `turn_over`. */
  | {
      readonly type: "unclear";
      readonly speechStartMs: number;
      readonly speechEndMs: number;
      readonly committedMs: number;
    }
  /** Words of an utterance that nobody waited for any more. `unanswered`: it was waited for, and replied to without them. */
  | {
      readonly type: "late_words";
      readonly text: string;
      readonly speechStartMs: number;
      readonly unanswered: boolean;
    }
  | { readonly type: "quiet"; readonly quietMs: number };

export type Said = { readonly text: string; readonly confidence: number | null };
export type Piece = Said & { readonly told: boolean };

/** Committed, and its words still awaited. */
export type Awaited = {
  readonly number: number;
  readonly speechStartMs: number;
  readonly speechEndMs: number;
  readonly committedMs: number;
  /** As in `UnderWay`. */
  readonly overRemainingMs: number | null;
  readonly unpaused: boolean;
};

export type TurnState = {
  /** When the engine tells words. */
  readonly words: Hearing["tellsWords"];
  /** Of the utterance last begun; 0 before the first. */
  readonly number: number;
  /** No sound of ours yet: what they say is their greeting. */
  readonly greeting: boolean;
  readonly mouth: MouthState;
  readonly mouthRemainingMs: number;
  /** On hold. */
  readonly resting: boolean;
  /** So often running we paused for sound that was no words. */
  readonly emptyPauses: number;
  /** A reply is being made and has not sounded yet. */
  readonly replying: boolean;
  /** Start of the current run of frames above the threshold, null when the last frame was below it. */
  readonly risingSinceMs: number | null;
  /** Since when they have had the floor, and when they last spoke; null while they have not. */
  readonly floorSinceMs: number | null;
  readonly theirLastMs: number;
  /** The utterance under way; null when they are silent. */
  readonly speech: UnderWay | null;
  /** In the order they were spoken. */
  readonly awaiting: readonly Awaited[];
  /** Given up on; their words may still come. `unanswered` as in `late_words`. */
  readonly overdue: readonly (Awaited & { readonly unanswered: boolean })[];
  /** Words of this turn that have not been handed on. */
  readonly said: readonly Piece[];
  /** The turn last handed on, kept until our reply makes a sound: it may have to be taken back. */
  readonly given: readonly Piece[];
  readonly lastSoundMs: number;
  readonly quietAfterMs: number | null;
};

export function listening(nowMs: number, words: Hearing["tellsWords"] = "as_spoken"): TurnState {
  return {
    words,
    number: 0,
    greeting: true,
    mouth: "idle",
    mouthRemainingMs: 0,
    resting: false,
    emptyPauses: 0,
    replying: false,
    risingSinceMs: null,
    floorSinceMs: null,
    theirLastMs: nowMs,
    speech: null,
    awaiting: [],
    overdue: [],
    said: [],
    given: [],
    lastSoundMs: nowMs,
    quietAfterMs: null,
  };
}

/** An utterance whose sound is over and whose words are still to come. */
export function committed(speech: UnderWay, nowMs: number): Awaited {
  return {
    number: speech.number,
    speechStartMs: speech.sinceMs,
    speechEndMs: speech.lastSpeechMs,
    committedMs: nowMs,
    overRemainingMs: speech.overRemainingMs,
    unpaused: speech.unpaused,
  };
}
