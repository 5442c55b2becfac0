/**
 * How Asterisk is called, to run or to be asked something. Its root file system and its folder are handed over as open
 * descriptors 3 and 4 and its configuration names nothing else, so that both may lie below a folder that the
 * unprivileged user cannot enter (`/root`, a private temporary folder), with a name of any characters and length.
 */
import { join, relative } from "node:path";
import type { AsteriskInstallation } from "../lib/installation.ts";

/** Ours stays here: it may hold other people's keys. */
export const CLEAN_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
};

/** With its configuration, without what it shall do. */
export function asteriskCommand({ root, command }: AsteriskInstallation): readonly string[] {
  return [...command.map((word) => throughDescriptor(root, word)), "-C", "/proc/self/fd/4/etc/asterisk.conf"];
}

/** Paths within the root by way of the open descriptor; everything else as it is. */
function throughDescriptor(root: string, word: string): string {
  const path = relative(root, word);
  return word.startsWith("/") && !path.startsWith("..") ? join("/proc/self/fd/3", path) : word;
}
