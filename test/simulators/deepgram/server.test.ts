/** The simulated Deepgram, before Deepgram's own SDK as it comes: what we rely on is what its documentation says. */
import { DeepgramClient } from "@deepgram/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeMulaw, encodeMulaw } from "../../support/g711.ts";
import { levelSpeech, wordsIn } from "../spoken-levels.ts";
import { DEEPGRAM_KEY, startDeepgram } from "./server.ts";
import type { DeepgramServer } from "./server.ts";

let server: DeepgramServer;
beforeEach(async () => {
  server = await startDeepgram();
});
afterEach(() => server.close());

function client(): DeepgramClient {
  const http = server.baseUrl.replace("ws:", "http:");
  const environment = { base: http, production: server.baseUrl, agent: server.baseUrl, agentRest: http };
  return new DeepgramClient({ apiKey: DEEPGRAM_KEY, environment });
}

type SdkSocket = {
  on(event: "message", listener: (message: unknown) => void): void;
  on(event: "close", listener: (event: { code: number; reason: string }) => void): void;
  connect(): unknown;
  waitForOpen(): Promise<unknown>;
};

/** Connected, with all that comes until the other side closes. */
async function opened<Socket extends SdkSocket>(making: Promise<Socket>) {
  const socket = await making;
  const messages: { readonly type: string; readonly [key: string]: unknown }[] = [];
  const bytes: Blob[] = [];
  const waiting = new Set<() => void>();
  const { promise: end, resolve } = Promise.withResolvers<{ readonly code: number; readonly reason: string }>();
  socket.on("message", (message) => {
    if (message instanceof Blob) bytes.push(message);
    else messages.push(message as (typeof messages)[number]);
    for (const look of waiting) look();
  });
  socket.on("close", ({ code, reason }) => resolve({ code, reason }));
  socket.connect();
  await socket.waitForOpen();
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = (): void => {
        if (isSo()) done();
      };
      waiting.add(look);
      look();
    });
  }
  const types = (): string[] => messages.map(({ type }) => type);
  return { socket, messages, bytes, types, until, end };
}

const LISTEN = { encoding: "mulaw", sample_rate: 8000, reconnectAttempts: 0 } as const;

describe("its listen v1", () => {
  const open = () =>
    opened(
      client().listen.v1.createConnection({ ...LISTEN, model: "nova-3", interim_results: "true", endpointing: 300 }),
    );

  it("revises interim results, makes them final at a pause, and tells the rest and the metadata at the end", async () => {
    const { socket, messages, types, end } = await open();
    const silence = new Int16Array(8 * 400);
    for (const sound of [levelSpeech("we open at nine.", 8000), silence, levelSpeech("thanks", 8000)]) {
      for (let at = 0; at < sound.length; at += 160) socket.sendMedia(encodeMulaw(sound.subarray(at, at + 160)));
    }
    socket.sendCloseStream({ type: "CloseStream" });
    expect(await end).toMatchObject({ code: 1000 });
    expect(types().at(-1)).toBe("Metadata");
    const results = messages.filter(({ type }) => type === "Results") as unknown as {
      is_final: boolean;
      speech_final: boolean;
      start: number;
      channel: { alternatives: [{ transcript: string }] };
    }[];
    const finals = results.filter(({ is_final: final }) => final);
    expect(finals.map((one) => one.channel.alternatives[0].transcript)).toEqual(["we open at nine.", "thanks"]);
    expect(finals.map((one) => one.speech_final)).toEqual([true, false]);
    const before = results.slice(0, results.indexOf(finals[0]!));
    expect(new Set(before.map(({ start }) => start))).toEqual(new Set([0]));
    expect(before.at(-1)?.channel.alternatives[0].transcript).toBe("we open at nine.");
  });

  it("answers a Finalize when there is something to finalise", async () => {
    const { socket, messages, until } = await open();
    socket.sendFinalize({ type: "Finalize" });
    socket.sendMedia(encodeMulaw(levelSpeech("yes", 8000)));
    socket.sendFinalize({ type: "Finalize" });
    await until(() => messages.some(({ from_finalize: flushed }) => flushed === true));
    expect(messages.filter(({ from_finalize: flushed }) => flushed === true)).toHaveLength(1);
    socket.close();
  });

  it("closes for want of sound and messages, which a KeepAlive is", async () => {
    server.script({ idleMs: 150 });
    const { socket, end } = await open();
    const alive = setInterval(() => socket.sendKeepAlive({ type: "KeepAlive" }), 50);
    const first = await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 400, "still there"))]);
    expect(first).toBe("still there");
    clearInterval(alive);
    expect(await end).toMatchObject({ code: 1011, reason: expect.stringContaining("NET-0001") });
  });
});

describe("its listen v2", () => {
  const open = () => opened(client().listen.v2.createConnection({ ...LISTEN, model: "flux-general-en" }));

  it("tells no eager end that was not asked for, and closes without a status", async () => {
    const { socket, messages, end } = await open();
    const sounds = [levelSpeech("hello.", 8000), new Int16Array(8 * 700)];
    for (const sound of sounds) {
      for (let at = 0; at < sound.length; at += 160) socket.sendMedia(encodeMulaw(sound.subarray(at, at + 160)));
    }
    socket.sendCloseStream({ type: "CloseStream" });
    expect(await end).toMatchObject({ code: 1005 });
    expect(messages.map(({ type, event }) => event ?? type)).toEqual([
      "Connected",
      "StartOfTurn",
      "Update",
      "Update",
      "EndOfTurn",
      "Update",
    ]);
    expect(messages.map(({ sequence_id: sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe("its speak v1", () => {
  const open = () =>
    opened(
      client().speak.v1.createConnection({
        model: "aura-2-thalia-en",
        encoding: "mulaw",
        sample_rate: "8000",
        reconnectAttempts: 0,
      }),
    );

  it("speaks at a Flush, and not after a Clear", async () => {
    const { socket, types, bytes, until } = await open();
    socket.sendText({ type: "Speak", text: "forgotten" });
    socket.sendClear({ type: "Clear" });
    socket.sendText({ type: "Speak", text: "hello." });
    socket.sendFlush({ type: "Flush" });
    await until(() => types().includes("Flushed"));
    expect(types()).toEqual(["Metadata", "Cleared", "Flushed"]);
    const sound = Buffer.concat(await Promise.all(bytes.map(async (blob) => Buffer.from(await blob.arrayBuffer()))));
    expect(wordsIn(decodeMulaw(sound), 8000)).toBe("hello.");
    socket.close();
  });

  it("keeps its limits", async () => {
    const [long, many, often] = [await open(), await open(), await open()];
    long.socket.sendText({ type: "Speak", text: "x".repeat(2001) });
    expect(await long.end).toMatchObject({ code: 1009 });
    for (const length of [2000, 401]) many.socket.sendText({ type: "Speak", text: "x".repeat(length) });
    expect(await many.end).toMatchObject({ code: 1008 });
    for (let n = 0; n < 21; n += 1) often.socket.sendFlush({ type: "Flush" });
    await often.until(() => often.types().includes("Warning"));
    expect(often.types().filter((type) => type === "Flushed")).toHaveLength(20);
    often.socket.close();
  });
});
