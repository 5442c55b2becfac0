import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientAddresses, countedAddress } from "../../src/http/api/credentials.ts";
import type { OpenDoor } from "./http-under-test.ts";
import { SETTINGS, openDoor } from "./http-under-test.ts";
import { ScriptedOperations } from "./scripted-operations.ts";

const operations = new ScriptedOperations();
let api: OpenDoor;
let port: number;
beforeAll(async () => {
  api = await openDoor({ operations, settings: { ...SETTINGS, publicUrl: "https://Phone.Example:8443" } });
  port = api.port;
});
afterAll(() => api.server.close());

/** Sends bytes as they are and returns everything that came back until the other side closed. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(5000, () => socket.destroy(new Error(`no end after ${JSON.stringify(text)}`)));
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

const get = (target: string, headers: string): Promise<string> =>
  exchange(`GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe("bytes that are no request", () => {
  it.each([
    ["nonsense", "nonsense\r\n\r\n", 400, "malformed_request"],
    ["no host", "GET /v1/pricing HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    ["a method that is none", "G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "malformed_request"],
    [
      "a control character in a header",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: \u0000\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "two lengths",
      "POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      400,
      "malformed_request",
    ],
    [
      "a length and chunks",
      "POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "20 KiB of headers",
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["a target of 20 KiB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, "headers_too_large"],
    ["a proxy's CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", 405, "method_not_allowed"],
  ])("%s are refused in the same shape", async (_name, bytes, status, code) => {
    const answer = await exchange(bytes);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/\r\nContent-Type: application\/json\r\n/);
    const id = /\r\nX-Request-Id: (req_\w+)\r\n/.exec(answer)?.[1];
    const body: unknown = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
    expect(body).toMatchObject({ error: { type: "invalid_request", code, request_id: id } });
  });

  it("do not hurt who comes after", async () => {
    expect(statusOf(await get("/healthz", "Host: localhost\r\n"))).toBe(200);
  });
});

describe("the host", () => {
  it.each([
    "localhost",
    "LocalHost:1234",
    "localhost.",
    "127.0.0.1",
    "127.0.0.1:8080",
    "10.1.2.3",
    "[::1]:8080",
    "phone.example",
    "PHONE.example:99",
    "agents.example",
  ])("%s is ours", async (host) => expect(statusOf(await get("/healthz", `Host: ${host}\r\n`))).toBe(200));

  it.each([
    "evil.example",
    "localhost.evil.example",
    "phone.example.evil.example",
    "127.0.0.1.nip.example",
    "0x7f.1",
    "evil.example:80",
    "[evil]",
  ])("%s is 421 unknown_host, on every path", async (host) => {
    for (const path of ["/healthz", "/v1/pricing", "/nothing", "/openapi.json"]) {
      const answer = await get(path, `Host: ${host}\r\n`);
      expect(statusOf(answer)).toBe(421);
      expect(answer).toContain('"code":"unknown_host"');
    }
  });

  it("in an absolute target counts too", async () => {
    expect(statusOf(await get("http://evil.example/healthz", "Host: localhost\r\n"))).toBe(421);
    expect(statusOf(await get("http://localhost/healthz", "Host: localhost\r\n"))).toBe(200);
  });

  it("must be sent, as HTTP/1.1 has it", async () => {
    expect(statusOf(await get("/healthz", ""))).toBe(400);
  });
});

describe("a client that leaves in mid-body", () => {
  it("leaves nothing behind", async () => {
    const before = operations.placed.length;
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(
          'POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
        );
        socket.destroy();
      });
      socket.on("close", () => resolve());
    });
    expect(statusOf(await get("/healthz", "Host: localhost\r\n"))).toBe(200);
    expect(operations.placed).toHaveLength(before);
  });
});

describe("two requests on one connection", () => {
  it("are answered in order, each under its own id", async () => {
    const one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const answers = await exchange(`${one}GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404"]);
    expect(new Set(answers.match(/X-Request-Id: \S+/g)).size).toBe(2);
  });
});

describe("every answer", () => {
  it("carries headers that keep browsers out of trouble", async () => {
    for (const path of ["/healthz", "/v1/pricing", "/v1/calls", "/nothing"]) {
      const answer = await api.client.get(path);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("the address that free calls are counted by", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("of %s is %s", (address, counted) => expect(countedAddress(address)).toBe(counted));

  it("is taken from X-Forwarded-For only behind a proxy that the operator named", async () => {
    const body = { phone: "+12025550142", goal: "x" };
    const forwarded = { "X-Forwarded-For": "198.51.100.7, 203.0.113.9" };
    await api.client.post("/v1/calls", body, undefined, forwarded);
    expect(operations.placed.at(-1)?.caller).toEqual({ kind: "anonymous", address: "127.0.0.1" });
    const behind = await openDoor({ operations, settings: { ...SETTINGS, trustedProxies: ["127.0.0.1"] } });
    await behind.client.post("/v1/calls", body, undefined, forwarded);
    expect(operations.placed.at(-1)?.caller).toEqual({ kind: "anonymous", address: "203.0.113.9" });
    await behind.server.close();
  });

  it.each([
    [["127.0.0.0/8", "203.0.113.0/24"], "198.51.100.7, 203.0.113.9", "198.51.100.7"],
    [["127.0.0.1", "2001:db8::1"], "198.51.100.7, 2001:db8::1", "198.51.100.7"],
    [["127.0.0.1", "2001:db8::1"], "198.51.100.7, 2001:db8::2", "2001:db8:0:0::/64"],
    [["127.0.0.1"], "198.51.100.7, unknown", "127.0.0.1"],
    [["127.0.0.1"], "203.0.113.9:4711", "127.0.0.1"],
    [["127.0.0.1"], "", "127.0.0.1"],
    [["10.0.0.1"], "198.51.100.7", "127.0.0.1"],
  ])("behind %j, told %j, is %s", (trustedProxies, told, counted) => {
    const request = { socket: { remoteAddress: "::ffff:127.0.0.1" }, headers: { "x-forwarded-for": told } };
    expect(clientAddresses(trustedProxies)(request as unknown as IncomingMessage)).toBe(counted);
  });
});
