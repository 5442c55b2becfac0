/** What can go wrong between us and a server before its answer is whole. */
export type HttpTrouble =
  /** Nobody takes the connection, or not in time. */
  | "unreachable"
  /** Connected, and no first byte of an answer in time. */
  | "no_answer"
  /** An answer that stopped: too long nothing, though it was not over. */
  | "stalled"
  /** The connection ended in the middle of an answer. */
  | "cut"
  /** What came is not HTTP. */
  | "garbage";

export class HttpFault extends Error {
  readonly trouble: HttpTrouble;
  readonly afterMs: number | null;

  constructor(trouble: HttpTrouble, { afterMs = null, cause }: { afterMs?: number | null; cause?: unknown } = {}) {
    super(`${trouble}${afterMs === null ? "" : ` within ${afterMs} ms`}`, { cause });
    this.name = "HttpFault";
    this.trouble = trouble;
    this.afterMs = afterMs;
  }
}

/** The fault somewhere down an error's causes: the SDK wraps what its `fetch` throws. */
export function faultIn(error: unknown): HttpFault | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof HttpFault) return at;
  }
  return null;
}

/** What the system or the parser says, as one of ours. */
export function asHttpFault(error: unknown, connected: boolean): HttpFault {
  if (error instanceof HttpFault) return error;
  if (error instanceof Error && "code" in error && String(error.code).startsWith("HPE_")) {
    return new HttpFault("garbage", { cause: error });
  }
  return new HttpFault(connected ? "cut" : "unreachable", { cause: error });
}
