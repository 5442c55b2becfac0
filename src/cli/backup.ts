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
import { withJson } from "./reach.ts";

type Json = { readonly json: boolean };

export function addBackup(program: Command): void {
  withJson(program.command("backup").description("Back up what the appliance has stored, also while it runs."))
    .argument("[file]", "a new file (default: one in the data folder's backups)")
    .action(backUp);
}

export function addRestore(program: Command): void {
  const what = "Put a backup in the place of what the appliance has stored, while it does not run.";
  withJson(program.command("restore").description(what)).argument("<file>", "the backup").action(restore);
}

async function backUp(file: string | undefined, { json }: Json): Promise<void> {
  const folder = dataFolder();
  // Every file that is made is for its owner's eyes only.
  process.umask(0o077);
  const path = file === undefined ? join(folder, BACKUPS, backupName(Date.now())) : resolve(file);
  const { bytes } = await makeBackup(folder, path);
  if (json) return console.log(JSON.stringify({ path, bytes }, null, 2));
  console.error(`A good backup of ${Math.ceil(bytes / 1024)} KB:`);
  console.log(path);
}

function restore(file: string, { json }: Json): void {
  const folder = dataFolder();
  process.umask(0o077);
  const { asideAs } = restoreBackup(folder, resolve(file), Date.now());
  if (json) return console.log(JSON.stringify({ data_dir: folder, kept_as: asideAs }, null, 2));
  console.log(`${folder} is as it was at that backup.`);
  if (asideAs !== null) console.log(`What was there before is kept as ${asideAs}`);
}
