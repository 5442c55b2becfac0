/**
 * A connection to a server that is likely to be asked soon: by a request that any server answers somehow, because only
 * after an answer is the connection kept. (After a HEAD it often is not.) Many servers end a connection that was idle for
 * five seconds, which is shorter than a turn: one that has been idle for half of that is used once, to begin anew.
 */
export type Connecting = {
  /** Resolves when a connection is kept, or could not be had: who asks next is told why. */
  connect(): Promise<void>;
  end(): void;
};

type Transport = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  isConnected(): boolean;
};

const FRESH_MS = 2500;

export function keepConnected(
  transport: Transport,
  baseUrl: string,
  apiKey: string | null,
  nowMs: () => number = () => performance.now(),
): Connecting {
  const life = new AbortController();
  let connecting: Promise<void> | null = null;
  let usedMs = -Infinity;

  async function ask(): Promise<void> {
    usedMs = nowMs();
    const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const url = `${baseUrl.replace(/\/+$/, "")}/models`;
    const response = await transport.fetch(url, { headers, signal: life.signal });
    for await (const _ of response.body ?? []) continue;
    // The agent takes the connection back in the turn after the answer's end.
    await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    connect() {
      if (transport.isConnected() && nowMs() - usedMs < FRESH_MS) return Promise.resolve();
      connecting ??= ask()
        .catch(() => undefined)
        .finally(() => (connecting = null));
      return connecting;
    },
    end: () => life.abort(new Error("the appliance stops")),
  };
}
