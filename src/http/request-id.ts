import { randomToken } from "../lib/ids.ts";

/** Request ids of one process: a random beginning, then a count. Unique, sortable, and cheap enough for every request. */
export function requestIds(): () => string {
  const beginning = `req_${randomToken(8)}`;
  let count = 0;
  return () => `${beginning}${(count++).toString(36).padStart(6, "0")}`;
}
