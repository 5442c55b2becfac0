/** `/v1/speak` (Aura): text in, sound out in pieces, and the limits that close the socket. Speech is spoken in levels. */
import { encodeMulaw } from "../../support/g711.ts";
import { levelSpeech } from "../spoken-levels.ts";
import type { Connection, Protocol } from "./connection.ts";

const LIMITS = { message: 2000, characters: 2400, flushes: 20, windowMs: 60_000 };

export function speakV1(connection: Connection): Protocol {
  const { query, script } = connection.seen;
  const rate = Number(query.get("sample_rate"));
  let text = "";
  let sequence = 0;
  /** Sound that has been rendered and not sent; a number stands for the end of a flush. */
  let queue: (Uint8Array | "flushed")[] = [];
  let timer: NodeJS.Timeout | null = null;
  let chunks = 0;
  let leaving = false;
  let lateFlushed = false;
  const spent: { readonly atMs: number; readonly characters: number }[] = [];
  const flushes: number[] = [];

  connection.send({ type: "Metadata", request_id: "r", model_name: query.get("model"), model_version: "1" });

  function pump(): void {
    timer = null;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next === "flushed") connection.send({ type: "Flushed", sequence_id: sequence++ });
      else if (chunks < (script.chunksMost ?? Infinity)) {
        chunks += 1;
        connection.send(next);
      } else queue = [];
      if (script.everyMs !== undefined) {
        timer = setTimeout(pump, script.everyMs);
        return;
      }
    }
    if (leaving) connection.close(1000);
  }

  function render(): void {
    const silence = (ms: number): Int16Array => new Int16Array((ms * rate) / 1000);
    const parts = [silence(script.leadMs ?? 150), levelSpeech(text, rate), silence(script.tailMs ?? 300)];
    const sound = text.trim() === "" ? new Uint8Array(0) : Buffer.concat(parts.map(encoded));
    const size = script.chunkBytes ?? 1600;
    for (let at = 0; at < sound.length; at += size) queue.push(sound.subarray(at, at + size));
    queue.push("flushed");
    text = "";
    if (timer !== null) return;
    if (script.firstSoundMs === undefined) pump();
    else timer = setTimeout(pump, script.firstSoundMs);
  }

  function encoded(samples: Int16Array): Uint8Array {
    if (query.get("encoding") === "mulaw") return encodeMulaw(samples);
    return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  }

  function onSpeak(said: string): void {
    if (lateFlushed) connection.send({ type: "Flushed", sequence_id: sequence++ });
    lateFlushed = false;
    if (said.length > LIMITS.message) return connection.close(1009, "the message is too long");
    const nowMs = performance.now();
    spent.push({ atMs: nowMs, characters: said.length });
    const recent = spent.filter(({ atMs }) => nowMs - atMs < LIMITS.windowMs);
    if (recent.reduce((sum, { characters }) => sum + characters, 0) > LIMITS.characters) {
      return connection.close(1008, "too many characters in a minute");
    }
    text += said;
  }

  function onFlush(): void {
    const nowMs = performance.now();
    flushes.push(nowMs);
    const tooMany = flushes.filter((atMs) => nowMs - atMs < LIMITS.windowMs).length > LIMITS.flushes;
    if (tooMany || script.flushRefused === true) {
      return connection.send({ type: "Warning", code: "EXCESSIVE_FLUSH", description: "too many flushes in a minute" });
    }
    render();
  }

  return {
    onSound: () => connection.close(1008, "DATA-0000: sound is not taken here"),
    onText(message) {
      switch (message.type) {
        case "Speak":
          return onSpeak(String(message["text"]));
        case "Flush":
          return onFlush();
        case "Clear": {
          if (script.clearIgnored === true) return;
          if (timer !== null) clearTimeout(timer);
          timer = null;
          // Some sound is always on its way.
          const straggler = queue.find((one) => one !== "flushed");
          const owed = queue.includes("flushed");
          queue = [];
          text = "";
          if (straggler instanceof Uint8Array) connection.send(straggler);
          connection.send({ type: "Cleared", sequence_id: sequence++ });
          lateFlushed = owed && script.lateFlushed === true;
          return;
        }
        case "Close":
          leaving = true;
          if (timer === null) pump();
          return;
        default:
          return connection.close(1008, "DATA-0000: a message of an unknown type");
      }
    },
    onGone() {
      if (timer !== null) clearTimeout(timer);
      queue = [];
    },
  };
}
