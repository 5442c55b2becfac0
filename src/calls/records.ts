/**
 * Records of calls as clients read them. While nothing has changed, the same object comes back: HTTP may keep what it
 * rendered of it, and a thousand waiting readers cost one look at the database.
 */
import type { DeskContext } from "./desk-context.ts";
import type { CallRecord, TranscriptEntry } from "./operations.ts";
import { wholeSeconds } from "../billing/pricing.ts";
import { recordOf } from "./call-record.ts";
import { sharedUrl } from "../sharing/sharing.ts";

const KEPT = 500;

export class Records {
  readonly #context: DeskContext;
  readonly #kept = new Map<string, CallRecord>();
  /** Transcripts only grow: of a call read before, only the new lines are fetched. */
  readonly #lines = new Map<string, readonly TranscriptEntry[]>();

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /** Null when there is no such call. */
  read(callId: string): CallRecord | null {
    const kept = this.#kept.get(callId);
    const record = kept === undefined ? this.#make(callId) : this.#tick(kept);
    if (record === null || record === kept) return record;
    keep(this.#kept, callId, record);
    keep(this.#lines, callId, record.transcript);
    return record;
  }

  /** After every commit that changed the call. */
  forget(callId: string): void {
    this.#kept.delete(callId);
  }

  talkMs(callId: string, otherwiseMs: number): number {
    return this.#context.live.get(callId)?.talkMs ?? otherwiseMs;
  }

  #make(callId: string): CallRecord | null {
    const row = this.#context.store.calls.read(callId);
    if (row === null) return null;
    const known = this.#lines.get(callId) ?? [];
    const fresh = this.#context.store.calls.lines(callId, known.length);
    const transcript = fresh.length === 0 ? known : [...known, ...fresh];
    const shareUrl = row.status === "ended" ? sharedUrl(this.#context, callId) : null;
    return recordOf(this.#context.store, row, transcript, this.talkMs(callId, row.aliveMs), shareUrl);
  }

  /** Only the duration moves without a commit. */
  #tick(record: CallRecord): CallRecord {
    if (record.status !== "in_progress") return record;
    const durationS = wholeSeconds(this.talkMs(record.callId, record.durationS * 1000));
    return durationS === record.durationS ? record : { ...record, durationS };
  }
}

/** As the newest; the oldest of too many goes. */
function keep<T>(kept: Map<string, T>, callId: string, value: T): void {
  kept.delete(callId);
  kept.set(callId, value);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}
