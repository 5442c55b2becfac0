/** Speech for a test's telephone, by a voice that is none of ours, at its 8 kHz. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { readWav } from "./wav.ts";

export function spoken(text: string): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), "outdial-said-"));
  try {
    const file = join(folder, "said.wav");
    execFileSync("flite", ["-voice", "rms", "-t", text, "-o", file]);
    const { channels, sampleRateHz } = readWav(readFileSync(file));
    return createResampler(sampleRateHz, 8000).push(channels[0] ?? new Int16Array(0));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
