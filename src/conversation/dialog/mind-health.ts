/**
 * Which of the minds have failed lately. One that fails in call after call is not asked at the beginning of new ones for
 * a while: each of them would have to wait until it has failed again. Pure but for the clock it is given.
 */
export type MindHealth = {
  /** The first in the list that is not resting; the last, when all are. */
  best(): number;
  /** It has failed in a call. */
  failed(index: number): void;
  /** It has answered the business in a call. */
  answered(index: number): void;
};

export const HEALTH_RULES = {
  /** So many failures without an answer in between. One may be the fault of that call. */
  failures: 2,
  restMs: 30_000,
} as const;

export function mindHealth(count: number, nowMs: () => number): MindHealth {
  const minds = Array.from({ length: count }, () => ({ failures: 0, restsUntilMs: -Infinity }));
  return {
    best() {
      const now = nowMs();
      const first = minds.findIndex(({ restsUntilMs }) => restsUntilMs <= now);
      return first < 0 ? count - 1 : first;
    },
    failed(index) {
      const mind = minds[index];
      if (mind === undefined) return;
      mind.failures += 1;
      // After its rest one more failure is enough.
      if (mind.failures >= HEALTH_RULES.failures) mind.restsUntilMs = nowMs() + HEALTH_RULES.restMs;
    },
    answered(index) {
      const mind = minds[index];
      if (mind === undefined) return;
      mind.failures = 0;
      mind.restsUntilMs = -Infinity;
    },
  };
}
