/** What the keys of the settings demand of each other; each rule names the key that has to change. */
import type { ConfigProblem } from "./problem.ts";
import type { Settings } from "./schema.ts";
import { DEEPGRAM_URL, OPENAI_URL, readPortRange } from "./schema.ts";

export function crossCheck(settings: Settings): readonly ConfigProblem[] {
  return [
    ...checkBilling(settings),
    ...checkAsterisk(settings.asterisk),
    ...checkTrunk(settings.trunk),
    ...checkEngines("speech.stt", settings.speech.stt),
    ...checkEngines("speech.tts", settings.speech.tts),
    ...checkEngines("llm", settings.llm),
    ...checkDirectory(settings.directory),
  ];
}

/** Whether only this machine can reach an address we listen on. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function checkBilling({ billing, server }: Settings): readonly ConfigProblem[] {
  if (billing.provider === "stripe") {
    return needed("billing", billing, ["secret_key", "webhook_secret"], "with provider stripe");
  }
  const open = openToOthers(server);
  if (open === null || billing.passphrase !== null) return [];
  const why = `is needed, because ${open} and whoever opens the set-up page could give themselves credit`;
  return [{ key: "billing.passphrase", message: why }];
}

/** How the settings show that other machines reach the appliance, through whatever; null when nothing does. */
function openToOthers(server: Settings["server"]): string | null {
  if (!isLoopback(server.host)) return "server.host is open to other machines";
  if (server.public_url !== null && !isLoopback(new URL(server.public_url).hostname)) {
    return "server.public_url says that other machines reach the appliance";
  }
  return server.trusted_proxies.length > 0 ? "server.trusted_proxies says that requests come through a proxy" : null;
}

function checkAsterisk(asterisk: Settings["asterisk"]): readonly ConfigProblem[] {
  if (asterisk.mode === "external") {
    return needed("asterisk", asterisk, ["ari_url", "ari_username", "ari_password"], "with mode external");
  }
  const { first, last } = readPortRange(asterisk.rtp_ports);
  if (asterisk.sip_port < first || asterisk.sip_port > last) return [];
  return [{ key: "asterisk.sip_port", message: "lies within asterisk.rtp_ports: choose a port outside that range" }];
}

function checkTrunk(trunk: Settings["trunk"]): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (trunk.register) problems.push(...needed("trunk", trunk, ["username", "password"], "with register: true"));
  else if (trunk.password !== null) problems.push(...needed("trunk", trunk, ["username"], "with a password"));
  if (trunk.host === null && (trunk.register || trunk.username !== null)) {
    problems.push(...needed("trunk", trunk, ["host"], "with the other keys of a trunk"));
  }
  return problems;
}

type Engine = { readonly provider: string; readonly api_key?: string | null; readonly base_url?: string };

/** A server of one's own may do without a key; the hosted services do not. */
function checkEngines(path: string, engines: readonly Engine[]): readonly ConfigProblem[] {
  return engines.flatMap((engine, index) => {
    const hosted = engine.base_url === DEEPGRAM_URL || engine.base_url === OPENAI_URL;
    if (!hosted || engine.api_key !== null) return [];
    const group = engines.length === 1 ? path : `${path}.${index}`;
    return [{ key: `${group}.api_key`, message: `is needed with provider ${engine.provider}` }];
  });
}

function checkDirectory(directory: Settings["directory"]): readonly ConfigProblem[] {
  if (directory.provider === "google") return needed("directory", directory, ["api_key"], "with provider google");
  if (directory.provider === "openstreetmap") {
    return needed("directory", directory, ["contact"], "with provider openstreetmap, whose usage rules ask for it");
  }
  return [];
}

function needed<T extends object>(
  path: string,
  group: T,
  keys: readonly (keyof T & string)[],
  why: string,
): readonly ConfigProblem[] {
  return keys
    .filter((key) => group[key] === null)
    .map((key) => ({ key: `${path}.${key}`, message: `is needed ${why}` }));
}
