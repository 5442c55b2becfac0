/** Real exchanges for tests: an Asterisk of our own on free ports with an empty folder, an ARI link, a media listener. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino, type Logger } from "pino";
import type { DialOrder, PbxEvent } from "../../src/calls/ports.ts";
import { findAsterisk, type AsteriskInstallation } from "../../src/lib/installation.ts";
import { newId } from "../../src/lib/ids.ts";
import { openAsteriskPbx, type AsteriskPbx, type AsteriskPbxOptions } from "../../src/pbx/asterisk-pbx.ts";
import { startManagedAsterisk, type ManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { anyRtpPorts, freePort } from "../../src/pbx/ports.ts";
import type { ApplianceSettings, TrunkSettings } from "../../src/pbx/settings.ts";
import { startMediaEcho, type MediaEcho } from "./media-echo.ts";

export const quiet: Logger = pino({ level: process.env["TEST_LOG"] ?? "silent" });

export function installedAsterisk(): AsteriskInstallation {
  const installation = findAsterisk(process.env);
  if (installation === null) throw new Error("no Asterisk is installed: run npm run set-up");
  return installation;
}

/** Readable and enterable by its owner only, like a home folder of root. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "outdial-pbx-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function udpTrunk(port: number, change: Partial<TrunkSettings> = {}): TrunkSettings {
  return {
    host: "127.0.0.1",
    port,
    transport: "udp",
    username: null,
    password: null,
    register: false,
    callerId: "+12025550100",
    codecs: ["ulaw", "alaw"],
    ...change,
  };
}

export async function applianceSettings(
  dir: string,
  echo: Pick<MediaEcho, "port" | "login">,
  change: Partial<ApplianceSettings>,
): Promise<ApplianceSettings> {
  return {
    role: "appliance",
    installation: installedAsterisk(),
    dir,
    sipPort: await freePort("127.0.0.1", "udp"),
    rtpPorts: anyRtpPorts(100),
    mediaLogin: echo.login,
    mediaListeners: [{ name: "media_0", port: echo.port }],
    trunk: null,
    demoPeer: null,
    log: quiet,
    ...change,
  };
}

/** What a Pbx told, by call. */
export class Telling {
  readonly #events: { readonly atMs: number; readonly event: PbxEvent }[] = [];
  readonly #waiting = new Set<() => void>();

  take(event: PbxEvent): void {
    this.#events.push({ atMs: performance.now(), event });
    for (const check of this.#waiting) check();
  }

  of(callId: string): readonly PbxEvent[] {
    return this.#events.map(({ event }) => event).filter((event) => event.callId === callId);
  }

  types(callId: string): readonly string[] {
    return this.of(callId).map((event) => (event.type === "ringing" && event.earlyMedia ? "early_media" : event.type));
  }

  atMs(callId: string, type: PbxEvent["type"]): number {
    return this.#events.find(({ event }) => event.callId === callId && event.type === type)?.atMs ?? Number.NaN;
  }

  /** Resolves with the first event of this type, told already or to come. */
  async until<T extends PbxEvent["type"]>(
    callId: string,
    type: T,
    withinMs = 10_000,
  ): Promise<Extract<PbxEvent, { type: T }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<PbxEvent, { type: T }>>();
    const check = (): void => {
      const found = this.of(callId).find((event): event is Extract<PbxEvent, { type: T }> => event.type === type);
      if (found !== undefined) resolve(found);
    };
    this.#waiting.add(check);
    const late = setTimeout(() => reject(new Error(`no ${type}; told: ${this.types(callId).join(" ")}`)), withinMs);
    check();
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(check);
    }
  }
}

export type TestExchange = {
  readonly asterisk: ManagedAsterisk;
  readonly pbx: AsteriskPbx;
  readonly echo: MediaEcho;
  readonly told: Telling;
  readonly dir: string;
  /** Dials with a new id, which it returns. */
  dial(number: string, change?: Partial<DialOrder>): string;
  close(): Promise<void>;
};

export async function startTestExchange(
  trunk: TrunkSettings | null,
  change: Partial<ApplianceSettings> = {},
  overrides: Readonly<Record<string, string>> = {},
  more: Pick<AsteriskPbxOptions, "keyTiming"> = {},
): Promise<TestExchange> {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, "overrides"));
  for (const [file, text] of Object.entries(overrides)) writeFileSync(join(folder.path, "overrides", file), text);
  const ending = new AbortController();
  const echo = await startMediaEcho();
  const settings = await applianceSettings(folder.path, echo, { trunk, ...change });
  const asterisk = await startManagedAsterisk(settings, ending.signal);
  const pbx = await openAsteriskPbx(
    {
      ari: asterisk.ari,
      app: "outdial",
      trunk: trunk === null ? null : { numberFormat: "e164" },
      demo: settings.demoPeer !== null,
      exchangeNotReady: () => asterisk.notReady(),
      ...(settings.sipT1Ms === undefined ? {} : { sipT1Ms: settings.sipT1Ms }),
      ...more,
      log: quiet,
    },
    ending.signal,
  );
  const told = new Telling();
  pbx.onEvent((event) => told.take(event));
  return {
    asterisk,
    pbx,
    echo,
    told,
    dir: folder.path,
    dial: (number, dialChange = {}) => {
      const callId = dialChange.callId ?? newId("call");
      const media = { listener: "media_0", sampleRateHz: 16_000 } as const;
      pbx.dial({ callId, number, route: "trunk", ringSeconds: 5, media, ...dialChange });
      return callId;
    },
    close: async () => {
      await pbx.close();
      await asterisk.stop();
      await echo.close();
      folder.remove();
    },
  };
}

/** What is in the exchange now, ours or not. */
export async function contents(asterisk: ManagedAsterisk): Promise<{ channels: string[]; bridges: string[] }> {
  const ids = async (what: string): Promise<string[]> => {
    const { url, username, password } = asterisk.ari;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const response = await fetch(`${url}/ari/${what}`, { headers: { authorization, connection: "close" } });
    const list: unknown = await response.json();
    if (!Array.isArray(list)) throw new Error(`${what}: ${response.status}`);
    return list.map((entry: { id: string }) => entry.id);
  };
  return { channels: await ids("channels"), bridges: await ids("bridges") };
}
