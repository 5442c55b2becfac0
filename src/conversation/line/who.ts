/**
 * Who is on the line: a person, or one of the machines that answer telephones. Judged as "somebody who reacts" or "an
 * announcement that goes one way", from sound, rhythm and words together, and judged anew all the time: a menu becomes
 * music, music a person. Pure.
 *
 * Nobody waits for it. Whoever speaks is taken for a person until enough speaks against it; what was said to a machine
 * meanwhile is cut short.
 */
import type { Signal } from "./sound/signals.ts";
import { familiesOf, NO_EVIDENCE, weigh } from "./words/families.ts";
import type { Evidence, Family } from "./words/families.ts";
import { WHO_RULES } from "./who-rules.ts";
import { leadsAway } from "./passed-on.ts";
import { behindScreener } from "./screening.ts";
import { evidenceOf, isRepeated } from "./utterances.ts";
import type { Utterance } from "./utterances.ts";

export type LineKind = "silence" | "human" | "ivr" | "hold" | "voicemail" | "screening" | "intercept" | "fax";

export type LineEvent =
  /** The beginning and the end of a stretch of their speech. */
  | { readonly type: "began"; readonly fromMs: number }
  | { readonly type: "ended"; readonly fromMs: number; readonly toMs: number }
  | { readonly type: "words"; readonly utterance: number; readonly text: string; readonly final: boolean }
  | { readonly type: "signal"; readonly signal: Signal }
  | { readonly type: "music"; readonly playing: boolean }
  /** We begin to be heard, or have been. */
  | { readonly type: "ours"; readonly sounding: boolean }
  /** They have taken the floor from us: what we were saying was not heard to its end. */
  | { readonly type: "cut" }
  /** Who leads the call takes it for this. */
  | { readonly type: "told"; readonly kind: "voicemail" | "hold" }
  /** Nothing loud has been heard for so long, speech or not. */
  | { readonly type: "tick"; readonly quietMs: number };

export type LineVerdict =
  | {
      readonly type: "line";
      readonly kind: LineKind;
      /** 0 to 1. */
      readonly confidence: number;
      /** When what speaks for it began. */
      readonly sinceMs: number;
      /** `hold`: they only went to look something up. Whoever comes back knows who we are. */
      readonly samePerson: boolean;
    }
  /** Somebody has taken part: told once. */
  | { readonly type: "person" }
  /** A voicemail takes no messages. */
  | { readonly type: "full" }
  /** Whoever is behind a screener does not take the call. */
  | { readonly type: "declined" };

export type Who = {
  /** BCP-47, of the call. */
  readonly language: string;
  readonly families: readonly Family[];
  readonly kind: LineKind;
  readonly sinceMs: number;
  readonly utterances: readonly Utterance[];
  /** Of all that was said since whoever speaks now may have come. */
  readonly evidence: Evidence;
  readonly sceneMs: number;
  readonly speaking: boolean;
  /** What they are saying now was begun in answer to us. */
  readonly answering: boolean;
  readonly spokenMs: number;
  readonly longestMs: number;
  readonly lastFromMs: number;
  readonly lastToMs: number | null;
  readonly reactions: number;
  /** When the last of them began. */
  readonly reactedFromMs: number;
  readonly repeats: boolean;
  readonly beepMs: number | null;
  /** Of a hold: whoever comes back knows who we are. */
  readonly samePerson: boolean;
  readonly music: boolean;
  readonly musicToMs: number;
  readonly quietMs: number;
  readonly ours: {
    readonly sounding: boolean;
    readonly fromMs: number;
    readonly toMs: number | null;
    readonly cut: boolean;
  };
  readonly personTold: boolean;
  readonly fullTold: boolean;
  readonly declinedTold: boolean;
  readonly final: "intercept" | "fax" | null;
  /** What it was just said to be, by who leads the call. */
  readonly told: "voicemail" | "hold" | null;
};

export function newWho(language: string, nowMs: number): Who {
  return {
    language,
    families: familiesOf(language),
    kind: "silence",
    sinceMs: nowMs,
    utterances: [],
    evidence: NO_EVIDENCE,
    sceneMs: nowMs,
    speaking: false,
    answering: false,
    spokenMs: 0,
    longestMs: 0,
    lastFromMs: nowMs,
    lastToMs: null,
    reactions: 0,
    reactedFromMs: Infinity,
    repeats: false,
    beepMs: null,
    samePerson: false,
    music: false,
    musicToMs: -Infinity,
    quietMs: 0,
    ours: { sounding: false, fromMs: nowMs, toMs: null, cut: false },
    personTold: false,
    fullTold: false,
    declinedTold: false,
    final: null,
    told: null,
  };
}

export function who(state: Who, event: LineEvent, nowMs: number): readonly [Who, readonly LineVerdict[]] {
  const [next, verdicts] = judged(taken(state, event, nowMs), nowMs);
  return [next.told === null ? next : { ...next, told: null }, verdicts];
}

// ---------------------------------------------------------------- what comes in

function taken(state: Who, event: LineEvent, nowMs: number): Who {
  switch (event.type) {
    case "began":
      return { ...state, speaking: true, lastFromMs: event.fromMs, answering: answersUs(state, event.fromMs) };
    case "ended":
      return afterStretch(state, event.fromMs, event.toMs);
    case "words":
      return withWords(state, event, nowMs);
    case "music":
      return { ...state, music: event.playing, musicToMs: event.playing ? state.musicToMs : nowMs };
    case "ours":
      return { ...state, ours: ours(state, event.sounding, nowMs) };
    case "cut":
      return { ...state, answering: false, ours: { ...state.ours, cut: true } };
    case "signal":
      return afterSignal(state, event.signal);
    case "told":
      return { ...state, told: event.kind };
    case "tick":
      return { ...state, quietMs: event.quietMs };
  }
}

function ours({ ours: before }: Who, sounding: boolean, nowMs: number): Who["ours"] {
  if (sounding === before.sounding) return before;
  if (!sounding) return { ...before, sounding, toMs: nowMs };
  // A pause for a breath of theirs is one speech of ours.
  const goesOn = before.toMs !== null && nowMs - before.toMs < 700;
  return { sounding, fromMs: goesOn ? before.fromMs : nowMs, toMs: null, cut: false };
}

function afterStretch(state: Who, fromMs: number, toMs: number): Who {
  const lastedMs = toMs - fromMs;
  const next: Who = {
    ...state,
    speaking: false,
    answering: false,
    spokenMs: state.spokenMs + lastedMs,
    longestMs: Math.max(state.longestMs, lastedMs),
    lastFromMs: fromMs,
    lastToMs: toMs,
  };
  const reacts = state.answering && lastedMs <= WHO_RULES.reactionMs;
  return reacts ? { ...next, reactions: next.reactions + 1, reactedFromMs: fromMs } : next;
}

/** They begin to speak soon after us and not into it, and were silent while we spoke. */
function answersUs({ ours: said, lastToMs }: Who, fromMs: number): boolean {
  if (said.toMs === null || said.cut || said.toMs - said.fromMs < WHO_RULES.saidMs) return false;
  if (fromMs < said.toMs - 100 || fromMs - said.toMs > WHO_RULES.reactsWithinMs) return false;
  return lastToMs === null || lastToMs <= said.fromMs + 300;
}

function withWords(
  state: Who,
  { utterance, text, final }: Extract<LineEvent, { readonly type: "words" }>,
  nowMs: number,
): Who {
  const others = state.utterances.filter(({ number }) => number !== utterance);
  const known = state.utterances.find(({ number }) => number === utterance);
  if (text.trim() === "" || (known?.text === text && known.final === final)) return state;
  const repeats = state.repeats || (final && isRepeated(text, others, WHO_RULES.repeatWords));
  const { person } = weigh(state.families, text);
  const entry: Utterance = { number: utterance, text, final, atMs: known?.atMs ?? nowMs, person };
  const utterances = [...others, entry].slice(-WHO_RULES.keptUtterances);
  return { ...state, utterances, repeats, evidence: evidenceOf(state.families, utterances) };
}

function afterSignal(state: Who, signal: Signal): Who {
  switch (signal.type) {
    case "fax":
      return { ...state, final: state.final ?? "fax" };
    case "intercept":
      return { ...state, final: state.final ?? "intercept" };
    case "beep":
      return afterBeep(state, signal);
    case "ringback":
      // We are put through: whoever speaks next is somebody else.
      return newScene(state, state.lastToMs ?? state.sceneMs);
    case "busy":
    case "key":
      return state;
  }
}

function afterBeep(state: Who, beep: Extract<Signal, { readonly type: "beep" }>): Who {
  if (beep.doubtful && state.evidence.voicemail < 1) return state;
  const { announcementMs, beforeBeepMs } = WHO_RULES;
  const spokenMs = state.spokenMs + (state.speaking ? Math.max(0, beep.fromMs - state.lastFromMs) : 0);
  const spoke = state.speaking || (state.lastToMs !== null && beep.fromMs - state.lastToMs <= beforeBeepMs);
  return spoke && spokenMs >= announcementMs ? { ...state, beepMs: beep.toMs } : state;
}

/** What was heard before says nothing about who comes now. */
function newScene(state: Who, nowMs: number): Who {
  return {
    ...state,
    utterances: [],
    evidence: NO_EVIDENCE,
    sceneMs: nowMs,
    spokenMs: 0,
    longestMs: 0,
    reactions: 0,
    repeats: false,
    beepMs: null,
  };
}

// ---------------------------------------------------------------- the verdict

type Judgement = { readonly kind: LineKind; readonly confidence: number; readonly samePerson?: boolean };

function judged(state: Who, nowMs: number): readonly [Who, readonly LineVerdict[]] {
  const { kind, confidence, samePerson = false } = judgement(state, nowMs);
  const verdicts: LineVerdict[] = [];
  let next = state;
  if (kind !== state.kind) {
    const sinceMs =
      kind === "silence" || samePerson ? nowMs : Math.max(state.sceneMs, Math.min(nowMs, state.lastFromMs));
    verdicts.push({ type: "line", kind, confidence, sinceMs, samePerson });
    next = { ...next, kind, sinceMs, samePerson };
    // Of a menu that repeats itself nothing may be held against whoever it leads to.
    const through = kind === "human" && (state.kind === "ivr" || state.kind === "screening");
    if (kind === "hold" || state.kind === "hold" || through) next = keptOf(next, kind, nowMs);
  }
  if (!next.personTold && next.kind === "human" && isPerson(next, nowMs)) {
    verdicts.push({ type: "person" });
    next = { ...next, personTold: true };
  }
  if (!next.fullTold && next.kind === "voicemail" && next.evidence.full >= WHO_RULES.enough) {
    verdicts.push({ type: "full" });
    next = { ...next, fullTold: true };
  }
  if (!next.declinedTold && next.kind === "screening" && behindScreener(next, nowMs) === "declined") {
    verdicts.push({ type: "declined" });
    next = { ...next, declinedTold: true };
  }
  return [next, verdicts];
}

/** A hold begins with nothing known of who ends it; who has ended it is known by these very words. */
function keptOf(state: Who, kind: LineKind, nowMs: number): Who {
  if (kind === "hold") return { ...newScene(state, nowMs), personTold: state.personTold };
  const fresh = state.utterances.filter(({ atMs }) => atMs >= state.lastFromMs);
  return { ...newScene(state, state.lastFromMs), utterances: fresh, evidence: evidenceOf(state.families, fresh) };
}

/**
 * They have answered us in words, or said what only somebody says who is there. With "hi" a machine's greeting begins as
 * well: by itself it is a person's once it is over, and nothing has followed it.
 */
function isPerson(
  { reactions, reactedFromMs, evidence, repeats, utterances, speaking, lastToMs }: Who,
  nowMs: number,
): boolean {
  if (repeats) return false;
  if (reactions > 0 && utterances.some(({ final, atMs }) => final && atMs >= reactedFromMs)) return true;
  if (evidence.person < 2) return false;
  const { asks, greetedMs } = WHO_RULES;
  const over = !speaking && lastToMs !== null && nowMs - lastToMs >= greetedMs;
  return utterances.some(({ person, final }) => person >= asks || (person >= 2 && final && over));
}

function judgement(state: Who, nowMs: number): Judgement {
  if (state.final !== null) return { kind: state.final, confidence: 1 };
  // After its beep a voicemail stays one, whatever it says.
  if (state.kind === "voicemail" && state.beepMs !== null) return { kind: "voicemail", confidence: 1 };
  if (state.kind === "intercept") return { kind: "intercept", confidence: 1 };
  if (state.told !== null) return { kind: state.told, confidence: 0.7, samePerson: state.personTold };
  const machine = machineBy(state);
  if (state.kind === "hold") return onHold(state, machine, nowMs);
  if (state.kind === "screening") return onScreening(state, machine, nowMs);
  const final = machine?.kind === "voicemail" || machine?.kind === "intercept";
  if (state.music && !final) return { kind: "hold", confidence: 0.9 };
  if (machine !== null && !(machine.kind === state.kind && isThrough(state))) return machine;
  if (isHeld(state, nowMs))
    return {
      kind: "hold",
      confidence: 0.7,
      samePerson: !leadsAway(state.utterances.at(-1)?.text ?? "", state.language),
    };
  if (isMachine(state.kind) && !cameBack(state)) return { kind: state.kind, confidence: 0.6 };
  const heard = state.speaking || state.spokenMs > 0 || state.utterances.length > 0;
  if (!heard) return { kind: state.kind, confidence: 0.5 };
  return { kind: "human", confidence: isPerson(state, nowMs) ? 0.9 : 0.6 };
}

function isMachine(kind: LineKind): boolean {
  return kind === "voicemail" || kind === "ivr";
}

/** Somebody has picked up where a machine spoke: words of a person that were not there when the machine was found. */
function cameBack({ evidence, reactions, repeats, kind, utterances, families }: Who): boolean {
  const said = utterances.at(-1)?.text ?? "";
  if (isRepeated(said, utterances.slice(0, -1), WHO_RULES.repeatWords)) return false;
  const last = weigh(families, said);
  if (last.person >= 2 && last[kind === "voicemail" ? "voicemail" : "ivr"] === 0) return true;
  return kind !== "voicemail" && !repeats && reactions > 1 && evidence.person > 0;
}

/** However much a menu has said, it leads to somebody: what is said last is a person's, and nothing of it a menu's. */
function isThrough({ kind, utterances, families }: Who): boolean {
  if (kind !== "ivr") return false;
  const said = utterances.at(-1)?.text ?? "";
  const { person, ivr } = weigh(families, said);
  return person >= 2 && ivr === 0 && !isRepeated(said, utterances.slice(0, -1), WHO_RULES.repeatWords);
}

/** The strongest of the machines that have enough evidence; a person's ways speak against all of them. */
function machineBy(state: Who): Judgement | null {
  const { evidence, reactions, repeats, longestMs, beepMs } = state;
  const { enough, reaction, mostReactions, monologueMs, monologue, beep } = WHO_RULES;
  const against = repeats ? 0 : Math.min(reactions, mostReactions) * reaction + evidence.person;
  const announces = longestMs >= monologueMs || repeats ? monologue : 0;
  const scores: readonly (readonly [LineKind, number])[] = [
    ["intercept", evidence.intercept],
    ["voicemail", evidence.voicemail + evidence.full + (beepMs === null ? 0 : beep + Math.min(against, reaction))],
    ["screening", evidence.screening],
    ["ivr", evidence.ivr],
    ["hold", evidence.hold],
  ];
  const [kind, score] = scores.reduce((best, each) => (each[1] > best[1] ? each : best));
  const total = score + (score >= 1 ? announces : 0) - against;
  if (score < enough * 0.8 || total < enough) return null;
  return { kind, confidence: Math.min(1, 0.6 + (total - enough) * 0.1) };
}

/** "One moment please", and then nothing. */
function isHeld({ evidence, speaking, lastToMs, ours: said }: Who, nowMs: number): boolean {
  if (evidence.asks_to_hold === 0 || speaking || lastToMs === null || said.sounding) return false;
  return nowMs - Math.max(lastToMs, said.toMs ?? 0) >= WHO_RULES.heldAfterMs;
}

/** Somebody is asked there whether they take the call: until they do, it is the machine's line, or music. */
function onScreening(state: Who, machine: Judgement | null, nowMs: number): Judgement {
  const said = behindScreener(state, nowMs);
  const leads = machine?.kind === "voicemail" || machine?.kind === "ivr" || machine?.kind === "intercept";
  if (leads && said !== "declined") return machine;
  if (state.music) return { kind: "hold", confidence: 0.8 };
  return said === "person" ? { kind: "human", confidence: 0.8 } : { kind: "screening", confidence: 0.8 };
}

/** Music and announcements are sat out; words that are neither are a person's, surely so once it is quiet after them. */
function onHold(state: Who, machine: Judgement | null, nowMs: number): Judgement {
  const held: Judgement = { kind: "hold", confidence: 0.8 };
  if (machine !== null && machine.kind !== "hold") return machine;
  const lately = state.utterances.filter(({ atMs }) => atMs >= state.lastFromMs - WHO_RULES.earlyWordsMs);
  const said = evidenceOf(state.families, lately);
  if (lately.length === 0 || said.hold > 0) return held;
  // Who went to look something up and speaks again is back.
  if (state.samePerson && state.lastFromMs >= state.sinceMs && state.musicToMs < state.sinceMs && !state.music) {
    return { kind: "human", confidence: 0.8 };
  }
  const whole = lately.every(({ final }) => final);
  if (said.person >= (whole ? 2 : WHO_RULES.asks)) return { kind: "human", confidence: 0.9 };
  // What music follows was an announcement.
  if (state.music || state.speaking || state.lastToMs === null || state.lastToMs < state.musicToMs) return held;
  const silentMs = nowMs - state.lastToMs;
  const quiet = Math.min(silentMs, state.quietMs) >= WHO_RULES.wakesAfterMs;
  const waits = quiet || silentMs >= WHO_RULES.wakesInNoiseMs;
  return waits && whole ? { kind: "human", confidence: 0.7 } : held;
}
