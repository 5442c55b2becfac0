import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { AriLink } from "../../src/pbx/ari-link.ts";
import { parseAriEvent } from "../../src/pbx/ari-events.ts";

type Request = { readonly request_id: string; readonly method: string; readonly uri: string };

/** As much of Asterisk as the link sees: a probe, a password, an event socket that takes requests. */
class FakeAsterisk {
  readonly sockets: WebSocket[] = [];
  readonly requests: Request[] = [];
  onRequest: (request: Request, socket: WebSocket) => void = () => undefined;
  ping: (request: Request) => void = (request) => this.answer(request, 200, { ping: "pong" });
  ready = true;
  readonly #http = createServer((request, response) => {
    response.writeHead(this.ready && request.headers.authorization !== undefined ? 200 : 503).end("{}");
  });
  readonly #events = new WebSocketServer({ server: this.#http, path: "/ari/events" });

  async listen(): Promise<string> {
    this.#events.on("connection", (socket) => {
      this.sockets.push(socket);
      socket.on("message", (data: Buffer) => {
        const request = JSON.parse(data.toString("utf8")) as Request;
        if (request.uri === "asterisk/ping") return this.ping(request);
        this.requests.push(request);
        this.onRequest(request, socket);
      });
    });
    this.#http.listen(0, "127.0.0.1");
    await once(this.#http, "listening");
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get socket(): WebSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error("not connected");
    return socket;
  }

  answer(request: Request, status: number, body: unknown): void {
    const message_body = body === undefined ? "" : JSON.stringify(body);
    const reason_phrase = "As Scripted";
    this.socket.send(
      JSON.stringify({ type: "RESTResponse", request_id: request.request_id, status_code: status, reason_phrase, message_body }),
    ); // prettier-ignore
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
    this.#http.close();
    this.#http.closeAllConnections();
  }
}

type Opened = { readonly link: AriLink; readonly asterisk: FakeAsterisk; readonly heard: unknown[]; ups: number };
const opened: Opened[] = [];

async function open(): Promise<Opened> {
  const asterisk = new FakeAsterisk();
  const url = await asterisk.listen();
  const address = { url, username: "u:@/", password: "p&?" };
  const link = new AriLink({ address, app: "test", log: pino({ level: "silent" }) });
  const result: Opened = { link, asterisk, heard: [], ups: 0 };
  opened.push(result);
  link.open(
    (message) => result.heard.push(message),
    () => (result.ups += 1),
    () => undefined,
  );
  await expect.poll(() => link.isUp(), { timeout: 5000 }).toBe(true);
  return result;
}

afterEach(async () => {
  for (const { link, asterisk } of opened.splice(0)) {
    await link.close();
    asterisk.close();
  }
});

describe("an ARI link", () => {
  it("passes events on, and survives the ones nobody knows and what is no event at all", async () => {
    const { asterisk, heard } = await open();
    for (const text of ['{"type":"FromTheFuture","x":1}', "{broken", "[]", "null", '"text"', "7", "", '{"type":7}']) {
      asterisk.socket.send(text);
    }
    asterisk.socket.send(Buffer.from([0xff, 0x00, 0xfe]));
    asterisk.socket.send('{"type":"StasisEnd","channel":{"id":"c","name":"n","state":"Up"}}');
    await expect.poll(() => heard.map(parseAriEvent).filter((event) => event !== null)).toHaveLength(1);
  });

  it("answers a request with its body, or with an error that says its status", async () => {
    const { link, asterisk } = await open();
    asterisk.onRequest = (request) =>
      request.uri === "channels"
        ? asterisk.answer(request, 200, [1])
        : asterisk.answer(request, 404, { message: "no" });
    expect(await link.request({ method: "GET", path: "channels" })).toEqual([1]);
    await expect(link.request({ method: "DELETE", path: "channels/x" })).rejects.toMatchObject({
      name: "AriError",
      code: "refused",
      status: 404,
    });
  });

  it("encodes what a request says", async () => {
    const { link, asterisk } = await open();
    asterisk.onRequest = (request) => asterisk.answer(request, 204, undefined);
    await link.request({ method: "POST", path: "channels/create", query: { endpoint: "PJSIP/+1 2&x=y@trunk" } });
    expect(asterisk.requests[0]?.uri).toBe("channels/create?endpoint=PJSIP%2F%2B1%202%26x%3Dy%40trunk");
  });

  it("gives up a request that is not answered in time, and takes no harm from the late answer", async () => {
    const { link, asterisk } = await open();
    const error = await link.request({ method: "GET", path: "slow", timeoutMs: 50 }).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: "AriError", code: "timeout", status: null });
    const [slow] = asterisk.requests;
    if (slow !== undefined) asterisk.answer(slow, 200, {});
    asterisk.onRequest = (request) => asterisk.answer(request, 200, "next");
    expect(await link.request({ method: "GET", path: "next" })).toBe("next");
  });

  it.each([
    ["cleanly", (socket: WebSocket): void => socket.close(1000, "bye")],
    ["abruptly", (socket: WebSocket): void => socket.terminate()],
  ])("connects again when it is closed %s, failing what was asked at once", async (_how, end) => {
    const result = await open();
    const { link, asterisk } = result;
    const asked = link.request({ method: "GET", path: "channels" }).catch((reason: Error) => reason);
    await expect.poll(() => asterisk.requests).toHaveLength(1);
    end(asterisk.socket);
    expect(await asked).toMatchObject({ code: "connection_lost" });
    await expect(link.request({ method: "GET", path: "channels" })).rejects.toMatchObject({ code: "not_connected" });
    await expect.poll(() => result.ups, { timeout: 5000 }).toBe(2);
    asterisk.onRequest = (request) => asterisk.answer(request, 200, "again");
    expect(await link.request({ method: "GET", path: "channels" })).toBe("again");
    expect(asterisk.sockets).toHaveLength(2);
  });

  it("keeps trying while Asterisk is not ready", async () => {
    const result = await open();
    result.asterisk.ready = false;
    result.asterisk.socket.terminate();
    await expect.poll(() => result.link.isUp()).toBe(false);
    result.asterisk.ready = true;
    await expect.poll(() => result.ups, { timeout: 5000 }).toBe(2);
  });

  it("does not gather listeners over many reconnections", async () => {
    const result = await open();
    for (let round = 2; round <= 6; round += 1) {
      result.asterisk.socket.terminate();
      await expect.poll(() => result.ups, { timeout: 5000 }).toBe(round);
    }
    const warnings: Error[] = [];
    process.on("warning", (warning) => warnings.push(warning));
    result.asterisk.socket.send('{"type":"x"}');
    await expect.poll(() => result.heard).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("is cut and opened again when only its own connection says nothing any more", async () => {
    const result = await open();
    result.asterisk.ping = () => undefined;
    await expect.poll(() => result.asterisk.sockets.length, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => result.ups, { timeout: 5000 }).toBe(2);
  });

  it("stays open while Asterisk has nothing to tell but is there", async () => {
    const result = await open();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(result.asterisk.sockets).toHaveLength(1);
  });

  it("is closed for good: it never comes back", async () => {
    const { link, asterisk } = await open();
    await link.close();
    expect(link.isUp()).toBe(false);
    await expect.poll(() => asterisk.socket.readyState).toBe(3);
    expect(asterisk.sockets).toHaveLength(1);
  });
});
