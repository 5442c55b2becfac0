/**
 * Whether the event connection to Asterisk still lives. A quiet one is asked for a word. One that stays quiet is given up
 * as soon as Asterisk does not answer elsewhere either (it is frozen, or the network is gone), and some seconds later even
 * if it does: then it is this connection that is half open, and the next one brings what was missed.
 *
 * Looks are counted, not milliseconds, and each comes after what was in our own queue: a stall of ours is no silence of
 * Asterisk's. The whole of it has to be quicker than the 5 s within which a call on a dead exchange ends.
 */
const LOOK_MS = 500;
/** Asked again at each look: a request may rightly wait behind a slow one. */
const ASK_AT = 1;
const PROBE_AT = 2;
const HALF_OPEN_AT = 8;
const PROBE_WITHIN_MS = 1500;

export type AriPulseParts = {
  /** Asks over the connection itself. */
  readonly ask: () => void;
  /** Whether Asterisk answers over another one. */
  readonly probe: (withinMs: number) => Promise<boolean>;
  readonly onDead: () => void;
};

export type AriPulse = {
  /** Anything has come over the connection. */
  heard(): void;
  stop(): void;
};

/** Calls `onDead` once, unless it is stopped before. */
export function watchAri({ ask, probe, onDead }: AriPulseParts): AriPulse {
  let quietLooks = 0;
  let words = 0;
  let pending: NodeJS.Immediate | null = null;
  let stopped = false;
  const looks = setInterval(() => {
    pending = setImmediate(look);
  }, LOOK_MS);

  function look(): void {
    quietLooks += 1;
    if (quietLooks >= HALF_OPEN_AT) return dead();
    if (quietLooks >= ASK_AT) ask();
    if (quietLooks === PROBE_AT) void probeElsewhere();
  }

  async function probeElsewhere(): Promise<void> {
    const before = words;
    const answers = await probe(PROBE_WITHIN_MS);
    // What came while we could not look is read first.
    await new Promise((resolve) => setImmediate(resolve));
    if (!answers && words === before) dead();
  }

  function dead(): void {
    if (stopped) return;
    stop();
    onDead();
  }

  function stop(): void {
    stopped = true;
    clearInterval(looks);
    if (pending !== null) clearImmediate(pending);
  }

  return {
    heard() {
      quietLooks = 0;
      words += 1;
    },
    stop,
  };
}
