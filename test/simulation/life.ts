/**
 * One life of the appliance's call engine: the real desk, the real exchange over a simulated Asterisk, the real database.
 * It is killed, not closed: between a commit and what follows from it, before a commit, or anywhere else.
 */
import type { Logger } from "pino";
import { createDesk, type Desk } from "../../src/calls/desk.ts";
import type { Store } from "../../src/calls/ports-store.ts";
import type { Time } from "../../src/lib/clock.ts";
import { housePayments } from "../../src/payments/house.ts";
import { AsteriskPbx } from "../../src/pbx/asterisk-pbx.ts";
import { openStore } from "../../src/store/store.ts";
import type { FakeClock } from "../fakes/clock.ts";
import { DEMO_PHONE, LINKS, NOTHING_AROUND, ProcessDied, SETTINGS } from "../fakes/desk.ts";
import type { SimulatedAsterisk, SimulatedLink } from "./asterisk.ts";
import type { Chance } from "./chance.ts";
import { SimulatedMinds } from "./minds.ts";

export type World = {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly chance: Chance;
  readonly asterisk: SimulatedAsterisk;
  /** A sentence about something that must not happen. */
  readonly broken: (what: string) => void;
};

const MANY = 1e9;
const LIMITS = {
  callsPerNumberPerDay: MANY,
  concurrentCallsPerAccount: 12,
  callsPerAccountPerDay: MANY,
  callsPerMinute: MANY,
};

/** The one error that the engines bring about, and not a fault of ours. */
const ENGINE_FAILED = "the call could not be placed";

export class Life {
  readonly desk: Desk;
  readonly store: Store;
  readonly minds: SimulatedMinds;
  readonly #real: Store;
  readonly #pbx: AsteriskPbx;
  readonly #link: SimulatedLink;
  readonly #waits = new Set<() => void>();
  #dead = false;
  #death: "before commit" | "after commit" | null = null;

  constructor({ folder, clock, chance, asterisk, broken }: World) {
    this.#real = openStore({
      folder,
      minFreeBytes: 0,
      onEffectError: (error) => broken(`an effect failed: ${String(error)}`),
    });
    this.store = this.#mortal(this.#real);
    this.minds = new SimulatedMinds(clock, chance);
    this.#link = asterisk.connect();
    const time = this.#mortalTime(clock);
    const report = (what: string, fields: unknown): void => {
      if (!this.#dead && what !== ENGINE_FAILED) broken(`${what} ${describe(fields)}`);
    };
    this.#pbx = new AsteriskPbx(
      {
        ari: { url: "", username: "", password: "" },
        app: "outdial",
        trunk: { numberFormat: "e164" },
        demo: true,
        log: quiet(report),
      },
      this.#link,
      time,
    );
    void this.#pbx.open();
    this.desk = createDesk({
      store: this.store,
      pbx: this.#pbx,
      conversations: this.minds,
      capacity: { seats: () => 10 },
      payments: housePayments(),
      checkPolicy: () => null,
      around: NOTHING_AROUND,
      links: LINKS,
      clock: time,
      timers: time,
      settings: { ...SETTINGS, demo: { phone: DEMO_PHONE, callsPerDay: MANY }, limits: LIMITS, maxCallSeconds: 900 },
      log: { info: () => undefined, warn: () => undefined, error: (fields, what) => report(what, fields) },
    });
    this.desk.reconcile();
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** The process dies at its next commit. */
  dieAtCommit(moment: "before commit" | "after commit"): void {
    this.#death = moment;
  }

  /** SIGKILL: nothing is told, nothing is finished. */
  kill(): void {
    this.#die();
    this.#real.close();
  }

  /** SIGTERM, once everybody has gone. */
  async end(): Promise<void> {
    await this.desk.close();
    this.kill();
  }

  #die(): void {
    this.#dead = true;
    this.minds.die();
    this.#link.die();
    for (const cancel of this.#waits) cancel();
    this.#waits.clear();
  }

  #mortal(real: Store): Store {
    return {
      ...real,
      atomically: (work) => {
        if (this.#dead) throw new ProcessDied();
        if (this.#death === null) return real.atomically(work);
        const moment = this.#death;
        if (moment === "after commit") {
          const result = real.atomically(work);
          this.#die();
          // The caller of a process that has died hears nothing any more.
          throw Object.assign(new ProcessDied(), { result });
        }
        return real.atomically(() => {
          work();
          this.#die();
          throw new ProcessDied();
        });
      },
      afterCommit: (effect) => {
        real.afterCommit(() => {
          if (!this.#dead && this.#death !== "after commit") effect();
        });
      },
    };
  }

  #mortalTime(clock: FakeClock): Time {
    return {
      wallMs: () => clock.wallMs(),
      monotonicMs: () => clock.monotonicMs(),
      after: (delayMs, run) => {
        if (this.#dead) return () => undefined;
        const cancel = clock.after(delayMs, () => {
          this.#waits.delete(cancel);
          run();
        });
        this.#waits.add(cancel);
        return () => {
          this.#waits.delete(cancel);
          cancel();
        };
      },
    };
  }
}

/** The exchange warns of much that is its business; errors are nobody's. */
function quiet(report: (what: string, fields: unknown) => void): Logger {
  const none = (): void => undefined;
  const log = {
    ...{ trace: none, debug: none, info: none, warn: none, fatal: none },
    error: (fields: unknown, what: string) => report(what, fields),
    child: () => log,
  };
  return log as unknown as Logger;
}

function describe(fields: unknown): string {
  const error = (fields as { err?: unknown }).err;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(fields);
}
