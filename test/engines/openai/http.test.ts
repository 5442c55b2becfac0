/** The deadlines of one exchange over HTTP, each on its own. */
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createNetServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttp } from "../../../src/engines/openai/http.ts";
import type { Http } from "../../../src/engines/openai/http.ts";

const DEADLINES = { connectMs: 100, firstByteMs: 150, gapMs: 100 };
const servers: { close(done: () => void): unknown; closeAllConnections?(): void }[] = [];
let http: Http | null = null;

afterEach(async () => {
  http?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    await new Promise<void>((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function open(): Http {
  http = createHttp(DEADLINES);
  return http;
}

describe("an exchange over HTTP", () => {
  it("gives what was answered: status, headers and body", async () => {
    const url = await serve((request, response) => {
      response.writeHead(201, { "x-said": `${request.method} ${request.headers["content-type"]}` });
      request.pipe(response);
    });
    const response = await open().fetch(url, { method: "POST", body: "words" });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-said")).toBe("POST text/plain;charset=UTF-8");
    expect(await response.text()).toBe("words");
  });

  it("waits for a connection for so long", async () => {
    const mute = createNetServer((socket) => socket.resume());
    servers.push(mute);
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as AddressInfo;
    // It takes the connection, and answers nothing to the beginning of TLS.
    await expect(open().fetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      trouble: "unreachable",
      afterMs: 100,
    });
  });

  it("waits for the first byte of the body and not only for the headers", async () => {
    const url = await serve((_, response) => {
      response.flushHeaders();
    });
    const response = await open().fetch(url);
    await expect(response.text()).rejects.toMatchObject({ trouble: "no_answer", afterMs: 150 });
  });

  it("waits for each next piece, and not for the whole", async () => {
    const url = await serve((_, response) => {
      let said = 0;
      const saying = setInterval(() => {
        response.write(`${said}`);
        said += 1;
        if (said < 5) return;
        clearInterval(saying);
        response.end();
      }, 50);
    });
    expect(await (await open().fetch(url)).text()).toBe("01234");
  });

  it("does not count the time in which nobody wants the next piece", async () => {
    const url = await serve((_, response) => {
      response.write("first");
      setTimeout(() => response.end("last"), 150);
    });
    const response = await open().fetch(url);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await response.text()).toBe("firstlast");
  });

  it("ends at once with its signal, before the answer and in the middle of it", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/begun") response.write("first");
    });
    const stop = new AbortController();
    const early = open().fetch(url, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(early).rejects.toThrow("enough");
    const later = new AbortController();
    const begun = await open().fetch(`${url}begun`, { signal: later.signal });
    const text = begun.text();
    later.abort(new Error("enough"));
    await expect(text).rejects.toThrow("enough");
    await expect(open().fetch(url, { signal: later.signal })).rejects.toThrow("enough");
  });

  it("does not send twice what a server has seen", async () => {
    let seen = 0;
    const url = await serve((request) => {
      seen += 1;
      request.socket.destroy();
    });
    await expect(open().fetch(url, { method: "POST", body: "once" })).rejects.toMatchObject({ trouble: "cut" });
    expect(seen).toBe(1);
  });
});
