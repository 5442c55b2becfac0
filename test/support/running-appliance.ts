/**
 * The appliance as an operator runs it: the program in a process of its own, with real Asterisk, real engines and an
 * empty data folder, spoken to over HTTP only.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { anyRtpPorts, freePort } from "../../src/pbx/ports.ts";

/** What a machine was measured to carry is no matter of tests of something else. */
const MOST_CALLS = 100;

export type Json = Record<string, unknown>;
export type Reply = { readonly status: number; readonly body: Json };

export type RunningAppliance = {
  readonly base: string;
  readonly process: ChildProcess;
  /** Everything it has logged, for the message of a failing test. */
  log(): string;
  /** The whole lines on its standard output that match, now or later; rejects when it ends without. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
  request(method: string, path: string, options?: { readonly key?: string; readonly body?: Json }): Promise<Reply>;
  /** A person's first call: set-up page, confirmation, the request again. The account's key and that call's id. */
  openAccount(body: Json): Promise<{ readonly key: string; readonly callId: string }>;
  /** Follows a call by long-poll until it has ended. */
  untilEnded(callId: string, key: string, withinMs?: number): Promise<Json>;
  /** SIGTERM, and its exit code; null when a signal ended it, ours after so long among them. */
  stop(withinMs?: number): Promise<number | null>;
};

export type ApplianceProgram = {
  /** Relative to the project; default: the program itself. */
  readonly program?: string;
  /** Besides our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** That there are ports for at the same time. */
  readonly calls?: number;
};

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

export async function runAppliance(
  settings: Json = {},
  { program = "src/main.ts", env = {}, calls = 60 }: ApplianceProgram = {},
): Promise<RunningAppliance> {
  const folder = mkdtempSync(join(tmpdir(), "outdial-test-"));
  const { first, last } = anyRtpPorts(calls);
  let sipPort = await freePort("127.0.0.1", "udp");
  while (sipPort >= first && sipPort <= last) sipPort = await freePort("127.0.0.1", "udp");
  const asterisk = { sip_port: sipPort, rtp_ports: `${first}-${last}` };
  const config = {
    server: { port: 0, drain_seconds: 0, max_concurrent_calls: MOST_CALLS, refuse_when_strained: false },
    data_dir: join(folder, "data"),
    asterisk,
    ...settings,
  };
  const configPath = join(folder, "outdial.yaml");
  writeFileSync(configPath, stringify(config));

  const child = spawn(process.execPath, [program], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env, OUTDIAL_CONFIG: configPath },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  // Also when we end by an error that nobody expected.
  const endWithUs = (): void => void child.kill("SIGTERM");
  process.on("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  const untilPrinted = readOutput(child, exited, () => log);
  const base = await readyLine(child, untilPrinted, () => log);

  const request: RunningAppliance["request"] = async (method, path, { key, body } = {}) => {
    const headers: Record<string, string> = {};
    if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  return {
    base,
    process: child,
    log: () => log,
    untilPrinted,
    request,

    async openAccount(body) {
      const setup = await request("POST", "/v1/calls", { body });
      if (setup.status !== 402) throw new Error(`expected 402, got ${setup.status}: ${JSON.stringify(setup.body)}`);
      await confirm(String(setup.body["setup_url"]));
      const placed = await request("POST", "/v1/calls", { body: { ...body, setup_code: setup.body["setup_code"] } });
      if (placed.status !== 201) throw new Error(`expected 201, got ${placed.status}: ${JSON.stringify(placed.body)}`);
      return { key: String(placed.body["account_key"]), callId: String(placed.body["call_id"]) };
    },

    async untilEnded(callId, key, withinMs = 90_000) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const { body } = await request("GET", `/v1/calls/${callId}?wait=5`, { key });
        if (body["status"] === "ended") return body;
        if (performance.now() > deadline) throw new Error(`the call did not end: ${JSON.stringify(body)}\n${log}`);
      }
    },

    async stop(withinMs = STOP_WITHIN_MS) {
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), withinMs);
      const code = await exited;
      clearTimeout(killer);
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

function readOutput(
  child: ChildProcess,
  exited: Promise<number | null>,
  log: () => string,
): RunningAppliance["untilPrinted"] {
  let printed = "";
  const looks = new Set<() => void>();
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    for (const look of looks) look();
  });
  return (pattern) => {
    const found = Promise.withResolvers<RegExpExecArray>();
    const look = (): void => {
      const match = pattern.exec(printed.slice(0, printed.lastIndexOf("\n") + 1));
      if (match === null) return;
      looks.delete(look);
      found.resolve(match);
    };
    looks.add(look);
    look();
    void exited.then((code) => found.reject(new Error(`the appliance ended with ${code}:\n${log()}`)));
    return found.promise;
  };
}

async function readyLine(
  child: ChildProcess,
  untilPrinted: RunningAppliance["untilPrinted"],
  log: () => string,
): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not ready in time:\n${log()}`)), READY_WITHIN_MS);
  try {
    const match = await Promise.race([untilPrinted(/^Outdial is ready at (\S+)/m), late.promise]);
    return match[1] ?? "";
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the page and sends its one form, as a browser without JavaScript would. */
async function confirm(setupUrl: string): Promise<void> {
  const page = await fetch(setupUrl);
  const html = await page.text();
  const form = /<form[^>]*method="post"[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/.exec(html);
  if (form === null) throw new Error(`the set-up page has no form: ${html}`);
  const fields = [...(form[2] ?? "").matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"[^>]*>/g)];
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of fields) body.set(name, value);
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
  const confirmed = await fetch(new URL(form[1] ?? "", setupUrl), {
    method: "POST",
    body,
    redirect: "manual",
    headers: cookie === "" ? {} : { cookie },
  });
  if (confirmed.status >= 400) throw new Error(`the confirmation was refused: ${confirmed.status}`);
}
