import { afterEach, beforeEach, describe, expect, it } from "vitest";
import pino from "pino";
import { WebSocket } from "ws";
import { listenForMedia, type MediaListener } from "../../../src/conversation/media/media-listener.ts";
import type { InboundEvent, MediaLeg, PlayoutEvent } from "../../../src/conversation/media/media-leg.ts";

const LOGIN = { username: "asterisk", password: "secret" };
const START = JSON.stringify({ event: "MEDIA_START", format: "slin16", optimal_frame_size: 640, channel_id: "x" });

/** Asterisk's end: what it was sent, in order. */
type Dialled = { readonly socket: WebSocket; readonly received: (string | Buffer)[] };

describe("the media listener", () => {
  let listener: MediaListener;
  let sockets: WebSocket[];

  beforeEach(async () => {
    listener = await listenForMedia({ host: "127.0.0.1", ...LOGIN, log: pino({ level: "silent" }) });
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.terminate();
    await listener.close();
  });

  async function dial(
    callId: string,
    first: string | Buffer | null = START,
    changed: Partial<typeof LOGIN> = {},
  ): Promise<Dialled> {
    const { username, password } = { ...LOGIN, ...changed };
    const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/media?call=${callId}`, "media", {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
      perMessageDeflate: true,
    });
    sockets.push(socket);
    const received: (string | Buffer)[] = [];
    socket.on("message", (bytes: Buffer, isBinary: boolean) => received.push(isBinary ? bytes : bytes.toString()));
    socket.on("error", () => {});
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("unexpected-response", (_request, response) => reject(new Error(`refused ${response.statusCode}`)));
      socket.once("error", reject);
    });
    if (first !== null) socket.send(first);
    return { socket, received };
  }

  async function leg(callId = "c"): Promise<{ leg: MediaLeg; asterisk: Dialled }> {
    const arriving = listener.expect(callId, AbortSignal.timeout(2000));
    const asterisk = await dial(callId);
    return { leg: await arriving, asterisk };
  }

  async function untilReceived(asterisk: Dialled, count: number): Promise<void> {
    while (asterisk.received.length < count) await new Promise((resolve) => asterisk.socket.once("message", resolve));
  }

  it("gives the leg of an expected call, with the rate that MEDIA_START names", async () => {
    const { leg: found, asterisk } = await leg("call_1");
    expect(found).toMatchObject({ callId: "call_1", sampleRateHz: 16_000, frameSamples: 320 });
    expect(asterisk.socket.protocol).toBe("media");
    expect(asterisk.socket.extensions).toBe("");
  });

  it("takes the rate from the first frame when audio comes before MEDIA_START, and keeps that frame's time", async () => {
    const arriving = listener.expect("early", AbortSignal.timeout(2000));
    const asterisk = await dial("early", Buffer.alloc(320));
    const found = await arriving;
    asterisk.socket.send(START.replace("slin16", "slin"));
    expect(found.sampleRateHz).toBe(8000);
    expect(found.silentForMs()).toBeLessThan(1000);
  });

  it.each([
    ["a call that nobody expects", "stranger", {}, "refused 403"],
    ["a wrong password", "c", { password: "guess" }, "refused 401"],
    ["a wrong user", "c", { username: "root" }, "refused 401"],
  ])("refuses %s before the upgrade", async (_, callId, changed, message) => {
    const waiting = new AbortController();
    const expected = listener.expect("c", waiting.signal);
    await expect(dial(callId, START, changed)).rejects.toThrow(message);
    waiting.abort(new Error("enough"));
    await expect(expected).rejects.toThrow("enough");
  });

  it("lets each expected call in once", async () => {
    await leg("once");
    await expect(dial("once")).rejects.toThrow("refused 403");
  });

  it("refuses another path, another sub-protocol and plain HTTP", async () => {
    const base = `127.0.0.1:${listener.port}`;
    const headers = { authorization: `Basic ${Buffer.from("asterisk:secret").toString("base64")}` };
    const status = async (url: string, protocol: string): Promise<number | undefined> => {
      const socket = new WebSocket(url, protocol, { headers });
      socket.on("error", () => {});
      return new Promise((resolve) =>
        socket.once("unexpected-response", (_, response) => resolve(response.statusCode)),
      );
    };
    expect(await status(`ws://${base}/other?call=c`, "media")).toBe(404);
    expect(await status(`ws://${base}/media?call=c`, "chat")).toBe(400);
    expect((await fetch(`http://${base}/media?call=c`)).status).toBe(426);
  });

  it("gives up waiting with the signal's reason, and then refuses the call", async () => {
    const stop = new AbortController();
    const expected = listener.expect("late", stop.signal);
    stop.abort(new Error("the call was never answered"));
    await expect(expected).rejects.toThrow("never answered");
    await expect(dial("late")).rejects.toThrow("refused 403");
    await expect(listener.expect("late", stop.signal)).rejects.toThrow("never answered");
  });

  it("rejects a format that is not linear audio, and a socket that ends before its first message", async () => {
    const opus = listener.expect("opus", AbortSignal.timeout(2000));
    await dial("opus", START.replace("slin16", "opus"));
    await expect(opus).rejects.toThrow("not 16-bit linear");
    const mute = listener.expect("mute", AbortSignal.timeout(2000));
    (await dial("mute", null)).socket.terminate();
    await expect(mute).rejects.toThrow("before the first message");
  });

  it("ends every leg when it is closed", async () => {
    const { leg: open } = await leg();
    await listener.close();
    expect(await open.closed).toBe("the media listener was closed");
  });

  it("brings frames, keys and what becomes of our audio", async () => {
    const { leg: open, asterisk } = await leg();
    const inbound: InboundEvent[] = [];
    const playout: PlayoutEvent[] = [];
    open.onInbound((event) => inbound.push(event));
    open.onPlayout((event) => playout.push(event));
    const frame = Int16Array.from({ length: 320 }, (_, i) => i * 100 - 16_000);
    for (const message of [
      Buffer.from(frame.buffer),
      JSON.stringify({ event: "DTMF_END", channel_id: "x", digit: "#" }),
      JSON.stringify({ event: "MEDIA_MARK_PROCESSED", channel_id: "x", correlation_id: "m1" }),
      JSON.stringify({ event: "MEDIA_BUFFERING_COMPLETED", channel_id: "x", correlation_id: "b1" }),
      JSON.stringify({ event: "MEDIA_XOFF", channel_id: "x" }),
      JSON.stringify({ event: "MEDIA_XON", channel_id: "x" }),
      JSON.stringify({ event: "SOMETHING_NEWER", channel_id: "x" }),
      "{ not JSON",
      Buffer.alloc(7),
    ]) {
      asterisk.socket.send(message);
    }
    asterisk.socket.close();
    const reason = await open.closed;
    expect(inbound).toEqual([
      { type: "frame", samples: frame },
      { type: "key", digit: "#" },
      { type: "closed", reason },
    ]);
    expect(playout).toEqual([
      { type: "mark", id: "m1" },
      { type: "buffered", id: "b1" },
      { type: "flow", open: false },
      { type: "flow", open: true },
      { type: "closed", reason },
    ]);
  });

  it("sends commands in Asterisk's words, and audio in whole frames of at most 16 KiB", async () => {
    const { leg: open, asterisk } = await leg();
    open.startBuffering();
    open.sendAudio(new Int16Array(320 * 60));
    open.stopBuffering("b");
    open.mark("m");
    open.pause();
    open.flush();
    open.flush();
    await untilReceived(asterisk, 10);
    expect(asterisk.received.map((message) => (typeof message === "string" ? message : message.length))).toEqual([
      '{"command":"START_MEDIA_BUFFERING"}',
      16_000,
      16_000,
      6400,
      '{"command":"STOP_MEDIA_BUFFERING","correlation_id":"b"}',
      '{"command":"MARK_MEDIA","correlation_id":"m"}',
      '{"command":"PAUSE_MEDIA"}',
      '{"command":"FLUSH_MEDIA"}',
      '{"command":"CONTINUE_MEDIA"}',
      '{"command":"FLUSH_MEDIA"}',
    ]);
    expect(() => open.sendAudio(new Int16Array(319))).toThrow(RangeError);
    expect(() => open.mark("x".repeat(65))).toThrow(RangeError);
    expect(
      Buffer.byteLength(JSON.stringify({ command: "STOP_MEDIA_BUFFERING", correlation_id: "x".repeat(64) })),
    ).toBeLessThan(128);
  });

  it("asks for the queue's length, in order, and gives up after half a second or with the socket", async () => {
    const { leg: open, asterisk } = await leg();
    const status = (queue_length: number): string =>
      JSON.stringify({ event: "STATUS", channel_id: "x", queue_length, media_paused: false });
    const [first, second] = [open.status(), open.status()];
    await untilReceived(asterisk, 2);
    asterisk.socket.send(status(7));
    asterisk.socket.send(status(3));
    expect(await Promise.all([first, second])).toEqual([7, 3]);
    await expect(open.status()).rejects.toThrow("in time");
    // The late answer belongs to the question that was given up.
    const third = open.status();
    asterisk.socket.send(status(50));
    asterisk.socket.send(status(2));
    expect(await third).toBe(2);
    const last = open.status();
    asterisk.socket.terminate();
    await expect(last).rejects.toThrow("closed");
    await expect(open.status()).rejects.toThrow("closed");
  });

  it("closes its end when told to, and takes nothing afterwards", async () => {
    const { leg: open, asterisk } = await leg();
    const gone = new Promise((resolve) => asterisk.socket.once("close", resolve));
    open.close("the call is over");
    expect(await open.closed).toBe("the call is over");
    await gone;
    open.sendAudio(new Int16Array(320));
    open.mark("late");
  });

  it("gives a leg up whose socket is not read", async () => {
    const { leg: open, asterisk } = await leg();
    asterisk.socket.pause();
    const second = new Int16Array(16_000);
    while (true) {
      const ended = await Promise.race([
        open.closed,
        new Promise<null>((resolve) => setImmediate(() => resolve(null))),
      ]);
      if (ended !== null) {
        expect(ended).toContain("does not read");
        break;
      }
      open.sendAudio(second);
    }
  });
});
