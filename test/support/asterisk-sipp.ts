/** sipp as the carrier at the other end of a trunk: it does what the dialled number says (scenarios-sipp/carrier.ts). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../src/pbx/ports.ts";
import { carrierScenario } from "../sip/scenarios-sipp/carrier.ts";

export type Sipp = {
  readonly port: number;
  /** The first lines of all messages of calls to this number, in order: `INVITE`, `200 INVITE`, `ACK` ... */
  messages(number: string): readonly string[];
  /** One whole message to this number, for its headers. */
  firstInvite(number: string): string;
  close(): Promise<void>;
};

export async function startSipp(statuses: readonly number[], transport: "udp" | "tcp" = "udp"): Promise<Sipp> {
  const folder = mkdtempSync(join(tmpdir(), "outdial-sipp-"));
  const port = await freePort("127.0.0.1", transport);
  const file = join(folder, "messages.log");
  const scenario = join(folder, "carrier.xml");
  writeFileSync(scenario, carrierScenario(statuses));
  const words = ["-sf", scenario, "-i", "127.0.0.1", "-p", String(port), "-t", transport === "udp" ? "u1" : "t1"];
  const media = ["-mi", "127.0.0.1", "-mp", String(await freePort("127.0.0.1", "udp"))];
  const tracing = ["-trace_msg", "-message_file", file, "-message_overwrite", "false"];
  const child = spawn("sipp", [...words, ...media, ...tracing, "-aa", "-nostdin", "-nd"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...process.env, TERM: "dumb" },
  });
  const exited = once(child, "exit");
  await untilBound(port, transport, () => child.exitCode !== null);
  const read = (number: string): readonly string[] => messagesOf(readFileSync(file, "utf8"), number);
  return {
    port,
    messages: (number) => read(number).map(titleOf),
    firstInvite: (number) => read(number).find((message) => message.startsWith("INVITE")) ?? "",
    close: async () => {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilBound(port: number, transport: "udp" | "tcp", dead: () => boolean): Promise<void> {
  const mark = `:${port.toString(16).toUpperCase().padStart(4, "0")} `;
  for (let waited = 0; waited < 5000; waited += 10) {
    if (dead()) break;
    const lines = readFileSync(`/proc/net/${transport}`, "utf8").split("\n");
    if (lines.some((line) => line.slice(6, 24).includes(mark))) return;
    await delay(10);
  }
  throw new Error("sipp did not start: is the Debian package sip-tester installed?");
}

function messagesOf(log: string, number: string): readonly string[] {
  const messages = log
    .split(/^-{20,} .*$/m)
    .map((part) => part.slice(part.search(/^(SIP\/2\.0 |[A-Z]+ sip)/m)).replaceAll("\r", ""))
    .filter((message) => /^(SIP\/2\.0 |[A-Z]+ sip)/.test(message));
  const callIds = new Set(messages.filter((message) => message.includes(number)).map(callIdOf));
  return messages.filter((message) => callIds.has(callIdOf(message)));
}

function callIdOf(message: string): string {
  return /^Call-ID: *(\S+)$/im.exec(message)?.[1] ?? "";
}

function titleOf(message: string): string {
  const method = /^CSeq: *\d+ ([A-Z]+)$/im.exec(message)?.[1] ?? "";
  const status = /^SIP\/2\.0 (\d{3})/.exec(message)?.[1];
  return status === undefined ? method : `${status} ${method}`;
}
