/**
 * Recordings of a person on the telephone, with what she says: the prompts that Debian packages for Asterisk (CC BY-SA
 * 3.0). Fetched once through the machine's own apt into `var/people`, never shipped; so is real music on hold.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { readWav } from "../support/wav.ts";

const run = promisify(execFile);

export type Recording = {
  readonly name: string;
  /** What is said, as its publisher writes it. */
  readonly text: string;
  readonly path: string;
};

const FOLDER = join(PROJECT_ROOT, "var/people");
const PACKAGES = ["asterisk-core-sounds-en-wav", "asterisk-core-sounds-en", "asterisk-moh-opsound-wav"];
const FETCHED_WITHIN_MS = 180_000;
const SOUNDS = "usr/share/asterisk/sounds/en_US_f_Allison";
const TEXTS = "usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz";
const MUSIC = "usr/share/asterisk/moh";

/** Everything the packages hold, by name. */
export async function fetchRecordings(): Promise<readonly Recording[]> {
  await fetchPackages();
  const texts = gunzipSync(await readFile(join(FOLDER, TEXTS))).toString("utf8");
  return texts.split("\n").flatMap((line) => {
    const [, name = "", text = ""] = /^([\w/-]+): (.+)$/.exec(line) ?? [];
    const path = join(FOLDER, SOUNDS, `${name}.wav`);
    return name === "" || !existsSync(path) ? [] : [{ name, text: text.trim(), path }];
  });
}

/** Sentences that somebody could say on the telephone: no beeps, no lists of twenty keys, no single syllables. */
export function sentences(recordings: readonly Recording[]): readonly Recording[] {
  return recordings.filter(({ text, name }) => {
    const words = text.split(/\s+/).length;
    // Some texts of the package are not what is said: what stands in brackets, and what breaks off.
    return (
      words >= 4 &&
      words <= 24 &&
      !/[[\]<>()/]|\.\.\.|\u2026/.test(text) &&
      !/^(?:digits|letters|phonetic)\//.test(name)
    );
  });
}

/** So many of them, the same each time, spread over all. */
export function pick<T>(all: readonly T[], count: number): readonly T[] {
  const step = all.length / Math.min(count, all.length);
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (one) => one !== undefined,
  );
}

export async function readSound(path: string, rateHz: number): Promise<Int16Array> {
  const { channels, sampleRateHz } = readWav(await readFile(path));
  const samples = channels[0] ?? new Int16Array(0);
  if (sampleRateHz === rateHz) return samples;
  const resampler = createResampler(sampleRateHz, rateHz);
  const main = resampler.push(samples);
  const rest = resampler.end();
  return Int16Array.from([...main, ...rest]);
}

/** What is left of a sound after the GSM full-rate codec of mobile telephones. */
export async function throughGsm(path: string): Promise<string> {
  const folder = join(FOLDER, "gsm");
  await mkdir(folder, { recursive: true });
  const name = path.replaceAll(/[^\w]+/g, "_").slice(-80);
  const coded = join(folder, `${name}.gsm`);
  const decoded = join(folder, `${name}.wav`);
  if (existsSync(decoded)) return decoded;
  await run("sox", [path, "-r", "8000", "-c", "1", coded]);
  await run("sox", [coded, "-e", "signed-integer", "-b", "16", decoded]);
  return decoded;
}

/** Files of real music on hold. */
export async function fetchMusic(): Promise<readonly string[]> {
  await fetchPackages();
  const folder = join(FOLDER, MUSIC);
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".wav")).map((name) => join(folder, name));
}

/** What the Spanish and the French speaker say, by the name of the recording: the texts alone. */
export async function fetchTextsOf(language: "es" | "fr"): Promise<ReadonlyMap<string, string>> {
  const name = `asterisk-core-sounds-${language}`;
  const folder = await mkdtemp(join(tmpdir(), "prompts-"));
  try {
    await download(folder, [name]);
    const [archive = ""] = (await readdir(folder)).filter((file) => file.endsWith(".deb"));
    await run("dpkg-deb", ["-x", join(folder, archive), folder]);
    const texts = gunzipSync(await readFile(join(folder, `usr/share/doc/${name}/core-sounds-${language}.txt.gz`)));
    const lines = texts.toString("utf8").split("\n");
    return new Map(
      lines.flatMap((line) => [/^([\w/-]+): (.+)$/.exec(line)?.slice(1) as [string, string]].filter(Boolean)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchPackages(): Promise<void> {
  const whole = join(FOLDER, "complete");
  if (existsSync(whole)) return;
  await mkdir(join(PROJECT_ROOT, "var"), { recursive: true });
  const folder = await mkdtemp(join(PROJECT_ROOT, "var/people-"));
  try {
    await download(folder);
    const archives = (await readdir(folder)).filter((name) => name.endsWith(".deb"));
    for (const archive of archives) await run("dpkg-deb", ["-x", join(folder, archive), folder]);
    await mkdir(join(folder, "complete"));
    await rm(FOLDER, { recursive: true, force: true });
    await rename(folder, FOLDER);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(
      `the recordings of people cannot be fetched: make \`apt-get download ${PACKAGES.join(" ")}\` work on this machine`,
      { cause: error },
    );
  }
}

async function download(folder: string, packages: readonly string[] = PACKAGES): Promise<void> {
  const fetch = (): Promise<unknown> =>
    run("apt-get", ["download", ...packages], { cwd: folder, timeout: FETCHED_WITHIN_MS });
  try {
    await fetch();
  } catch {
    // Without an index, or with an old one.
    await run("apt-get", ["update"], { timeout: FETCHED_WITHIN_MS });
    await fetch();
  }
}
