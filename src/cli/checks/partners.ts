/** Whom a call needs beyond this machine: the trunk, an Asterisk of one's own, the engines. */
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { refusedEngines } from "../../engines/check-engines.ts";
import { languagesOf } from "../../engines/languages.ts";
import type { Check } from "./check.ts";

export const trunkCheck: Check = {
  name: "trunk",
  async look({ settings }) {
    const { host, port, transport } = settings.trunk;
    if (host === null) {
      return {
        problem: "no trunk is configured: only the demo number can be called",
        mend: "set trunk.host (presets in config/trunks)",
        warning: true,
      };
    }
    const where = `${host}:${port} (${transport})`;
    if (isIP(host) !== 0 || host === "localhost") return { found: where };
    const address = await addressInDns(host);
    if (address !== null) return { found: `${where}, ${address}` };
    const local = await lookup(host).catch(() => null);
    if (local === null)
      return { problem: `the name ${host} does not resolve`, mend: "check trunk.host and this machine's name server" };
    return {
      problem: `no name server knows ${host}; Asterisk does not look into /etc/hosts, where it is ${local.address}`,
      mend: "set trunk.host to the address, or let the name server know the name",
    };
  },
};

/** As Asterisk looks a name up: it asks the name servers itself. Null when they do not know it. */
async function addressInDns(host: string): Promise<string | null> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  for (const ask of [() => resolver.resolve4(host), () => resolver.resolve6(host)]) {
    const [address] = await ask().catch(() => []);
    if (address !== undefined) return address;
  }
  return null;
}

const ARI_WITHIN_MS = 5000;

export const externalAsteriskCheck: Check = {
  name: "asterisk's ari",
  async look({ settings }) {
    const { mode, ari_url: url, ari_username: username, ari_password: password } = settings.asterisk;
    if (mode === "managed" || url === null) return { found: "the appliance's own, started with it" };
    const login = Buffer.from(`${username ?? ""}:${password ?? ""}`).toString("base64");
    let status: number;
    try {
      const headers = { authorization: `Basic ${login}` };
      const response = await fetch(`${url}/ari/asterisk/info?only=system`, {
        headers,
        signal: AbortSignal.timeout(ARI_WITHIN_MS),
      });
      await response.body?.cancel();
      status = response.status;
    } catch {
      return {
        problem: `nobody answers at ${url}`,
        mend: "start that Asterisk with http.conf and ari.conf enabled, or correct asterisk.ari_url",
      };
    }
    if (status === 200) return { found: `answers at ${url}` };
    return status === 401
      ? { problem: `${url} refuses the login`, mend: "correct asterisk.ari_username and asterisk.ari_password" }
      : { problem: `${url}/ari answers ${status}`, mend: "load res_ari and its modules in that Asterisk" };
  },
};

/** That keys are there where they are needed is a rule of the configuration; here it is seen whether they are taken. */
const ENGINES_WITHIN_MS = 12_000;

export const enginesCheck: Check = {
  name: "engines",
  async look({ settings }) {
    const names = (engines: readonly { readonly provider: string }[]) =>
      engines.map(({ provider }) => provider).join(", then ");
    const { speech, llm } = settings;
    const refused = await refusedEngines(settings, AbortSignal.timeout(ENGINES_WITHIN_MS));
    if (refused.length > 0) {
      const mend = "until then the next of the list, and at last the embedded ones, do their work";
      return { problem: refused.join("; "), mend, warning: true };
    }
    const languages = languagesOf(settings).join(", ");
    return {
      found: `hearing: ${names(speech.stt)}; thinking: ${names(llm)}; speaking: ${names(speech.tts)}; calls in: ${languages}`,
    };
  },
};
