/** Asterisk could not be started: one sentence for the person who started the appliance. */
export class AsteriskStartError extends Error {
  override readonly name = "AsteriskStartError";
  /** Another attempt may succeed without anybody changing anything. */
  readonly retryable: boolean;
  constructor(message: string, retryable = false) {
    super(message);
    this.retryable = retryable;
  }
}
