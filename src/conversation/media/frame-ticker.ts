/**
 * The beat of a thread: one timer for all its legs, each of which is called every 20 ms. Asterisk sends nothing while we
 * send nothing, so each idle mouth gives a frame of silence at each of its beats and the RTP never stops.
 *
 * The beats follow the clock, not the last callback, so that they do not drift; those that a stalled thread has missed
 * are skipped, because frames sent to catch up would stay in Asterisk's queue as latency. Legs take turns within the
 * 20 ms: a hundred socket writes in one go would make everything else of the thread wait for 4 ms.
 */
import { systemClock, type Clock } from "../../lib/clock.ts";
import { FRAME_MS } from "./media-protocol.ts";

export interface Ticker {
  /** Calls back every 20 ms until the returned function is called. */
  add(onTick: (nowMs: number) => void): () => void;
  /** Ends the timer. */
  stop(): void;
}

const TURNS = 4;
const TURN_MS = FRAME_MS / TURNS;

/** The number of the turn that it is at `nowMs`, and how long until the next one. */
export function turnAt(startMs: number, nowMs: number): { readonly turn: number; readonly untilNextMs: number } {
  const turn = Math.floor((nowMs - startMs) / TURN_MS);
  return { turn, untilNextMs: startMs + (turn + 1) * TURN_MS - nowMs };
}

/** The turns to be taken at this wake-up: every one since the last, but none twice however long that was. */
export function dueTurns(lastTurn: number, turn: number): readonly number[] {
  const first = Math.max(lastTurn + 1, turn - TURNS + 1);
  return Array.from({ length: Math.max(0, turn - first + 1) }, (_, i) => (first + i) % TURNS);
}

export function startTicker(clock: Clock = systemClock): Ticker {
  const startMs = clock.monotonicMs();
  const listeners = Array.from({ length: TURNS }, () => new Set<(nowMs: number) => void>());
  let timer: NodeJS.Timeout | null = null;
  let lastTurn = -1;

  function wake(): void {
    const nowMs = clock.monotonicMs();
    const { turn } = turnAt(startMs, nowMs);
    const due = dueTurns(lastTurn, turn);
    lastTurn = turn;
    for (const index of due) for (const onTick of listeners[index] ?? []) onTick(nowMs);
    arm();
  }

  /** Sleeps until a turn that somebody has, or for good. Node cuts a delay's fraction off, hence the rounding. */
  function arm(): void {
    const { turn, untilNextMs } = turnAt(startMs, clock.monotonicMs());
    const turnsAhead = listeners.findIndex((_, i) => (listeners[(turn + 1 + i) % TURNS]?.size ?? 0) > 0);
    timer = turnsAhead < 0 ? null : setTimeout(wake, Math.ceil(untilNextMs + turnsAhead * TURN_MS));
  }

  return {
    add(onTick) {
      const fewest = listeners.reduce((least, each) => (each.size < least.size ? each : least));
      fewest.add(onTick);
      // A sleeper may have to be woken for a turn that comes before the one it sleeps for.
      if (timer !== null) clearTimeout(timer);
      arm();
      return () => {
        fewest.delete(onTick);
      };
    },
    stop() {
      for (const each of listeners) each.clear();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
