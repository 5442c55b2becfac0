/**
 * Whether the line is alive, by its frames. Pure. Asterisk sends frames only while RTP arrives from the far end, so
 * missing frames are missing RTP (contract section 5: `no_media` within 10 s of the answer, `trunk_failure` when RTP
 * stops for 20 s later on). A line that is held by signalling, or on which comfort noise comes in place of sound, is
 * silent and lives: for as long as one waits at all. Who has asked us to wait may have an exchange that sends nothing
 * while nobody speaks, not even comfort noise: that line gets more time.
 */
const LINE_RULES = {
  firstFrameMs: 10_000,
  lostMs: 20_000,
  lostOnHoldMs: 60_000,
  soundlessMs: 600_000,
  lookEveryMs: 1000,
} as const;

export type LineTimes = {
  readonly answeredMs: number;
  readonly lastFrameMs: number | null;
  /** Since when the far end holds us; null when it does not. */
  readonly heldSinceMs: number | null;
  /** Of anything else that shows the line to live: comfort noise, the end of a hold. */
  readonly lastSignMs: number | null;
  /** They asked us to wait, or a queue did. */
  readonly waits: boolean;
};

export function lineVerdict(line: LineTimes, nowMs: number): "no_media" | "trunk_failure" | "no_response" | null {
  const { answeredMs, lastFrameMs, heldSinceMs, lastSignMs, waits } = line;
  if (heldSinceMs !== null) return nowMs - heldSinceMs >= LINE_RULES.soundlessMs ? "no_response" : null;
  if (lastFrameMs === null || lastFrameMs < answeredMs) {
    return nowMs - Math.max(answeredMs, lastSignMs ?? answeredMs) >= LINE_RULES.firstFrameMs ? "no_media" : null;
  }
  const lostMs = waits ? LINE_RULES.lostOnHoldMs : LINE_RULES.lostMs;
  if (nowMs - Math.max(lastFrameMs, lastSignMs ?? lastFrameMs) >= lostMs) return "trunk_failure";
  return nowMs - lastFrameMs >= LINE_RULES.soundlessMs ? "no_response" : null;
}

/** Whether it is time to look what comes in instead of frames; `lastLookMs`: of this silence, null before the first. */
export function isTimeToLook(line: LineTimes, lastLookMs: number | null, nowMs: number): boolean {
  const { answeredMs, lastFrameMs, heldSinceMs } = line;
  if (heldSinceMs !== null || lastFrameMs === null || lastFrameMs < answeredMs) return false;
  return nowMs - Math.max(lastFrameMs, lastLookMs ?? lastFrameMs) >= LINE_RULES.lookEveryMs;
}
