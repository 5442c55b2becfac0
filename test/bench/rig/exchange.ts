/**
 * The product's own Asterisk and exchange adapter with one trunk, to the benchmark's telephones, and Echo() added the
 * way an administrator would: by files in the overrides folder.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { PbxEvent } from "../../../src/calls/ports.ts";
import { findAsterisk } from "../../../src/lib/installation.ts";
import { openAsteriskPbx } from "../../../src/pbx/asterisk-pbx.ts";
import { startManagedAsterisk } from "../../../src/pbx/managed-asterisk.ts";
import { anyRtpPorts, freePort } from "../../../src/pbx/ports.ts";
import type { Login, MediaListenerAddress } from "../../../src/pbx/settings.ts";

export type ExchangeOptions = {
  readonly peerPort: number;
  /** In order of preference. */
  readonly codecs?: readonly string[];
  readonly media: readonly MediaListenerAddress[];
  readonly login: Login;
};

export interface Exchange {
  /** The Asterisk that runs now. */
  pid(): number;
  /** Calls the telephone with a media leg to the listener of that name; resolves when it is answered. */
  call(callId: string, media: { readonly listener: string; readonly sampleRateHz: 8000 | 16000 }): Promise<void>;
  /** Calls the telephone and lets Asterisk's own Echo() talk to it. */
  echo(callId: string): Promise<void>;
  /** Resolves when the call has ended. */
  hangUp(callId: string): Promise<void>;
  /** Ends the media channel only: its socket goes, the telephone stays. */
  dropMedia(callId: string): Promise<void>;
  close(): Promise<void>;
}

const NUMBER = "+14155550123";
const ANSWER_WITHIN_MS = 10_000;
const MAX_CALLS = 120;

export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const installation = findAsterisk(process.env);
  if (installation === null) throw new Error("no Asterisk is installed: run npm run set-up");
  const log = pino({ level: process.env["TEST_LOG"] ?? "silent" });
  const dir = mkdtempSync(join(tmpdir(), "outdial-bench-"));
  mkdirSync(join(dir, "overrides"));
  writeFileSync(join(dir, "overrides/modules.conf"), "[modules](+)\nload = app_echo.so\n");
  writeFileSync(join(dir, "overrides/extensions.conf"), "[bench]\nexten => echo,1,Answer()\n same => n,Echo()\n");
  const ending = new AbortController();
  const asterisk = await startManagedAsterisk(
    {
      role: "appliance",
      installation,
      dir,
      sipPort: await freePort("127.0.0.1", "udp"),
      rtpPorts: anyRtpPorts(MAX_CALLS),
      mediaLogin: options.login,
      mediaListeners: options.media,
      trunk: {
        host: "127.0.0.1",
        port: options.peerPort,
        transport: "udp",
        username: null,
        password: null,
        register: false,
        callerId: null,
        codecs: options.codecs ?? ["ulaw"],
      },
      demoPeer: null,
      log,
    },
    ending.signal,
  );
  const pbx = await openAsteriskPbx(
    {
      ari: asterisk.ari,
      app: "outdial",
      trunk: { numberFormat: "e164" },
      demo: false,
      exchangeNotReady: () => asterisk.notReady(),
      log,
    },
    ending.signal,
  );
  const waiting = new Map<string, (event: PbxEvent) => void>();
  pbx.onEvent((event) => waiting.get(event.callId)?.(event));

  function told(callId: string, wanted: "answered" | "ended", act: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => reject(new Error(`${callId} was not ${wanted} in time`)), ANSWER_WITHIN_MS);
    waiting.set(callId, (event) => {
      if (event.type === wanted) resolve();
      else if (event.type === "ended") reject(new Error(`${callId} ended: ${event.reason}`));
    });
    act();
    return promise.finally(() => clearTimeout(late));
  }

  async function ask(method: string, path: string, query: Record<string, string> = {}): Promise<void> {
    const { url, username, password } = asterisk.ari;
    const reply = await fetch(`${url}/ari/${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  }

  return {
    pid: () => asterisk.pid() ?? 0,
    call: (callId, media) =>
      told(callId, "answered", () => pbx.dial({ callId, number: NUMBER, route: "trunk", ringSeconds: 20, media })),
    echo: (callId) =>
      ask("POST", "channels", {
        endpoint: `PJSIP/${NUMBER}@trunk`,
        context: "bench",
        extension: "echo",
        priority: "1",
        channelId: callId,
      }),
    hangUp: (callId) => {
      // Whoever still waits for an answer is told that none comes.
      const before = waiting.get(callId);
      const ended = told(callId, "ended", () => pbx.hangUp(callId));
      return ended.then(() => before?.({ type: "ended", callId, reason: "canceled", sipStatus: null }));
    },
    dropMedia: (callId) => ask("DELETE", `channels/leg-${callId}`),
    async close() {
      await pbx.close();
      await asterisk.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
