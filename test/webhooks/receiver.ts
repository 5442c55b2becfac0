/** Somebody who takes every delivery and remembers it, and the program that is killed while it delivers. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export type Told = { readonly id: string; readonly callId: string; readonly type: string };

export type Receiver = { readonly url: string; readonly told: Told[]; readonly server: Server };

export async function openReceiver(): Promise<Receiver> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { call_id: string } };
      told.push({ id: String(request.headers["webhook-id"]), callId: data.call_id, type });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, told, server };
}

/** How `mortal.ts` ended: by a signal, or with an exit code. */
export function runMortal(...parameters: readonly string[]): Promise<NodeJS.Signals | number | null> {
  const mortal = join(import.meta.dirname, "mortal.ts");
  const child = spawn(process.execPath, [mortal, ...parameters], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((done) => child.once("exit", (code, signal) => done(signal ?? code)));
}
