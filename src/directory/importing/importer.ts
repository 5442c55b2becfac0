/**
 * The main thread's end of an import: starts the worker, passes on its news, ends it. The worker has its own connection
 * to the directory; searches go on meanwhile and see what has been committed so far.
 */
import { access, constants } from "node:fs/promises";
import { orAborted } from "../../lib/abort.ts";
import { startWorker } from "../../lib/supervised-worker.ts";

export type ImportFormat = "csv" | "jsonl" | "osm" | "foursquare";

export type ImportRequest = {
  readonly path: string;
  /** Null: by the name of the file. */
  readonly format: ImportFormat | null;
  /** Name of the data set; another import under the same name replaces it. Null: the format. */
  readonly source: string | null;
  /** What the licence of the data wants to be shown; null: what the format is known to ask for. */
  readonly attribution: string | null;
  /** Remove what the source had before and this file does not have. */
  readonly replace: boolean;
};

export type RowError = {
  /** Line of the file, or number of the record where a file has no lines. */
  readonly row: number;
  readonly message: string;
};

export type Progress = {
  readonly phase: "reading" | "indexing";
  readonly rows: number;
  readonly errors: number;
  /** Of the file, 0 to 1. */
  readonly share: number;
};

export type ImportReport = {
  readonly source: string;
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  /** Records that are no businesses: streets, closed places, things without a name. */
  readonly skipped: number;
  readonly errorCount: number;
  /** The first hundred. */
  readonly errors: readonly RowError[];
  readonly warnings: readonly string[];
  readonly seconds: number;
};

export type ImportJob = {
  /** Rejects with a sentence when the file cannot be imported at all, or the signal gave it up. */
  readonly done: Promise<ImportReport>;
};

/** What the worker sends. */
export type ImportNews =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "done"; readonly report: ImportReport }
  | { readonly type: "failed"; readonly message: string };

export function startImport(
  folder: string,
  request: ImportRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): ImportJob {
  return { done: run(folder, request, onProgress, signal) };
}

async function run(
  folder: string,
  request: ImportRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ImportReport> {
  // Also starts the process's pool of file threads from here: started by the worker it would inherit its low priority.
  await access(request.path, constants.R_OK);
  signal.throwIfAborted();
  const end = Promise.withResolvers<ImportReport>();
  const worker = startWorker<never, ImportNews>({
    name: "the import",
    entry: new URL("./import-worker.ts", import.meta.url),
    data: { folder, request },
    readyWithinMs: null,
    mayBeTerminated: true,
    onMessage(news) {
      if (news.type === "progress") onProgress(news.progress);
      else if (news.type === "done") end.resolve(news.report);
      else end.reject(new Error(news.message));
      return undefined;
    },
  });
  void worker.gone.then(({ cause }) =>
    end.reject(new Error(`the import ended unexpectedly: ${cause.message}`, { cause })),
  );
  try {
    return await orAborted(end.promise, signal);
  } finally {
    await worker.terminate();
  }
}
