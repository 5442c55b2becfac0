/**
 * A backup of what the appliance has stored, also while it runs:
 *
 *   npm run backup                 into <data_dir>/backups
 *   npm run backup -- <file>       into that file
 *
 * Of the appliance whose configuration OUTDIAL_CONFIG names. The copy is tried before it gets its name, which is printed.
 */
import { join, resolve } from "node:path";
import { BACKUPS, backupName, makeBackup } from "../store/backup.ts";
import { operate, wrongUsage } from "./operator.ts";

const [file, ...more] = process.argv.slice(2);

if (more.length > 0 || file?.startsWith("-") === true) wrongUsage("usage: npm run backup [-- <file>]");
else {
  await operate(async ({ data_dir: folder }) => {
    const path = file === undefined ? join(folder, BACKUPS, backupName(Date.now())) : resolve(file);
    const backup = await makeBackup(folder, path);
    process.stderr.write(`A good backup of ${Math.ceil(backup.bytes / 1024)} KB:\n`);
    process.stdout.write(`${backup.path}\n`);
  });
}
