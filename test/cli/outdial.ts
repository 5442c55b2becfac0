/** Runs `outdial` as a person or a script would, and gathers what it says. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Running = {
  readonly done: Promise<Ran>;
  /** Resolves once these words have been printed, on either output. */
  saw(words: string): Promise<void>;
  printed(): string;
  type(text: string): void;
  kill(signal: NodeJS.Signals): void;
};

const PROGRAM = join(PROJECT_ROOT, "src/cli/main.ts");
const SEEN_WITHIN_MS = 20_000;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Without a terminal. */
export function start(words: readonly string[], env: Environment = {}): Running {
  return watch(spawn(process.execPath, [PROGRAM, ...words], { env: clean(env), stdio: ["ignore", "pipe", "pipe"] }));
}

/** On a terminal of its own: both outputs arrive as standard output. */
export function startOnTerminal(words: readonly string[], env: Environment = {}): Running {
  const command = [process.execPath, PROGRAM, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return watch(spawn("script", ["-qefc", command, "/dev/null"], { env: clean(env), stdio: ["pipe", "pipe", "pipe"] }));
}

export function outdial(words: readonly string[], env: Environment = {}): Promise<Ran> {
  return start(words, env).done;
}

/** Nothing of whoever runs the tests decides what the program does; `CI` alone takes the colours away. */
function clean(env: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, TERM: "xterm-256color", ...env };
}

function watch(child: ChildProcess): Running {
  let [stdout, stderr] = ["", ""];
  let heard = (): void => undefined;
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    heard();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    heard();
  });
  const done = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    done,
    saw: (words) =>
      new Promise((resolve, reject) => {
        const all = (): string => stdout + stderr;
        const late = setTimeout(() => reject(new Error(`never saw “${words}” in:\n${all()}`)), SEEN_WITHIN_MS);
        heard = () => {
          if (!all().includes(words)) return;
          clearTimeout(late);
          resolve();
        };
        heard();
      }),
    printed: () => stdout + stderr,
    type: (text) => void child.stdin?.write(text),
    kill: (signal) => void child.kill(signal),
  };
}
