/**
 * `outdial webhooks listen`: a receiver for development. It checks each delivery as a receiver should, prints it, and
 * leaves nothing behind: the webhook that it has added is removed when it ends.
 */
import { InvalidArgumentError } from "commander";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isSecret, signatureFault } from "../webhooks/signature.ts";
import { got } from "./client/connect.ts";
import type { Schemas } from "./client/connect.ts";
import { UsageError } from "./exit.ts";
import { interruptSignal } from "./interrupt.ts";
import { reach } from "./reach.ts";
import type { Reach } from "./reach.ts";

type Options = Reach & {
  readonly port: number;
  readonly secret?: string;
  readonly events?: Schemas["Webhook"]["events"];
};

const HOST = "127.0.0.1";
const MOST_BYTES = 4 * 1024 * 1024;

export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a port, from 0 to 65535.");
}

export async function listen({ port, secret: given, events, ...options }: Options): Promise<void> {
  if (given !== undefined && !isSecret(given)) throw new UsageError("that is no secret: it begins with whsec_");
  const signal = interruptSignal(() => process.exit(130));
  let secret = given ?? null;
  const server = createServer((request, response) => {
    // Nobody knows the secret before the appliance has told it.
    if (secret === null) response.writeHead(503).end();
    else take(request, response, secret, options.json).catch(() => response.destroy());
  });
  await new Promise<void>((listening, fail) => {
    server.once("error", fail).listen(port, HOST, listening);
  });
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  let remove = async (): Promise<void> => undefined;
  try {
    if (secret === null) {
      const { api } = await reach(options);
      const made = await got(api.POST("/webhooks", { body: { url, ...(events === undefined ? {} : { events }) } }));
      ({ secret } = made);
      remove = async () => {
        await got(api.DELETE("/webhooks/{id}", { params: { path: { id: made.webhook_id } } }));
      };
    }
    console.error(`Listening at ${url}; Ctrl-C ends it.`);
    await new Promise<void>((ended) => {
      signal.addEventListener("abort", () => ended(), { once: true });
      if (signal.aborted) ended();
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await remove();
  }
  throw signal.reason;
}

async function take(request: IncomingMessage, response: ServerResponse, secret: string, json: boolean): Promise<void> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) return void response.writeHead(413, { connection: "close" }).end();
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString("utf8");
  const fault = signatureFault(request.headers, body, secret, Date.now());
  if (fault !== null) {
    console.error(`Refused: ${fault}.`);
    return void response.writeHead(401).end();
  }
  const id = String(request.headers["webhook-id"]);
  console.log(json ? JSON.stringify({ id, ...(JSON.parse(body) as object) }) : shown(id, body));
  response.writeHead(204).end();
}

function shown(id: string, body: string): string {
  const { type, timestamp, data } = JSON.parse(body) as Schemas["WebhookPayload"];
  return `${timestamp}  ${type}  ${id}\n${JSON.stringify(data, null, 2)}`;
}
