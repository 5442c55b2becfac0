/** The programs that the documentation prints do what it says of them, as they are printed. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openAppliance } from "./appliance.ts";
import type { Appliance } from "./appliance.ts";
import { ASKED, SAID, playNextCall } from "./demo-scene.ts";

const DEADLINE_MS = 50_000;

let folder: string;
let appliance: Appliance;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "outdial-snippets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  appliance = await openAppliance();
});
afterEach(() => appliance.end());

/** The snippets of a page, as a person copies them. */
async function snippets(path: string): Promise<readonly string[]> {
  const { text } = await appliance.client.get(path);
  return [...text.matchAll(/<pre class="snippet" tabindex="0"><code>([\s\S]*?)<\/code>/g)].map(([, code = ""]) =>
    code.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
}

async function snippet(path: string, beginning: string): Promise<string> {
  const found = (await snippets(path)).find((code) => code.startsWith(beginning));
  if (found === undefined) throw new Error(`no snippet of ${path} begins with ${beginning}`);
  return found;
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    timeout: DEADLINE_MS,
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  return stdout;
}

const programs = [
  ["TypeScript", "// call.ts", "call.ts", process.execPath],
  ["Python", "# call.py", "call.py", "python3"],
] as const;

it.each(programs)(
  "the %s program places a call, answers, and prints what came of it",
  async (_, first, file, program) => {
    writeFileSync(join(folder, file), await snippet("/docs/guide", first));
    const [printed] = await Promise.all([run(program, [join(folder, file)]), playNextCall(appliance.bench)]);
    for (const said of [...SAID, `They ask: ${ASKED}`, "A table for two is booked", "forty-five dollars"]) {
      expect(printed).toContain(said);
    }
    expect(appliance.bench.conversations.answers.map(({ text }) => text)).toEqual(["Outside, please."]);
  },
);

it("with a key the programs pay from its account, and say what the appliance says when they cannot", async () => {
  const { key } = appliance.bench.fund(0);
  const code = (await snippet("/docs/guide", "# call.py")).replace(/"phone": "[^"]+"/, '"phone": "+14155550123"');
  writeFileSync(join(folder, "other.py"), code);
  const failed = await run("python3", [join(folder, "other.py")], { OUTDIAL_KEY: key }).catch((error: Error) => error);
  expect(String(failed)).toContain("The balance of your account is too small for this call.");
});

it("the commands place a call, follow it, answer it and show its events", async () => {
  const place = await run("sh", ["-c", await snippet("/docs/guide", `curl -s ${appliance.base}/v1/calls \\`)]);
  const { call_id: id, call_key: callKey } = JSON.parse(place) as { call_id: string; call_key: string };
  const key = { CALL_ID: id, CALL_KEY: callKey };
  const { pbx, conversations } = appliance.bench;
  pbx.answered(id);
  conversations.tell(id, "asked", { questionId: "q_1", question: ASKED });
  const follow = await snippet("/docs/guide", `curl -s "${appliance.base}/v1/calls/$CALL_ID?wait`);
  expect(JSON.parse(await run("sh", ["-c", follow], key))).toMatchObject({ pending_question: { question: ASKED } });
  const answer = await snippet("/docs/guide", `curl -s "${appliance.base}/v1/calls/$CALL_ID/answer`);
  expect(JSON.parse(await run("sh", ["-c", answer], key))).toMatchObject({ ok: true, call_id: id });
  conversations.finish(id, "completed");
  const watch = await snippet("/docs/guide", "curl -sN");
  expect(await run("sh", ["-c", watch], key)).toContain("event: ended");
});

it("each operation's command is understood by the appliance", async () => {
  const { key } = appliance.bench.fund(500);
  const { text } = await appliance.client.get("/docs/api");
  const pages = [...text.matchAll(/href="(\/docs\/api\/[^"]+)"/g)].map(([, path = ""]) => path);
  const answers = await Promise.all(
    pages.map(async (path) => {
      const [command = ""] = await snippets(path);
      const printed = await run("sh", ["-c", `${command} -o /dev/null -w '%{http_code}'`], {
        KEY: key,
        CALL_ID: "call_1",
      });
      return [path.split("/").at(-1), printed] as const;
    }),
  );
  expect(Object.fromEntries(answers)).toEqual({
    placeCall: "201",
    listCalls: "200",
    planCall: "200",
    getCall: "404",
    answerQuestion: "404",
    hangUp: "404",
    "post-calls-id-share": "404",
    callEvents: "404",
    findBusiness: "200",
    account: "200",
    updateAccount: "200",
    listWebhooks: "200",
    addWebhook: "201",
    removeWebhook: "404",
    rotateWebhookSecret: "404",
    listDeliveries: "404",
    resendDelivery: "404",
    pricing: "200",
  });
});

it("the command of the guide adds a webhook for the account's key", async () => {
  const { key, caller } = appliance.bench.fund(0);
  const printed = await run("sh", ["-c", await snippet("/docs/guide", `curl -s ${appliance.base}/v1/webhooks`)], {
    OUTDIAL_KEY: key,
  });
  expect(JSON.parse(printed)).toMatchObject({ url: "https://agents.example.com/outdial" });
  expect(appliance.bench.store.webhooks.list(caller.accountId)).toHaveLength(1);
});
