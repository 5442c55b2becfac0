import { say } from "./say.mjs";

const EVERY_MS = 10_000;

/** Awaits the work, telling every ten seconds how far it is. */
export async function progress(describe, work) {
  const startedAt = Date.now();
  const timer = setInterval(() => say(`${describe()} (${Math.round((Date.now() - startedAt) / 1000)} s).`), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
