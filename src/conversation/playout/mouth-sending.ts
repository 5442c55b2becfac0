/**
 * Cutting an utterance into frames: what has been given, which of it goes out next, and the marks behind it. Pure; the
 * moves are added to the list that is passed in.
 */
import {
  MOUTH_RULES,
  samplesBetween,
  type GivenClause,
  type Mark,
  type MouthMove,
  type Speaking,
} from "./mouth-state.ts";

export function giveClause(
  speaking: Speaking,
  clause: { text: string; samples: Int16Array; complete: boolean },
): Speaking {
  const start = speaking.length;
  const given: GivenClause = { text: clause.text, start, end: start, complete: false };
  return giveMore({ ...speaking, clauses: [...speaking.clauses, given] }, clause);
}

export function giveMore(speaking: Speaking, more: { samples: Int16Array; complete: boolean }): Speaking {
  const last = speaking.clauses.at(-1);
  if (last === undefined) return speaking;
  const end = speaking.length + more.samples.length;
  return {
    ...speaking,
    source: "ready",
    clauses: [...speaking.clauses.slice(0, -1), { ...last, end, complete: more.complete }],
    chunks:
      more.samples.length === 0
        ? speaking.chunks
        : [...speaking.chunks, { at: speaking.length, samples: more.samples }],
    length: end,
  };
}

/**
 * Fills the last frame up with silence when nothing can be waited for any more: at the end, and behind a clause whose
 * successor does not come in time. In the middle of a clause the rest of a frame waits for the voice.
 */
export function fillUp(speaking: Speaking, frameSamples: number, played: number): Speaking {
  const whole = Math.floor(speaking.length / frameSamples);
  if (whole * frameSamples === speaking.length) return speaking;
  const runningDry = whole - played <= MOUTH_RULES.lowFrames;
  const betweenClauses = speaking.source === "asked" && speaking.clauses.at(-1)?.complete === true;
  const isDue = speaking.source === "ended" || (betweenClauses && runningDry);
  return isDue ? { ...speaking, length: (whole + 1) * frameSamples } : speaking;
}

/** Sends up to this frame, with a mark behind each clause that ends on the way. */
export function send(speaking: Speaking, frameSamples: number, upTo: number, moves: MouthMove[]): Speaking {
  let now = speaking;
  while (now.sentFrames < upTo) {
    const clause = now.clauses[now.markedClauses];
    const clauseEnd = clause?.complete === true ? Math.ceil(clause.end / frameSamples) : upTo;
    const to = Math.min(upTo, Math.max(clauseEnd, now.sentFrames));
    if (to > now.sentFrames) {
      moves.push({
        type: "audio",
        samples: samplesBetween(now.chunks, now.sentFrames * frameSamples, to * frameSamples),
      });
      now = { ...now, sentFrames: to };
    }
    now = markCompleted(now, frameSamples, moves);
  }
  return now;
}

export function markCompleted(speaking: Speaking, frameSamples: number, moves: MouthMove[]): Speaking {
  let now = speaking;
  for (;;) {
    const clause = now.clauses[now.markedClauses];
    if (clause === undefined || !clause.complete || clause.end > now.sentFrames * frameSamples) return now;
    now = { ...now, markedClauses: now.markedClauses + 1 };
    if (now.markedFrame < now.sentFrames) now = placeMark(now, now.sentFrames, moves);
  }
}

export function placeMark(speaking: Speaking, frame: number, moves: MouthMove[]): Speaking {
  const mark: Mark = { id: `${speaking.number}.${frame}`, frame };
  moves.push({ type: "mark", id: mark.id });
  return { ...speaking, markedFrame: frame, marks: [...speaking.marks, mark] };
}
