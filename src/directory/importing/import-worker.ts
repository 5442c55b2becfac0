/** The worker of one import: reads the file, checks each row, writes in batches, tells how far it is. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ImportNews, ImportRequest } from "./importer.ts";
import { importFile } from "./import-file.ts";

// Linux takes this for the calling thread alone: whoever has a call to hold goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { folder, request } = workerData as { folder: string; request: ImportRequest };
const tell = (news: ImportNews): void => parentPort?.postMessage(news);

try {
  const report = await importFile(folder, request, Date.now(), (progress) => tell({ type: "progress", progress }));
  tell({ type: "done", report });
} catch (error) {
  tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}
