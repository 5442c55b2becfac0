import { createHash } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { TRUNK_CODECS } from "../../src/pbx/exchange-config.ts";
import { freePort } from "../../src/pbx/ports.ts";
import { watchRegistration } from "../../src/pbx/registration.ts";
import { quiet, startTestExchange, udpTrunk } from "../support/asterisk.ts";
import { startSipp } from "../support/asterisk-sipp.ts";
import { MANNERS } from "./scenarios-sipp/carrier.ts";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function openSocket(host: string): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket("udp4").bind(0, host);
  await once(socket, "listening");
  endings.push(() => socket.close());
  return { socket, port: socket.address().port };
}

describe("a trunk over TCP", () => {
  it("is dialled over TCP", async () => {
    const sipp = await startSipp([486], "tcp");
    endings.push(() => sipp.close());
    const exchange = await startTestExchange(udpTrunk(sipp.port, { transport: "tcp" }));
    endings.push(() => exchange.close());
    const dialled = `+1${MANNERS.answers}200100000`;
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "answered");
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    expect(sipp.firstInvite(dialled)).toMatch(/^Via: SIP\/2\.0\/TCP /m);
  });

  it("that refuses the connection is a trunk failure, at once", async () => {
    const port = await freePort("127.0.0.1", "tcp");
    const exchange = await startTestExchange(udpTrunk(port, { transport: "tcp" }));
    endings.push(() => exchange.close());
    const dialledAtMs = performance.now();
    const callId = exchange.dial("+14155550123");
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(exchange.told.atMs(callId, "ended") - dialledAtMs).toBeLessThan(2000);
  });
});

it("a trunk on this machine may be called localhost, whether or not a name server knows that name", async () => {
  const sipp = await startSipp([486]);
  endings.push(() => sipp.close());
  const exchange = await startTestExchange(udpTrunk(sipp.port, { host: "localhost" }));
  endings.push(() => exchange.close());
  const callId = exchange.dial(`+1${MANNERS.answers}200100000`);
  await exchange.told.until(callId, "answered");
  exchange.pbx.hangUp(callId);
  await exchange.told.until(callId, "ended");
});

describe("every kind of trunk", () => {
  it.each([
    ["TLS, behind NAT, with every codec", { transport: "tls", externalAddress: "203.0.113.5", codecs: TRUNK_CODECS }],
    ["an address of the sixth version", { host: "::1", codecs: ["g722"] }],
    ["a name that does not resolve", { host: "carrier.invalid", username: "u", password: "p", register: true }],
  ] as const)("is understood by Asterisk without a complaint: %s", async (_what, change) => {
    const exchange = await startTestExchange(udpTrunk(5999, change));
    endings.push(() => exchange.close());
    const log = readFileSync(join(exchange.dir, "appliance/log/asterisk.log"), "utf8");
    expect(log.split("\n").filter((line) => /ERROR|res_(sorcery|pjsip)/.test(line))).toEqual([]);
    const callId = exchange.dial("+14155550123", { ringSeconds: 1 });
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
  });
});

describe("a trunk with a login", () => {
  it("is registered with, and shown the password's digest, never the password", async () => {
    const { socket, port } = await openSocket("127.0.0.1");
    const password = 'p;a"s\\s [w]';
    const requests: string[] = [];
    socket.on("message", (data, from) => {
      const request = data.toString("utf8");
      requests.push(request);
      const copied = request.split("\r\n").filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
      const authorized = /^Authorization: /im.test(request);
      const status = authorized ? "200 OK" : "401 Unauthorized";
      const challenge = authorized ? [] : ['WWW-Authenticate: Digest realm="carrier",nonce="n0nce",algorithm=MD5'];
      const reply = [`SIP/2.0 ${status}`, ...copied, ...challenge, "Content-Length: 0", "", ""].join("\r\n");
      socket.send(reply, from.port, from.address);
    });
    const trunk = udpTrunk(port, { username: "alice+1", password, register: true, callerId: null });
    const exchange = await startTestExchange(trunk);
    endings.push(() => exchange.close());
    await expect
      .poll(() => requests.some((request) => /^Authorization: /im.test(request)), { timeout: 5000 })
      .toBe(true);

    const login = requests.find((request) => /^Authorization: /im.test(request)) ?? "";
    const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
    const uri = /uri="([^"]*)"/.exec(login)?.[1] ?? "";
    const expected = md5(`${md5(`alice+1:carrier:${password}`)}:n0nce:${md5(`REGISTER:${uri}`)}`);
    expect(login).toContain(`response="${expected}"`);
    expect(requests.join("")).not.toContain(password);
    const registration = watchRegistration(exchange.asterisk.runFolder, quiet);
    await registration.registered(5000);
    expect(registration.notReady()).toBeNull();
    registration.stop();
  });

  it.each([
    ["does not answer", null, /has not accepted our registration: check trunk\.host/],
    ["refuses it", "403 Forbidden", /refuses our registration .*: check trunk\.username/],
  ])("that %s keeps calls from being placed over it, and says what to check", async (_name, status, sentence) => {
    const { socket, port } = await openSocket("127.0.0.1");
    socket.on("message", (data, from) => {
      if (status === null) return;
      const copied = data
        .toString("utf8")
        .split("\r\n")
        .filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
      socket.send([`SIP/2.0 ${status}`, ...copied, "Content-Length: 0", "", ""].join("\r\n"), from.port, from.address);
    });
    const exchange = await startTestExchange(udpTrunk(port, { username: "alice", password: "x", register: true }));
    endings.push(() => exchange.close());
    const registration = watchRegistration(exchange.asterisk.runFolder, quiet);
    await expect.poll(() => registration.notReady(), { timeout: 5000 }).toMatch(sentence);
    registration.stop();
  });
});

describe("a call that comes in", () => {
  async function invite(from: string, exchangePort: number): Promise<string> {
    const { socket, port } = await openSocket(from);
    const replies: string[] = [];
    socket.on("message", (data) => replies.push(data.toString("utf8").split("\r\n")[0] ?? ""));
    const sdp = ["v=0", `o=- 1 1 IN IP4 ${from}`, "s=-", `c=IN IP4 ${from}`, "t=0 0", "m=audio 40000 RTP/AVP 0", ""];
    const body = sdp.join("\r\n");
    const request = [
      `INVITE sip:+12025550100@127.0.0.1:${exchangePort} SIP/2.0`,
      `Via: SIP/2.0/UDP ${from}:${port};branch=z9hG4bK${port}`,
      `From: <sip:mallory@${from}>;tag=1`,
      `To: <sip:+12025550100@127.0.0.1>`,
      `Call-ID: ${port}@${from}`,
      "CSeq: 1 INVITE",
      `Contact: <sip:mallory@${from}:${port}>`,
      "Max-Forwards: 70",
      "Content-Type: application/sdp",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ];
    socket.send(request.join("\r\n"), exchangePort, "127.0.0.1");
    await expect.poll(() => replies.some((line) => /^SIP\/2\.0 [2-6]/.test(line)), { timeout: 3000 }).toBe(true);
    return replies.find((line) => /^SIP\/2\.0 [2-6]/.test(line)) ?? "";
  }

  it("is refused, from the trunk and from anybody else: this appliance only dials", async () => {
    const exchange = await startTestExchange(udpTrunk(5999));
    endings.push(() => exchange.close());
    expect(await invite("127.0.0.1", exchange.asterisk.sip.port)).toBe("SIP/2.0 403 Forbidden");
    expect(await invite("127.0.0.2", exchange.asterisk.sip.port)).toBe("SIP/2.0 401 Unauthorized");
  });
});
