/**
 * llama.cpp's server with a very small model, both from packages: a server of OpenAI's protocol that nobody here wrote.
 * The model has never been taught to call tools, so its template shows it how; the calls themselves are the grammar's.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { freePort } from "../../src/pbx/ports.ts";

const FOLDER = join(PROJECT_ROOT, "var/language-model");
const ROOT = join(FOLDER, "root");
const LIBRARIES = join(ROOT, "usr/lib/x86_64-linux-gnu");
const TEMPLATE = fileURLToPath(new URL("llama-template.jinja", import.meta.url));
const START_MS = 30_000;

export type LlamaServer = {
  readonly baseUrl: string;
  /** At once and without a word to anybody. */
  kill(): Promise<void>;
  /** Whether it is writing an answer. */
  isBusy(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Throws, with what the server printed, when it does not serve in time. */
export async function startLlamaServer(): Promise<LlamaServer> {
  const port = await freePort("127.0.0.1", "tcp");
  const child = spawn(
    join(ROOT, "lib64/ld-linux-x86-64.so.2"),
    [
      ...["--library-path", `${LIBRARIES}:${join(LIBRARIES, "llama")}`, join(ROOT, "usr/bin/llama-server")],
      ...["--model", join(FOLDER, "model.gguf"), "--jinja", "--chat-template-file", TEMPLATE],
      ...["--host", "127.0.0.1", "--port", String(port), "--ctx-size", "8192", "--parallel", "1", "--threads", "1"],
      // The likeliest word each time: the same answer in every run.
      ...["--temp", "0"],
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
      // It looks for them in the machine's own folders.
      env: { GGML_BACKEND_PATH: join(LIBRARIES, `ggml/backends0/libggml-cpu-${await cpuKind()}.so`) },
    },
  );
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed = `${printed}${text}`.slice(-4000)));
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilServing(child, origin);
  } catch (cause) {
    child.kill("SIGKILL");
    throw new Error(`llama-server does not serve: ${printed}`, { cause });
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, "exit");
    child.kill(signal);
    await over;
  };
  return {
    baseUrl: `${origin}/v1`,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGKILL"),
    async isBusy() {
      const slots = (await (await fetch(`${origin}/slots`)).json()) as readonly { readonly is_processing: boolean }[];
      return slots.some(({ is_processing: busy }) => busy);
    },
  };
}

async function cpuKind(): Promise<"haswell" | "x64"> {
  const flags = await readFile("/proc/cpuinfo", "utf8");
  return ["avx2", "fma", "f16c", "bmi2"].every((flag) => new RegExp(`\\b${flag}\\b`).test(flags)) ? "haswell" : "x64";
}

async function untilServing(child: ChildProcess, origin: string): Promise<void> {
  const deadline = AbortSignal.timeout(START_MS);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const health = await fetch(`${origin}/health`, { signal: deadline }).catch(() => null);
    if (health?.ok === true) return;
    deadline.throwIfAborted();
    await delay(100);
  }
}
