/**
 * Stands in for the appliance where only the commands are under test: prints the ready line, serves one scripted call
 * over real HTTP, ends on SIGTERM. How it misbehaves is its first argument.
 */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { finishedCall, progressBefore, progressAfter, runningCall } from "./scripted-call.ts";

const mode = process.argv[2] ?? "good";
if (mode === "dies") {
  process.stderr.write("outdial: port 5060 (asterisk.sip_port) is in use\n");
  process.exit(1);
}
if (mode === "stubborn") process.on("SIGTERM", () => undefined);
else process.on("SIGTERM", () => process.exit(0));

let answer: string | null = null;
let streams = 0;
/** Between two events: a person could read along. */
const PAUSE_MS = 20;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/v1/calls") {
      if (mode === "refuses") return send(503, { error: { code: "pbx_unavailable", message: "Try again in 5 s." } });
      return send(201, { status: "calling", call_id: "call_1", call_key: "svc_call", next_action: "Poll." });
    }
    if (request.headers.authorization !== "Bearer svc_call")
      return send(401, { error: { code: "invalid_key", message: "No." } });
    if (pathname.endsWith("/answer")) {
      answer = String((JSON.parse(body) as { answer: string }).answer);
      return send(200, { ok: true, call_id: "call_1", question_id: "q_1" });
    }
    if (pathname.endsWith("/events")) {
      streams += 1;
      return void tell(response, Number(request.headers["last-event-id"] ?? 0), streams);
    }
    return send(200, answer === null ? runningCall(4) : finishedCall({ success: mode !== "fails", answer }));
  });
});

/** The call as events. "drops": the first few connections break after two events each. */
async function tell(response: ServerResponse, seen: number, stream: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const before = progressBefore();
  for (let n = seen; ; n += 1) {
    await delay(PAUSE_MS);
    if (n >= before.length) while (answer === null) await delay(PAUSE_MS);
    const news = before[n] ?? progressAfter(mode !== "fails", answer ?? "")[n - before.length];
    if (news === undefined) return void response.end();
    response.write(`id: ${n + 1}\nevent: ${news.event}\ndata: ${JSON.stringify(news.data)}\n\n`);
    if (mode === "drops" && stream < 4 && n > seen) {
      await delay(PAUSE_MS);
      return void response.destroy();
    }
    if (news.event !== "transcript") continue;
    if (mode === "crashes") {
      await delay(PAUSE_MS);
      process.exit(3);
    }
    if (mode === "hangs") return;
  }
}

server.listen(0, "127.0.0.1", () => {
  const pidFile = process.env["PRETEND_PID_FILE"];
  if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
  if (mode === "silent") return;
  process.stdout.write(`Outdial is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
