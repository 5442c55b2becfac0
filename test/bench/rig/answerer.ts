/**
 * What answers a call's media socket, in a process of its own: `ours` is the product's listener, leg and mouth with
 * engines that take no time, which reply to a marked sound with a sound of their own; `bare` echoes each message.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { WebSocketServer, type WebSocket } from "ws";
import { peak } from "../../support/peak.ts";
import { listenForMedia } from "../../../src/conversation/media/media-listener.ts";
import { createMouth, type Clause } from "../../../src/conversation/playout/mouth.ts";
import { startTicker } from "../../../src/conversation/media/frame-ticker.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { answerQuestions } from "./child.ts";

const MARK_PEAK = 4000;
const REPLY_FRAMES = 3;

type Answerer = { readonly port: number; expect(callId: string): void };

async function startOurs(): Promise<Answerer> {
  const log = pino({ level: "silent" });
  const listener = await listenForMedia({ host: "127.0.0.1", username: "bench", password: "bench", log });
  const ticker = startTicker();
  const answer = async (callId: string): Promise<void> => {
    const leg = await listener.expect(callId, AbortSignal.timeout(30_000));
    const mouth = createMouth({ leg, ticker, clock: systemClock, log });
    const ended = new AbortController();
    const sound = tone(leg.sampleRateHz, REPLY_FRAMES * leg.frameSamples);
    let replying = false;
    leg.onInbound((event) => {
      if (event.type !== "frame" || replying || peak(event.samples) < MARK_PEAK) return;
      replying = true;
      void mouth.speak(once({ text: "Yes.", audio: sound }), ended.signal).then(() => (replying = false));
    });
  };
  return { port: listener.port, expect: (callId) => void answer(callId) };
}

async function* once(clause: Clause): AsyncGenerator<Clause, void> {
  yield clause;
}

async function startBare(): Promise<Answerer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = new WebSocketServer(
    { host: "127.0.0.1", port: 0, perMessageDeflate: false, backlog: 1024, handleProtocols: () => "media" },
    resolve,
  );
  server.on("connection", (socket: WebSocket, request) => {
    request.socket.setNoDelay(true);
    socket.on("message", (bytes: Buffer, isBinary: boolean) => isBinary && socket.send(bytes));
    socket.on("error", () => {});
  });
  await promise;
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, expect: () => {} };
}

function tone(rateHz: number, samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * 1000 * i) / rateHz)),
  );
}

const answerer = process.argv[2] === "ours" ? await startOurs() : await startBare();
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

answerQuestions(async (question) => {
  switch (question["type"]) {
    case "port":
      return answerer.port;
    case "expect":
      return answerer.expect(String(question["callId"]));
    case "memory":
      globalThis.gc?.();
      return process.memoryUsage().rss;
    case "load": {
      loop.reset();
      const before = process.cpuUsage();
      const ms = Number(question["ms"]);
      await delay(ms);
      const used = process.cpuUsage(before);
      return { cpuPercent: (used.user + used.system) / 10 / ms, loopDelayP99Ms: loop.percentile(99) / 1e6 };
    }
    default:
      throw new Error("unknown question");
  }
});
