/**
 * Ten calls at a time for as long as is asked: the program as it is run, real Asterisks, real SIP and RTP, simulated
 * engines, telephones that talk, hang up, are busy, never answer or fall silent. In rounds: at the end of each nobody is on
 * the line, and then what the appliance has in hand must be what it had before.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { runCommand } from "../support/run-command.ts";
import { runAppliance, type Json, type RunningAppliance } from "../support/running-appliance.ts";
import { descendants, figuresOf, type Figures } from "./figures.ts";
import { judge } from "./judge.ts";
import { kindOf, startPeople, type Kind } from "./people.ts";

const AT_ONCE = 10;
const ROUND_MS = 15_000;
/** Fewer tell nothing about what grows. */
const LEAST_ROUNDS = 4;
/** What the end of a call leaves behind for a moment: a media port, a socket of HTTP. */
const SETTLES_WITHIN_MS = 8000;
const DELAYS = { recogniserMs: 60, modelMs: 80, voiceMs: 40 };
const DEMO_PHONE = "+12025550142";
const BUSY_PHONE = "+14155550103";
/** Each account begins with ten dollars, and is charged for nothing else. */
const CALLS_AN_ACCOUNT = 8;
const CALL_WITHIN_MS = 60_000;

export type Soaked = {
  readonly calls: number;
  readonly samples: readonly Figures[];
  /** How often each way a call can end was seen. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Sentences; empty when all stayed as it was and nothing was lost. */
  readonly wrong: readonly string[];
};

export type SoakOptions = {
  readonly minutes: number;
  /** Leaks on purpose (`probe.ts`). */
  readonly leaks?: string;
  readonly onSample?: (figures: Figures, calls: number) => void;
};

export async function soak({ minutes, leaks = "", onSample = () => undefined }: SoakOptions): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), "outdial-soak-"));
  const data = join(folder, "data");
  const config = join(folder, "outdial.yaml");
  const people = await startPeople();
  const settings: Json = {
    server: { port: 0, drain_seconds: 10, max_concurrent_calls: 2 * AT_ONCE, refuse_when_strained: false },
    data_dir: data,
    trunk: { host: people.peer.host, port: people.peer.port, codecs: ["ulaw"] },
    log: { level: "warn" },
    assistant: { ring_seconds: 6 },
    demo: { calls_per_day: 100_000 },
    policy: {
      allowed_countries: "all",
      calls_per_number_per_day: 100_000,
      concurrent_calls_per_account: 100,
      calls_per_account_per_day: 100_000,
      calls_per_minute: 10_000,
    },
  };
  writeFileSync(config, stringify(settings));
  const probe = pathToFileURL(join(import.meta.dirname, "probe.ts")).href;
  try {
    const appliance = await runAppliance(settings, {
      program: "test/scenarios/simulated/appliance.ts",
      env: { OUTDIAL_SIMULATED: JSON.stringify(DELAYS), NODE_OPTIONS: `--import ${probe}`, SOAK_LEAKS: leaks },
    });
    const soaking = new Soaking(appliance, data, onSample);
    try {
      const [, port = ""] = await appliance.untilPrinted(/^Whisper at 127\.0\.0\.1:(\d+)$/m);
      people.whisperAt(Number(port));
      const endsMs = performance.now() + minutes * 60_000;
      for (let round = 1; round <= LEAST_ROUNDS || performance.now() + ROUND_MS / 2 < endsMs; round += 1) {
        await soaking.round(ROUND_MS);
      }
      await soaking.end(config);
    } finally {
      await appliance.stop();
    }
    return soaking.soaked();
  } finally {
    await people.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Who calls with which account, and how many calls it still pays. */
type Caller = { key: string; left: number };

class Soaking {
  readonly #appliance: RunningAppliance;
  readonly #data: string;
  readonly #onSample: (figures: Figures, calls: number) => void;
  readonly #samples: Figures[] = [];
  readonly #reasons: Record<string, number> = {};
  readonly #wrong: string[] = [];
  readonly #callers = Array.from({ length: AT_ONCE }, (): Caller => ({ key: "", left: 0 }));
  #calls = 0;
  #asked = 0;

  constructor(appliance: RunningAppliance, data: string, onSample: (figures: Figures, calls: number) => void) {
    this.#appliance = appliance;
    this.#data = data;
    this.#onSample = onSample;
  }

  soaked(): Soaked {
    const [calls, samples, reasons] = [this.#calls, this.#samples, this.#reasons];
    return { calls, samples, reasons, wrong: [...this.#wrong, ...judge(samples)] };
  }

  /** Ten callers, each with one call after the other; then a moment without any. */
  async round(forMs: number): Promise<void> {
    const endsMs = performance.now() + forMs;
    await Promise.all(
      this.#callers.map(async (caller) => {
        while (performance.now() < endsMs) await this.#call(caller);
      }),
    );
    const figures = await this.#settled();
    this.#samples.push(figures);
    this.#onSample(figures, this.#calls);
  }

  /** SIGTERM while somebody talks; then nothing of it is left, and nothing is lost. */
  async end(config: string): Promise<void> {
    const { pid = 0 } = this.#appliance.process;
    await this.#place(this.#callers[0] ?? { key: "", left: 0 }, "+14155550106");
    await delay(2000);
    const family = [pid, ...descendants(pid)];
    const code = await this.#appliance.stop(60_000);
    this.#expect(code === 0, `it ended with ${code}: ${this.#appliance.log()}`);
    await delay(500);
    const left = family.filter((one) => existsSync(`/proc/${one}`));
    this.#expect(left.length === 0, `${left.length} of its processes are left`);
    const verified = await runCommand("src/cli/main.ts", config, ["verify", "--all"]);
    this.#expect(verified.code === 0, `what is stored is not as it must be: ${verified.out}${verified.err}`);
  }

  /** The sockets of the last calls are closed a little later than the calls. */
  async #settled(): Promise<Figures> {
    const untilMs = performance.now() + SETTLES_WITHIN_MS;
    for (;;) {
      await delay(1000);
      this.#asked += 1;
      const figures = await figuresOf(this.#appliance, this.#data, this.#asked);
      const first = this.#samples[0] ?? figures;
      const settled = figures.channels === 0 && figures.bridges === 0 && figures.descriptors <= first.descriptors;
      if (settled || performance.now() > untilMs) return figures;
    }
  }

  async #call(caller: Caller): Promise<void> {
    const nth = (this.#calls += 1);
    const demo = nth % 7 === 0;
    // Numbers of their own for all that are called at the same time.
    const number = demo ? DEMO_PHONE : `+1415555${String(100 + (nth % 90)).padStart(4, "0")}`;
    const placed = await this.#place(caller, number);
    if (placed === null) return;
    const kind: Kind | "demo" = demo ? "demo" : kindOf(number);
    if (kind !== "is busy" && kind !== "never answers") await this.#untilAnswered(placed);
    if (kind === "demo" || kind === "is hung up on" || kind === "falls silent") {
      await delay(kind === "falls silent" ? 12_000 : 5000);
      await this.#appliance.request("POST", `/v1/calls/${placed.id}/hangup`, { key: placed.key, body: {} });
    }
    const ended = await this.#appliance.untilEnded(placed.id, placed.key, CALL_WITHIN_MS);
    const reason = String(ended["end_reason"]);
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
    this.#expect(ended["outcome"] !== null, `a call that ${kind} has no outcome`);
    this.#expect(EXPECTED[kind].includes(reason), `a call that ${kind} ended as ${reason}`);
  }

  async #untilAnswered({ id, key }: { readonly id: string; readonly key: string }): Promise<void> {
    const untilMs = performance.now() + CALL_WITHIN_MS;
    while (performance.now() < untilMs) {
      const { body } = await this.#appliance.request("GET", `/v1/calls/${id}?wait=5`, { key });
      if (body["status"] === "in_progress" || body["status"] === "ended") return;
    }
  }

  /** Null when it was refused, which is told. */
  async #place(caller: Caller, phone: string): Promise<{ readonly id: string; readonly key: string } | null> {
    const body = { phone, goal: "Ask when they open", questions: ["When do you open?", "Is there parking?"] };
    if (caller.left === 0) {
      const { key, callId } = await this.#appliance.openAccount({ ...body, phone: BUSY_PHONE });
      await this.#appliance.untilEnded(callId, key, CALL_WITHIN_MS);
      Object.assign(caller, { key, left: CALLS_AN_ACCOUNT });
    }
    caller.left -= 1;
    const { key } = caller;
    const { status, body: placed } = await this.#appliance.request("POST", "/v1/calls", { key, body });
    if (status === 201) return { id: String(placed["call_id"]), key };
    this.#wrong.push(`a call was refused with ${status}: ${JSON.stringify(placed)}`);
    await delay(1000);
    return null;
  }

  #expect(holds: boolean, what: string): void {
    if (!holds) this.#wrong.push(what);
  }
}

const EXPECTED: Readonly<Record<Kind | "demo", readonly string[]>> = {
  talks: ["completed", "hangup_business", "goal_reached"],
  "hangs up": ["hangup_business", "completed"],
  "is hung up on": ["hangup_api"],
  "is busy": ["busy"],
  "never answers": ["no_answer"],
  "falls silent": ["hangup_api", "completed", "no_media"],
  demo: ["hangup_api", "completed"],
};
