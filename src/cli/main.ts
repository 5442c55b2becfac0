/** The program `outdial`: all commands but those that bin/outdial runs by itself. */
import { CommanderError } from "commander";
import { errorJson, EXIT, exitCodeOf, messageOf, UsageError } from "./exit.ts";
import { createProgram } from "./program.ts";

const words = process.argv.slice(2);

// Whoever reads what we print may have seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  const program = await createProgram(words);
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  const asked = error instanceof CommanderError ? misunderstood(error) : error;
  if (asked !== null && words.includes("--json")) console.log(JSON.stringify(errorJson(asked), null, 2));
  // Commander has already said what it has to say.
  if (error instanceof CommanderError) process.exitCode = asked === null ? EXIT.success : EXIT.usage;
  else {
    console.error(`outdial: ${messageOf(error)}`);
    process.exitCode = exitCodeOf(error);
  }
}

/** Null for the help, which is no error. */
function misunderstood({ exitCode, message }: CommanderError): UsageError | null {
  return exitCode === 0 ? null : new UsageError(message.replace(/^error: /, ""));
}
