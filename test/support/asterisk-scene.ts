/** What one test of a managed Asterisk makes, and its end; tests that each have a scene may run at the same time. */
import { readdirSync, readlinkSync } from "node:fs";
import type { TestContext } from "vitest";
import { startManagedAsterisk, type ManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import type { ApplianceSettings } from "../../src/pbx/settings.ts";
import { applianceSettings, temporaryFolder } from "./asterisk.ts";

/** Nobody listens there: no call is placed. */
const MEDIA = { port: 9, login: { username: "media", password: "secret" } };

export class Scene {
  readonly #endings: (() => unknown)[] = [];

  constructor({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
    onTestFinished(async () => {
      // The newest first.
      for (const end of this.#endings.reverse()) await end();
    });
  }

  after(end: () => unknown): void {
    this.#endings.push(end);
  }

  folder(): string {
    const folder = temporaryFolder();
    this.after(() => folder.remove());
    return folder.path;
  }

  async start(settings: ApplianceSettings): Promise<ManagedAsterisk> {
    const asterisk = await startManagedAsterisk(settings, new AbortController().signal);
    this.after(() => asterisk.stop());
    return asterisk;
  }

  async startIn(dir: string, change: Partial<ApplianceSettings> = {}): Promise<ManagedAsterisk> {
    return await this.start(await this.settings(dir, change));
  }

  async settings(dir: string, change: Partial<ApplianceSettings> = {}): Promise<ApplianceSettings> {
    return await applianceSettings(dir, MEDIA, change);
  }
}

/** Processes that hold the folder of an exchange open: every Asterisk of ours does, and the farewell beside it. */
export function runningIn(dir: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/4`).startsWith(dir);
      } catch {
        return false;
      }
    });
}
