/**
 * `/v1/listen`: interim results revise the part of the stream that is not final yet; a pause, three seconds, or a
 * Finalize make it final.
 */
import { decodeMulaw } from "../../support/g711.ts";
import { createLevelEar } from "../spoken-levels.ts";
import type { HeardWord, LevelEar } from "../spoken-levels.ts";
import type { Connection, Protocol } from "./connection.ts";

const INTERIM_EVERY_S = 0.1;
const FINAL_EVERY_S = 3;
/** Less than this is not worth an answer to a Finalize. */
const LITTLE_S = 0.06;

type Flags = { final?: boolean; speechFinal?: boolean; fromFinalize?: boolean };

export function listenV1(connection: Connection): Protocol {
  const { query, script } = connection.seen;
  const hear = soundReader(connection);
  const endpointing = query.get("endpointing") ?? "10";
  const pauseS = endpointing === "false" ? Infinity : Number(endpointing) / 1000;
  const interims = query.get("interim_results") === "true";
  let words: HeardWord[] = [];
  let finalToS = 0;
  let toldToS = 0;
  let pauseTold = true;

  /** What is final takes longer; meanwhile the words of that stretch are told as before. */
  function tell(toS: number, flags: Flags): void {
    if (flags.final !== true || script.finalDelayMs === undefined) return tellNow(toS, flags);
    setTimeout(() => tellNow(toS, flags), script.finalDelayMs);
  }

  function tellNow(toS: number, flags: Flags): void {
    const inside = words.filter((word) => word.endS <= toS);
    const endS = script.terse === true ? (inside.at(-1)?.endS ?? 0) : toS;
    if (endS === 0) return;
    const backS = script.ownClock === true ? finalToS : 0;
    connection.send({
      type: "Results",
      channel_index: [0, 1],
      start: finalToS - backS,
      duration: endS - finalToS,
      is_final: flags.final === true,
      speech_final: flags.speechFinal === true,
      from_finalize: flags.fromFinalize === true,
      channel: {
        alternatives: [
          {
            transcript: inside.map(({ text }) => text).join(" "),
            confidence: inside.length === 0 ? 0 : 0.97,
            words: script.untimed === true ? [] : inside.map((word) => wordMessage(word, backS)),
          },
        ],
      },
      metadata: { request_id: "r", model_info: { name: "simulated", version: "1", arch: "nova-3" }, model_uuid: "m" },
    });
    toldToS = endS;
    if (flags.final !== true) return;
    words = words.filter((word) => word.endS > endS);
    finalToS = endS;
  }

  return {
    onSound(bytes) {
      words.push(...hear.push(bytes));
      const { nowS, lastSoundS } = hear.ear;
      const quietS = lastSoundS === null ? 0 : nowS - lastSoundS;
      if (quietS < 0.02) pauseTold = false;
      if (!pauseTold && quietS >= pauseS) {
        pauseTold = true;
        return tell(nowS, { final: true, speechFinal: true });
      }
      const lastWordS = words.at(-1)?.endS ?? nowS;
      if (nowS - finalToS >= FINAL_EVERY_S) return tell(lastWordS, { final: true });
      if (interims && nowS - toldToS >= INTERIM_EVERY_S) tell(nowS, {});
    },
    onText(message) {
      switch (message.type) {
        case "KeepAlive":
          return;
        case "Finalize":
          if (script.finalizeIgnored === true || hear.ear.nowS - finalToS < LITTLE_S) return;
          return tell(hear.ear.nowS, { final: true, fromFinalize: true });
        case "CloseStream":
          if (hear.ear.nowS > finalToS) tell(hear.ear.nowS, { final: true });
          connection.send({ type: "Metadata", request_id: "r", sha256: "0", duration: hear.ear.nowS, channels: 1 });
          return connection.close(1000);
        default:
          return connection.close(1008, "DATA-0000: a message of an unknown type");
      }
    },
    onGone: () => undefined,
  };
}

/** Bytes as they were announced, into words. */
export function soundReader({ seen }: Connection): {
  readonly ear: LevelEar;
  push(bytes: Uint8Array): HeardWord[];
} {
  const { query, script } = seen;
  const rate = Number(query.get("sample_rate"));
  const ear = script.ear?.(rate) ?? createLevelEar(rate);
  const scripted = [...(script.words ?? [])];
  return {
    ear,
    push(bytes) {
      const heard = ear.push(query.get("encoding") === "mulaw" ? decodeMulaw(bytes) : linear(bytes));
      if (script.words === undefined) return heard;
      const due = scripted.filter((word) => word.endS <= ear.nowS);
      scripted.splice(0, due.length);
      return due;
    },
  };
}

function linear(bytes: Uint8Array): Int16Array {
  const copy = Uint8Array.from(bytes);
  return new Int16Array(copy.buffer, 0, Math.floor(copy.length / 2));
}

function wordMessage({ text, startS, endS }: HeardWord, backS: number): object {
  return {
    word: text.replaceAll(/[^\p{L}\p{N}']/gu, "").toLowerCase(),
    start: startS - backS,
    end: endS - backS,
    confidence: 0.97,
    punctuated_word: text,
  };
}
