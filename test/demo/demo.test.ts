/** The main job, as a new user runs it: one command, no keys, nothing fake. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { callBody } from "../../src/http/api/shapes.ts";
import { foundOf, read } from "../../src/language/en/reading.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

type Line = z.infer<typeof callBody>["transcript"][number];

/** The number that the business said yes to last, when it was read back: it compares it with the one it drew. */
function confirmedNumber(transcript: readonly Line[]): string | null {
  const numbers = transcript.flatMap(({ role, text }, at) => {
    if (role !== "business" || !/\bthat is correct\b/i.test(text)) return [];
    const readBack = transcript.slice(0, at).findLast((line) => line.role === "assistant")?.text ?? "";
    return foundOf(read(readBack), "code").filter(({ labelled }) => labelled);
  });
  return numbers.at(-1)?.text ?? null;
}

type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function runDemo(onProgress: (line: string, interrupt: () => void) => void = () => undefined): Promise<Run> {
  const child = spawn("npm", ["run", "--silent", "demo", "--", "--json"], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    // Ctrl-C at a terminal reaches the whole foreground group.
    onProgress(chunk.toString(), () => process.kill(-(child.pid ?? 0), "SIGINT"));
  });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Command lines of every process whose environment says that it belongs to a demo's appliance. */
function leftovers(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return /outdial-demo-/.test(command + readFileSync(`/proc/${pid}/environ`, "utf8")) ? [command] : [];
      } catch {
        return [];
      }
    });
}

describe("npm run demo", () => {
  it("places a call that reaches its goal, and leaves nothing behind", async () => {
    const { code, stdout, stderr } = await runDemo();
    expect(code, stderr).toBe(0);
    const call = callBody.parse(JSON.parse(stdout));
    const said = call.transcript.map(({ role, text }) => `${role}: ${text}`).join("\n");
    expect(call, said).toMatchObject({ status: "ended", end_reason: "completed", answered_by: "human", cost_usd: 0 });
    expect(call.outcome, said).toMatchObject({ success: true });
    // The number is drawn for each call. An ear may mishear it at first; what counts is what the business confirmed.
    const confirmed = confirmedNumber(call.transcript);
    expect(confirmed).toMatch(/^[0-9]{4}$/);
    expect(call.outcome?.confirmation_number).toBe(confirmed);
    expect(call.outcome?.price_quoted).toMatch(/42/);
    expect(call.outcome?.appointment_time).toMatch(/Friday.*7.*PM/);
    expect(call.questions.map(({ status }) => status)).toEqual(["answered", "answered", "answered"]);
    for (const { quote, seq } of call.questions) {
      expect(call.transcript.find((entry) => entry.seq === seq)?.text).toContain(quote);
    }
    const sides = new Set(call.transcript.map(({ role }) => role));
    // The agent's answer is a line of its own.
    expect(sides).toEqual(new Set(["assistant", "business", "system"]));
    expect(call.transcript[0]?.role).toBe("business");
    // The assistant says what it is before anything else (its first words are the disclosure).
    expect(call.transcript.find(({ role }) => role === "assistant")?.text).toMatch(/automated assistant/);
    // The business asked for something that the request does not say, and was told over the API.
    expect(stderr).toMatch(/inside or outside/i);
    expect(call.transcript.some(({ role, text }) => role === "assistant" && /outside/i.test(text))).toBe(true);
    expect(call.duration_s).toBeGreaterThan(20);
    // Both part with a goodbye, and nobody is left on the line after it.
    expect(call.transcript.findLast(({ role }) => role === "assistant")?.text).toMatch(/Goodbye\.$/);
    expect(call.duration_s - (call.transcript.at(-1)?.offset_s ?? 0)).toBeLessThan(9);
    expect(leftovers()).toEqual([]);
  });

  it("ends everything it started on Ctrl-C", async () => {
    let interrupted = false;
    const { code } = await runDemo((line, interrupt) => {
      if (interrupted || !/progress|ringing|business/i.test(line)) return;
      interrupted = true;
      interrupt();
    });
    expect(interrupted).toBe(true);
    expect(code).not.toBe(0);
    expect(leftovers()).toEqual([]);
  });
});
