/** Whoever starts the appliance says how its conversation threads are made. As far as that, no Asterisk is needed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startAppliance } from "../../../src/app/appliance.ts";
import { loadSettings } from "../../../src/config/load.ts";
import type { StartEngines } from "../../../src/app/embedded-engines.ts";

const NO_ASTERISK = {
  root: "/nowhere",
  version: null,
  command: ["/nowhere/asterisk"],
  loader: null,
  libraryPath: "/nowhere",
  modulesDir: "/nowhere",
  dataDir: "/nowhere",
} as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outdial-injection-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A start that is given up when the exchanges' turn comes. */
async function startUntilExchanges(startEngines: StartEngines): Promise<unknown> {
  const settings = { ...loadSettings({ path: null, env: {} }), data_dir: folder };
  const givenUp = AbortSignal.abort(new Error("given up at the exchanges"));
  return startAppliance(settings, NO_ASTERISK, pino({ level: "silent" }), givenUp, startEngines);
}

describe("the engines that an appliance is started with", () => {
  it("make its threads, and end after them when the start fails later on", async () => {
    const events: string[] = [];
    const threadsGone: Promise<void>[] = [];
    const engines: StartEngines = ({ businessVoice }) =>
      Promise.resolve({
        entry: new URL("./stand-in-thread.ts", import.meta.url),
        connect() {
          const { port1, port2 } = new MessageChannel();
          port1.on("message", (said: string) => events.push(said));
          threadsGone.push(new Promise((resolve) => port1.once("close", () => resolve())));
          const ports = { recogniserPort: port2, assistantVoicePort: port2, businessVoicePort: port2 };
          return { data: { greeting: "born", businessVoice, ...ports }, transfer: [port2] };
        },
        // What a thread said before it left may arrive after its end; closed before the threads, this would never end.
        async close() {
          await Promise.all(threadsGone);
          events.push("engines closed");
        },
      });
    await expect(startUntilExchanges(engines)).rejects.toThrow("given up at the exchanges");
    const born = events.filter((event) => event.startsWith("born"));
    expect(born.length).toBeGreaterThanOrEqual(1);
    expect(new Set(born).size).toBe(1);
    expect(born[0]).toMatch(/^born from 127\.0\.0\.1 to (awb|rms|slt|kal16)$/);
    expect(events.slice(born.length)).toEqual([...born.map(() => "left"), "engines closed"]);
  });

  it("fail the start with their own words, and leave the data folder to the next", async () => {
    const broken: StartEngines = () => Promise.reject(new Error("no voice today"));
    await expect(startUntilExchanges(broken)).rejects.toThrow("no voice today");
    await expect(startUntilExchanges(broken)).rejects.toThrow("no voice today");
  });
});
