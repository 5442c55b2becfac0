/**
 * An appliance for tests that kill it: starts an exchange in the folder it is given, prints Asterisk's process id and
 * lives until it is ended.
 */
import { once } from "node:events";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { applianceSettings } from "./asterisk.ts";
import { startMediaEcho } from "./media-echo.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("which folder?");
const asterisk = await startManagedAsterisk(
  await applianceSettings(dir, await startMediaEcho(), {}),
  new AbortController().signal,
);
process.stdout.write(`${asterisk.pid()}\n`);
await once(process, "SIGTERM");
await asterisk.stop();
process.exit(0);
