import { statfsSync } from "node:fs";
import { SetUpError, megabytes } from "./say.mjs";

export function demandSpace(folder, bytes, what) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new SetUpError(
    `Only ${megabytes(free)} are free in ${folder}, and ${what} need ${megabytes(bytes)}: make room and try again.`,
  );
}
