/** Faults of what carries and holds a call, while somebody is on the line: Asterisk, the whole appliance. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { FAILPOINTS } from "../../src/lib/failpoint.ts";
import { diesOnTheLine, onTheLine } from "./line-rig.ts";

const ENDED_WITHIN_MS = 5000;
const BYE_WITHIN_MS = 10_000;
const BACK_WITHIN_MS = 10_000;
/** From its freezing until a frozen Asterisk has been replaced, with the last words before it. */
const REPLACED_WITHIN_MS = 25_000;

const line = (name: string, cause: Fault["cause"]): Fault => ({ name, times: 1, cause });

const ARI_CUT = line("the connection to Asterisk is cut in a call", () =>
  onTheLine(async (world) => {
    const { callId } = await world.talk();
    const { appliance } = world;
    // By the kernel, at both ends; the next one is let in.
    execFileSync("ss", ["-K", "dst", "127.0.0.1", "dport", "=", String(world.ariPort())], { stdio: "ignore" });
    while (!appliance.log().includes("the connection to asterisk is lost")) await world.look();
    await world.worksAgain(BACK_WITHIN_MS);
    world.expect((await world.read(callId))["status"] === "in_progress", "a call did not survive it");
  }),
);

function mayCut(): boolean {
  return process.getuid?.() === 0 && spawnSync("ss", ["--version"], { stdio: "ignore" }).status === 0;
}

export const LINE_FAULTS: readonly Fault[] = [
  line("Asterisk is killed in a call", () =>
    onTheLine(async (world) => {
      const { callId } = await world.talk();
      process.kill(world.asterisk(), "SIGKILL");
      await world.ends(callId, "trunk_failure", ENDED_WITHIN_MS);
      await world.worksAgain(BACK_WITHIN_MS);
    }),
  ),
  line("Asterisk is frozen in a call", () =>
    onTheLine(async (world) => {
      const { callId, line: telephone } = await world.talk();
      process.kill(world.asterisk(), "SIGSTOP");
      await world.ends(callId, "trunk_failure", ENDED_WITHIN_MS);
      await world.worksAgain(REPLACED_WITHIN_MS);
      await world.hangsUp(telephone, 1000);
    }),
  ),
  line("Asterisk is frozen for a second in a call", () =>
    onTheLine(async (world) => {
      const { callId } = await world.talk();
      const pid = world.asterisk();
      process.kill(pid, "SIGSTOP");
      await delay(1000);
      process.kill(pid, "SIGCONT");
      await delay(2000);
      world.expect((await world.read(callId))["status"] === "in_progress", "a call did not survive it");
      await world.worksAgain(BACK_WITHIN_MS);
    }),
  ),
  // Without root nothing can be cut.
  ...(mayCut() ? [ARI_CUT] : []),
  line("the appliance is frozen for two seconds in a call", () =>
    onTheLine(async (world) => {
      const { callId } = await world.talk();
      world.appliance.process.kill("SIGSTOP");
      await delay(2000);
      world.appliance.process.kill("SIGCONT");
      await delay(3000);
      world.expect((await world.read(callId))["status"] === "in_progress", "a call did not survive it");
      await world.worksAgain(BACK_WITHIN_MS);
    }),
  ),
  line("the appliance may open no more files in a call", () =>
    onTheLine(async (world) => {
      const { callId } = await world.talk();
      const pid = Number(world.appliance.process.pid);
      const limit = (files: string): void => void execFileSync("prlimit", ["--pid", String(pid), `--nofile=${files}:`]);
      const before = /open files +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? "1024";
      limit(String(readdirSync(`/proc/${pid}/fd`).length));
      // Nobody is let in; whoever was in already stays.
      const refused = Array.from({ length: 20 }, () => world.tries());
      await Promise.race([Promise.all(refused), delay(3000)]);
      limit(before);
      world.expect((await world.read(callId))["status"] === "in_progress", "a call did not survive it");
      await world.worksAgain(BACK_WITHIN_MS);
    }),
  ),
  ...FAILPOINTS.filter((name) => name.startsWith("line.")).map((at) =>
    line(`SIGKILL at ${at}, with the real exchange`, () => diesOnTheLine(at, "hangs up")),
  ),
  line("the appliance gets SIGKILL in a call", () =>
    onTheLine(async (world) => {
      const { callId, line: telephone } = await world.talk();
      const told = await world.read(callId);
      const polled = world.read(callId, 40).catch(() => null);
      world.appliance.process.kill("SIGKILL");
      world.expect((await polled) === null, "a dead appliance has answered a long-poll");
      await world.hangsUp(telephone, BYE_WITHIN_MS);
      await world.appliance.stop();
      const startedMs = performance.now();
      await world.start();
      world.recoveredMs = performance.now() - startedMs;
      await world.ends(callId, "service_restart", ENDED_WITHIN_MS);
      const again = await world.read(callId, 40);
      world.expect(Number(again["version"]) > Number(told["version"]), "a version that was told is told again");
      world.expect(world.peer.calls.length === 1, "somebody was dialled again");
    }),
  ),
  line("the appliance gets SIGTERM in a call", () =>
    onTheLine(async (world) => {
      const { callId, line: telephone } = await world.talk();
      const waiting = world.read(callId, 40);
      world.appliance.process.kill("SIGTERM");
      await delay(300);
      const refused = await world.appliance.request("GET", "/readyz");
      world.expect(refused.status === 503, `it is asked for calls while it drains: ${refused.status}`);
      world.expect((await world.read(callId))["status"] === "in_progress", "a running call was cut at once");
      await world.hangsUp(telephone, 20_000);
      const answer = await waiting;
      const told = JSON.stringify([answer["status"], answer["end_reason"], answer["error"]]);
      world.expect(answer["end_reason"] === "service_restart", `a long-poll was not answered with the end: ${told}`);
    }),
  ),
];
