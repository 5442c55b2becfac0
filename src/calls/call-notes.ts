/**
 * What is written of one call while it runs: its life, the lines of its transcript, the figures of its turns, the
 * questions as far as they are settled. Each thing is committed when it happens, in order.
 */
import type { Backlog } from "./backlog.ts";
import type { Call } from "./call.ts";
import type { Floor } from "./floor.ts";
import { latencyOf } from "./latency.ts";
import type { TranscriptEntry } from "./operations.ts";
import type { CallLife, NewCall } from "./ports-store.ts";
import type { Findings } from "./ports.ts";
import { checkQuestions } from "./questions.ts";
import { BASE_SLOT } from "./settle.ts";

type Said = Pick<TranscriptEntry, "role" | "text" | "cutOff" | "latency"> & {
  /** Since the answer. */
  readonly atMs: number;
};

export class CallNotes {
  readonly #floor: Floor;
  readonly #placed: NewCall;
  readonly #backlog: Backlog;
  #answeredWallMs: number | null = null;
  #latencies: number[] = [];
  #aliveWrittenMs = 0;

  constructor(floor: Floor, placed: NewCall, backlog: Backlog) {
    this.#floor = floor;
    this.#placed = placed;
    this.#backlog = backlog;
  }

  save(call: Call, visible: boolean): void {
    const life = this.life(call);
    this.#aliveWrittenMs = life.aliveMs;
    this.#backlog.write(() => this.#floor.store.calls.saveLife(this.#placed.callId, life, visible));
  }

  /** The answer and its price, in one transaction. */
  answered(call: Call): void {
    const { store, clock } = this.#floor;
    const { callId, accountId, free, prices } = this.#placed;
    const nowMs = clock.wallMs();
    this.#answeredWallMs = nowMs;
    const life = this.life(call);
    this.#backlog.write(() => {
      store.calls.saveLife(callId, life, true);
      if (free || accountId === null) return;
      store.ledger.charge(accountId, callId, BASE_SLOT, prices.answeredCents, nowMs);
      this.#floor.charged(accountId);
    });
  }

  /** A line of the transcript; with what it took to answer them, and the call's figures that follow from it. */
  line(call: Call, { role, text, cutOff, atMs, latency }: Said): void {
    if (this.#answeredWallMs === null || (text === "" && cutOff === null)) return;
    const { store } = this.#floor;
    const { callId } = this.#placed;
    const offsetMs = Math.round(atMs);
    const line = { role, text, cutOff, atMs: this.#answeredWallMs + offsetMs, offsetMs, latency };
    if (latency !== null) this.#latencies.push(latency.totalMs);
    const life = latency === null ? null : this.life(call);
    this.#backlog.write(() => {
      store.calls.addLine(callId, line);
      // The version has grown with the line.
      if (life !== null) store.calls.saveLife(callId, life, false);
    });
  }

  questions(findings: Findings): void {
    const { store } = this.#floor;
    const { callId, brief } = this.#placed;
    this.#backlog.write(() => {
      const { records } = checkQuestions(brief.questions, findings.questions, store.calls.lines(callId));
      store.calls.saveQuestions(callId, records);
    });
  }

  /** The business does not want to be called again. The fictional one has no say in this. */
  objected(): void {
    const { store, clock, settings } = this.#floor;
    const { phone } = this.#placed.brief;
    if (phone === settings.demo.phone) return;
    this.#backlog.write(() => store.doNotCall.add(phone, clock.wallMs()));
  }

  /** Writes that the assistant was alive, when there is news; part of a transaction of the caller's. */
  alive(call: Call): void {
    const life = this.life(call);
    if (life.aliveMs === this.#aliveWrittenMs || this.#backlog.behind) return;
    this.#floor.store.calls.saveLife(this.#placed.callId, life, false);
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
