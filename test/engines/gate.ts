/** Cuts utterances out of a line as a conversation does, by voice activity alone. */
import type { Hearing, VoiceActivity } from "../../src/conversation/ports.ts";
import { frames } from "./line.ts";

const FRAME_MS = 20;
const SPEECH = 0.5;
const STARTS_AFTER_FRAMES = 3;
const PREROLL_MS = 300;

export type Segment = { readonly beginMs: number; readonly lastSpeechMs: number };

/** Feeds a line to detector and ear; answers where there was speech. `quietMs` of silence end an utterance. */
export async function listen(
  line: Int16Array,
  sampleRateHz: number,
  detector: VoiceActivity,
  hearing: Pick<Hearing, "write" | "begin" | "commit"> | null,
  quietMs = 500,
): Promise<Segment[]> {
  const segments: Segment[] = [];
  let beginMs: number | null = null;
  let lastSpeechMs = 0;
  let run = 0;
  let nowMs = 0;
  for (const frame of frames(line, sampleRateHz)) {
    hearing?.write(frame);
    nowMs += FRAME_MS;
    const speech = (await detector.feed(frame)) > SPEECH;
    run = speech ? run + 1 : 0;
    if (speech) lastSpeechMs = nowMs;
    if (beginMs === null && run >= STARTS_AFTER_FRAMES) {
      beginMs = nowMs;
      hearing?.begin(PREROLL_MS);
    } else if (beginMs !== null && nowMs - lastSpeechMs >= quietMs) {
      hearing?.commit();
      segments.push({ beginMs, lastSpeechMs });
      beginMs = null;
    }
  }
  if (beginMs !== null) {
    hearing?.commit();
    segments.push({ beginMs, lastSpeechMs });
  }
  return segments;
}
