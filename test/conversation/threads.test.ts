import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import type { ConversationEvent, ConversationOrder } from "../../src/calls/ports.ts";
import { startConversationThreads } from "../../src/conversation/threads.ts";
import type { ConversationThreads } from "../../src/conversation/threads.ts";
import { freePort } from "../../src/pbx/ports.ts";

const REAL = new URL("../../src/app/conversation-thread.ts", import.meta.url);
/** Programs of threads of which only the beginning and the end matter here. */
const program = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort as main } from "node:worker_threads"; ${source}`)}`,
  );
const LISTENS = `main.postMessage({ type: "listening", port: 4711 });`;
const SERVES = `${LISTENS} main.postMessage({ type: "ready" });`;
const LEAVES = `main.on("message", ({ type }) => { if (type === "leave") main.close(); if (type === "open") process.exit(3); });`;

/** For the program of the appliance's own threads. */
const EMBEDDED = { stt: [{ provider: "embedded" }], tts: [{ provider: "embedded" }], llm: [{ provider: "embedded" }] };

const running: ConversationThreads[] = [];

async function start(entry: URL, count = 1, lookEveryMs = 1000): Promise<ConversationThreads> {
  const threads = await startConversationThreads({
    count,
    entry,
    birth: () => {
      const [voice, other, recogniser] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
      const ports = {
        assistantVoicePort: voice.port2,
        businessVoicePort: other.port2,
        recogniserPort: recogniser.port2,
      };
      for (const { port1 } of [voice, other, recogniser]) port1.unref();
      const media = { host: "127.0.0.1", port: 0, username: "asterisk", password: "secret" };
      return {
        data: { ...ports, media, engines: EMBEDDED, logLevel: "silent", businessVoice: "rms" },
        transfer: Object.values(ports),
      };
    },
    log: pino({ level: "silent" }),
    lookEveryMs,
  });
  running.push(threads);
  return threads;
}

function order(callId: string): ConversationOrder {
  return {
    callId,
    brief: {
      phone: "+14155550123",
      goal: "Ask when they open",
      questions: ["When do you open?"],
      details: null,
      constraints: null,
      businessName: null,
      onBehalfOf: null,
      callbackNumber: null,
      transferTo: null,
      voicemailMessage: null,
      language: "en-US",
    },
    route: "demo",
    assistant: { name: "Ada", disclosure: true },
    answerWaitSeconds: 60,
  };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((threads) => threads.end()));
});

describe("conversation threads that are being started", () => {
  it("listen before they are ready, each on a port of its own", async () => {
    const threads = await start(REAL, 2);
    const ports = threads.listeners.map(({ port }) => port);
    expect(threads.listeners.map(({ name }) => name)).toEqual(["media_0", "media_1"]);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(426);
    await threads.ready;
  });

  it("fail at once and in the words of what went wrong when their program cannot be loaded", async () => {
    const startedAt = performance.now();
    await expect(start(program(`import "./nowhere.mjs";`))).rejects.toThrow(/could not be started: .*nowhere/);
    await expect(start(program(`throw new Error("no model");`))).rejects.toThrow("could not be started: no model");
    await expect(start(new URL("./nowhere.ts", import.meta.url))).rejects.toThrow(
      /could not be started: .*nowhere\.ts/,
    );
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it("fail at once when their program ends without a word", async () => {
    await expect(start(program(`process.exit(7);`))).rejects.toThrow("could not be started: it ended with code 7");
  });

  it("fail after they listened as well, and are not started again behind the back of whoever was told", async () => {
    const threads = await start(program(`${LISTENS} setTimeout(() => { throw new Error("no detector"); }, 20);`));
    await expect(threads.ready).rejects.toThrow("could not be started: no detector");
    await threads.end();
  });

  it("end together when one of them fails", async () => {
    // The first to come takes the port; the second cannot.
    const port = await freePort("127.0.0.1", "tcp");
    const rivals = program(
      `import { createServer } from "node:net";
      const server = createServer().listen(${port}, "127.0.0.1", () => { ${SERVES} });
      main.on("message", () => { server.close(); main.close(); });`,
    );
    await expect(start(rivals, 2)).rejects.toThrow("EADDRINUSE");
    // Nobody has the port any more.
    await (
      await start(rivals)
    ).ready;
  });
});

function told(threads: ConversationThreads): {
  readonly events: ConversationEvent[];
  readonly finished: () => Promise<void>;
} {
  const events: ConversationEvent[] = [];
  let wake: () => void = () => undefined;
  threads.onEvent((event) => {
    events.push(event);
    if (event.type === "finished") wake();
  });
  return {
    events,
    finished: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}

describe("a conversation thread that dies", () => {
  it("ends its calls as failures of the provider, and another serves in its place", async () => {
    const threads = await start(program(`${SERVES} ${LEAVES}`));
    await threads.ready;
    const { events, finished } = told(threads);
    for (const callId of ["call_1", "call_2"]) {
      const over = finished();
      expect(await threads.open(order(callId))).toEqual({ listener: "media_0", sampleRateHz: 8000 });
      await over;
    }
    expect(events.map(({ type, callId }) => `${callId} ${type}`)).toEqual([
      "call_1 lost",
      "call_1 findings",
      "call_1 finished",
      "call_2 lost",
      "call_2 findings",
      "call_2 finished",
    ]);
    expect(events.at(-1)).toMatchObject({ reason: "provider_failure" });
  });

  it("costs only its calls also while no other can be started, and the end does not wait for it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outdial-threads-"));
    const mark = JSON.stringify(join(folder, "served once"));
    const once = program(`import { mkdirSync } from "node:fs"; mkdirSync(${mark}); ${SERVES} ${LEAVES}`);
    try {
      const threads = await start(once);
      expect(threads.notReady()).toBe("The threads that hold conversations are being started.");
      await threads.ready;
      expect(threads.notReady()).toBeNull();
      const { events, finished } = told(threads);
      for (const callId of ["call_1", "call_2", "call_3"]) {
        const over = finished();
        await threads.open(order(callId));
        await over;
        expect(threads.notReady()).not.toBeNull();
      }
      expect(events.filter(({ type }) => type === "finished").map(({ callId }) => callId)).toEqual([
        "call_1",
        "call_2",
        "call_3",
      ]);
      const endedAt = performance.now();
      await threads.end();
      expect(performance.now() - endedAt).toBeLessThan(2500);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("a conversation thread that hangs", () => {
  const LOOK_MS = 50;
  const BEATS = `setInterval(() => main.postMessage({ type: "beat" }), ${LOOK_MS});`;
  /** Goes round in circles from the moment it is given a call named `call_hangs` on. */
  const hangs = program(
    `${SERVES} ${BEATS} main.on("message", (message) => {
      if (message.type === "leave") process.exit(0);
      if (message.type === "open" && message.order.callId === "call_hangs") for (;;);
      if (message.type === "close")
        main.postMessage({ type: "event", event: { type: "finished", callId: message.callId, reason: "completed" } });
    });`,
  );

  it("is noticed: its calls end, it is ended and replaced, and the calls of the others go on", async () => {
    const threads = await start(hangs, 2, LOOK_MS);
    await threads.ready;
    const { events, finished } = told(threads);
    await threads.open(order("call_beside"));
    const over = finished();
    const hungAt = performance.now();
    const { listener } = await threads.open(order("call_hangs"));
    await over;
    expect(performance.now() - hungAt).toBeLessThan(10 * LOOK_MS + 1000);
    expect(events.map(({ type, callId }) => `${callId} ${type}`)).toEqual([
      "call_hangs lost",
      "call_hangs findings",
      "call_hangs finished",
    ]);
    const closed = finished();
    threads.close("call_beside");
    await closed;
    expect(events.at(-1)).toMatchObject({ callId: "call_beside", reason: "completed" });
    // Both are there for calls again: one thread alone would be given both.
    const taken = new Set<string>();
    await expect
      .poll(async () => {
        taken.add((await threads.open(order(`call_${taken.size}`))).listener);
        return taken.has(listener);
      })
      .toBe(true);
  });

  it("is one that does not beat, not one that nobody listened to: we may be held up for long", async () => {
    const threads = await start(hangs, 1, LOOK_MS);
    await threads.ready;
    const { events, finished } = told(threads);
    await threads.open(order("call_1"));
    for (let time = 0; time < 3; time += 1) {
      // Timers come next, before anything that has been sent to us is read.
      await new Promise((resolve) => setImmediate(resolve));
      // As when the whole process is frozen, except that the thread goes on.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * LOOK_MS);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS / 2));
    }
    await new Promise((resolve) => setTimeout(resolve, 4 * LOOK_MS));
    expect(events).toEqual([]);
    const closed = finished();
    threads.close("call_1");
    await closed;
    expect(events).toMatchObject([{ type: "finished", reason: "completed" }]);
  });
});
