/** `outdial call` and `tail` before the real desk; only the exchange and the conversations are scripts. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../../src/calls/refusal.ts";
import { DEMO_PHONE, SHOP_PHONE } from "../fakes/desk.ts";
import { doneBy, NO_FINDINGS } from "../fakes/conversations.ts";
import { openAppliance, submit } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";
import type { Loose } from "../http/http-under-test.ts";
import { outdial, start, startOnTerminal } from "./outdial.ts";
import type { Environment } from "./outdial.ts";

const CALL = ["call", SHOP_PHONE, "Book a table"];
const COLOUR = /\u001B\[\d+m/;

let appliance: Appliance;
let env: Environment;
beforeEach(async () => {
  appliance = await openAppliance();
  env = { OUTDIAL_URL: appliance.base, OUTDIAL_KEY: appliance.bench.fund(1000).key };
});
afterEach(() => appliance.end());

/** The call that is dialled next. */
async function dialled(): Promise<string> {
  const { pbx } = appliance.bench;
  await expect.poll(() => pbx.dialled.length, { timeout: 20_000 }).toBeGreaterThan(0);
  return pbx.dialled[0]?.callId ?? "";
}

function answered(callId: string): void {
  appliance.bench.pbx.answered(callId);
  appliance.bench.conversations.tell(callId, "introduced", {});
  appliance.bench.conversations.tell(callId, "answered_by", { by: "human" });
}

const hear = (callId: string, text: string): void =>
  appliance.bench.conversations.tell(callId, "heard", { text, atMs: 0 });

function succeed(callId: string): void {
  const { conversations } = appliance.bench;
  hear(callId, "Your table is booked.");
  const errands = doneBy("Your table is booked.");
  conversations.findings.set(callId, { ...NO_FINDINGS, errands, summary: "A table is booked." });
  conversations.finish(callId, "completed");
}

describe("outdial call", () => {
  it("sends what it was given, under its key, and follows the call to its success", async () => {
    const words = ["--question", "How much?", "--question", "When?", "--on-behalf-of", "Kim", "--yes"];
    const running = start([...CALL, ...words], env);
    const callId = await dialled();
    answered(callId);
    hear(callId, "Blue Harbor Bistro, hello.");
    await running.saw("Blue Harbor Bistro, hello.");
    succeed(callId);
    const { code, stdout, stderr } = await running.done;
    expect(appliance.bench.read(callId)).toMatchObject({
      brief: { phone: SHOP_PHONE, goal: "Book a table", questions: ["How much?", "When?"], onBehalfOf: "Kim" },
    });
    expect(stdout).toContain("Success: A table is booked.");
    expect(stdout).not.toContain("Blue Harbor");
    expect(stdout + stderr).not.toMatch(COLOUR);
    expect(code).toBe(0);
  });

  it("shows each line well within 200 ms of the moment in which it is known", async () => {
    const running = start([...CALL, "--yes"], env);
    const callId = await dialled();
    answered(callId);
    await running.saw("Answered.");
    const took: number[] = [];
    for (let line = 0; line < 21; line++) {
      const saidMs = performance.now();
      hear(callId, `This is line ${line}.`);
      await running.saw(`This is line ${line}.`);
      took.push(performance.now() - saidMs);
    }
    // Not the slowest, because other tests run on this machine too.
    expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(200);
    succeed(callId);
    await running.done;
  });

  it("prints only the finished call on standard output with --json, and exits 1 without success", async () => {
    const running = start([...CALL, "--yes", "--json"], env);
    const callId = await dialled();
    answered(callId);
    appliance.bench.conversations.finish(callId, "hangup_business");
    const { code, stdout } = await running.done;
    const read = await appliance.client.get(`/v1/calls/${callId}`, String(env["OUTDIAL_KEY"]));
    expect(JSON.parse(stdout)).toEqual(read.json);
    expect(code).toBe(1);
  });

  it("refuses to dial when nobody is there to say yes", async () => {
    const { code, stdout, stderr } = await outdial(CALL, env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/add --yes/);
    expect(appliance.bench.pbx.dialled).toEqual([]);
  });

  it("asks a person before it dials, in colour, and lets them answer what the business asks", async () => {
    const running = startOnTerminal(CALL, env);
    await running.saw("Dial now? [y/N]");
    expect(appliance.bench.pbx.dialled).toEqual([]);
    running.type("y\r");
    const callId = await dialled();
    answered(callId);
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    await running.saw("Your answer:");
    hear(callId, "Take your time.");
    await running.saw("Take your time.");
    running.type("Outside, please\r");
    await expect.poll(() => appliance.bench.conversations.answers).toMatchObject([{ text: "Outside, please" }]);
    succeed(callId);
    const { code, stdout } = await running.done;
    expect(stdout).toContain("Inside or outside?");
    expect(stdout).toMatch(COLOUR);
    expect(code).toBe(0);
  });

  it("does not dial when the person says no, and paints nothing with NO_COLOR", async () => {
    const running = startOnTerminal(CALL, { ...env, NO_COLOR: "1" });
    await running.saw("Dial now? [y/N]");
    running.type("n\r");
    const { code, stdout } = await running.done;
    expect(stdout).toContain("Nothing was dialled.");
    expect(stdout).not.toMatch(COLOUR);
    expect(code).toBe(1);
    expect(appliance.bench.pbx.dialled).toEqual([]);
  });

  it("goes on without an answer when the question is no longer pending", async () => {
    const running = startOnTerminal([...CALL, "--yes"], env);
    const callId = await dialled();
    answered(callId);
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    await running.saw("Your answer:");
    succeed(callId);
    expect((await running.done).code).toBe(0);
    expect(appliance.bench.conversations.answers).toEqual([]);
  });

  it("tells, when it is interrupted, that the call goes on", async () => {
    const running = start([...CALL, "--yes"], env);
    const callId = await dialled();
    answered(callId);
    await running.saw("Answered.");
    running.kill("SIGINT");
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).toContain(`outdial hangup ${callId}`);
    expect(appliance.bench.read(callId).status).toBe("in_progress");
  });

  it("is interrupted by Ctrl-C while it asks, and has dialled nothing", async () => {
    const running = startOnTerminal(CALL, env);
    await running.saw("Dial now? [y/N]");
    running.type("\u0003");
    expect((await running.done).code).toBe(130);
    expect(appliance.bench.pbx.dialled).toEqual([]);
  });
});

describe("outdial call without a key", () => {
  it("shows the set-up, exits 4 without dialling, and dials with --setup-code once it is done", async () => {
    const keyless = { OUTDIAL_URL: appliance.base };
    const { code, stdout, stderr } = await outdial([...CALL, "--yes", "--json"], keyless);
    const setup = JSON.parse(stdout) as { status: string; setup_url: string; setup_code: string };
    expect({ code, status: setup.status }).toEqual({ code: 4, status: "needs_setup" });
    expect(stderr).toContain(setup.setup_url);
    expect(stderr).toContain(`--setup-code ${setup.setup_code}`);
    expect(appliance.bench.pbx.dialled).toEqual([]);

    await submit(await (await fetch(setup.setup_url)).text(), appliance.base);
    const running = start([...CALL, "--yes", "--setup-code", setup.setup_code], keyless);
    succeed(await answeredCall());
    expect(await running.done).toMatchObject({ code: 0, stderr: expect.stringMatching(/Your key, .*svc_/) });
  });

  it("lets the person at the terminal do the set-up and goes on", async () => {
    const running = startOnTerminal([...CALL, "--yes"], { OUTDIAL_URL: appliance.base, NO_COLOR: "1" });
    await running.saw("Press Enter when that is done:");
    const shown = /http:\S+\/setup\/[\w-]+/.exec(running.printed())?.[0] ?? "";
    await submit(await (await fetch(shown)).text(), appliance.base);
    running.type("\r");
    succeed(await answeredCall());
    expect((await running.done).code).toBe(0);
  });

  it("reads a demo call with the key of that call", async () => {
    const running = start(["call", DEMO_PHONE, "Book a table", "--yes"], { OUTDIAL_URL: appliance.base });
    succeed(await answeredCall());
    expect((await running.done).code).toBe(0);
  });

  it("tells, when it is interrupted, how to go on with a demo call that nobody else has the key of", async () => {
    const running = start(["call", DEMO_PHONE, "Book a table", "--yes"], { OUTDIAL_URL: appliance.base });
    const callId = await answeredCall();
    await running.saw("Answered.");
    running.kill("SIGINT");
    const { stderr } = await running.done;
    const commands = [...stderr.matchAll(/`outdial ((?:tail|hangup) [^`]+)`/g)].map(([, words = ""]) =>
      words.split(" "),
    );
    expect(commands.map(([name]) => name)).toEqual(["tail", "hangup"]);
    succeed(callId);
    for (const words of commands)
      expect(await outdial(words, { OUTDIAL_URL: appliance.base })).toMatchObject({ code: 0 });
  });

  async function answeredCall(): Promise<string> {
    const callId = await dialled();
    answered(callId);
    return callId;
  }
});

describe("outdial tail", () => {
  it("tells the call from its beginning and each line when it is spoken, and ends with it", async () => {
    const { caller, key } = appliance.bench.fund(1000);
    const callId = await appliance.bench.place(caller);
    answered(callId);
    hear(callId, "Blue Harbor Bistro, hello.");
    const running = start(["tail", callId], { ...env, OUTDIAL_KEY: key });
    await running.saw("Blue Harbor Bistro, hello.");
    hear(callId, "Are you still there?");
    await running.saw("Are you still there?");
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    await running.saw(`outdial answer ${callId}`);
    succeed(callId);
    const { code, stdout, stderr } = await running.done;
    expect(stderr.match(/Blue Harbor/g)).toHaveLength(1);
    expect(stdout).toContain("Success: A table is booked.");
    expect(code).toBe(0);
  });

  it("tells a call that has ended too, and does not ask what has been answered", async () => {
    const { caller, key } = appliance.bench.fund(1000);
    const callId = await appliance.bench.place(caller);
    answered(callId);
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    const mine = { ...env, OUTDIAL_KEY: key, NO_COLOR: "1" };
    await outdial(["answer", callId, "Outside"], mine);
    succeed(callId);
    const { code, stdout } = await startOnTerminal(["tail", callId], mine).done;
    expect(stdout).toContain("Your table is booked.");
    expect(stdout).not.toContain("They ask");
    expect(code).toBe(0);
  });

  it("prints one event a line with --json", async () => {
    const { caller, key } = appliance.bench.fund(1000);
    const callId = await appliance.bench.place(caller);
    answered(callId);
    const running = start(["tail", callId, "--json"], { ...env, OUTDIAL_KEY: key });
    await running.saw("in_progress");
    succeed(callId);
    const { code, stdout } = await running.done;
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; data: Loose });
    expect(events.at(-1)).toMatchObject({ event: "ended", data: { call_id: callId, outcome: { success: true } } });
    expect(events.map(({ event }) => event)).toContain("transcript");
    expect(code).toBe(0);
  });
});

describe("what is refused", () => {
  it("is told in the appliance's words, with exit code 3", async () => {
    await appliance.end();
    appliance = await openAppliance({
      checkPolicy: () => new Refusal("quiet_hours", "It is night there: call after 08:00."),
    });
    const { key } = appliance.bench.fund(1000);
    const here = { OUTDIAL_URL: appliance.base, OUTDIAL_KEY: key };
    const { code, stdout, stderr } = await outdial([...CALL, "--yes", "--json"], here);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: "blocked", error: { code: "quiet_hours" } });
    expect(stderr).toBe("outdial: the appliance answered 403: It is night there: call after 08:00.\n");

    const asked = startOnTerminal(CALL, here);
    expect(await asked.done).toMatchObject({ code: 3, stdout: expect.stringMatching(/It is night there/) });
    expect((await outdial(["plan", SHOP_PHONE, "Book"], here)).code).toBe(3);
  });

  it("is a key that does not work, and an appliance that does not answer", async () => {
    expect(await outdial(["tail", "call_unknown"], env)).toMatchObject({ code: 3 });
    expect((await outdial([...CALL, "--yes", "--key", "svc_wrong"], env)).stderr).toMatch(/answered 401/);
    const nobody = await outdial([...CALL, "--yes", "--base", "http://127.0.0.1:9"]);
    expect(nobody).toEqual({ code: 5, stdout: "", stderr: "outdial: no appliance answers at http://127.0.0.1:9\n" });
    expect((await outdial([...CALL, "--yes", "--base", "localhost:8080"])).code).toBe(2);
  });
});
