/** Why an engine did not do what it was asked: one sentence for the operator, and what the call may do about it. */
export class EngineFailure extends Error {
  /** Another try, or another engine, may do. */
  readonly retryable: boolean;
  /** How long the engine asks not to be asked again; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { retryable, retryAfterMs = null }: FailureTraits) {
    super(message);
    this.name = "EngineFailure";
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

export type FailureTraits = { readonly retryable: boolean; readonly retryAfterMs?: number | null };

/** Anything that was thrown; what nobody has judged may well do at the next try. */
export function asEngineFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  return new EngineFailure(error instanceof Error ? error.message : String(error), { retryable: true });
}
