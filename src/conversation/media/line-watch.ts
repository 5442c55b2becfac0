/**
 * Whether the line is alive, by its frames. Pure. Asterisk sends frames only while RTP arrives from the far end, so
 * missing frames are missing RTP (contract section 5: `no_media` within 10 s of the answer, `trunk_failure` when RTP
 * stops for 20 s later on).
 */
const LINE_RULES = { firstFrameMs: 10_000, lostMs: 20_000 } as const;

export function lineVerdict(
  line: { readonly answeredMs: number; readonly lastFrameMs: number | null },
  nowMs: number,
): "no_media" | "trunk_failure" | null {
  if (line.lastFrameMs === null || line.lastFrameMs < line.answeredMs) {
    return nowMs - line.answeredMs >= LINE_RULES.firstFrameMs ? "no_media" : null;
  }
  return nowMs - line.lastFrameMs >= LINE_RULES.lostMs ? "trunk_failure" : null;
}
