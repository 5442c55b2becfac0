/**
 * Transactions that nest, and what waits for them. The outermost one is `BEGIN IMMEDIATE`; an inner one is a
 * savepoint, so that an operation can fail alone while its caller still records the failure. Effects asked for inside
 * run after the outermost commit, never before, and not at all when their part was rolled back.
 */
import Database from "better-sqlite3";
import { Refusal } from "../calls/refusal.ts";
import { failpoint } from "../lib/failpoint.ts";

/** Result codes of a database that cannot take the write, through no fault of the statement. */
const UNAVAILABLE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED|NOMEM|CORRUPT|NOTADB|PERM|PROTOCOL)/;
/** After these what is on the disk is no longer certain: nothing is written until a restart has looked at it. */
const BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB)/;

export type WorkHooks = {
  /** An effect after a commit failed: a bug. */
  readonly onEffectError: (error: unknown) => void;
  /** The so many-th commit since the database was made is on the disk. */
  readonly onCommit: (nth: number) => void;
  /** A transaction had to wait so long for the disk, or for somebody else's. */
  readonly onWaited?: (ms: number) => void;
  /** Once, when nothing can be written any more until a restart; with a sentence. */
  readonly onBroken: (why: string) => void;
};

export class Work {
  readonly #db: Database.Database;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  /** One name for all depths: the innermost of that name is meant. */
  readonly #part: Database.Statement;
  readonly #keepPart: Database.Statement;
  readonly #dropPart: Database.Statement;
  readonly #changes: Database.Statement<[], number>;
  readonly #countCommit: Database.Statement<[], number>;
  readonly #hooks: WorkHooks;
  #depth = 0;
  #effects: (() => void)[] = [];
  #broken: string | null = null;

  constructor(db: Database.Database, hooks: WorkHooks) {
    this.#db = db;
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#rollback = db.prepare("ROLLBACK");
    this.#part = db.prepare("SAVEPOINT part");
    this.#keepPart = db.prepare("RELEASE part");
    this.#dropPart = db.prepare("ROLLBACK TO part");
    this.#changes = db.prepare<[], number>("SELECT total_changes()").pluck();
    this.#countCommit = db.prepare<[], number>("UPDATE commits SET n = n + 1 RETURNING n").pluck();
    this.#hooks = hooks;
  }

  /** Why nothing can be written any more, until a restart; else null. */
  get broken(): string | null {
    return this.#broken;
  }

  /** False when a failure has taken the whole transaction with it: nothing of it can be kept. */
  get intact(): boolean {
    return this.#broken === null && this.#db.inTransaction;
  }

  atomically<T>(work: () => T): T {
    if (this.#depth > 0) return this.#nested(work);
    if (this.#broken !== null) throw unavailable(new Error(this.#broken));
    let result: T;
    let waitedMs = 0;
    const timed = (statement: Database.Statement): void => {
      const startedMs = performance.now();
      try {
        statement.run();
      } finally {
        waitedMs += performance.now() - startedMs;
      }
    };
    try {
      timed(this.#begin);
      this.#depth = 1;
      const before = this.#changes.get();
      result = work();
      // A part that failed on a full disk may have taken the whole transaction with it.
      if (!this.#db.inTransaction) throw unavailable(new Error("SQLite rolled the transaction back."));
      const nth = this.#changes.get() === before ? undefined : this.#countCommit.get();
      failpoint("commit.before");
      timed(this.#commit);
      failpoint("commit.after");
      if (nth !== undefined) this.#hooks.onCommit(nth);
    } catch (error) {
      this.#effects = [];
      // SQLite has rolled back by itself after some errors.
      if (this.#db.inTransaction) this.#rollback.run();
      throw this.translate(error);
    } finally {
      this.#depth = 0;
      this.#hooks.onWaited?.(waitedMs);
    }
    this.#runEffects();
    return result;
  }

  afterCommit(effect: () => void): void {
    this.#effects.push(effect);
    if (this.#depth === 0) this.#runEffects();
  }

  #nested<T>(work: () => T): T {
    const effects = this.#effects.length;
    this.#part.run();
    this.#depth += 1;
    try {
      const result = work();
      this.#keepPart.run();
      return result;
    } catch (error) {
      this.#effects.length = effects;
      if (this.#db.inTransaction) {
        this.#dropPart.run();
        this.#keepPart.run();
      }
      throw this.translate(error);
    } finally {
      this.#depth -= 1;
    }
  }

  #runEffects(): void {
    const effects = this.#effects;
    this.#effects = [];
    for (const effect of effects) {
      try {
        effect();
      } catch (error) {
        this.#hooks.onEffectError(error);
      }
    }
  }

  /** What an error means to the domain, wherever it came from; after some, nothing is written any more. */
  translate(error: unknown): unknown {
    if (!(error instanceof Database.SqliteError) || !UNAVAILABLE.test(error.code)) return error;
    if (this.#broken === null && BROKEN.test(error.code)) {
      this.#broken = `The database failed with ${error.code}: restart the appliance and check its disk.`;
      this.#hooks.onBroken(this.#broken);
    }
    return unavailable(error);
  }
}

function unavailable(cause: Error): Refusal {
  const refusal = new Refusal(
    "database_unavailable",
    "The appliance cannot write its database just now; nothing was done. Send the same request again later.",
    { retryAfterSeconds: 10 },
  );
  refusal.cause = cause;
  return refusal;
}
