/**
 * Whether the machine is so strained that one more call would hurt those under way. What it carries is measured at its
 * start (`seats.ts`); this is for what nobody could know then: a neighbour that takes the processor, a disk that became
 * slow. Told how long each thread kept its timers waiting, and how long commits waited for the disk. A single hiccup is
 * no strain; several in a short time are. Pure.
 */
export type Waited = "main" | "disk" | (string & {});

/** Longer than this hurts: a frame of sound comes every 20 ms, and the far end bridges a gap of about 100. */
const SOUND_LATE_MS = 120;
/** The main thread carries no sound: it answers, dials and writes. */
const ANSWERS_LATE_MS = 400;
const DISK_LATE_MS = 400;

const WITHIN_MS = 10_000;
/** So many different seconds of them. */
const TOO_OFTEN = 3;
const SECOND_MS = 1000;

export const BUSY = "The machine is so busy that one more call would hurt those under way.";
export const SLOW_DISK = "The database's disk is so slow that one more call would hurt those under way.";

export type Strain = {
  /** Something had to wait so long: a thread's timers, told about once a second, or a commit. */
  note(what: Waited, ms: number): void;
  /** A sentence while there is strain; null when there is none. */
  why(): string | null;
};

export function watchStrain(nowMs: () => number, onChange: (why: string | null) => void = () => undefined): Strain {
  const late = new Map<Waited, number[]>();
  let told: string | null = null;

  function why(): string | null {
    const sinceMs = nowMs() - WITHIN_MS;
    const strained = [...late]
      .filter(([, times]) => times.filter((atMs) => atMs > sinceMs).length >= TOO_OFTEN)
      .map(([what]) => what);
    if (strained.length === 0) return null;
    // A slow disk holds up the main thread too.
    return strained.includes("disk") ? SLOW_DISK : BUSY;
  }

  return {
    note(what, ms) {
      const atMs = nowMs();
      const times = late.get(what) ?? [];
      if (ms >= limitOf(what) && atMs - (times.at(-1) ?? -Infinity) >= SECOND_MS) {
        late.set(what, [...times, atMs].slice(-TOO_OFTEN));
      }
      const now = why();
      if (now !== told) onChange(now);
      told = now;
    },
    why,
  };
}

function limitOf(what: Waited): number {
  if (what === "disk") return DISK_LATE_MS;
  return what === "main" ? ANSWERS_LATE_MS : SOUND_LATE_MS;
}
