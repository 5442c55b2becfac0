/**
 * What is written of one call while it runs: its life, the lines of its transcript, the figures of its turns, the
 * questions as far as they are settled. Each thing is committed when it happens, in order.
 */
import type { Backlog } from "./backlog.ts";
import type { Call } from "./call.ts";
import { tellFact } from "./call-facts.ts";
import type { DeskContext } from "./desk-context.ts";
import type { TranscriptEntry } from "./operations.ts";
import type { CallLife, NewCall } from "./ports-store.ts";
import { isObjection } from "./objection.ts";
import type { Findings } from "./ports.ts";
import type { CallUsage } from "./usage.ts";
import { checkQuestions } from "./questions.ts";
import { Refusal } from "./refusal.ts";
import { BASE_SLOT } from "../billing/settle.ts";

type Said = Pick<TranscriptEntry, "role" | "text" | "cutOff" | "latency"> & {
  /** Since the answer. */
  readonly atMs: number;
};

export class CallNotes {
  readonly #context: DeskContext;
  readonly #placed: NewCall;
  readonly #backlog: Backlog;
  #answeredWallMs: number | null = null;
  #latencies: number[] = [];
  #aliveWrittenMs = 0;
  #spoken = false;

  constructor(context: DeskContext, placed: NewCall, backlog: Backlog) {
    this.#context = context;
    this.#placed = placed;
    this.#backlog = backlog;
  }

  save(call: Call, visible: boolean): void {
    const life = this.life(call);
    this.#aliveWrittenMs = life.aliveMs;
    this.#backlog.write(() => this.#context.store.calls.saveLife(this.#placed.callId, life, visible));
  }

  /** The answer and its price, in one transaction. */
  answered(call: Call): void {
    const { store, clock } = this.#context;
    const { callId, accountId, free, prices } = this.#placed;
    const nowMs = clock.wallMs();
    this.#answeredWallMs = nowMs;
    const life = this.life(call);
    this.#backlog.write(() => {
      store.calls.saveLife(callId, life, true);
      if (free || accountId === null) return;
      store.ledger.charge(accountId, callId, BASE_SLOT, prices.answeredCents, nowMs);
      this.#context.charged(accountId);
    });
  }

  /** A line of the transcript; with what it took to answer them, and the call's figures that follow from it. */
  line(call: Call, { role, text, cutOff, atMs, latency }: Said): void {
    if (this.#answeredWallMs === null || (text === "" && cutOff === null)) return;
    const { store } = this.#context;
    const { callId } = this.#placed;
    const offsetMs = Math.round(atMs);
    const line = { role, text, cutOff, atMs: this.#answeredWallMs + offsetMs, offsetMs, latency };
    if (latency !== null) this.#latencies.push(latency.totalMs);
    this.#told({ role, cutOff, atMs, latency });
    const life = latency === null ? null : this.life(call);
    this.#backlog.write(() => {
      store.calls.addLine(callId, line);
      // The version has grown with the line.
      if (life !== null) store.calls.saveLife(callId, life, false);
    });
  }

  #told({ role, cutOff, atMs, latency }: Omit<Said, "text">): void {
    const { callId } = this.#placed;
    if (role === "business") return tellFact(this.#context, callId, { type: "heard", atMs });
    if (role === "system") return;
    const opening = !this.#spoken;
    this.#spoken = true;
    tellFact(this.#context, callId, { type: "spoke", atMs, opening, cutOff: cutOff !== null, latency });
  }

  /** What was found, as long as its outcome is not decided. */
  findings(findings: Findings): void {
    const { store } = this.#context;
    const { callId, brief } = this.#placed;
    this.#backlog.write(() => {
      const { records } = checkQuestions(
        brief.questions,
        findings.questions,
        store.calls.lines(callId),
        brief.language,
      );
      store.calls.saveQuestions(callId, records);
      store.calls.saveNoted(callId, findings);
    });
  }

  usage(usage: CallUsage): void {
    this.#backlog.write(() => this.#context.store.calls.saveUsage(this.#placed.callId, usage));
  }

  /** The business does not want to be called again, if its words say so. The fictional one has no say in this. */
  objected(quotes: readonly string[]): void {
    const { store, clock, settings } = this.#context;
    const { callId, brief } = this.#placed;
    if (brief.phone === settings.demo.phone) return;
    this.#backlog.write(() => {
      if (isObjection(quotes, store.calls.lines(callId), brief.language))
        store.doNotCall.add(brief.phone, clock.wallMs());
    });
  }

  /** Another number is dialled in this call: it counts towards the limits of the day. */
  transferred(phone: string): void {
    const { store, clock } = this.#context;
    const { accountId } = this.#placed;
    if (accountId === null) return;
    this.#backlog.write(() => store.calls.countTransfer(accountId, clock.wallMs(), phone));
  }

  /** Writes that the assistant was alive, when there is news; a part of its own in a transaction of the caller's. */
  alive(call: Call): void {
    const life = this.life(call);
    if (life.aliveMs === this.#aliveWrittenMs || this.#backlog.behind) return;
    const { store, log } = this.#context;
    const { callId } = this.#placed;
    try {
      store.atomically(() => store.calls.saveLife(callId, life, false));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return log.error({ call_id: callId, err: error }, "a sign of life of a call could not be written");
    }
    this.#aliveWrittenMs = life.aliveMs;
  }

  life(call: Call): CallLife {
    const running = call.status === "in_progress" ? call : null;
    return {
      status: call.status,
      lineState: call.status === "ringing" || call.status === "in_progress" ? call.lineState : null,
      answeredBy: call.status === "in_progress" || call.status === "ended" ? call.answeredBy : null,
      answeredAtMs: this.#answeredWallMs,
      endedAtMs: null,
      endReason: null,
      sipStatus: null,
      metMenu: running?.metMenu ?? false,
      introduced: running?.introduced ?? false,
      aliveMs: running?.aliveMs ?? 0,
      durationS: null,
      latencyMs: latencyOf(this.#latencies),
      outcome: null,
    };
  }
}

/** Median and 95th percentile of the turns so far, nearest rank; null before the first. */
function latencyOf(totalsMs: readonly number[]): { readonly p50: number; readonly p95: number } | null {
  if (totalsMs.length === 0) return null;
  const sorted = totalsMs.toSorted((a, b) => a - b);
  const rank = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: rank(0.5), p95: rank(0.95) };
}
