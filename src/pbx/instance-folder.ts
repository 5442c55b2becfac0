/**
 * The folder of one exchange, `<data_dir>/asterisk/<role>`: made anew at every start except for its log, readable by
 * nobody but the user Asterisk runs as. It is another folder each time, not the same one emptied: whoever still holds the
 * old one open, to end the Asterisk that ran in it, cannot reach the new one's control socket. The administrator's
 * overrides are copied into it, because that user could not read them where they lie.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LOG } from "./bounded-log.ts";
import { giveTo, type RunAs } from "./run-as.ts";

const REMADE = ["etc", "run", "var", "spool", "cache", "key"] as const;

export type FolderOrder = {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  /** Where the administrator's files lie; null for an exchange that takes none. */
  readonly overrides: string | null;
  /** For TLS: the certificates of the authorities that are trusted, as one PEM text. */
  readonly authorities: string | null;
  readonly owner: RunAs | null;
};

export function makeInstanceFolder({ folder, files, overrides, authorities, owner }: FolderOrder): void {
  replaceFolder(folder);
  for (const name of [...REMADE, "key/keys", "etc/overrides"]) makeFolder(join(folder, name), owner);
  if (!existsSync(join(folder, "log"))) makeFolder(join(folder, "log"), owner);
  keepOldLog(join(folder, "log"));
  for (const [name, text] of files) writeSecret(join(folder, "etc", name), text, owner);
  if (authorities !== null) writeSecret(join(folder, "etc/ca.pem"), authorities, owner);
  if (overrides !== null) copyOverrides(overrides, join(folder, "etc/overrides"), owner);
  giveTo(folder, owner);
}

/**
 * Removed, not overwritten: what an unprivileged process may have put there must never be followed by root. At every
 * moment of it the log lies in one of the two.
 */
function replaceFolder(folder: string): void {
  const fresh = `${folder}.new`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  chmodSync(fresh, 0o700);
  if (existsSync(join(folder, "log"))) {
    rmSync(join(fresh, "log"), { recursive: true, force: true });
    renameSync(join(folder, "log"), join(fresh, "log"));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** The folder in which an administrator may put files; made once, never written to again. */
export function makeOverridesFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

function copyOverrides(from: string, to: string, owner: RunAs | null): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".conf")) continue;
    writeSecret(join(to, entry.name), readFileSync(join(from, entry.name), "utf8"), owner);
  }
}

function keepOldLog(folder: string): void {
  const path = join(folder, LOG);
  if (existsSync(path)) renameSync(path, `${path}.1`);
}

function makeFolder(path: string, owner: RunAs | null): void {
  mkdirSync(path, { mode: 0o700 });
  giveTo(path, owner);
}

function writeSecret(path: string, text: string, owner: RunAs | null): void {
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  giveTo(path, owner);
}
