/**
 * Puts a backup in the place of what the appliance has stored, while the appliance does not run:
 *
 *   npm run restore -- <file>
 *
 * Of the appliance whose configuration OUTDIAL_CONFIG names. What was there is kept beside it.
 */
import { resolve } from "node:path";
import { restoreBackup } from "../store/restore.ts";
import { operate, wrongUsage } from "./operator.ts";

const [file, ...more] = process.argv.slice(2);

if (file === undefined || file.startsWith("-") || more.length > 0) wrongUsage("usage: npm run restore -- <file>");
else {
  await operate(({ data_dir: folder }) => {
    const { asideAs } = restoreBackup(folder, resolve(file), Date.now());
    process.stdout.write(`${folder} is as it was at that backup.\n`);
    if (asideAs !== null) process.stdout.write(`What was there before is kept as ${asideAs}\n`);
  });
}
