/**
 * What somebody on the line hears when everything of ours has died but Asterisk: an apology, played by Asterisk itself
 * before it hangs up (`asterisk/farewell.sh`). The conversations have it made while they can, in the voice and the
 * languages of their calls; it lies beside the instance's folder, where Asterisk can only read, and is handed over open
 * as descriptor 5.
 */
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type LastWords = {
  /** Of the call, without its region: `en`. */
  readonly language: string;
  /** 16-bit linear sound of a telephone line. */
  readonly samples: Int16Array;
  readonly sampleRateHz: 8000 | 16000;
};

/** Asterisk's user reads what is in it, though not what is around it. */
export function makeSoundsFolder(dir: string): string {
  const folder = join(dir, "sounds");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  chmodSync(folder, 0o755);
  return folder;
}

/** Whole or not at all; the next one of the same language takes its place. */
export function writeLastWords(folder: string, { language, samples, sampleRateHz }: LastWords): void {
  if (!/^[a-z]{2,3}$/.test(language)) return;
  const path = join(folder, `apology-${language}.${sampleRateHz === 16_000 ? "sln16" : "sln"}`);
  const half = `${path}.half`;
  rmSync(half, { force: true });
  writeFileSync(half, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), { flag: "wx" });
  chmodSync(half, 0o644);
  renameSync(half, path);
}
