import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { finishedCall } from "./scripted-call.ts";

type Seen = { readonly path: string; readonly key: string | undefined; readonly body: unknown };

/** A server that gives these answers to POST /v1/calls and an ended call to everything else. */
async function serve(placing: readonly { readonly status: number; readonly body: unknown }[]) {
  const seen: Seen[] = [];
  const answers = [...placing];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      seen.push({
        path: request.url ?? "",
        key: request.headers.authorization,
        body: text === "" ? null : JSON.parse(text),
      });
      const call = { status: 200, body: finishedCall({ success: true, answer: "Yes." }) };
      const { status, body } = request.method === "POST" ? (answers.shift() ?? call) : call;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { seen, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function runCall(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, "src/cli/call.ts"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; stdout: string; stderr: string }>();
  child.once("close", (code) => resolve({ code, stdout, stderr }));
  return promise;
}

const calling = { status: 201, body: { status: "calling", call_id: "call_1", next_action: "Poll." } };

it("sends what it was given, under its key, and follows the call", async () => {
  const server = await serve([calling]);
  const words = [
    "+14155550123",
    "Ask for the price",
    "--question",
    "How much?",
    "--question",
    "When?",
    "--on-behalf-of",
    "Kim",
  ];
  const { code, stdout, stderr } = await runCall([...words, "--base", server.base, "--key", "svc_mine"]);
  server.close();
  expect(server.seen[0]).toEqual({
    path: "/v1/calls",
    key: "Bearer svc_mine",
    body: { phone: "+14155550123", goal: "Ask for the price", questions: ["How much?", "When?"], on_behalf_of: "Kim" },
  });
  expect(server.seen[1]).toMatchObject({ path: "/v1/calls/call_1?wait=0", key: "Bearer svc_mine" });
  expect(stderr).toContain("Blue Harbor Bistro, hello.");
  expect(stdout).toContain("Success: A table is booked.");
  expect(code).toBe(0);
});

it("prints only the finished call on standard output with --json", async () => {
  const server = await serve([calling]);
  const { stdout } = await runCall(["+14155550123", "Ask", "--base", server.base, "--json"]);
  server.close();
  expect(JSON.parse(stdout)).toMatchObject({ status: "ended", call_id: "call_1" });
});

it("shows the person the set-up link, and does not dial when nobody is there to open it", async () => {
  const setup = {
    status: "needs_setup",
    setup_url: "http://127.0.0.1/setup/1",
    setup_code: "code_1",
    message_for_user: "Open http://127.0.0.1/setup/1 and add 10.00 USD.",
    next_action: "Show it.",
  };
  const server = await serve([{ status: 402, body: setup }]);
  const { code, stderr } = await runCall(["+14155550123", "Ask", "--base", server.base]);
  server.close();
  expect(stderr).toContain("Open http://127.0.0.1/setup/1 and add 10.00 USD.");
  expect(stderr).toContain("setup_code code_1");
  expect(server.seen).toHaveLength(1);
  expect(code).toBe(1);
});

it("tells what the appliance says when it refuses, and where nobody answers", async () => {
  const server = await serve([
    { status: 403, body: { status: "blocked", error: { code: "premium_number", message: "Use another number." } } },
  ]);
  const refused = await runCall(["+19005550123", "Ask", "--base", server.base]);
  server.close();
  expect(refused).toMatchObject({ code: 1, stderr: "outdial: the appliance answered 403: Use another number.\n" });

  const nobody = await runCall(["+14155550123", "Ask", "--base", "http://127.0.0.1:9"]);
  expect(nobody).toMatchObject({ code: 1, stderr: "outdial: no appliance answers at http://127.0.0.1:9\n" });
});
