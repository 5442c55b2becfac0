/**
 * SQLite's own look at the whole file, beside the start: it takes as long as there are years of calls, and nobody waits
 * for it longer than a moment. Who serves before its verdict leaves a note in the folder; a start that finds the note looks
 * itself, before anything else. So a damaged file is served from at most once, and for seconds.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startWorker } from "../lib/supervised-worker.ts";

const NOTE = "check.due";

export type FileVerdict = { readonly damage: string | null };

export function isCheckDue(folder: string): boolean {
  return existsSync(join(folder, NOTE));
}

export function noteCheckDue(folder: string): void {
  writeFileSync(join(folder, NOTE), "", { mode: 0o600 });
}

export function checkDone(folder: string): void {
  rmSync(join(folder, NOTE), { force: true });
}

/** Rejects when it cannot be looked at, which says nothing about the file. */
export async function checkInThread(folder: string, signal: AbortSignal): Promise<FileVerdict> {
  const verdict = Promise.withResolvers<FileVerdict>();
  const worker = startWorker<never, FileVerdict>({
    name: "the thread that checks the database",
    entry: new URL("./check-worker.ts", import.meta.url),
    data: folder,
    readyWithinMs: null,
    mayBeTerminated: true,
    onMessage(found) {
      verdict.resolve(found);
      return undefined;
    },
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  void worker.gone.then(({ cause }) =>
    verdict.reject(new Error(`The database could not be checked: ${cause.message}`)),
  );
  try {
    return await verdict.promise;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
