/** Whether ARI answers: an open port is not enough, it says 503 or 404 until the modules are loaded. */
import type { AriAddress } from "./settings.ts";

export type ProbeResult =
  | "ready"
  /** Nothing there, or not ready yet. */
  | "not_yet"
  /** Something answers that does not know our password: another program has the port. */
  | "stranger";

export async function probeAri(address: AriAddress, timeoutMs: number): Promise<ProbeResult> {
  const login = Buffer.from(`${address.username}:${address.password}`).toString("base64");
  try {
    const response = await fetch(`${address.url}/ari/asterisk/info?only=status`, {
      headers: { authorization: `Basic ${login}`, connection: "close" },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "manual",
    });
    await response.body?.cancel();
    if (response.status === 200) return "ready";
    return response.status === 401 || response.status === 403 ? "stranger" : "not_yet";
  } catch {
    return "not_yet";
  }
}
