/**
 * One reply of the brain, carried out: its moves are taken as they come, what is to be said goes to the mouth clause by
 * clause, everything else is done in its place between the words. A reply ends when its moves are used up, or when the
 * signal ends it (barge-in, hang-up, shutdown); either way it tells what of it was heard.
 */
import { failpoint } from "../../lib/failpoint.ts";
import type { BrainMove } from "../ports.ts";
import type { Clause, Mouth, Played } from "../playout/mouth.ts";
import type { Speaker } from "../playout/speaker.ts";

export type ReplyMarks = {
  /** Monotonic times of the first move, of the first audio of the voice and of the first sound on the line. */
  readonly firstMoveMs: number | null;
  readonly firstAudioMs: number | null;
  readonly firstSoundMs: number | null;
};

export type ReplyResult = ReplyMarks & {
  readonly said: boolean;
  /** The brain wants to end the call, and everything it had to say before that was played. */
  readonly hangUp: boolean;
  /** Its last words, the ones before hanging up, were being played when the reply was cut short. */
  readonly cutGoodbye: boolean;
  /** For how long it had been quiet when its last words were played out. */
  readonly quietTailMs: number;
  /** The signal ended it. */
  readonly cut: boolean;
  /** The brain or the voice gave out; the rest of the reply is lost. */
  readonly failure: { readonly stage: "brain" | "voice"; readonly cause: unknown } | null;
};

/** A move that is no speech. */
export type SilentMove = Exclude<BrainMove, { readonly type: "say" | "hang_up" | "press" | "transfer" }>;

/** Something done on the line, when everything said before it has been played. */
export type Deed = Extract<BrainMove, { readonly type: "press" | "transfer" }>;

export type ReplyDeps = {
  readonly speaker: Speaker;
  readonly mouth: Mouth;
  readonly nowMs: () => number;
  /** Done at once, in the order of the moves. */
  readonly onSilentMove: (move: SilentMove) => void;
  /** Audio goes to the mouth now; called for each piece of it. */
  readonly onSound: () => void;
  /** An utterance is over: what of it was heard, and the marks of the reply so far. */
  readonly onPlayed: (played: Played, marks: ReplyMarks) => void;
  /** `begun`: from here on the reply can be cut short, but no longer be as if it never was. */
  readonly act: (deed: Deed, begun: () => void, signal: AbortSignal) => Promise<void>;
  /** A voice failed in the middle of what it said, and the rest is given to the next one. */
  readonly onVoiceLost: (cause: unknown) => void;
  /** Resolves with a phrase to be said first, when nothing of the reply is there yet; left out: none is. */
  readonly filler?: Promise<string>;
};

/** Of hosted, embedded and small voice two may fail in the same breath. */
const VOICES_MOST = 2;

export async function carryOut(
  deps: ReplyDeps,
  given: AsyncIterable<BrainMove>,
  signal: AbortSignal,
): Promise<ReplyResult> {
  const moves = given[Symbol.asyncIterator]();
  let firstMoveMs: number | null = null;
  let firstAudioMs: number | null = null;
  let firstSoundMs: number | null = null;
  let said = false;
  let hangUp = false;
  let cutGoodbye = false;
  let quietTailMs = 0;
  let failure: ReplyResult["failure"] = null;
  /** Times that a voice has failed in this reply. */
  let failures = 0;

  /** The next move that is spoken or ends something; silent ones on the way are done. Null when there is none. */
  async function nextSpoken(): Promise<BrainMove | null> {
    for (;;) {
      let step: IteratorResult<BrainMove>;
      try {
        step = await moves.next();
      } catch (cause) {
        failure = { stage: "brain", cause };
        return null;
      }
      if (step.done === true || signal.aborted) return null;
      firstMoveMs ??= deps.nowMs();
      const move = step.value;
      if (move.type === "say" || move.type === "hang_up" || isDeed(move)) return move;
      deps.onSilentMove(move);
    }
  }

  /** The clause's audio, with its first piece noticed on the way to the mouth. */
  async function* noticed(audio: Clause["audio"]): AsyncGenerator<Int16Array> {
    for await (const piece of audio instanceof Int16Array ? [audio] : audio) {
      if (firstAudioMs === null) failpoint("talk.speaking");
      firstAudioMs ??= deps.nowMs();
      deps.onSound();
      yield piece;
    }
  }

  failpoint("talk.thinking");
  const coming = nextSpoken();
  const filler = deps.filler === undefined ? null : await Promise.race([coming.then(() => null), deps.filler]);
  /** What the filler was said instead of. */
  let owed = filler === null ? null : coming;

  async function following(): Promise<BrainMove | null> {
    const late = owed;
    owed = null;
    if (late === null) return nextSpoken();
    const move = await late;
    return filler !== null && repeats(move, filler) ? nextSpoken() : move;
  }

  let move: BrainMove | null = filler === null ? await coming : { type: "say", text: filler };
  if (filler !== null) firstMoveMs ??= deps.nowMs();
  while (move !== null && failure === null && !signal.aborted) {
    if (move.type === "hang_up") {
      hangUp = true;
      break;
    }
    if (isDeed(move)) {
      await deps.act(move, deps.onSound, signal);
      // Who is being connected is told nothing more.
      move = move.type === "transfer" ? null : await following();
      continue;
    }
    const next: { move: BrainMove | null } = { move };
    /** Of what is being said, the clauses that the mouth has not asked for yet. */
    let waiting: readonly Clause[] = [];
    async function* utterance(): AsyncGenerator<Clause> {
      while (next.move?.type === "say") {
        waiting = [...deps.speaker.clauses(next.move.text, signal)];
        for (let clause = waiting[0]; clause !== undefined; clause = waiting[0]) {
          waiting = waiting.slice(1);
          yield { text: clause.text, audio: noticed(clause.audio) };
        }
        next.move = await following();
      }
    }
    const spoken = withRest(await deps.mouth.speak(utterance(), signal), waiting);
    // A voice that failed in the middle: the words that were not heard are said by the next one. One that never began
    // had the others behind it already.
    const broke = spoken.ended === "failed" && spoken.firstSoundAtMs !== null && !signal.aborted;
    const again = broke && failures < VOICES_MOST ? spoken.cutOff : null;
    const played = again === null ? spoken : { ...spoken, cutOff: null };
    said ||= played.heard !== "";
    firstSoundMs ??= played.firstSoundAtMs;
    quietTailMs = played.quietTailMs;
    deps.onPlayed(played, { firstMoveMs, firstAudioMs, firstSoundMs });
    if (again !== null) {
      failures += 1;
      deps.onVoiceLost(spoken.failure);
      move = { type: "say", text: again };
      continue;
    }
    if (played.ended === "failed") failure = { stage: "voice", cause: played.failure };
    if (played.ended !== "played") {
      cutGoodbye = next.move?.type === "hang_up";
      break;
    }
    move = next.move;
  }
  await moves.return?.();
  const cut = signal.aborted;
  return { firstMoveMs, firstAudioMs, firstSoundMs, said, hangUp, cutGoodbye, quietTailMs, cut, failure };
}

function isDeed(move: BrainMove): move is Deed {
  return move.type === "press" || move.type === "transfer";
}

/** A mind that asks them to wait, in words that were just said for it. */
function repeats(move: BrainMove | null, filler: string): boolean {
  return move?.type === "say" && move.text.startsWith(filler.replace(/\W+$/, ""));
}

/** A mouth knows only what it was given; the rest of what was to be said was cut off too. */
function withRest(played: Played, waiting: readonly Clause[]): Played {
  if (waiting.length === 0) return played;
  const rest = [played.cutOff, ...waiting.map(({ text }) => text)].filter((text) => text !== null);
  return { ...played, cutOff: rest.join(" ") };
}
