/**
 * Numbers that a person reads out digit by digit, on a mu-law line: telephone numbers, codes, extensions. Her recordings
 * of single digits are put together, with a breath between groups; `language/` writes them as people do.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { loadTranscriber } from "../../src/engines/neural/models.ts";
import type { Transcriber } from "../../src/engines/neural/models.ts";
import { written } from "../../src/language/en/to-written.ts";
import { findNeuralModels } from "../../src/lib/speech-models.ts";
import { counted } from "../conversation/echo/echo-line.ts";
import { decodeMulaw, encodeMulaw } from "../support/g711.ts";
import { fetchRecordings, readSound } from "./kit.ts";

const RATE_HZ = 8000;
const BETWEEN_DIGITS_MS = 40;
const BETWEEN_GROUPS_MS = 300;
const EDGE = 300;
const FORMS = [[4], [6], [2, 2], [3, 4], [3, 3, 4]];
const OF_EACH = 6;

let transcriber: Transcriber;
let digits: readonly Int16Array[];

beforeAll(async () => {
  const found = findNeuralModels(process.env);
  if ("missing" in found) throw new Error(found.missing.join("; "));
  const recordings = await fetchRecordings();
  const folder = join(recordings.find(({ name }) => name === "digits/0")?.path ?? "", "..");
  expect(existsSync(folder)).toBe(true);
  digits = await Promise.all(
    Array.from({ length: 10 }, async (_, digit) => trimmed(await readSound(join(folder, `${digit}.wav`), RATE_HZ))),
  );
  transcriber = await loadTranscriber(found.models);
}, 240_000);

function trimmed(samples: Int16Array): Int16Array {
  const loud = (sample: number): boolean => Math.abs(sample) > EDGE;
  const breath = 400;
  return samples.slice(Math.max(0, samples.findIndex(loud) - breath), samples.findLastIndex(loud) + breath);
}

const silence = (ms: number): Int16Array => new Int16Array((ms * RATE_HZ) / 1000);

function readOut(groups: readonly string[]): Int16Array {
  const parts = groups.flatMap((group) => [
    ...[...group].flatMap((digit) => [digits[Number(digit)] ?? silence(0), silence(BETWEEN_DIGITS_MS)]),
    silence(BETWEEN_GROUPS_MS),
  ]);
  return decodeMulaw(encodeMulaw(Int16Array.from([silence(200), ...parts].flatMap((part) => [...part]))));
}

it("are written down as they were read, nine of ten of them", async () => {
  const luck = counted(2026);
  const wrong: string[] = [];
  for (const form of FORMS) {
    for (let nth = 0; nth < OF_EACH; nth += 1) {
      const groups = form.map((length) => Array.from({ length }, () => Math.floor(luck() * 10)).join(""));
      const text = written(await transcriber.transcribe(readOut(groups), RATE_HZ), []);
      if (text.replaceAll(/\D/g, "") !== groups.join("")) wrong.push(`${groups.join(" ")}: ${text}`);
    }
  }
  console.log(`numbers read out by a person: ${wrong.length} of ${FORMS.length * OF_EACH} wrong`);
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual((FORMS.length * OF_EACH) / 10);
}, 120_000);
