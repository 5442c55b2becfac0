import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowedBy, urlFault } from "../../src/webhooks/destination.ts";
import { sendPost } from "../../src/webhooks/send.ts";
import type { Lookup } from "../../src/webhooks/send.ts";

const NONE = allowedBy([]);

const REFUSED = [
  "http://example.com/", // not https
  "ftp://example.com/",
  "javascript:alert(1)",
  "example.com",
  "https://user:secret@example.com/",
  "https://example.com/#part",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://172.16.5.4/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://100.64.0.1/",
  "https://192.0.2.1/",
  "https://198.18.0.1/",
  "https://224.0.0.1/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fe80::1]/",
  "https://[fc00::1]/",
  "https://[fd12:3456::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  `https://example.com/${"x".repeat(2000)}`,
];

describe("an address", () => {
  it.each(REFUSED)("is refused: %s", (url) => {
    expect(urlFault(url, NONE)).not.toBeNull();
  });

  it.each([
    "https://example.com/hook?a=1",
    "https://example.com:8443/",
    "https://93.184.216.34/",
    "https://[2606:4700::1]/",
  ])("is taken: %s", (url) => {
    expect(urlFault(url, NONE)).toBeNull();
  });

  it("of the operator's own is taken when it is named, also over http, and its neighbours are not", () => {
    const allowed = allowedBy(["10.1.0.0/16", "127.0.0.1", "hooks.lan", "fd00::/8"]);
    const taken = [
      "https://10.1.2.3/",
      "http://127.0.0.1:9/",
      "http://HOOKS.lan/",
      "https://[fd00::7]/",
      "http://[::ffff:127.0.0.1]/",
    ];
    for (const url of taken) expect(urlFault(url, allowed), url).toBeNull();
    const refused = [
      "https://10.2.0.1/",
      "https://127.0.0.2/",
      "http://more.hooks.lan/",
      "https://[fc00::7]/",
      "http://example.com/",
    ];
    for (const url of refused) expect(urlFault(url, allowed), url).not.toBeNull();
  });
});

describe("a name", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    if (request.url === "/redirect") response.writeHead(307, { location: "/elsewhere" });
    response.end("x".repeat(100_000));
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  /** A name server that tells something else each time it is asked. */
  function names(...answers: readonly (readonly string[])[]): { lookup: Lookup; times: () => number } {
    let times = 0;
    const lookup: Lookup = (_host) => {
      const found = answers[Math.min(times, answers.length - 1)] ?? [];
      times += 1;
      return Promise.resolve(found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
    };
    return { lookup, times: () => times };
  }
  const send = (url: string, allow: readonly string[], lookup: Lookup) =>
    sendPost(
      { url, headers: {}, body: "{}" },
      { allowed: allowedBy(allow), timeoutMs: 2000, lookup },
      new AbortController().signal,
    );

  it.each([
    ["127.0.0.1"],
    ["10.0.0.8"],
    ["169.254.169.254"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["fd00::1"],
    ["fe80::1%eth0"],
    ["93.184.216.34", "127.0.0.1"],
  ])("that leads to %s is not connected to", async (...addresses) => {
    const { lookup } = names(addresses);
    const answer = await send(`https://rebound.example:${port}/`, [], lookup);
    expect(answer).toMatchObject({ status: null, error: expect.stringContaining("public address") });
    expect(asked).toEqual([]);
  });

  it("is looked up once, and the connection goes to what was found", async () => {
    const { lookup, times } = names(["127.0.0.1"], ["203.0.113.9"]);
    const answer = await send(`http://hooks.lan:${port}/here`, ["hooks.lan"], lookup);
    expect(answer).toEqual({ status: 200, error: null, retryAfterMs: null });
    expect(times()).toBe(1);
    expect(asked.splice(0)).toEqual([`hooks.lan:${port} /here`]);
  });

  it("that answers with a redirect is not followed", async () => {
    const { lookup } = names(["127.0.0.1"]);
    const answer = await send(`http://hooks.lan:${port}/redirect`, ["hooks.lan"], lookup);
    expect(answer).toMatchObject({ status: 307, error: expect.stringContaining("not followed") });
    expect(asked.splice(0)).toEqual([`hooks.lan:${port} /redirect`]);
  });

  it("that answers without end is cut off after a little of it, and has taken the delivery", async () => {
    let sent = 0;
    const over = Promise.withResolvers<void>();
    const endless = createServer((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
      };
      response.on("drain", more).on("close", () => over.resolve());
      more();
    });
    await new Promise<void>((listening) => endless.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    const sender = { allowed: allowedBy(["127.0.0.1"]), timeoutMs: 10_000 };
    const startedMs = performance.now();
    const answer = await sendPost({ url, headers: {}, body: "" }, sender, new AbortController().signal);
    expect(answer.error).toBeNull();
    await over.promise;
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    endless.close();
  });

  it("that is not known is told in one sentence", async () => {
    const lookup: Lookup = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    expect(await send("https://nowhere.example/", [], lookup)).toMatchObject({
      error: "it could not be reached: ENOTFOUND",
    });
  });

  it("whose answer never comes is given up at the deadline", async () => {
    const never = createServer(() => undefined);
    await new Promise<void>((listening) => never.listen(0, "127.0.0.1", listening));
    const sender = { allowed: allowedBy(["127.0.0.1"]), timeoutMs: 100 };
    const url = `http://127.0.0.1:${(never.address() as AddressInfo).port}/`;
    const answer = await sendPost({ url, headers: {}, body: "" }, sender, new AbortController().signal);
    expect(answer.error).toBe("it did not answer within 0.1 s");
    const stuck = { ...sender, lookup: () => new Promise<never>(() => undefined) };
    expect((await sendPost({ url, headers: {}, body: "" }, stuck, new AbortController().signal)).error).toContain(
      "0.1 s",
    );
    never.closeAllConnections();
    never.close();
  });
});
