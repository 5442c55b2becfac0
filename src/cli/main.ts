/** The program `outdial`: all commands but those that bin/outdial runs by itself. */
import { CommanderError } from "commander";
import { errorJson, EXIT, exitCodeOf, messageOf } from "./exit.ts";
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
  // Commander has already said what it has to say.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.success : EXIT.usage;
  else {
    if (words.includes("--json")) console.log(JSON.stringify(errorJson(error), null, 2));
    console.error(`outdial: ${messageOf(error)}`);
    process.exitCode = exitCodeOf(error);
  }
}
