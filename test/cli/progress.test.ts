/** Following a call, against an appliance whose connection is bad. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { start } from "./outdial.ts";

let appliance: ChildProcess | null = null;
afterEach(() => {
  appliance?.kill("SIGKILL");
  appliance = null;
});

async function pretend(mode: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "pretend-appliance.ts"), mode]);
  appliance = child;
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /^Outdial is ready at (\S+)/.exec(line)?.[1];
    if (base !== undefined) return base;
  }
  throw new Error("the appliance did not start");
}

it("takes a stream that breaks off up again where it was, and tells nothing twice", async () => {
  const base = await pretend("drops");
  const running = start(["tail", "call_1"], { OUTDIAL_URL: base, OUTDIAL_KEY: "svc_call" });
  await running.saw("They ask:");
  const answered = await start(["answer", "call_1", "Outside"], { OUTDIAL_URL: base, OUTDIAL_KEY: "svc_call" }).done;
  expect(answered.code).toBe(0);
  const { code, stdout, stderr } = await running.done;
  for (const words of ["Blue Harbor Bistro, hello.", "Hello, this is Ada.", " Outside —"])
    expect(stderr.split(words)).toHaveLength(2);
  expect(stdout).toContain("Success: A table is booked.");
  expect(code).toBe(0);
});

it("gives up with exit code 5 when the appliance stays away", async () => {
  const base = await pretend("crashes");
  const { code, stderr } = await start(["tail", "call_1"], { OUTDIAL_URL: base, OUTDIAL_KEY: "svc_call" }).done;
  expect(stderr).toContain("Blue Harbor Bistro, hello.");
  expect(stderr).toContain(`outdial: no appliance answers at ${base}`);
  expect(code).toBe(5);
});
