/** A desk on a real SQLite file, with a scripted exchange, scripted conversations and a clock moved by hand. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Brief } from "../../src/calls/brief.ts";
import { createDesk, type Desk } from "../../src/calls/desk.ts";
import type { Caller, CallRecord, KeyHolder } from "../../src/calls/operations.ts";
import { cents } from "../../src/billing/pricing.ts";
import { newId } from "../../src/lib/ids.ts";
import type { DeskPorts, DeskSettings } from "../../src/calls/desk-context.ts";
import type { Payments } from "../../src/billing/ports-payments.ts";
import type { Conversations } from "../../src/calls/ports.ts";
import type { Store } from "../../src/calls/ports-store.ts";
import { pageLinks } from "../../src/http/pages/paths.ts";
import { housePayments } from "../../src/payments/house.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { openStore } from "../../src/store/store.ts";
import { FakeClock } from "./clock.ts";
import { ScriptedConversations } from "./conversations.ts";
import { ScriptedPbx } from "./pbx.ts";

export const DEMO_PHONE = "+12025550142";
export const SHOP_PHONE = "+14155550123";

export const LINKS = pageLinks(() => "http://127.0.0.1:8080");

export const SETTINGS: DeskSettings = {
  demo: { phone: DEMO_PHONE, callsPerDay: 5 },
  trunkConfigured: true,
  assistant: { name: "Ada", disclosure: true },
  maxCallSeconds: 1800,
  answerWaitSeconds: 60,
  ringSeconds: 45,
  drainSeconds: 30,
  limits: {
    callsPerNumberPerDay: 10,
    concurrentCallsPerAccount: 20,
    callsPerAccountPerDay: 200,
    callsPerMinute: 60,
  },
  keyless: { perAddress: 1200, inAll: 6000 },
};

/** No business is known, no model thinks ahead. */
export const NOTHING_AROUND: DeskPorts["around"] = {
  directory: { search: () => Promise.resolve([]), atNumber: () => null },
  openingLine: (brief) => `Hello. ${brief.goal}`,
  thinkAhead: null,
};

export function briefTo(phone: string, more: Partial<Brief> = {}): Brief {
  return {
    phone,
    goal: "Book a table for two",
    businessName: null,
    details: null,
    questions: [],
    onBehalfOf: null,
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
    ...more,
  };
}

export type BenchOptions = {
  readonly settings?: Partial<DeskSettings>;
  readonly payments?: Payments;
  readonly checkPolicy?: DeskPorts["checkPolicy"];
  /** How many calls the machine carries; no bound when absent. */
  readonly seats?: number;
  readonly around?: Partial<DeskPorts["around"]>;
  readonly baseUrl?: () => string;
  /** RFC 3339. */
  readonly startsAt?: string;
  /** One that is there already; left out: an empty one. */
  readonly folder?: string;
  /** Others than scripted ones; made once the clock is there. */
  readonly conversations?: (clock: FakeClock) => Conversations;
  readonly onUsage?: DeskPorts["onUsage"];
  readonly onFact?: DeskPorts["onFact"];
};

export class ProcessDied extends Error {}

export class DeskBench {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly logged: { readonly fields: Record<string, unknown>; readonly message: string }[] = [];
  readonly #options: BenchOptions;
  /** While set, the machine is strained, for this reason. */
  strained: string | null = null;
  /** While set, nothing can be written, as on a full disk. */
  diskFull = false;
  /** Where the process dies at its next transaction; the test then restarts. */
  dies: "before commit" | "after commit" | null = null;
  pbx = new ScriptedPbx();
  conversations = new ScriptedConversations();
  store: Store;
  desk: Desk;

  constructor(options: BenchOptions = {}) {
    this.#options = options;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), "outdial-desk-"));
    this.clock = new FakeClock(options.startsAt);
    [this.store, this.desk] = this.#open();
  }

  /** An account with this much on it, and a key of its own. */
  fund(balanceCents: number): { readonly caller: KeyHolder & { readonly kind: "account" }; readonly key: string } {
    const { store, clock } = this;
    const [accountId, paymentId, keyId] = [newId("acct"), newId("pay"), newId("key")];
    const [atMs, amountCents] = [clock.wallMs(), cents(balanceCents)];
    const key = store.atomically(() => {
      store.accounts.open(accountId, atMs);
      if (amountCents > 0) {
        store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs: atMs });
        store.payments.settle(paymentId, "succeeded");
        store.ledger.credit(accountId, paymentId, "topup", amountCents, atMs);
      }
      return store.keys.issue({ keyId, holder: { accountId }, name: null, createdAtMs: atMs, expiresAtMs: null });
    });
    return { caller: { kind: "account", accountId, keyId }, key };
  }

  /** Places a call that must be accepted, and lets it be dialled. */
  async place(caller: Caller, brief: Brief = briefTo(SHOP_PHONE)): Promise<string> {
    const placed = this.desk.placeCall(caller, brief, null);
    if (placed.kind !== "calling") throw new Error(`expected a call, not ${placed.because}`);
    await settled();
    return placed.callId;
  }

  /** Places a call and has it answered, the assistant introduced. */
  async talk(caller: Caller, brief?: Brief): Promise<string> {
    const callId = await this.place(caller, brief);
    this.pbx.answered(callId);
    this.conversations.tell(callId, "introduced", {});
    return callId;
  }

  read(callId: string): CallRecord {
    const record = this.desk.readCallById(callId);
    if (record === null) throw new Error(`no call ${callId}`);
    return record;
  }

  balance(caller: KeyHolder): { readonly balanceCents: number; readonly heldCents: number } {
    const { balanceCents, heldCents } = this.desk.readAccount(caller);
    return { balanceCents, heldCents };
  }

  /** Everything that is on the disk now, as one text. */
  files(): string {
    return readdirSync(this.folder)
      .map((name) => readFileSync(join(this.folder, name), "latin1"))
      .join("");
  }

  /** The process dies and a new one starts on the same file; nothing is told to the old world. */
  async restart(): Promise<void> {
    await this.desk.close();
    this.store.close();
    this.reopen();
  }

  /** Starts on a file that is closed. */
  reopen(): void {
    this.dies = null;
    this.diskFull = false;
    this.pbx = new ScriptedPbx();
    this.conversations = new ScriptedConversations();
    [this.store, this.desk] = this.#open();
    this.desk.reconcile();
  }

  async end(): Promise<void> {
    await this.desk.close();
    this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #open(): [Store, Desk] {
    const real = openStore({ folder: this.folder, onEffectError: (error) => this.#fail(error) });
    const store: Store = {
      ...real,
      atomically: (work) => {
        if (this.diskFull) throw new Refusal("database_unavailable", "The disk is full.", { retryAfterSeconds: 10 });
        if (this.dies !== "before commit") return real.atomically(work);
        return real.atomically(() => {
          work();
          throw new ProcessDied();
        });
      },
      afterCommit: (effect) => {
        if (this.dies === null) real.afterCommit(effect);
      },
    };
    const note = (fields: Record<string, unknown>, message: string): void => void this.logged.push({ fields, message });
    const desk = createDesk({
      store,
      pbx: this.pbx,
      conversations: this.#options.conversations?.(this.clock) ?? this.conversations,
      capacity: { seats: () => this.#options.seats ?? null, strained: () => this.strained },
      payments: this.#options.payments ?? housePayments(),
      checkPolicy: this.#options.checkPolicy ?? (() => null),
      around: { ...NOTHING_AROUND, ...this.#options.around },
      clock: this.clock,
      timers: this.clock,
      ...(this.#options.onUsage === undefined ? {} : { onUsage: this.#options.onUsage }),
      ...(this.#options.onFact === undefined ? {} : { onFact: this.#options.onFact }),
      links: this.#options.baseUrl === undefined ? LINKS : pageLinks(this.#options.baseUrl),
      settings: { ...SETTINGS, ...this.#options.settings },
      log: { info: note, warn: note, error: note },
    });
    return [store, desk];
  }

  #fail(error: unknown): never {
    throw error;
  }
}

/** Lets promises that are settled already take effect. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
