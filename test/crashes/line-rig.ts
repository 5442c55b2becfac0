/** A whole appliance with somebody on the line, for breaking: real Asterisk, real engines, a telephone behind the trunk. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stringify } from "yaml";
import type { Failpoint } from "../../src/lib/failpoint.ts";
import { runningIn } from "../support/asterisk-scene.ts";
import { runCommand } from "../support/run-command.ts";
import { runAppliance, type Json, type RunningAppliance } from "../support/running-appliance.ts";
import { startSipPeer, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";
import type { Break } from "./breaks-at.ts";
import { relayMedia, type MediaRelays } from "./media-relays.ts";
import type { Trial } from "./rig.ts";

const BREAKS_AT = new URL("breaks-at.ts", import.meta.url).href;
const PHONE = "+14155550177";
const BODY = { phone: PHONE, goal: "Ask when they open", questions: ["When do you open?"] };
/** The fictional business, which hears and speaks: a whole conversation, and nobody pays for it. */
const DEMO = { phone: "+12025550142", goal: "Ask when they open", questions: ["When do you open?"] };
const DRAIN_SECONDS = 2;
/** A few of their packets have come after so long. */
const SOUND_MS = 300;
const LOOK_MS = 50;
const DIES_WITHIN_MS = 15_000;
/** Long: it is not what is tried here. */
const STOP_WITHIN_MS = 60_000;
const BYE_WITHIN_MS = 10_000;

/** What happens in a call until it comes by a place. */
export type Way = "hangs up" | "converses" | "loses its media";

export class LineWorld {
  readonly lost: string[] = [];
  recoveredMs = 0;
  readonly peer: SipPeer;
  readonly folder: string;
  readonly #settings: Json;
  #appliance: RunningAppliance | null = null;
  #relays: MediaRelays | null = null;
  #key = "";
  #told: { readonly callId: string; readonly transcript: readonly unknown[] } | null = null;

  private constructor(folder: string, peer: SipPeer) {
    this.folder = folder;
    this.peer = peer;
    this.#settings = {
      data_dir: this.#data,
      server: { port: 0, drain_seconds: DRAIN_SECONDS, max_concurrent_calls: 10 },
      trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] },
      policy: { allowed_countries: "all", calls_per_number_per_day: 100 },
    };
    writeFileSync(this.#config, stringify(this.#settings));
  }

  static async create(): Promise<LineWorld> {
    const peer = await startSipPeer({ script: { final: { status: 200, afterMs: 100 } } });
    return new LineWorld(mkdtempSync(join(tmpdir(), "outdial-line-")), peer);
  }

  get #data(): string {
    return join(this.folder, "data");
  }

  get #order(): string {
    return join(this.folder, "breaks");
  }

  get #config(): string {
    return join(this.folder, "outdial.yaml");
  }

  get appliance(): RunningAppliance {
    if (this.#appliance === null) throw new Error("the appliance does not run");
    return this.#appliance;
  }

  async start(): Promise<void> {
    const env = { BREAKS_BY: this.#order, NODE_OPTIONS: `--import=${BREAKS_AT}` };
    this.#appliance = await runAppliance(this.#settings, { env });
  }

  /** From now on, once. */
  break(order: Break): void {
    writeFileSync(this.#order, JSON.stringify(order));
  }

  /** Asterisk brings the audio of calls by here; before the start. */
  async relay(): Promise<MediaRelays> {
    this.#relays = await relayMedia(this.#data);
    return this.#relays;
  }

  /** Places a call that comes by a place at which the appliance dies; whoever was on the line then is not any more. */
  async dieAt(at: Failpoint, way: Way): Promise<void> {
    const relays = way === "loses its media" ? await this.relay() : null;
    await this.start();
    const dying = this.appliance;
    const died = once(dying.process, "exit");
    this.break({ at, how: "kills" });
    try {
      if (way === "hangs up") await this.#callAndHangUp();
      else if (way === "converses") await this.#converse(died);
      else {
        await this.talk();
        relays?.stall();
      }
    } catch {
      // It is dead, and answers nobody.
    }
    await Promise.race([died, delay(DIES_WITHIN_MS, null, { ref: false })]);
    this.expect(dying.process.signalCode === "SIGKILL", `${at} was not come by`);
    for (const line of this.peer.calls) {
      const ended = await Promise.race([line.ended, delay(BYE_WITHIN_MS, null, { ref: false })]);
      this.expect(ended !== null, "a telephone was left off the hook");
    }
    this.expect(this.peer.calls.length <= 1, "somebody was dialled twice");
    relays?.mend();
    await dying.stop();
  }

  async #callAndHangUp(): Promise<void> {
    const { callId } = await this.#open();
    while ((await this.read(callId))["status"] !== "in_progress") await delay(LOOK_MS);
    await this.appliance.request("POST", `/v1/calls/${callId}/hangup`, { key: this.#key });
  }

  /** What was told of it is compared when everything runs again. */
  async #converse(died: Promise<unknown>): Promise<void> {
    const { body } = await this.appliance.request("POST", "/v1/calls", { body: DEMO });
    this.#key = String(body["call_key"]);
    const callId = String(body["call_id"]);
    this.#told = { callId, transcript: [] };
    let over = false;
    void died.then(() => (over = true));
    while (!over) {
      const call = await this.read(callId);
      this.#told = { callId, transcript: call["transcript"] as readonly unknown[] };
      // Whoever is to die at the very end gets a moment for it.
      if (call["status"] === "ended") return;
      await delay(LOOK_MS);
    }
  }

  /** The conversation that was under way: ended, and every line that was told of it is there. */
  async rememberTold(): Promise<void> {
    if (this.#told === null) return;
    const call = await this.read(this.#told.callId);
    this.expect(call["status"] === "ended" && call["outcome"] !== null, `a call is ${String(call["status"])}`);
    const now = JSON.stringify((call["transcript"] as readonly unknown[]).slice(0, this.#told.transcript.length));
    this.expect(now === JSON.stringify(this.#told.transcript), `lines are lost: ${now}`);
  }

  /** Somebody has picked up. */
  async talk(): Promise<{ readonly callId: string; readonly line: SipCall }> {
    const { callId } = await this.#open();
    const line = await this.peer.nextCall();
    await line.answered;
    while ((await this.read(callId))["status"] !== "in_progress") await delay(LOOK_MS);
    // A call that is broken before any of their sound has come ends as one without.
    await delay(SOUND_MS);
    return { callId, line };
  }

  async #open(): Promise<{ readonly callId: string }> {
    const { key, callId } = await this.appliance.openAccount(BODY);
    this.#key = key;
    return { callId };
  }

  async read(callId: string, wait = 0): Promise<Json> {
    const path = `/v1/calls/${callId}${wait === 0 ? "" : `?wait=${wait}`}`;
    return (await this.appliance.request("GET", path, { key: this.#key })).body;
  }

  async look(): Promise<void> {
    await delay(LOOK_MS);
  }

  expect(holds: boolean, what: string): void {
    if (!holds) this.lost.push(what);
  }

  /** The call is over so soon, for this reason. */
  async ends(callId: string, reason: string, withinMs: number): Promise<void> {
    const startedMs = performance.now();
    let body = await this.read(callId);
    while (body["status"] !== "ended" && performance.now() - startedMs < 4 * withinMs) {
      await delay(LOOK_MS);
      body = await this.read(callId);
    }
    const tookMs = Math.round(performance.now() - startedMs);
    this.expect(tookMs < withinMs, `a call ended after ${tookMs} ms, not within ${withinMs}`);
    this.expect(body["end_reason"] === reason, `a call ended as ${String(body["end_reason"])}, not as ${reason}`);
  }

  /** The telephone is told BYE. */
  async hangsUp(line: SipCall, withinMs: number): Promise<void> {
    const by = await Promise.race([line.ended.then((end) => end.by), delay(withinMs, "off the hook", { ref: false })]);
    this.expect(by === "caller", `the telephone was left ${by}`);
  }

  /** New calls are refused with 503 or work, and work within so long. */
  async worksAgain(withinMs: number, startedMs = performance.now()): Promise<void> {
    for (;;) {
      const { status } = await this.appliance.request("POST", "/v1/calls", { key: this.#key, body: BODY });
      if (status === 201) break;
      this.expect(status === 503, `a new call was answered with ${status}`);
      if (performance.now() - startedMs > withinMs) break;
      await delay(LOOK_MS);
    }
    const line = await Promise.race([this.peer.nextCall(), delay(withinMs, null, { ref: false })]);
    const tookMs = performance.now() - startedMs;
    this.recoveredMs = Math.max(this.recoveredMs, tookMs);
    this.expect(line !== null && tookMs < withinMs, `new calls did not work within ${withinMs} ms`);
  }

  /** The Asterisk that dials. */
  asterisk(): number {
    const record: unknown = JSON.parse(readFileSync(join(this.#data, "asterisk/appliance.process.json"), "utf8"));
    return typeof record === "object" && record !== null && "pid" in record ? Number(record.pid) : 0;
  }

  ariPort(): number {
    const text = readFileSync(join(this.#data, "asterisk/appliance/etc/http.conf"), "utf8");
    return Number(/^bindport = (\d+)/m.exec(text)?.[1]);
  }

  /** One request on a connection of its own; null when it is not answered. */
  async tries(): Promise<number | null> {
    try {
      const response = await fetch(`${this.appliance.base}/readyz`, { headers: { connection: "close" } });
      return response.status;
    } catch {
      return null;
    }
  }

  /** A child of the appliance, by a word of its command line. */
  child(word: string): number {
    const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChild(name, this.appliance, word));
    return Number(children[0] ?? 0);
  }

  /** Asterisk ends, everything is verified, nothing is left running. */
  async close(): Promise<void> {
    try {
      if (this.#appliance !== null) {
        const code = await this.#appliance.stop(STOP_WITHIN_MS);
        this.expect(code === 0, `the appliance ended with ${String(code)}`);
        const verified = await runCommand("src/cli/main.ts", this.#config, ["verify", "--all", "--json"]);
        this.expect(verified.code === 0, `verify: ${verified.out}${verified.err}`);
        const left = runningIn(this.#data);
        this.expect(left.length === 0, `left running: ${left.join(", ")}`);
      }
    } finally {
      await this.#relays?.close();
      await this.peer.close();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}

function isChild(pid: string, { process: parent }: RunningAppliance, word: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parentPid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return parentPid === parent.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
  } catch {
    return false;
  }
}

/** One trial with an appliance of its own. */
export async function onTheLine(cause: (world: LineWorld) => Promise<void>): Promise<Trial> {
  return await inLineWorld(async (world) => {
    await world.start();
    await cause(world);
  });
}

/** One that dies in its first call, and is started again. */
export async function diesOnTheLine(at: Failpoint, way: Way): Promise<Trial> {
  return await inLineWorld(async (world) => {
    await world.dieAt(at, way);
    const startedMs = performance.now();
    await world.start();
    world.recoveredMs = performance.now() - startedMs;
    await world.rememberTold();
    world.expect(world.peer.calls.length <= 1, "somebody was dialled again");
  });
}

export async function inLineWorld(cause: (world: LineWorld) => Promise<void>): Promise<Trial> {
  const world = await LineWorld.create();
  try {
    await cause(world);
  } catch (error) {
    world.lost.push(String(error));
  }
  await world.close();
  return { recoveredMs: world.recoveredMs, lost: world.lost };
}
