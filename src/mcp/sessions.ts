/** The sessions there are: whose each is, how many there may be, and when one has been idle for too long. */
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

export type SessionLimits = {
  readonly perHolder: number;
  readonly inAll: number;
  /** Without any request or stream. */
  readonly idleMs: number;
  /** Whatever it does: after this it ends as soon as it is idle. */
  readonly lifeMs: number;
};

const HOUR_MS = 60 * 60 * 1000;
const LIMITS: SessionLimits = { perHolder: 20, inAll: 1000, idleMs: HOUR_MS, lifeMs: 24 * HOUR_MS };

type Session = {
  readonly id: string;
  readonly holder: string;
  readonly transport: StreamableHTTPServerTransport;
  readonly bornMs: number;
  usedMs: number;
  readonly open: Record<Use, number>;
};

/** A stream stands open for as long as its client likes; a request is answered. */
export type Use = "request" | "stream";

const isIdle = ({ open }: Session): boolean => open.request + open.stream === 0;

export class Sessions {
  readonly #nowMs: () => number;
  readonly #limits: SessionLimits;
  /** The one that was used longest ago comes first. */
  readonly #sessions = new Map<string, Session>();
  #waiting: (() => void)[] = [];

  constructor(nowMs: () => number, limits: SessionLimits = LIMITS) {
    this.#nowMs = nowMs;
    this.#limits = limits;
  }

  get size(): number {
    this.#sweep();
    return this.#sessions.size;
  }

  /**
   * Ends what is too old and, where there are too many, the idle one that was used longest ago: one of the holder's own
   * if it has too many. False when there is still no room.
   */
  makeRoom(holder: string): boolean {
    this.#sweep();
    const all = [...this.#sessions.values()];
    const own = all.filter((session) => session.holder === holder);
    if (own.length < this.#limits.perHolder && all.length < this.#limits.inAll) return true;
    const idle = (own.length >= this.#limits.perHolder ? own : all).find(isIdle);
    if (idle !== undefined) this.#end(idle);
    return idle !== undefined;
  }

  add(id: string, holder: string, transport: StreamableHTTPServerTransport): void {
    const nowMs = this.#nowMs();
    const open = { request: 0, stream: 0 };
    this.#sessions.set(id, { id, holder, transport, bornMs: nowMs, usedMs: nowMs, open });
  }

  /** It has ended. */
  drop(id: string): void {
    this.#sessions.delete(id);
  }

  /** The holder's session of this id; null for somebody else's as for none. */
  of(id: string, holder: string): StreamableHTTPServerTransport | null {
    this.#sweep();
    const found = this.#sessions.get(id);
    return found?.holder === holder ? found.transport : null;
  }

  /** The session is in use until the function that is returned is called. */
  use(transport: StreamableHTTPServerTransport, as: Use): () => void {
    const change = (by: 1 | -1): void => {
      const session = this.#sessions.get(transport.sessionId ?? "");
      if (session === undefined) return;
      session.open[as] = Math.max(0, session.open[as] + by);
      session.usedMs = this.#nowMs();
      this.#sessions.delete(session.id);
      this.#sessions.set(session.id, session);
      if (this.#requests() === 0) for (const go of this.#waiting.splice(0)) go();
    };
    change(1);
    return () => change(-1);
  }

  /** Resolves when no request is open, or after this long. */
  idle(ms: number): Promise<void> {
    if (this.#requests() === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
    this.#sessions.clear();
  }

  #requests(): number {
    return [...this.#sessions.values()].reduce((sum, { open }) => sum + open.request, 0);
  }

  #sweep(): void {
    const nowMs = this.#nowMs();
    for (const session of this.#sessions.values()) {
      const old = nowMs - session.usedMs >= this.#limits.idleMs || nowMs - session.bornMs >= this.#limits.lifeMs;
      if (isIdle(session) && old) this.#end(session);
    }
  }

  #end(session: Session): void {
    this.#sessions.delete(session.id);
    void session.transport.close();
  }
}
