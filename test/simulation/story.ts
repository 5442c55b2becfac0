/**
 * A story: some hundred steps of an agent, of businesses, of conversations and of time, over several lives of the
 * appliance; then everything comes to rest, and nothing may be lost, left over or wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cents } from "../../src/billing/pricing.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import type { CallRecord } from "../../src/calls/operations.ts";
import { newId } from "../../src/lib/ids.ts";
import { lostOf, type Fact } from "../crashes/facts.ts";
import { FakeClock } from "../fakes/clock.ts";
import { briefTo, DEMO_PHONE, ProcessDied, settled, SHOP_PHONE } from "../fakes/desk.ts";
import { SimulatedAsterisk } from "./asterisk.ts";
import { Chance } from "./chance.ts";
import { Life, type World } from "./life.ts";

export type Told = {
  readonly steps: number;
  readonly calls: number;
  readonly deaths: number;
  /** How often calls ended for each reason. */
  readonly ends: ReadonlyMap<string, number>;
  readonly transfers: number;
  /** The same for the same seed. */
  readonly trace: number;
  readonly broken: readonly string[];
};

const STEPS = 1500;
const CALLER = { kind: "account", accountId: "acct_simulated", keyId: "key_1" } as const;
const ORDER = { queued: 0, ringing: 1, in_progress: 2, ended: 3 } as const;
/** Nothing that has begun lasts longer: the longest call and its end. */
const REST_MS = 30 * 60_000;
/** From the end of a call until nothing of it is left in the exchange. */
const CLEARED_WITHIN_MS = 10_000;
/** Chances of what goes wrong around the calls. */
const TROUBLE = { cut: 0.2, exchange_restarts: 0.1, dies_before: 0.2, dies_after: 0.2, killed: 0.2, stops: 0.05 };
const NO_TROUBLE = { cut: 0, exchange_restarts: 0, dies_before: 0, dies_after: 0, killed: 0, stops: 0 };

export async function tell(seed: number): Promise<Told> {
  const story = new Story(seed);
  try {
    return await story.run();
  } finally {
    story.clear();
  }
}

class Story {
  readonly #chance: Chance;
  /** Nobody dies, and the way to Asterisk is as good as it should be. */
  readonly #isCalm: boolean;
  readonly #clock = new FakeClock();
  readonly #folder: string;
  readonly #world: World;
  readonly #facts: Fact[] = [];
  readonly #broken: string[] = [];
  readonly #calls: string[] = [];
  readonly #last = new Map<string, CallRecord>();
  #life: Life;
  #steps = 0;
  #deaths = 0;
  #placed = 0;
  #transfers = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    this.#isCalm = this.#chance.maybe(0.3);
    // Memory, where there is some to write files in: what is simulated is not the disk.
    this.#folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "outdial-simulation-"));
    const dialled = (channelId: string): void => {
      if (channelId.startsWith("transfer-")) this.#transfers += 1;
      else this.#facts.push({ type: "dialled", callId: channelId });
    };
    this.#world = {
      folder: this.#folder,
      clock: this.#clock,
      chance: this.#chance,
      asterisk: new SimulatedAsterisk(this.#clock, this.#chance, this.#isCalm, dialled),
      broken: (what) => void this.#broken.push(what),
    };
    this.#life = new Life(this.#world);
    this.#fund();
  }

  clear(): void {
    if (!this.#life.isDead) this.#life.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async run(): Promise<Told> {
    for (; this.#steps < STEPS && this.#broken.length === 0; this.#steps += 1) {
      await this.#step();
      await settled();
      if (this.#life.isDead) this.#liveAgain();
    }
    await this.#rest();
    this.#judge();
    const ends = new Map<string, number>();
    for (const callId of this.#calls) {
      const reason = this.#life.desk.readCallById(callId)?.endReason ?? "none";
      ends.set(reason, (ends.get(reason) ?? 0) + 1);
    }
    return {
      steps: this.#steps,
      calls: this.#calls.length,
      deaths: this.#deaths,
      ends,
      transfers: this.#transfers,
      trace: this.#chance.trace,
      broken: this.#broken,
    };
  }

  #fund(): void {
    const { store } = this.#life;
    const { accountId } = CALLER;
    const [paymentId, atMs, amountCents] = ["pay_first", this.#clock.wallMs(), cents(20_000)];
    store.atomically(() => {
      store.accounts.open(accountId, atMs);
      store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs: atMs });
      store.payments.settle(paymentId, "succeeded");
      store.ledger.credit(accountId, paymentId, "topup", amountCents, atMs);
      store.keys.issue({
        keyId: newId("key"),
        holder: { accountId },
        name: null,
        createdAtMs: atMs,
        expiresAtMs: null,
      });
    });
  }

  async #step(): Promise<void> {
    const what = this.#chance.weighted({
      ...{ time: 30, asterisk: 20, minds: 40, place: 6, answer: 4, hang_up: 1, share: 1, read: 10, verify: 0.3 },
      ...(this.#isCalm ? NO_TROUBLE : TROUBLE),
    });
    try {
      await this.#do(what);
    } catch (error) {
      if (!(error instanceof ProcessDied) && !(error instanceof Refusal)) throw error;
    }
  }

  async #do(what: string): Promise<void> {
    const life = this.#life;
    switch (what) {
      case "time":
        return await this.#pass(
          this.#chance.maybe(0.05) ? this.#chance.between(1, 400_000) : this.#chance.between(1, 1500),
        );
      case "asterisk":
        return this.#world.asterisk.stir();
      case "minds":
        return life.minds.stir();
      case "place":
        return this.#place();
      case "answer":
        return this.#answer();
      case "hang_up":
        return void (this.#calls.length > 0 && life.desk.hangUp(CALLER, this.#someCall()));
      case "share":
        return this.#share();
      case "read":
        return this.#look();
      case "verify":
        return void life.desk.verify();
      case "cut":
        return this.#world.asterisk.cut();
      case "exchange_restarts":
        return this.#world.asterisk.restart();
      case "dies_before":
        return life.dieAtCommit("before commit");
      case "dies_after":
        return life.dieAtCommit("after commit");
      case "killed":
        this.#deaths += 1;
        life.kill();
        this.#life = new Life(this.#world);
        return;
      case "stops":
        return await this.#stop();
      default:
        throw new Error(`no step ${what}`);
    }
  }

  #liveAgain(): void {
    this.#deaths += 1;
    this.#life.kill();
    this.#life = new Life(this.#world);
  }

  /** Mostly another request, now and then the same again. */
  #place(): void {
    this.#placed += this.#chance.maybe(0.9) ? 1 : 0;
    const key = `request ${this.#placed}`;
    const demo = this.#placed % 9 === 8;
    const brief = briefTo(demo ? DEMO_PHONE : SHOP_PHONE, {
      questions: ["How much is it?"],
      transferTo: "+14155550199",
    });
    const request = { caller: CALLER, path: "/v1/calls", key, fingerprint: key, setupCode: null };
    const { body } = this.#life.desk.idempotent(request, () => {
      const reply = this.#life.desk.placeCall(CALLER, brief, null);
      return { status: reply.kind === "calling" ? 201 : 402, body: JSON.stringify(reply) };
    });
    const { callId } = JSON.parse(body) as { callId?: string };
    if (callId === undefined) return;
    if (!this.#calls.includes(callId)) this.#calls.push(callId);
    this.#facts.push({ type: "placed", callId, key, body });
  }

  #answer(): void {
    if (this.#calls.length === 0) return;
    const callId = this.#someCall();
    const answer = `Outside, ${this.#steps}`;
    this.#life.desk.answerQuestion(CALLER, callId, answer);
    this.#facts.push({ type: "acknowledged", callId, answer });
  }

  #share(): void {
    if (this.#calls.length === 0) return;
    const callId = this.#someCall();
    const { url } = this.#life.desk.shareCall(CALLER, callId, true);
    this.#facts.push({ type: "published", callId, url });
  }

  /** What is read of a call only ever grows, and of one that has ended nothing changes. */
  #look(): void {
    if (this.#calls.length === 0) return;
    const callId = this.#someCall();
    const now = this.#life.desk.readCall(CALLER, callId);
    const before = this.#last.get(callId);
    this.#last.set(callId, now);
    this.#facts.push({ type: "lines", callId, lines: now.transcript });
    if (this.#isCalm && now.endedAtMs !== null && this.#clock.wallMs() - now.endedAtMs > CLEARED_WITHIN_MS) {
      const left = this.#world.asterisk.left.filter((id) => id.endsWith(callId));
      if (left.length > 0) this.#broken.push(`ended, and still there: ${left.join(", ")}`);
    }
    if (before === undefined) return;
    const say = (what: string): void => void this.#broken.push(`${callId}: ${what}`);
    if (ORDER[now.status] < ORDER[before.status]) say(`was ${before.status} and is ${now.status}`);
    if (now.version < before.version) say("went back to an earlier version");
    if (now.costCents < before.costCents && now.status !== "ended") say("became cheaper while it ran");
    if (before.status !== "ended") return;
    const told = (record: CallRecord): string =>
      JSON.stringify([record.endReason, record.outcome, record.durationS, record.transcript.length, record.endedAtMs]);
    if (told(now) !== told(before)) say(`had ended as ${told(before)} and now as ${told(now)}`);
  }

  async #stop(): Promise<void> {
    const life = this.#life;
    let drained = false;
    const done = life.desk.drain().then(() => (drained = true));
    for (let waited = 0; !drained && !life.isDead && waited < 120; waited += 1) await this.#pass(1000);
    if (!drained && !life.isDead) this.#broken.push("the appliance did not come to an end within two minutes");
    if (drained) await done;
    // It can die of this too; then it is for the next step to see.
    if (life.isDead) return;
    await life.end();
    this.#life = new Life(this.#world);
  }

  async #pass(ms: number): Promise<void> {
    // What follows from a promise has to be able to happen between two moments.
    for (let leftMs = ms; leftMs > 0 && !this.#life.isDead; leftMs -= 500) {
      this.#clock.advance(Math.min(500, leftMs));
      await settled();
    }
  }

  async #rest(): Promise<void> {
    if (this.#broken.length > 0) return;
    for (let passedMs = 0; passedMs < REST_MS; passedMs += 15_000) {
      try {
        this.#clock.advance(15_000);
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error;
      }
      for (let turn = 0; turn < 3; turn += 1) await settled();
      if (this.#life.isDead) this.#liveAgain();
    }
  }

  #judge(): void {
    if (this.#broken.length > 0) return;
    const { desk, store } = this.#life;
    this.#broken.push(...lostOf(this.#facts, { desk, store, folder: this.#folder }, CALLER.accountId));
    for (const left of this.#world.asterisk.left) this.#broken.push(`${left} is still there`);
  }

  #someCall(): string {
    // Mostly one of the latest.
    return this.#chance.pick(this.#chance.maybe(0.9) ? this.#calls.slice(-8) : this.#calls);
  }
}
