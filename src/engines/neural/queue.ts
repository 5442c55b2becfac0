/**
 * Which decoding is next. Newest first, because who has just stopped speaking is waiting for an answer, while what is
 * older has its deadline behind it or somebody who has gone on; and what somebody waits for before what is only guessed.
 * Pure.
 */
import type { Urgency } from "./wire.ts";

export type Queued<Job> = { readonly job: Job; readonly urgency: Urgency; readonly number: number };

const RANK: Readonly<Record<Urgency, number>> = { final: 0, pause: 1, segment: 2 };

export class DecodingQueue<Job> {
  #waiting: Queued<Job>[] = [];
  #count = 0;

  get size(): number {
    return this.#waiting.length;
  }

  add(job: Job, urgency: Urgency): void {
    this.#count += 1;
    this.#waiting.push({ job, urgency, number: this.#count });
  }

  promote(is: (job: Job) => boolean, urgency: Urgency): void {
    this.#waiting = this.#waiting.map((queued) => (is(queued.job) ? { ...queued, urgency } : queued));
  }

  drop(is: (job: Job) => boolean): void {
    this.#waiting = this.#waiting.filter(({ job }) => !is(job));
  }

  /** Null when nothing waits. */
  take(): Job | null {
    const next = this.#waiting.reduce<Queued<Job> | null>(
      (best, queued) => (best === null || isBefore(queued, best) ? queued : best),
      null,
    );
    if (next === null) return null;
    this.#waiting = this.#waiting.filter((queued) => queued !== next);
    return next.job;
  }
}

function isBefore<Job>(one: Queued<Job>, other: Queued<Job>): boolean {
  const ranks = RANK[one.urgency] - RANK[other.urgency];
  return ranks < 0 || (ranks === 0 && one.number > other.number);
}
