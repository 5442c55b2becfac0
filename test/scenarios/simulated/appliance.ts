/**
 * The appliance with engines that take no time, or a fixed one: the same program, exchanges, audio, detector and rules;
 * it hears what is whispered at the port that it prints behind its base URL.
 *
 *     OUTDIAL_SIMULATED='{"recogniserMs":260,"modelMs":350,"voiceMs":190}' node test/scenarios/simulated/appliance.ts
 */
import { startAppliance } from "../../../src/app/appliance.ts";
import { runProgram } from "../../../src/app/program.ts";
import { readDelays } from "./delays.ts";
import { simulatedEngines } from "./engines.ts";
import { listenForWhispers } from "./whisper.ts";

const delays = readDelays(process.env["OUTDIAL_SIMULATED"]);
const whispers = await listenForWhispers();
process.exit(
  await runProgram({
    env: process.env,
    start: (settings, installation, log, signal) =>
      startAppliance(settings, installation, log, signal, simulatedEngines(delays, whispers)),
    readyLines: [`Whisper at 127.0.0.1:${whispers.port}`],
  }),
);
