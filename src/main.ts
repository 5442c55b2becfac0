/** The program, with the engines that the settings name. What a program of the appliance does is in `program.ts`. */
import { startAppliance } from "./appliance.ts";
import { runProgram } from "./program.ts";

// Everything that was started has been ended by now; nothing that was forgotten may keep the process.
process.exit(await runProgram({ env: process.env, start: startAppliance }));
