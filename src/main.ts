/** The program, with the engines that the settings name. What a program of the appliance does is in `program.ts`. */
import { startAppliance } from "./app/appliance.ts";
import { embeddedEngines } from "./app/embedded-engines.ts";
import { runProgram } from "./app/program.ts";

// Everything that was started has been ended by now; nothing that was forgotten may keep the process.
process.exit(
  await runProgram({
    env: process.env,
    start: (settings, installation, log, signal) =>
      startAppliance(settings, installation, log, signal, embeddedEngines(process.env)),
  }),
);
