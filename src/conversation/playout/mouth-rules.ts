/**
 * What to send when, and what was heard. Pure: `(state, event, now) -> [state, moves]`, carried out by `mouth.ts`.
 *
 * The rules, and why:
 * - Silence is sent at each beat while nothing of ours can be in Asterisk's queue. The first clause of an utterance
 *   flushes it, so that it costs no time.
 * - Frames are cut here, across clauses, so that nothing is lost and nothing inserted between two clauses
 *   (chan_websocket drops what does not fill a frame). A mark follows each clause.
 * - A pause holds Asterisk's queue, asks how long it is, then empties it and takes the rest back: the position is exact,
 *   the RTP goes on with silence, and resuming means sending the rest again.
 * - A flush asks for the queue's length just before it, so that what was heard is known to the frame.
 */
import { FRAME_MS } from "../media/media-protocol.ts";
import { heardOf, quietBeforeMs } from "./mouth-heard.ts";
import { fillUp, giveClause, giveMore, markCompleted, placeMark, send } from "./mouth-sending.ts";
import {
  MOUTH_RULES,
  newSpeaking,
  playedFrames,
  type MouthEvent,
  type MouthMove,
  type MouthState,
  type Played,
  type Speaking,
} from "./mouth-state.ts";

type Step = readonly [MouthState, readonly MouthMove[]];

export function mouth(state: MouthState, event: MouthEvent, nowMs: number): Step {
  if (state.closed && event.type !== "begin") return [state, []];
  const { speaking } = state;
  switch (event.type) {
    case "begin": {
      const begun = newSpeaking(state.utterances + 1, nowMs);
      if (state.closed) return settle({ ...state, speaking: begun }, begun, 0, "closed");
      return goOn({ ...state, speaking: begun, utterances: begun.number }, nowMs);
    }
    case "clause":
      return speaking === null ? [state, []] : goOn({ ...state, speaking: giveClause(speaking, event) }, nowMs);
    case "more":
      return speaking === null ? [state, []] : goOn({ ...state, speaking: giveMore(speaking, event) }, nowMs);
    case "end":
      if (speaking === null) return [state, []];
      return goOn({ ...state, speaking: { ...speaking, source: "ended", failure: event.failure } }, nowMs);
    case "mark":
      return onMark(state, event.id, nowMs);
    case "status":
      return onStatus(state, event.question, event.queuedFrames, nowMs);
    case "pause":
      return onPause(state, nowMs);
    case "resume":
      return onResume(state, nowMs);
    case "stop":
      return onStop(state, event.how, nowMs);
    case "flow":
      return goOn({ ...state, flowOpen: event.open }, nowMs);
    case "tick":
      return onTick(state, nowMs);
    case "closed": {
      const closed: MouthState = { ...state, closed: true, filling: false };
      return speaking === null ? [closed, []] : settle(closed, speaking, playedFrames(speaking, nowMs), "closed");
    }
  }
}

/** Sends what may be sent, asks for more when there is room, and notices the end. */
function goOn(state: MouthState, nowMs: number): Step {
  const { speaking, frameSamples } = state;
  if (speaking === null || state.closed || speaking.mode !== "playing") return [state, []];
  const moves: MouthMove[] = [];
  const played = playedFrames(speaking, nowMs);
  let now = fillUp(speaking, frameSamples, played);
  let filling = state.filling;
  let dirty = state.dirty;

  const ready = Math.floor(now.length / frameSamples) - now.sentFrames;
  const room = state.flowOpen ? played + MOUTH_RULES.aheadFrames - now.sentFrames : 0;
  const frames = Math.min(ready, room);
  if (frames > 0) {
    if (filling) {
      if (dirty) moves.push({ type: "flush" });
      filling = false;
      dirty = false;
      now = { ...now, anchor: { frame: now.sentFrames, atMs: nowMs } };
      now = placeMark(now, now.sentFrames, moves);
    }
    now = send(now, frameSamples, now.sentFrames + frames, moves);
  }
  now = markCompleted(now, frameSamples, moves);

  const allSent = now.sentFrames >= Math.floor(now.length / frameSamples);
  const unmarked = now.markedFrame < now.sentFrames;
  if (allSent && unmarked && (now.source === "ended" || now.sentFrames - played <= MOUTH_RULES.lowFrames)) {
    now = placeMark(now, now.sentFrames, moves);
  }
  if (allSent && now.source === "ended") {
    if (now.marks.length === 0 && now.markedFrame === now.sentFrames) {
      const done = { ...state, filling: true, dirty };
      const [settled, last] = settle(done, now, now.sentFrames, now.failure === null ? "played" : "failed");
      return [settled, [...moves, ...last]];
    }
    if (!now.tailSent) {
      moves.push({ type: "silence", frames: MOUTH_RULES.cushionFrames });
      now = { ...now, tailSent: true };
      dirty = true;
    }
  }
  // Everything sent has come back as played, and more is still to come: the line is silent meanwhile.
  if (allSent && !filling && now.marks.length === 0 && now.markedFrame === now.sentFrames) filling = true;

  if (now.source === "ready" && now.length / frameSamples - played < MOUTH_RULES.aheadFrames) {
    now = { ...now, source: "asked" };
    moves.push({ type: "pull" });
  }
  return [{ ...state, speaking: now, filling, dirty }, moves];
}

function onMark(state: MouthState, id: string, nowMs: number): Step {
  const { speaking } = state;
  const index = speaking?.marks.findIndex((mark) => mark.id === id) ?? -1;
  const mark = speaking?.marks[index];
  if (speaking === null || mark === undefined || speaking.mode === "stopping") return [state, []];
  const told: Speaking = {
    ...speaking,
    marks: speaking.marks.slice(index + 1),
    anchor: { frame: mark.frame, atMs: nowMs },
    firstSoundAtMs: speaking.firstSoundAtMs ?? nowMs,
    lastSoundAtMs: nowMs,
  };
  return goOn({ ...state, speaking: told }, nowMs);
}

function onPause(state: MouthState, nowMs: number): Step {
  const { speaking } = state;
  if (speaking === null || speaking.mode !== "playing") return [state, []];
  if (state.filling) return [{ ...state, speaking: { ...speaking, mode: "paused" } }, []];
  const question = state.nextQuestion;
  const frozen = { frame: playedFrames(speaking, nowMs), atMs: nowMs };
  const pausing: Speaking = { ...speaking, mode: "pausing", anchor: frozen, lastSoundAtMs: nowMs, question };
  return [
    { ...state, speaking: pausing, nextQuestion: question + 1 },
    [{ type: "pause" }, { type: "ask_status", question }],
  ];
}

function onResume(state: MouthState, nowMs: number): Step {
  const { speaking } = state;
  if (speaking === null) return [state, []];
  if (speaking.mode === "pausing") {
    const anchor = { frame: speaking.anchor.frame, atMs: nowMs };
    const [next, moves] = goOn({ ...state, speaking: { ...speaking, mode: "playing", anchor, question: null } }, nowMs);
    return [next, [{ type: "continue" }, ...moves]];
  }
  if (speaking.mode === "paused") return goOn({ ...state, speaking: { ...speaking, mode: "playing" } }, nowMs);
  return [state, []];
}

function onStop(state: MouthState, how: "flushed" | "aborted", nowMs: number): Step {
  const { speaking } = state;
  if (speaking === null || speaking.mode === "stopping") return [state, []];
  const flushed: MouthState = { ...state, filling: true, dirty: false };
  if (speaking.mode === "pausing") {
    return [{ ...flushed, speaking: { ...speaking, mode: "stopping", stopped: how } }, [{ type: "flush" }]];
  }
  // Nothing of ours is in the queue: what was sent has been played.
  if (speaking.mode === "paused" || state.filling) return settle(state, speaking, speaking.sentFrames, how);
  const question = state.nextQuestion;
  const frozen = { frame: playedFrames(speaking, nowMs), atMs: nowMs };
  const stopping: Speaking = {
    ...speaking,
    mode: "stopping",
    anchor: frozen,
    lastSoundAtMs: nowMs,
    question,
    stopped: how,
  };
  return [
    { ...flushed, speaking: stopping, nextQuestion: question + 1 },
    [{ type: "ask_status", question }, { type: "flush" }],
  ];
}

function onStatus(state: MouthState, question: number, queuedFrames: number | null, nowMs: number): Step {
  if (question === state.check.question) return onBacklog(state, queuedFrames);
  const { speaking } = state;
  if (speaking === null || question !== speaking.question) return [state, []];
  const at = queuedFrames === null ? speaking.anchor.frame : heardFrames(speaking, queuedFrames);
  if (speaking.mode === "stopping") return settle(state, speaking, at, speaking.stopped ?? "flushed");
  if (speaking.mode === "playing") return onOverdue(state, speaking, queuedFrames === null ? null : at, nowMs);
  // Without an answer the rest stays where it is, held by Asterisk; resuming lets it go on from there.
  if (speaking.mode !== "pausing" || queuedFrames === null) return [state, []];
  const firstUnheard = speaking.clauses.findIndex(({ complete, end }) => !complete || end > at * state.frameSamples);
  const takenBack: Speaking = {
    ...speaking,
    mode: "paused",
    question: null,
    sentFrames: at,
    anchor: { ...speaking.anchor, frame: at },
    marks: [],
    tailSent: false,
    markedFrame: at,
    markedClauses: firstUnheard === -1 ? speaking.clauses.length : Math.min(firstUnheard, speaking.markedClauses),
    firstSoundAtMs: at > 0 ? (speaking.firstSoundAtMs ?? speaking.lastSoundAtMs) : null,
  };
  return [{ ...state, speaking: takenBack, filling: true, dirty: false }, [{ type: "flush" }]];
}

/** The silence behind the last clause is in the queue as well. */
function heardFrames(speaking: Speaking, queuedFrames: number): number {
  const silence = speaking.tailSent ? MOUTH_RULES.cushionFrames : 0;
  return Math.max(0, speaking.sentFrames - Math.max(0, queuedFrames - silence));
}

/** How far a mark that did not come back in time has really got; null: asked in vain, and asked again later. */
function onOverdue(state: MouthState, speaking: Speaking, at: number | null, nowMs: number): Step {
  const allPlayed = at === speaking.sentFrames;
  const known: Speaking = {
    ...speaking,
    question: null,
    anchor: { frame: at ?? speaking.anchor.frame, atMs: nowMs },
    marks: allPlayed ? [] : speaking.marks,
    lastSoundAtMs: at === null ? speaking.lastSoundAtMs : nowMs,
  };
  return goOn({ ...state, speaking: known }, nowMs);
}

function isOverdue({ mode, marks, question, anchor, sentFrames }: Speaking, nowMs: number): boolean {
  if (mode !== "playing" || marks.length === 0 || question !== null) return false;
  return nowMs - anchor.atMs > (sentFrames - anchor.frame) * FRAME_MS + MOUTH_RULES.overdueMs;
}

function onTick(state: MouthState, nowMs: number): Step {
  const [gone, going] = goOn(state, nowMs);
  if (gone.speaking !== null && isOverdue(gone.speaking, nowMs)) {
    const question = gone.nextQuestion;
    const asking = { ...gone, speaking: { ...gone.speaking, question }, nextQuestion: question + 1 };
    return [asking, [...going, { type: "ask_status", question }]];
  }
  if (!gone.filling || gone.closed) return [gone, going];
  const { check } = gone;
  if (check.skipBeats > 0) return [{ ...gone, check: { ...check, skipBeats: check.skipBeats - 1 } }, going];
  const frames = gone.dirty ? 1 : MOUTH_RULES.cushionFrames;
  const moves: MouthMove[] = [...going, { type: "silence", frames }];
  if (check.inBeats > 1 || check.question !== null) {
    return [{ ...gone, dirty: true, check: { ...check, inBeats: Math.max(1, check.inBeats - 1) } }, moves];
  }
  const question = gone.nextQuestion;
  moves.push({ type: "ask_status", question });
  return [
    {
      ...gone,
      dirty: true,
      nextQuestion: question + 1,
      check: { inBeats: MOUTH_RULES.checkEveryBeats, question, skipBeats: 0 },
    },
    moves,
  ];
}

/** A backlog of silence (after a stall of Asterisk or of ours) is let run down by leaving out beats. */
function onBacklog(state: MouthState, queuedFrames: number | null): Step {
  const tooMany = queuedFrames !== null && state.filling && queuedFrames > MOUTH_RULES.backlogFrames;
  const skipBeats = tooMany ? queuedFrames - MOUTH_RULES.cushionFrames : 0;
  return [{ ...state, check: { ...state.check, question: null, skipBeats } }, []];
}

function settle(state: MouthState, speaking: Speaking, atFrame: number, ended: Played["ended"]): Step {
  const sounded = atFrame > 0;
  const [heard, cutOff] = heardOf(speaking.clauses, speaking.chunks, atFrame * state.frameSamples, state.frameSamples);
  const played: Played = {
    heard,
    cutOff,
    firstSoundAtMs: sounded ? (speaking.firstSoundAtMs ?? speaking.lastSoundAtMs) : null,
    lastSoundAtMs: sounded ? speaking.lastSoundAtMs : null,
    quietTailMs:
      ended === "played" ? quietBeforeMs(speaking.chunks, atFrame * state.frameSamples, state.frameSamples) : 0,
    ended,
    failure: speaking.failure,
  };
  return [{ ...state, speaking: null }, [{ type: "settle", played }]];
}
