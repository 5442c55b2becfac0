/** Ctrl-C and its kin as an AbortSignal, with the exit code they ask for. */
import { constants } from "node:os";

export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** `insist` runs when it is asked a second time: then there is no more waiting. */
export function interruptSignal(insist: () => void): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => (controller.signal.aborted ? insist() : controller.abort(new Interrupted(signal))));
  }
  return controller.signal;
}
