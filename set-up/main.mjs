/**
 * Brings what the product needs and the machine lacks. Run before every command by bin/outdial, so it has to be quick
 * when nothing is missing. Plain JavaScript without a dependency, because it runs on the user's own Node (20 or newer)
 * before anything is installed.
 *
 * Each step tells whether it is done by looking, not by remembering; what it makes appears under its final name only
 * when it is complete. So it may be interrupted anywhere and simply started again.
 */
import { asteriskStep } from "./asterisk.mjs";
import { browserStep, speechStep, testToolsStep } from "./debian-packages.mjs";
import { languageModelStep } from "./language-model.mjs";
import { withLock } from "./lock.mjs";
import { mcpClientStep } from "./mcp-client.mjs";
import { nodeStep } from "./node-version.mjs";
import { npmStep } from "./npm-packages.mjs";
import { promtoolStep } from "./promtool.mjs";
import { endChildren } from "./run.mjs";
import { SetUpError, say } from "./say.mjs";
import { speechModelsStep } from "./speech-models.mjs";
import { seconds, takeSteps, tellWithout } from "./steps.mjs";

// What is installed is for whoever Asterisk runs as, whatever the habits of the one who installs it.
process.umask(0o022);

const SCOPES = {
  npm: [nodeStep, npmStep],
  run: [nodeStep, npmStep, asteriskStep, speechStep, speechModelsStep],
  test: [
    ...[nodeStep, npmStep, asteriskStep, speechStep, speechModelsStep],
    ...[testToolsStep, promtoolStep, languageModelStep, browserStep, mcpClientStep],
  ],
};

async function main(scope) {
  const steps = SCOPES[scope];
  if (steps === undefined) throw new SetUpError(`There is no set-up called "${scope}": npm, run or test.`);
  const missing = steps.filter((step) => !step.isDone());
  if (missing.length === 0) return;
  const startedAt = Date.now();
  try {
    await withLock(() => takeSteps(steps));
  } catch (error) {
    // Where nothing can be written (an image made without the models), what is optional keeps nobody from starting.
    if (!(error instanceof SetUpError) || missing.some((step) => step.without === undefined)) throw error;
    for (const step of missing) tellWithout(step, error);
    return;
  }
  say(`Set up in ${seconds(startedAt)}.`);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    endChildren();
    say("Interrupted. Run the same command again to go on from here.");
    process.exit(130);
  });
}

try {
  await main(process.argv[2] ?? "run");
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
