/** A real server on a real socket over scripted operations, and a client that holds every answer to the description. */
import { expect } from "vitest";
import type { AroundOperations } from "../../src/planning/operations.ts";
import type { PageOperations } from "../../src/billing/operations.ts";
import type { WebhookOperations } from "../../src/calls/ports-webhooks.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { createHttpServer } from "../../src/http/server.ts";
import type { HttpParts, HttpServer, HttpSettings } from "../../src/http/server.ts";
import { Described } from "./described.ts";

export const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export const SETTINGS: HttpSettings = {
  host: "127.0.0.1",
  port: 0,
  publicUrl: null,
  allowedHosts: ["agents.example"],
  trustedProxies: [],
  engines: null,
  demo: { phone: "+12025550142", callsPerDay: 5 },
  defaultCountry: null,
  languages: ["en-US"],
  operatorPassphrase: null,
};

/** Pages behind which nothing is known: for suites about the API. */
const nothing: PageOperations = {
  readSetup: () => null,
  confirmSetup: () => Promise.reject(new Refusal("not_found", "unknown")),
  settleSetup: () => Promise.resolve(null),
  claimAccountLink: () => null,
  signIn: () => null,
  readSession: () => null,
  signOut: () => {},
  readAccountPage: () => {
    throw new Refusal("not_found", "unknown");
  },
  switchAutoReload: () => {},
  createKey: () => {
    throw new Refusal("not_found", "unknown");
  },
  renameKey: () => false,
  revokeKey: () => false,
  topUp: () => Promise.reject(new Refusal("not_found", "unknown")),
  readTopUpLink: () => null,
  confirmTopUpLink: () => Promise.reject(new Refusal("not_found", "unknown")),
  takeWebhook: () => false,
};

/** Nor around calls. */
const nowhere: AroundOperations = {
  shareCall: () => {
    throw new Refusal("call_not_found", "unknown");
  },
  readShared: () => null,
  planCall: () => Promise.reject(new Error("not scripted")),
  findBusinesses: () => Promise.resolve([]),
};

/** Nobody wants to be told. */
const noWebhooks: WebhookOperations = {
  add: () => {
    throw new Refusal("webhook_limit", "not scripted");
  },
  list: () => [],
  remove: () => {
    throw new Refusal("webhook_not_found", "unknown");
  },
  rotate: () => {
    throw new Refusal("webhook_not_found", "unknown");
  },
  deliveries: () => {
    throw new Refusal("webhook_not_found", "unknown");
  },
  resend: () => {
    throw new Refusal("webhook_not_found", "unknown");
  },
};

/** JSON that a test looks into without knowing what came. */
export interface Loose {
  readonly [key: string]: Loose;
}
export type Answer = { status: number; headers: Headers; text: string; json: Loose };

export type Ask = {
  readonly key?: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
};

export class Client {
  readonly base: string;
  readonly described: Described;

  constructor(base: string, described: Described) {
    this.base = base;
    this.described = described;
  }

  async ask(method: string, path: string, ask: Ask = {}): Promise<Answer> {
    const headers = new Headers(ask.headers);
    if (ask.key !== undefined) headers.set("Authorization", `Bearer ${ask.key}`);
    if (ask.body !== undefined && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
    const response = await fetch(this.base + path, {
      method,
      headers,
      redirect: "manual",
      body: ask.raw ?? (ask.body === undefined ? null : JSON.stringify(ask.body)),
      ...(ask.signal === undefined ? {} : { signal: ask.signal }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type");
    expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]+$/);
    if (method !== "HEAD")
      expect(this.described.fault(method, this.base + path, response.status, type, text)).toBeNull();
    const isJson = type === "application/json" && text !== "";
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  }

  get = (path: string, key?: string, headers?: Record<string, string>): Promise<Answer> =>
    this.ask("GET", path, { ...(key === undefined ? {} : { key }), ...(headers === undefined ? {} : { headers }) });
  post = (path: string, body: unknown, key?: string, headers?: Record<string, string>): Promise<Answer> =>
    this.ask("POST", path, {
      body,
      ...(key === undefined ? {} : { key }),
      ...(headers === undefined ? {} : { headers }),
    });
}

export type OpenDoor = {
  readonly server: HttpServer;
  readonly client: Client;
  readonly base: string;
  readonly port: number;
};

/** A document, and the validators made of it, take longer than most tests; they depend on the settings alone. */
const DESCRIPTIONS = new Map<string, Described>();

async function describedAt(base: string, settings: HttpSettings): Promise<Described> {
  const key = JSON.stringify(settings);
  const known = DESCRIPTIONS.get(key) ?? new Described(await (await fetch(`${base}/openapi.json`)).json());
  DESCRIPTIONS.set(key, known);
  return known;
}

export async function openDoor(parts: Pick<HttpParts, "operations"> & Partial<HttpParts>): Promise<OpenDoor> {
  const { settings = SETTINGS } = parts;
  const server = createHttpServer(
    { settings, log: quiet, pages: nothing, around: nowhere, webhooks: noWebhooks, ...parts },
    new AbortController().signal,
  );
  await server.listen();
  const port = server.port();
  const base = `http://127.0.0.1:${port}`;
  return { server, port, base, client: new Client(base, await describedAt(base, settings)) };
}
