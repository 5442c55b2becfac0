/** The documentation inside the appliance: nothing of it may go stale, lead nowhere, or take anything from elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingsReference } from "../../src/config/reference.ts";
import { knownKeys } from "../../src/config/schema.ts";
import { ERROR_RULES } from "../../src/http/api/errors.ts";
import { DEMO_PHONE } from "../fakes/desk.ts";
import { openAppliance } from "./appliance.ts";
import type { Appliance } from "./appliance.ts";

const MOST_BYTES = 100_000;
const CHAPTERS = ["", "/guide", "/agents", "/api", "/errors", "/set-up", "/configuration"].map(
  (path) => `/docs${path}`,
);
const CODES = Object.keys(ERROR_RULES);
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

let appliance: Appliance;
let pages: ReadonlyMap<string, { readonly status: number; readonly headers: Headers; readonly text: string }>;
beforeAll(async () => {
  appliance = await openAppliance({}, {}, { reference: settingsReference() });
  pages = await everyPage();
});
afterAll(() => appliance.end());

/** All that can be reached from the overview without leaving the documentation. */
async function everyPage(): Promise<typeof pages> {
  const found = new Map<string, { status: number; headers: Headers; text: string }>();
  const open = ["/docs"];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (found.has(path)) continue;
    const { status, headers, text } = await appliance.client.get(path);
    found.set(path, { status, headers, text });
    open.push(
      ...linksOf(text)
        .map((link) => link.pathname)
        .filter((one) => one.startsWith("/docs")),
    );
  }
  return found;
}

const linksOf = (page: string): URL[] =>
  [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(
    ([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), appliance.base),
  );
const page = (path: string): string => pages.get(path)?.text ?? "";

/** As a person reads it. */
const words = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

it("every page is small, has one main heading, and may ask nobody but the appliance", () => {
  expect([...pages.keys()]).toEqual(expect.arrayContaining(CHAPTERS));
  for (const [path, { status, headers, text }] of pages) {
    expect(status, path).toBe(200);
    expect(headers.get("content-type"), path).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy"), path).toBe(POLICY);
    expect(Buffer.byteLength(text), path).toBeLessThan(MOST_BYTES);
    expect(text.match(/<h1/g), path).toHaveLength(1);
    expect(text.match(/<script/g), path).toHaveLength(1);
    expect(text.replaceAll(/<pre[\s\S]*?<\/pre>/g, ""), path).not.toMatch(
      /undefined|\[object|NaN|<form|style="|\son[a-z]+="/,
    );
  }
});

it("every link leads to something of the appliance's own, and every anchor to a place on its page", async () => {
  const asked = new Map<string, number>();
  const anchors = new Map<string, Set<string>>();
  for (const [path, { text }] of pages)
    anchors.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)));
  for (const [path, { text }] of pages) {
    for (const link of linksOf(text)) {
      expect(link.origin, `${path}: ${link.href}`).toBe(appliance.base);
      const own = link.href.startsWith("#") ? path : link.pathname;
      if (!asked.has(own)) asked.set(own, pages.get(own)?.status ?? (await statusOf(own)));
      expect([200, 503], `${path}: ${link.href}`).toContain(asked.get(own));
    }
    for (const [, target = "", id = ""] of text.matchAll(/href="([^"#]*)#([^"]+)"/g)) {
      const on = target === "" ? path : target;
      expect(anchors.get(on)?.has(id), `${path}: ${on}#${id}`).toBe(true);
    }
  }
});

async function statusOf(path: string): Promise<number> {
  const response = await fetch(appliance.base + path);
  await response.text();
  return response.status;
}

it("no two elements of a page have the same id", () => {
  for (const [path, { text }] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length, path).toBe(new Set(ids).size);
  }
});

it("style and script are files of the appliance that browsers may keep", async () => {
  const assets = linksOf(page("/docs")).filter(({ pathname }) => pathname.startsWith("/assets/"));
  const kinds = assets.map(({ pathname }) => pathname.split(".").at(-1)).join(" ");
  expect(kinds).toBe("svg css css js");
  for (const { pathname } of assets) {
    const response = await fetch(appliance.base + pathname);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect((await response.text()).length).toBeLessThan(MOST_BYTES);
  }
});

it("a page that is not there is a page that says so", async () => {
  for (const path of ["/docs/errors/no_such_code", "/docs/api/noSuchOperation", "/docs/errors/toString"]) {
    const { status, text } = await appliance.client.get(path);
    expect(status, path).toBe(404);
    expect(text).toContain("There is nothing here");
  }
});

describe("errors", () => {
  it.each(CODES)("%s has a page with its status, its meaning and an example", (code) => {
    const text = words(page(`/docs/errors/${code}`));
    expect(text).toContain("What to do");
    expect(text).toContain(`HTTP/1.1 ${ERROR_RULES[code as keyof typeof ERROR_RULES].status}`);
    expect(text).toContain(`"code": "${code}"`);
    expect(text).toContain(`"docs_url": "${appliance.base}/docs/errors/${code}"`);
  });

  it("what refuses a request links to the page of its code", async () => {
    const { key } = appliance.bench.fund(0);
    const refused = [
      await appliance.client.post("/v1/calls", { phone: "911", goal: "x" }),
      await appliance.client.post("/v1/calls", { phone: "+14155550123", goal: "x" }, key),
      await appliance.client.get("/v1/account"),
      await appliance.client.get("/nowhere"),
    ];
    for (const { json } of refused) {
      const url = new URL(String(json["error"]?.["docs_url"]));
      expect(url.href).toBe(`${appliance.base}/docs/errors/${String(json["error"]?.["code"])}`);
      expect(await statusOf(url.pathname)).toBe(200);
    }
    expect(refused.map(({ status }) => status)).toEqual([403, 402, 401, 404]);
  });
});

describe("the interface", () => {
  it("has a page for every operation of openapi.json, with its fields, codes and examples", async () => {
    const { json } = await appliance.client.get("/openapi.json");
    for (const [path, methods] of Object.entries(json["paths"] ?? {})) {
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method.toUpperCase()} /v1${path}`;
        const found = [...pages.values()].find(({ text }) =>
          text.includes(`<p class="eyebrow"><code>${name}</code></p>`),
        );
        const shown = words(found?.text ?? "");
        expect(shown, name).toContain(operation["summary"]);
        for (const one of Object.values(operation["parameters"] ?? {})) expect(shown, name).toContain(one["name"]);
        for (const [status, answer] of Object.entries(operation["responses"] ?? {})) {
          expect(shown, name).toContain(`${status} ${String(answer["description"])}`);
          const examples = Object.keys(answer["content"]?.["application/json"]?.["examples"] ?? {});
          for (const one of examples) {
            if (one in ERROR_RULES) expect(found?.text, name).toContain(`/docs/errors/${one}"`);
          }
        }
      }
    }
    const place = words(page("/docs/api/placeCall"));
    for (const field of ["phone", "voicemail_message", "setup_code", "questions", "call_key"]) {
      expect(place).toContain(field);
    }
    expect(words(page("/docs/api/getCall"))).toContain("transcript[].cut_off");
  });

  it("shows names in descriptions as code, and each kind of value once", () => {
    for (const [path, { text }] of pages) {
      const outside = text.replaceAll(/<pre[\s\S]*?<\/pre>|<script[\s\S]*?<\/script>/g, "");
      expect(outside, path).not.toContain("`");
    }
    const place = words(page("/docs/api/placeCall"));
    expect(page("/docs/api/placeCall")).toContain("<code>answers</code>, exactly as it was sent");
    expect(place).toContain("callback_number string, up to 60 characters or null");
  });

  it("without the script there is no field to type into, and the request stands there as a command", () => {
    const text = page("/docs/api/placeCall");
    expect(text).toMatch(/<section\s+id="try"[^>]*\shidden\s/);
    expect(text.indexOf("<input")).toBeGreaterThan(text.indexOf('id="try"'));
    expect(words(text)).toContain(`curl -s "${appliance.base}/v1/calls"`);
    expect(words(text)).toContain(DEMO_PHONE);
  });
});

describe("the configuration", () => {
  it("has every key of the schema, and no other", () => {
    const keys = [...knownKeys()].flatMap(([path, names]) =>
      [...names].map((name) => (path === "" ? name : `${path}.${name}`)),
    );
    const told = settingsReference().flatMap(({ settings }) => settings.map(({ path }) => path));
    const groups = settingsReference().map(({ name }) => name);
    const above = ["speech", ...groups];
    expect(new Set([...told, ...above])).toEqual(new Set([...keys, ...above]));
    for (const path of told) expect(page("/docs/configuration")).toContain(`<code>${path}</code>`);
  });

  it("says of every key what it is for, and nothing of keys that are gone", async () => {
    const settings = settingsReference().flatMap((group) => group.settings);
    expect(settings.filter(({ description }) => description === "").map(({ path }) => path)).toEqual([]);
    const { WORDS } = await import("../../src/config/words.ts");
    expect(Object.keys(WORDS).filter((path) => settings.every((one) => one.path !== path))).toEqual([]);
  });

  it("tells the schema's own defaults and ranges, and what is secret", () => {
    const told = (path: string, provider: string | null = null) =>
      settingsReference()
        .flatMap(({ settings }) => settings)
        .find((one) => one.path === path && one.provider === provider);
    expect(told("server.port")).toMatchObject({
      type: "whole number from 0 to 65535",
      fallback: "8080",
      secret: false,
    });
    expect(told("speech.stt.base_url", "deepgram")).toMatchObject({ fallback: '"wss://api.deepgram.com"' });
    expect(told("speech.stt.model_dir", "sherpa")).toMatchObject({ fallback: null });
    expect(told("policy.quiet_hours.from")).toMatchObject({ fallback: null });
    const secrets = settingsReference().flatMap(({ settings }) =>
      settings.flatMap(({ path, secret }) => (secret ? [path] : [])),
    );
    expect(secrets).toEqual(
      expect.arrayContaining([
        "asterisk.ari_password",
        "asterisk.media_password",
        "trunk.password",
        "speech.stt.api_key",
        "speech.tts.api_key",
        "llm.api_key",
        "billing.passphrase",
        "billing.secret_key",
        "billing.webhook_secret",
        "directory.api_key",
      ]),
    );
    expect(secrets.filter((path) => !/key|password|passphrase|secret/.test(path))).toEqual([]);
  });
});

it("with a public_url that address stands in every snippet", async () => {
  const other = await openAppliance({}, { publicUrl: "https://calls.example.org" });
  try {
    for (const path of ["/docs/guide", "/docs/agents", "/docs/api/placeCall", "/docs/errors/invalid_field"]) {
      const text = words(await (await fetch(other.base + path)).text());
      expect(text, path).toContain("https://calls.example.org/");
      expect(text, path).not.toContain("127.0.0.1:");
    }
  } finally {
    await other.end();
  }
});
