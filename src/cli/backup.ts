/**
 * `outdial backup` and `outdial restore`: copies of what the appliance has stored, of the appliance whose configuration
 * OUTDIAL_CONFIG names. The first also while it runs; the copy is tried before it gets its name, which is printed. The
 * second while it does not; what was there is kept beside it.
 */
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { BACKUPS, backupName, makeBackup } from "../store/backup.ts";
import { restoreBackup } from "../store/restore.ts";
import { dataFolder } from "./data-folder.ts";

export function addBackup(program: Command): void {
  program
    .command("backup")
    .description("Back up what the appliance has stored, also while it runs.")
    .argument("[file]", "a new file (default: one in the data folder's backups)")
    .action(backUp);
}

export function addRestore(program: Command): void {
  program
    .command("restore")
    .description("Put a backup in the place of what the appliance has stored, while it does not run.")
    .argument("<file>", "the backup")
    .action(restore);
}

async function backUp(file: string | undefined): Promise<void> {
  const folder = dataFolder();
  // Every file that is made is for its owner's eyes only.
  process.umask(0o077);
  const path = file === undefined ? join(folder, BACKUPS, backupName(Date.now())) : resolve(file);
  const { bytes } = await makeBackup(folder, path);
  console.error(`A good backup of ${Math.ceil(bytes / 1024)} KB:`);
  console.log(path);
}

function restore(file: string): void {
  const folder = dataFolder();
  process.umask(0o077);
  const { asideAs } = restoreBackup(folder, resolve(file), Date.now());
  console.log(`${folder} is as it was at that backup.`);
  if (asideAs !== null) console.log(`What was there before is kept as ${asideAs}`);
}
