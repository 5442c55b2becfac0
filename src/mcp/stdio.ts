/**
 * The tools over standard input and output, for clients that start a program: a thin client of an appliance that runs
 * somewhere, which alone decides. Standard output belongs to the protocol.
 */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readOffer } from "./offer.ts";
import { restThrough } from "./rest.ts";
import { createToolServer } from "./tool-server.ts";

export type StdioSettings = {
  /** Of the appliance, without a slash at the end. */
  readonly base: string;
  readonly key: string | null;
  readonly nowMs: () => number;
  readonly onBug: (error: unknown) => void;
};

const OFFER_WITHIN_MS = 10_000;

/** Resolves when the client has gone, or the signal ends it. Rejects with NoAnswer when there is no appliance. */
export async function serveOverStdio({ base, key, nowMs, onBug }: StdioSettings, signal: AbortSignal): Promise<void> {
  const rest = restThrough({ base });
  const offer = await readOffer(rest, AbortSignal.any([signal, AbortSignal.timeout(OFFER_WITHIN_MS)]));
  const asker = { rest, key, signal, ending: signal };
  const server = createToolServer({ offer, askerOf: () => asker, nowMs, onBug });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const end = (): void => void server.close();
  // The transport does not look for the end of its input, which is how a client says that it is done.
  process.stdin.once("end", end);
  signal.addEventListener("abort", end, { once: true });
  await server.connect(new StdioServerTransport());
  await closed;
}
