/** `npm run call`: places a call on the appliance that runs here (or at --base), from the terminal. */
import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { loadSettings } from "../config/load.ts";
import { needsSetupBody, placedBody } from "../http/api/shapes.ts";
import { ApiError, connectApi } from "./api.ts";
import type { Api, Reply } from "./api.ts";
import { followCall } from "./follow-call.ts";
import { Interrupted, interruptSignal } from "./interrupt.ts";
import { showEnded, showLine, showStatus } from "./show-call.ts";

type Options = {
  readonly base?: string;
  readonly key?: string;
  readonly json: boolean;
  readonly question: readonly string[];
  readonly [field: string]: unknown;
};

/** The options that are fields of the request, by the field's name. */
const FIELDS = {
  details: "what the assistant may tell when asked",
  constraints: "what must not happen",
  "business-name": "who is called",
  "on-behalf-of": "for whom",
  "callback-number": "where they can be called back",
  "voicemail-message": "what to say to a machine",
  "transfer-to": "to whom to put them through",
  language: "in which language, such as en-US",
} as const;

/** Standard output is the finished call with --json, so everything else goes to standard error. */
const tell = console.error;

async function call(phone: string, goal: string, options: Options, signal: AbortSignal): Promise<boolean> {
  const api = connectApi(options.base ?? usualBase());
  const { callId, key } = await place(api, requestOf(phone, goal, options), options.key ?? null, signal);
  const { call: ended, text } = await followCall(
    api,
    callId,
    key,
    {
      status: (status) => {
        const line = showStatus(status);
        if (line !== null) tell(line);
      },
      line: (line) => tell(showLine(line)),
      question: (question, over) =>
        askPerson(`          They ask: “${question}” Your answer: `, AbortSignal.any([signal, over])),
      tooLate: (message) => tell(`          ${message}`),
    },
    signal,
  );
  if (options.json) console.log(JSON.stringify(JSON.parse(text), null, 2));
  else for (const line of ["", ...showEnded(ended)]) console.log(line);
  return ended.outcome?.success === true;
}

/** Places the call; where the appliance asks for a set-up first, lets the person do it and goes on. */
async function place(
  api: Api,
  request: Readonly<Record<string, unknown>>,
  key: string | null,
  signal: AbortSignal,
): Promise<{ readonly callId: string; readonly key: string | null }> {
  const first = await api.send("POST", "/v1/calls", { key, body: request }, signal);
  if (first.status !== 402) return placed(first, key);
  const { setup_code: setupCode, message_for_user: message } = needsSetupBody.parse(JSON.parse(first.text));
  tell(message);
  const done = await askPerson("Press Enter when that is done: ", signal);
  if (done === null)
    throw new Error(`a set-up is needed first: open the link, then send the same request with setup_code ${setupCode}`);
  return placed(await api.send("POST", "/v1/calls", { key, body: { ...request, setup_code: setupCode } }, signal), key);
}

function placed(reply: Reply, key: string | null): { readonly callId: string; readonly key: string | null } {
  if (reply.status === 402) throw new Error("the set-up is not finished yet: nothing was dialled");
  if (reply.status !== 201) throw new ApiError(reply);
  const { call_id: callId, account_key: accountKey, call_key: callKey } = placedBody.parse(JSON.parse(reply.text));
  if (accountKey !== undefined) tell(`Your key, shown only now: ${accountKey} (pass it with --key or OUTDIAL_KEY)`);
  return { callId, key: accountKey ?? key ?? callKey ?? null };
}

/** What the person types, or null when nobody is there to type or it is too late. */
async function askPerson(prompt: string, signal: AbortSignal): Promise<string | null> {
  if (!process.stdin.isTTY) {
    tell(`${prompt}(nobody is at the terminal)`);
    return null;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(prompt, { signal });
  } catch {
    return null;
  } finally {
    terminal.close();
  }
}

function requestOf(phone: string, goal: string, options: Options): Readonly<Record<string, unknown>> {
  const fields = Object.keys(FIELDS).map((name) => {
    const option = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name.replaceAll("-", "_"), options[option]] as const;
  });
  const given = fields.filter(([, value]) => value !== undefined);
  return {
    phone,
    goal,
    ...(options.question.length > 0 ? { questions: options.question } : {}),
    ...Object.fromEntries(given),
  };
}

function usualBase(): string {
  const { server } = loadSettings({ env: process.env });
  const host = server.host === "0.0.0.0" || server.host === "::" ? "127.0.0.1" : server.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
}

const command = new Command("npm run call --")
  .description("Places a call on a running appliance and follows it to its end.")
  .argument("<phone>", "the number, such as +14155550123")
  .argument("<goal>", "what the call must achieve")
  .option(
    "--question <text>",
    "a question to ask; may be given several times",
    (text, before: readonly string[]) => [...before, text],
    [],
  )
  .option("--base <url>", "where the appliance is (default: as the configuration says)")
  .option("--key <key>", "the account's key (default: OUTDIAL_KEY)", process.env["OUTDIAL_KEY"])
  .option("--json", "print the finished call as JSON on standard output", false);
for (const [name, description] of Object.entries(FIELDS)) command.option(`--${name} <text>`, description);
command.parse();

try {
  const [phone = "", goal = ""] = command.args;
  const success = await call(
    phone,
    goal,
    command.opts<Options>(),
    interruptSignal(() => process.exit(130)),
  );
  process.exitCode = success ? 0 : 1;
} catch (error) {
  console.error(`outdial: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
