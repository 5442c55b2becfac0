/**
 * Whether the trunk has accepted our registration. ARI does not tell; Asterisk's own command line does, over the socket
 * in the folder of its process that only its owner may open. Asked every few seconds, so that the answer is at hand.
 */
import { closeSync, openSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

/** The section of the configuration. */
const SECTION = "trunk-registration";
const ANSWER_WITHIN_MS = 2000;
const UNTIL_REGISTERED_EVERY_MS = 250;
const ONCE_REGISTERED_EVERY_MS = 5000;
const MOST_CHARACTERS = 65_536;

export type RegistrationWatch = {
  /** Null while we are registered, or while nobody can tell; else one sentence. */
  notReady(): string | null;
  /** Settles when we are registered for the first time, or after so long. */
  registered(withinMs: number): Promise<void>;
  stop(): void;
};

/** `runFolder`: where the Asterisk whose trunk it is has its socket. */
export function watchRegistration(runFolder: string, log: Logger): RegistrationWatch {
  const ending = new AbortController();
  const first = Promise.withResolvers<void>();
  let status: string | null = null;

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const now = await askStatus(runFolder).catch((error: unknown) => {
        log.debug({ err: error }, "the state of the registration cannot be read");
        return null;
      });
      if (now !== status) log.info({ status: now }, "the state of the trunk's registration");
      status = now;
      if (status === "Registered") first.resolve();
      const pauseMs = status === "Registered" ? ONCE_REGISTERED_EVERY_MS : UNTIL_REGISTERED_EVERY_MS;
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  void watch();

  return {
    notReady: () => notRegistered(status),
    registered: (withinMs) =>
      Promise.race([first.promise, delay(withinMs, undefined, { signal: ending.signal }).catch(() => undefined)]),
    stop: () => ending.abort(new Error("nobody asks any more")),
  };
}

/** Asterisk's word for it; null when it has none for our trunk. */
export function statusIn(output: string): string | null {
  const line = output.split("\n").find((text) => text.trimStart().startsWith(`${SECTION}/`)) ?? "";
  return /\s([A-Z][a-z]+)(?:\s+\(exp\. [^)]*\))?\s*$/.exec(line)?.[1] ?? null;
}

export function notRegistered(status: string | null): string | null {
  switch (status) {
    case null:
    case "Registered":
      return null;
    // Asterisk's word for no answer at all too, once it has waited for one.
    case "Rejected":
      return "The trunk refuses our registration or no longer answers it: check trunk.username and trunk.password, then trunk.host and the network.";
    default:
      return "The trunk has not accepted our registration: check trunk.host, trunk.port and the network.";
  }
}

async function askStatus(runFolder: string): Promise<string | null> {
  // A socket's path has at most 107 characters; by its open folder it is short wherever that lies.
  const folder = openSync(runFolder, "r");
  try {
    return statusIn(await command(`/proc/self/fd/${folder}/asterisk.ctl`, "pjsip show registrations"));
  } finally {
    closeSync(folder);
  }
}

/** What Asterisk answers to a command, as `asterisk -rx` does it. */
function command(socketPath: string, line: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = createConnection(socketPath);
  let greeted = false;
  let answer = "";
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error("Asterisk's command line did not answer")));
  socket.on("data", (bytes) => {
    if (greeted) answer += bytes.toString("utf8");
    else socket.write(`cli quit after ${line}\0`);
    greeted = true;
    if (answer.length > MOST_CHARACTERS) socket.destroy(new Error("Asterisk's command line does not stop talking"));
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(answer));
  return promise;
}
