/** Running other programs: output kept for the error message, ended with us. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { SetUpError } from "./say.mjs";

const children = new Set();

export function endChildren() {
  for (const child of children) child.kill("SIGTERM");
}

/** Resolves with what the program printed; a SetUpError with its last lines when it fails or is not there. */
export async function run(program, args, { explain, ...options } = {}) {
  const result = await attempt(program, args, options);
  if (result.code === 0) return result.stdout;
  if (result.missing) {
    throw new SetUpError(`${explain} "${program}" is needed and not installed: is this a Debian machine?`);
  }
  const tail = `${result.stderr}\n${result.stdout}`.split("\n").filter(Boolean).slice(-12).join("\n  ");
  throw new SetUpError(`${explain}\n  ${tail}`);
}

/**
 * The same without an opinion on failure: `{ code, stdout, stderr, missing }`. With `log` the program is one that must
 * not be torn from its work: it writes to that file, and when we are interrupted it goes on to its end.
 */
export function attempt(program, args, { env = {}, cwd, log } = {}) {
  return new Promise((resolve) => {
    const file = log === undefined ? undefined : openSync(log, "w");
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", file ?? "pipe", file ?? "pipe"],
      detached: log !== undefined,
    });
    if (file === undefined) children.add(child);
    else closeSync(file);
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk) => (stdout += chunk));
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    const end = (result) => {
      children.delete(child);
      if (log !== undefined) stderr = readFileSync(log, "utf8");
      resolve({ stdout, stderr, missing: false, ...result });
    };
    child.once("error", (error) => end({ code: 127, stderr: String(error), missing: error.code === "ENOENT" }));
    child.once("close", (code) => end({ code: code ?? 1 }));
  });
}
