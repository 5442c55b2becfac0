/** The commands that ask one thing of the appliance, before the real desk. */
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHOP_PHONE, briefTo } from "../fakes/desk.ts";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";
import { outdial } from "./outdial.ts";
import type { Environment } from "./outdial.ts";
import { createProgram } from "../../src/cli/program.ts";

const SHOP = {
  name: "Blue Harbor Bistro",
  phone: SHOP_PHONE,
  address: "1 Quay",
  openNow: true,
  hoursToday: "11:00-22:00",
  rating: 4.5,
  timezone: "America/New_York",
  distanceMetres: null,
  attribution: null,
};

let appliance: Appliance;
let account: ReturnType<Appliance["bench"]["fund"]>;
let env: Environment;
beforeAll(async () => {
  appliance = await openAppliance();
  account = appliance.bench.fund(1000);
  env = { OUTDIAL_URL: appliance.base, OUTDIAL_KEY: account.key };
});
afterAll(() => appliance.end());

async function json(words: readonly string[], more: Environment = {}): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await outdial([...words, "--json"], { ...env, ...more });
  expect(stderr.replace(/^outdial: .*\n/, "")).toBe("");
  return JSON.parse(stdout) as Record<string, unknown>;
}

const talk = (goal: string): Promise<string> => appliance.bench.talk(account.caller, briefTo(SHOP_PHONE, { goal }));

describe("outdial calls", () => {
  it("lists a page, filters, goes on where a page ended, and lists all", async () => {
    const { caller, key } = appliance.bench.fund(1000);
    const mine = { OUTDIAL_KEY: key };
    const place = (goal: string) => appliance.bench.talk(caller, briefTo(SHOP_PHONE, { goal }));
    const placed = [await place("first"), await place("second"), await place("third")];
    appliance.bench.conversations.finish(placed[0] ?? "", "hangup_business");

    const first = await json(["calls", "--limit", "2"], mine);
    const goals = (page: Record<string, unknown>) => (page["calls"] as { goal: string }[]).map(({ goal }) => goal);
    expect(goals(first)).toEqual(["third", "second"]);
    expect(goals(await json(["calls", "--cursor", String(first["next_cursor"])], mine))).toEqual(["first"]);
    expect(goals(await json(["calls", "--all"], mine))).toEqual(["third", "second", "first"]);
    expect(goals(await json(["calls", "--status", "ended"], mine))).toEqual(["first"]);

    const { code, stdout, stderr } = await outdial(["calls", "--limit", "2"], { ...env, ...mine });
    expect(stdout.trim().split("\n")).toHaveLength(2);
    expect(stdout).toMatch(/^call_\w+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}\+14155550123 .* in_progress .*third$/m);
    expect(stderr).toContain(`--cursor ${String(first["next_cursor"])}`);
    expect(code).toBe(0);
  });

  it("says so when there are none", async () => {
    const none = { ...env, OUTDIAL_KEY: appliance.bench.fund(0).key };
    expect(await outdial(["calls"], none)).toEqual({ code: 0, stdout: "", stderr: "No calls.\n" });
  });

  it.each([
    [["calls", "--limit", "0"], /whole number from 1 to 100/],
    [["calls", "--status", "busy"], /queued, ringing, in_progress, ended/],
    [["calls", "--all", "--limit", "5"], /cannot be used with/],
    [["tail"], /missing required argument 'call_id'/],
    [["call", SHOP_PHONE], /missing required argument 'goal'/],
    [["hangupp"], /Did you mean hangup\?/],
    [["calls", "--colour"], /unknown option/],
  ])("takes %j for a mistake of whoever typed it", async (words, sentence) => {
    const { code, stdout, stderr } = await outdial(words, env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
  });
});

it("what is typed wrong is JSON too for whoever asked for that", async () => {
  for (const words of [["tail"], ["calls", "--colour"], ["hangupp"]]) {
    const { code, stdout } = await outdial([...words, "--json"], env);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage", message: expect.stringMatching(/^[a-z]/) } });
  }
  expect((await outdial(["calls", "--help", "--json"], env)).stdout).toMatch(/^Usage:/);
});

describe("answer, hangup and share", () => {
  it("answers what is asked, and is told when nothing is", async () => {
    const callId = await talk("answered");
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    expect(await json(["answer", callId, "Outside"])).toEqual({ ok: true, call_id: callId, question_id: "q_1" });
    expect(appliance.bench.conversations.answers).toMatchObject([{ callId, text: "Outside" }]);
    const late = await outdial(["answer", callId, "Inside"], env);
    expect(late).toMatchObject({ code: 3, stdout: "", stderr: expect.stringMatching(/the appliance answered 409/) });
    expect(await json(["answer", callId, "Inside"])).toMatchObject({ error: { type: "conflict" } });
  });

  it("hangs up, and says when there was nothing to hang up", async () => {
    const callId = await talk("hung up");
    expect(await outdial(["hangup", callId], env)).toMatchObject({ code: 0, stdout: "The call is being hung up.\n" });
    await expect.poll(() => appliance.bench.read(callId).status).toBe("ended");
    expect(await json(["hangup", callId])).toMatchObject({ ok: true, already_ended: true });
    expect((await outdial(["hangup", callId], env)).stdout).toBe("The call had already ended.\n");
  });

  it("publishes a page and takes it down", async () => {
    const callId = await talk("shared");
    expect((await outdial(["share", callId], env)).code).toBe(3);
    appliance.bench.conversations.finish(callId, "hangup_business");
    const url = (await outdial(["share", callId], env)).stdout.trim();
    expect((await fetch(url)).status).toBe(200);
    expect(await json(["share", callId, "--withdraw"])).toMatchObject({ ok: true, url });
    expect((await fetch(url)).status).toBe(410);
  });
});

describe("plan and find", () => {
  it("previews a call without placing it", async () => {
    const before = appliance.bench.pbx.dialled.length;
    const plan = await json(["plan", SHOP_PHONE, "Book a table", "--question", "How much?"]);
    expect(plan).toMatchObject({ callable: true, opening_line: "Hello. Book a table" });
    const { code, stdout } = await outdial(["plan", SHOP_PHONE, "Book a table"], env);
    expect(stdout).toContain("First words: “Hello. Book a table”");
    expect(stdout).toMatch(/Cost: about 1\.\d\d USD if answered, at most \d+\.\d\d USD/);
    expect(code).toBe(0);
    expect(appliance.bench.pbx.dialled).toHaveLength(before);
  });

  it("finds businesses, and says when there is none", async () => {
    const other = await openAppliance({
      around: {
        directory: {
          search: ({ text, near }) => Promise.resolve(text === "bistro" && near !== null ? [SHOP] : []),
          atNumber: () => null,
        },
      },
    });
    const there = { OUTDIAL_URL: other.base };
    const found = await json(["find", "bistro", "--near", "Boston"], there);
    expect(found).toMatchObject({ businesses: [{ name: "Blue Harbor Bistro", phone: SHOP_PHONE }] });
    const { stdout } = await outdial(["find", "bistro", "--near", "Boston"], there);
    expect(stdout).toMatch(/^Blue Harbor Bistro\n {2}\+14155550123 {2}· {2}1 Quay/);
    expect(await outdial(["find", "nothing"], there)).toEqual({
      code: 0,
      stdout: "",
      stderr: "No business was found.\n",
    });
    await other.end();
  });
});

describe("outdial account", () => {
  it("shows the account of the key, and switches auto-reload", async () => {
    const { caller, key } = appliance.bench.fund(1000);
    const mine = { OUTDIAL_KEY: key };
    expect(await json(["account"], mine)).toMatchObject({ account_id: caller.accountId, balance_usd: 10 });
    expect(await json(["account", "--auto-reload", "off"], mine)).toMatchObject({ auto_reload: false });
    const { stdout } = await outdial(["account", "--auto-reload", "on"], { ...env, ...mine });
    expect(stdout).toMatch(/^Balance: +10\.00 USD/m);
    expect(stdout).toMatch(/^Auto-reload: +10\.00 USD when the balance is under 2\.00 USD$/m);
  });

  it("needs a key that works", async () => {
    const { code, stdout, stderr } = await outdial(["account", "--json"], { OUTDIAL_URL: appliance.base });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "missing_key" } });
    expect(stderr).toContain("put it into OUTDIAL_KEY, or pass it with --key");
  });
});

describe("outdial help", () => {
  it("tells every command and every exit code", async () => {
    const { code, stdout } = await outdial(["help"]);
    for (const command of ["call", "calls", "tail", "keys", "directory", "config", "start", "completion"])
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    expect(stdout).toMatch(/^ {2}130 /m);
    expect(code).toBe(0);
  });

  it("explains one command, and never shows the key of whoever asks", async () => {
    const { code, stdout } = await outdial(["call", "--help"], env);
    expect(stdout).toContain("--setup-code <code>");
    expect(stdout).not.toContain(String(env["OUTDIAL_KEY"]));
    expect(code).toBe(0);
  });
});

it("every command that says something can say it as JSON", async () => {
  const leaves = (command: Command): readonly Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const without = leaves(await createProgram([]))
    .filter(({ options }) => !options.some(({ long }) => long === "--json"))
    .map((command) => command.name());
  // What these print is made for other programs, or by programs of which this one is only the door.
  const doors = ["start", "test", "check", "lint", "format", "scenarios", "bench", "faults", "simulate", "set-up"];
  expect(without).toEqual(["mcp", "completion", ...doors]);
});
