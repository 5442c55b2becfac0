/**
 * Where the tools of agents are let in: the port to whoever speaks their protocol, and the connection it is given to ask
 * the REST interface as any client would, without a socket.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { duplexPair } from "node:stream";
import type { Duplex } from "node:stream";
import type { JsonObject } from "./body.ts";

export type AgentRequest = {
  /** Null on GET and DELETE. */
  readonly body: JsonObject | null;
  readonly key: string | null;
  /** Names the key or, without one, the client's address: what one began no other can use. */
  readonly holder: string;
};

export type AgentTools = {
  /** Answers the request, whose host, origin, key and size were looked at. The common headers are set. */
  take(request: IncomingMessage, response: ServerResponse, asked: AgentRequest): Promise<void>;
  /** Answers what runs, ends the rest. */
  close(): Promise<void>;
};

/** `connect` opens a connection to this server that is counted as one from this address. */
export type OfferAgentTools = (connect: (remoteAddress: string) => Duplex) => AgentTools;

/** Node takes any stream for a connection: the request on it is parsed, limited and routed like all others. */
export function connectInside(server: Server, remoteAddress: string): Duplex {
  const [ours, theirs] = duplexPair();
  Object.defineProperty(theirs, "remoteAddress", { value: remoteAddress });
  // Either side may leave at any time.
  ours.on("error", () => {});
  theirs.on("error", () => {});
  server.emit("connection", theirs);
  return ours;
}
