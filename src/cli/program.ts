/** Every command by its first word. Only the one that is asked for is loaded: most need little of the house. */
import { Command } from "commander";
import { EXIT_CODES } from "./exit.ts";

const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  demo: async () => (await import("./demo.ts")).addDemo,
  call: async () => (await import("./call.ts")).addCall,
  calls: async () => (await import("./calls.ts")).addCalls,
  tail: async () => (await import("./tail.ts")).addTail,
  answer: async () => (await import("./answer.ts")).addAnswer,
  hangup: async () => (await import("./hangup.ts")).addHangup,
  share: async () => (await import("./share.ts")).addShare,
  plan: async () => (await import("./plan.ts")).addPlan,
  find: async () => (await import("./find.ts")).addFind,
  account: async () => (await import("./account.ts")).addAccount,
  webhooks: async () => (await import("./webhooks.ts")).addWebhooks,
  keys: async () => (await import("./keys.ts")).addKeys,
  directory: async () => (await import("./directory-import.ts")).addDirectory,
  import: async () => (await import("./directory-import.ts")).addImport,
  export: async () => (await import("./export.ts")).addExport,
  records: async () => (await import("./records-import.ts")).addRecords,
  verify: async () => (await import("./verify.ts")).addVerify,
  backup: async () => (await import("./backup.ts")).addBackup,
  restore: async () => (await import("./backup.ts")).addRestore,
  doctor: async () => (await import("./doctor.ts")).addDoctor,
  config: async () => (await import("./config.ts")).addConfig,
  mcp: async () => (await import("./mcp.ts")).addMcp,
  completion: async () => (await import("./completion.ts")).addCompletion,
};

/** What bin/outdial does without this program. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  start: "Run the appliance in the foreground.",
  test: "Run every test.",
  check: "Formatting, lint, types and unit tests: before each commit.",
  lint: "Formatting, lint and types.",
  format: "Format the code.",
  scenarios: "Real calls from readable files, with a score card.",
  bench: "Run the benchmarks.",
  faults: "Break the appliance in every way, and say what was lost.",
  simulate: "Tell stories of chance about the call engine, and say the seed of one that breaks it.",
  "set-up": "Install what every command needs.",
};

export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command("outdial")
    .description("Places phone calls to businesses, on an appliance of your own.")
    .helpCommand("help [command]", "show this, or how a command is used")
    .showSuggestionAfterError()
    .addHelpText("afterAll", `\n${EXIT_CODES}`)
    .exitOverride();
  const [first = ""] = words;
  // The completion is about all of them.
  if (first !== "completion" && Object.hasOwn(COMMANDS, first)) {
    (await COMMANDS[first]?.())?.(program);
    return program;
  }
  for (const load of Object.values(COMMANDS)) (await load())(program);
  for (const [name, description] of Object.entries(ELSEWHERE)) program.command(name).description(description);
  return program.addHelpText("after", "\nEvery command explains itself with --help.");
}
