import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, CALL_ID, ScriptedOperations } from "./scripted-operations.ts";

const GOOD = { phone: "+12025550142", goal: "Book a haircut" };
const JSON_HEADER = { "Content-Type": "application/json" };

const operations = new ScriptedOperations();
let api: OpenDoor;
beforeAll(async () => {
  api = await openDoor({ operations });
});
afterAll(() => api.server.close());

const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_HEADER): Promise<Answer> =>
  api.client.ask("POST", "/v1/calls", { raw, headers });
const codeOf = (answer: Answer): string => `${answer.status} ${String(answer.json["error"]?.["code"])}`;

describe("size", () => {
  it("may be exactly 64 KiB and not a byte more", async () => {
    const filled = (bytes: number): string => {
      const empty = JSON.stringify({ ...GOOD, filler: "" });
      return JSON.stringify({ ...GOOD, filler: "x".repeat(bytes - empty.length) });
    };
    expect((await post(filled(65_536))).status).toBe(201);
    expect(codeOf(await post(filled(65_537)))).toBe("413 body_too_large");
  });

  it.each([1, 5, 20])("of %i MiB is told so instead of being cut off", async (mebibytes) => {
    expect(codeOf(await post("x".repeat(mebibytes * 1024 * 1024)))).toBe("413 body_too_large");
  });

  it("is counted in a body of unknown length too", async () => {
    const chunk = new TextEncoder().encode(" ".repeat(10_000));
    let left = 10;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const response = await fetch(`${api.base}/v1/calls`, {
      method: "POST",
      headers: JSON_HEADER,
      body,
      duplex: "half",
    });
    expect(response.status).toBe(413);
  });
});

describe("media type", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/json ;x=y",
  ])("%s is fine", async (type) =>
    expect((await post(JSON.stringify(GOOD), { "Content-Type": type })).status).toBe(201),
  );

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/vnd.api+json",
    "text/json",
    "application/jsonp",
    "nonsense",
  ])("%s is 415", async (type) =>
    expect(codeOf(await post(JSON.stringify(GOOD), { "Content-Type": type }))).toBe("415 unsupported_media_type"),
  );

  it("must be there when a body is", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(GOOD));
    expect(codeOf(await api.client.ask("POST", "/v1/calls", { raw: bytes }))).toBe("415 unsupported_media_type");
  });

  it("must not be compressed", async () => {
    const answer = await post(JSON.stringify(GOOD), { ...JSON_HEADER, "Content-Encoding": "gzip" });
    expect(answer.status).toBe(415);
  });

  it("does not matter where there is no body", async () => {
    for (const headers of [{}, JSON_HEADER, { "Content-Type": "text/plain" }]) {
      const answer = await api.client.ask("POST", `/v1/calls/${CALL_ID}/hangup`, { key: ALICE, headers });
      expect(answer.status).toBe(200);
    }
    expect((await api.client.post(`/v1/calls/${CALL_ID}/hangup`, {}, ALICE)).status).toBe(200);
    const wrong = await api.client.ask("POST", `/v1/calls/${CALL_ID}/hangup`, {
      key: ALICE,
      raw: "{",
      headers: JSON_HEADER,
    });
    expect(wrong.status).toBe(400);
  });
});

describe("syntax", () => {
  it.each([
    "",
    " ",
    "{",
    "nonsense",
    '{"phone":}',
    "{'phone':1}",
    '{"a":1}{"b":2}',
    "[]",
    "null",
    '"text"',
    "5",
    "true",
    "\u0000",
  ])("%j is 400 invalid_json", async (raw) => expect(codeOf(await post(raw))).toBe("400 invalid_json"));

  it("is UTF-8, strictly; a byte order mark is fine", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...GOOD, details: "x" }));
    const broken = new Uint8Array(bytes);
    broken[bytes.length - 3] = 0xff;
    expect(codeOf(await post(broken))).toBe("400 invalid_json");
    expect((await post(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]))).status).toBe(201);
    const utf16 = new Uint8Array(Buffer.from(JSON.stringify(GOOD), "utf16le"));
    expect(codeOf(await post(utf16))).toBe("400 invalid_json");
  });
});

describe("complexity", () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 1; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
    return { ...GOOD, x: value };
  };

  it("may be 16 levels deep and no deeper", async () => {
    expect((await post(JSON.stringify(nested(16)))).status).toBe(201);
    expect(codeOf(await post(JSON.stringify(nested(17))))).toBe("400 too_complex");
  });

  it("of 32,000 levels neither overflows nor stalls", async () => {
    const startedAt = performance.now();
    expect(codeOf(await post(`{"x":${"[".repeat(32_000)}${"]".repeat(32_000)}}`))).toBe("400 too_complex");
    expect(codeOf(await post(`{"a":`.repeat(13_000)))).toBe("400 invalid_json");
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it("may have 1,000 keys in all and no more", async () => {
    const keys = (count: number): string =>
      JSON.stringify({
        ...GOOD,
        x: Object.fromEntries(Array.from({ length: count - 3 }, (_, index) => [`k${index}`, 1])),
      });
    expect((await post(keys(1000))).status).toBe(201);
    expect(codeOf(await post(keys(1001)))).toBe("400 too_complex");
  });

  it("of __proto__ and its kin harms nothing", async () => {
    const raw = `{"phone":"+12025550142","goal":"x","__proto__":{"polluted":true,"goal":"y"},"constructor":{"prototype":{"polluted":true}}}`;
    expect((await post(raw)).status).toBe(201);
    expect(operations.placed.at(-1)?.brief.goal).toBe("x");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(codeOf(await post(`{"__proto__":{"phone":"+12025550142","goal":"x"}}`))).toBe("400 invalid_field");
  });
});
