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
import { answersUs, endpointMs, isFresh, likelyAfterMs, onlyListens } from "./endpointing.ts";
import type { UnderWay } from "./endpointing.ts";
import { committed, TURN_RULES } from "./turn-state.ts";
import type { Awaited, MouthState, Said, TurnEvent, TurnMove, TurnState } from "./turn-state.ts";
import { isShortAnswer } from "./words.ts";

type Step = readonly [TurnState, readonly TurnMove[]];

export function turn(state: TurnState, event: TurnEvent, nowMs: number): Step {
  switch (event.type) {
    case "frame":
      return onFrame({ ...state, mouthRemainingMs: event.mouthRemainingMs }, event.speech, nowMs);
    case "tick":
      return onTime(event.framesArrive ? state : { ...state, lastSoundMs: nowMs }, nowMs);
    case "partial":
    case "turn_judged":
    case "probable_end":
    case "went_on":
    case "end_of_turn":
      return state.speech?.number === event.utterance ? onNews(state, event, nowMs) : [state, []];
    case "utterance":
      return onUtterance(state, event.utterance, event, nowMs);
    case "replying":
      return [{ ...state, replying: true }, []];
    case "mouth":
      return onMouth(state, event.state, nowMs);
    case "rest":
      return [{ ...state, resting: event.resting }, []];
    case "expect_quiet":
      return [{ ...state, quietAfterMs: event.afterMs }, []];
  }
}

function onNews(
  state: TurnState,
  event: Extract<TurnEvent, { readonly type: "partial" | "turn_judged" | "probable_end" | "went_on" | "end_of_turn" }>,
  nowMs: number,
): Step {
  switch (event.type) {
    case "partial":
      return onPartial(state, event.text, event.written ?? event.text, nowMs);
    case "turn_judged":
      return onTime(withSpeech(state, { finished: event.finished }), nowMs);
    case "probable_end":
      return onProbableEnd(state);
    case "went_on": {
      const likely = state.speech?.likely ?? null;
      return [withSpeech(state, { likely: null }), likely === null ? [] : [{ type: "unlikely_turn" }]];
    }
    case "end_of_turn":
      return onTime(withSpeech(state, { engineEnded: true }), nowMs);
  }
}

/** The engine's own word for it makes a reply worth preparing, whatever our rules say of the words. */
function onProbableEnd(state: TurnState): Step {
  const { speech } = state;
  if (speech === null || speech.partial === "" || speech.likely === speech.partial || !mayPrepare(state)) {
    return [state, []];
  }
  return [withSpeech(state, { likely: speech.partial }), [{ type: "likely_turn", text: soFar(state, speech.written) }]];
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
  const next = withSpeech(
    { ...state, lastSoundMs: nowMs, theirLastMs: nowMs },
    { lastSpeechMs, likely: null, paused: false, finished: null },
  );
  const [after, moves] = onTime(next, nowMs);
  const wentOn: TurnMove[] = [];
  if (speech.paused) wentOn.push({ type: "resume_hearing" });
  if (speech.likely !== null) wentOn.push({ type: "unlikely_turn" });
  return [after, [...wentOn, ...moves]];
}

function onOnset(state: TurnState, sinceMs: number, nowMs: number): Step {
  const moves: TurnMove[] = [{ type: "begin_hearing", prerollMs: TURN_RULES.prerollMs }];
  const speaking = state.mouth !== "idle";
  const unpaused = state.mouth === "playing" && state.emptyPauses >= TURN_RULES.emptyPauses;
  const number = state.number + 1;
  let next: TurnState = {
    ...state,
    number,
    risingSinceMs: null,
    floorSinceMs: state.floorSinceMs ?? sinceMs,
    theirLastMs: nowMs,
    lastSoundMs: nowMs,
    speech: {
      number,
      sinceMs,
      lastSpeechMs: nowMs - TURN_RULES.detectorLagMs,
      overRemainingMs: speaking ? state.mouthRemainingMs : null,
      unpaused,
      partial: "",
      written: "",
      partialAtMs: sinceMs,
      engineEnded: false,
      likely: null,
      paused: false,
      finished: null,
    },
  };
  if (state.mouth === "playing" && !unpaused) moves.push({ type: "pause_mouth" });
  if (!speaking && state.replying) {
    moves.push({ type: "retract_reply" });
    next = { ...next, replying: false, said: [...state.given, ...state.said], given: [] };
  }
  const [after, on] = talkingOn(next, sinceMs, nowMs);
  return [after, [...moves, ...on]];
}

function onTime(state: TurnState, nowMs: number): Step {
  if (state.speech !== null) return onSpeechTime(state, state.speech, nowMs);
  const [oldest] = state.awaiting;
  if (oldest !== undefined && nowMs - oldest.committedMs > TURN_RULES.recogniserDeadlineMs[state.words]) {
    // The recogniser owes us words and does not deliver: go on with what there is rather than wait in dead air.
    const [next, moves] = onUtterance(state, oldest.number, { text: "", confidence: null }, nowMs);
    return [{ ...next, overdue: [...next.overdue, { ...oldest, unanswered: true }] }, moves];
  }
  const free = state.floorSinceMs !== null && nowMs - state.theirLastMs >= TURN_RULES.floorFreeMs;
  return onQuiet(free ? { ...state, floorSinceMs: null } : state, nowMs);
}

function onSpeechTime(state: TurnState, speech: UnderWay, nowMs: number): Step {
  const silentMs = nowMs - speech.lastSpeechMs;
  if (!speech.paused && silentMs >= (state.resting ? TURN_RULES.restingPauseMs : TURN_RULES.pauseMs)) {
    const [next, moves] = onSpeechTime(withSpeech(state, { paused: true }), { ...speech, paused: true }, nowMs);
    return [next, [{ type: "pause_hearing" }, ...moves]];
  }
  const paused = state.mouth === "paused";
  const over = paused || isSpokenOver(state, speech);
  if (paused && silentMs < 60 && nowMs - speech.sinceMs >= TURN_RULES.takeFloorMs) {
    return [state, [{ type: "interrupt" }]];
  }
  const heardOut = state.words === "as_spoken" || isFresh(speech) || silentMs >= TURN_RULES.wordsOverMs;
  if (over && !heardOut) return [state, []];
  if (over && silentMs >= TURN_RULES.resumeAfterMs && onlyListens(speech.partial, overOurs(speech))) {
    if (answersUs(speech)) return commit(state, speech, nowMs);
    const next = { ...state, speech: null, emptyPauses: afterPause(state, speech.partial) };
    return [next, [{ type: "discard_hearing" }, ...resumed(paused)]];
  }
  if (silentMs >= endpointMs(speech, state) || nowMs - speech.sinceMs >= TURN_RULES.maxUtteranceMs) {
    return commit(state, speech, nowMs);
  }
  return isLikelyOver(state, speech, silentMs)
    ? [withSpeech(state, { likely: speech.partial }), [{ type: "likely_turn", text: soFar(state, speech.written) }]]
    : [state, []];
}

/** It did not pause us, and we are still speaking. */
function isSpokenOver({ mouth }: TurnState, { unpaused }: Pick<UnderWay, "unpaused">): boolean {
  return unpaused && mouth === "playing";
}

function afterPause({ mouth, emptyPauses }: TurnState, words: string): number {
  if (words.trim() !== "") return 0;
  return emptyPauses + (mouth === "paused" ? 1 : 0);
}

function resumed(paused: boolean): TurnMove[] {
  return paused ? [{ type: "resume_mouth" }] : [];
}

function isLikelyOver(state: TurnState, speech: UnderWay, silentMs: number): boolean {
  if (!mayPrepare(state) || speech.likely === speech.partial) return false;
  return silentMs >= likelyAfterMs(speech);
}

/** A reply to what they are saying now can be made ready: all that they said before is known, and nothing sounds. */
function mayPrepare(state: TurnState): boolean {
  return state.mouth === "idle" && !state.replying && !state.greeting && state.awaiting.length === 0;
}

function overOurs({ overRemainingMs, sinceMs, lastSpeechMs }: UnderWay): Parameters<typeof onlyListens>[1] {
  return { overRemainingMs, lastedMs: lastSpeechMs - sinceMs };
}

function soFar(state: TurnState, written: string): string {
  return joined([...state.said, { text: written, confidence: null }]);
}

function commit(state: TurnState, speech: UnderWay, nowMs: number): Step {
  const awaited = committed(speech, nowMs);
  const silent: TurnState = { ...state, speech: null };
  const lastedMs = speech.lastSpeechMs - (state.floorSinceMs ?? speech.sinceMs);
  if (state.greeting && state.words === "after_pause" && !isFresh(speech) && lastedMs < TURN_RULES.longGreetingMs) {
    // Our opening needs none of their words, and nobody who picked up waits for them: they follow when they are known.
    const over: TurnMove = { type: "turn_over", text: "", fresh: "", confidence: null, ...timesOf(awaited) };
    return [
      { ...silent, overdue: [...state.overdue, { ...awaited, unanswered: false }], lastSoundMs: nowMs },
      [{ type: "commit_hearing" }, over],
    ];
  }
  return [{ ...silent, awaiting: [...state.awaiting, awaited] }, [{ type: "commit_hearing" }]];
}

function timesOf({ speechStartMs, speechEndMs, committedMs }: Awaited): {
  readonly speechStartMs: number;
  readonly speechEndMs: number;
  readonly committedMs: number;
} {
  return { speechStartMs, speechEndMs, committedMs };
}

function onPartial(state: TurnState, text: string, written: string, nowMs: number): Step {
  if (state.speech === null) return [state, []];
  const changed = state.speech.likely !== null && state.speech.likely !== text;
  const likely = changed ? null : state.speech.likely;
  const emptyPauses = text.trim() === "" ? state.emptyPauses : 0;
  const next = withSpeech({ ...state, emptyPauses }, { partial: text, written, partialAtMs: nowMs, likely });
  const over = state.mouth === "paused" || isSpokenOver(state, state.speech);
  const takesFloor = over && !onlyListens(text, overOurs(state.speech));
  const moves: TurnMove[] = changed ? [{ type: "unlikely_turn" }] : [];
  if (takesFloor) moves.push({ type: "interrupt" });
  return [next, moves];
}

function onUtterance(state: TurnState, number: number, { text, confidence }: Said, nowMs: number): Step {
  const said: Said = { text, confidence };
  const awaited = state.awaiting.find((one) => one.number === number);
  if (awaited === undefined) return onLateWords(state, number, said);
  const cleared: TurnState = {
    ...state,
    awaiting: state.awaiting.filter((one) => one !== awaited),
    lastSoundMs: Math.max(state.lastSoundMs, awaited.speechEndMs),
    emptyPauses: afterPause(state, text),
  };
  const paused = state.mouth === "paused";
  const spokenOver = isSpokenOver(state, awaited);
  const lastedMs = awaited.speechEndMs - awaited.speechStartMs;
  const over = { overRemainingMs: awaited.overRemainingMs, lastedMs };
  const listened = onlyListens(said.text, over) && !isShortAnswer(said.text);
  const noWords = said.text.trim() === "" || ((paused || spokenOver) && listened);
  const last = cleared.awaiting.length === 0;
  if (noWords && state.said.length === 0) {
    if (!last) return talkingOn(cleared, awaited.speechStartMs, nowMs);
    if (paused || awaited.unpaused) return [cleared, resumed(paused)];
    const { least, most } = TURN_RULES.unclearMs;
    const unclear = lastedMs >= least && lastedMs <= most && state.speech === null && !state.greeting;
    const unlikely: TurnMove = { type: "unlikely_turn" };
    if (unclear) return [cleared, [unlikely, { type: "unclear", ...timesOf(awaited) }]];
    const [next, moves] = talkingOn(cleared, awaited.speechStartMs, nowMs);
    return [next, [unlikely, ...moves]];
  }
  const words = said.text.trim() === "" ? state.said : [...state.said, { ...said, told: false }];
  // They have started again while the recogniser was thinking: it is still the same turn.
  if (state.speech !== null || !last) return talkingOn({ ...cleared, said: words }, awaited.speechStartMs, nowMs);
  const moves: TurnMove[] = paused || spokenOver ? [{ type: "interrupt" }] : [];
  moves.push({
    type: "turn_over",
    text: joined(words),
    fresh: joined(words.filter((piece) => !piece.told)),
    confidence: lowest(words),
    ...timesOf(awaited),
  });
  const given = words.map((piece) => ({ ...piece, told: true }));
  return [{ ...cleared, said: [], given, lastSoundMs: nowMs }, moves];
}

/** Their turn has no end in sight: what they have said is known all the same. */
function talkingOn(state: TurnState, speechStartMs: number, nowMs: number): Step {
  const heldMs = nowMs - (state.floorSinceMs ?? nowMs);
  if (state.speech === null || heldMs < TURN_RULES.talksOnMs) return [state, []];
  const fresh = joined(state.said.filter((piece) => !piece.told));
  const said = state.said.map((piece) => ({ ...piece, told: true }));
  return [{ ...state, said }, [{ type: "talking_on", fresh, heldMs, speechStartMs }]];
}

function onLateWords(state: TurnState, number: number, { text }: Said): Step {
  const late = state.overdue.find((one) => one.number === number);
  if (late === undefined) return [state, []];
  const next = { ...state, overdue: state.overdue.filter((one) => one !== late) };
  const { speechStartMs, unanswered } = late;
  return [next, text.trim() === "" ? [] : [{ type: "late_words", text, speechStartMs, unanswered }]];
}

/** Words that nobody has replied to: they are heard with the next ones. */
export function withUnheard(state: TurnState, text: string): TurnState {
  return { ...state, said: [...state.said, { text, confidence: null, told: true }] };
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
    state.awaiting.length === 0 &&
    !state.replying;
  if (!due) return [state, []];
  return [{ ...state, quietAfterMs: null }, [{ type: "quiet", quietMs }]];
}
