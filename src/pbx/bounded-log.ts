/**
 * Keeps Asterisk's log from filling the disk: what is over the size becomes `asterisk.log.1`, in place of the one before,
 * and the log begins anew. Asterisk appends to it and never notices. The folder belongs to an unprivileged process:
 * nothing is followed that it may have put there.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunAs } from "./run-as.ts";
import { giveTo } from "./run-as.ts";

export const LOG = "asterisk.log";
export const MOST_LOG_BYTES = 10 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Whether it was too long. A file that is not what it should be is left alone. */
export function boundLog(folder: string, owner: RunAs | null, most = MOST_LOG_BYTES): boolean {
  const path = join(folder, LOG);
  const log = open(path, constants.O_RDWR);
  if (log === null) return false;
  try {
    const { size, nlink } = fstatSync(log);
    if (size <= most || nlink !== 1) return false;
    const kept = `${path}.1`;
    rmSync(kept, { force: true });
    const copy = openSync(
      kept,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      copyEnd(log, copy, size, most);
    } finally {
      closeSync(copy);
    }
    giveTo(kept, owner);
    ftruncateSync(log, 0);
    return true;
  } finally {
    closeSync(log);
  }
}

function open(path: string, flags: number): number | null {
  try {
    const file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch {
    // None yet, or nothing that is ours to touch.
  }
  return null;
}

/** The last of it: a flood may have made it far longer between two looks. */
function copyEnd(from: number, to: number, size: number, most: number): void {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let at = Math.max(0, size - most); at < size;) {
    const read = readSync(from, buffer, 0, Math.min(PIECE_BYTES, size - at), at);
    if (read === 0) return;
    writeSync(to, buffer, 0, read);
    at += read;
  }
}
