/**
 * Which configuration an exchange gets: the templates of `asterisk/etc`, each a file of its own, and those of
 * `asterisk/parts` that apply, appended to the file their name begins with. At the end of every file stands what the
 * administrator wants otherwise (`asterisk/README.md`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, relative } from "node:path";
import { PROJECT_ROOT } from "../lib/installation.ts";
import { ConfigValueError, renderTemplate, type ConfigValue } from "./config-template.ts";
import { SIP_T1_MS, timerBMs } from "./settings.ts";
import type { ApplianceSettings, ExchangeSettings, Login, PortRange, TrunkSettings } from "./settings.ts";

const TEMPLATES = join(PROJECT_ROOT, "asterisk");

/** Read by Asterisk when they exist and missed loudly when they do not; ours have nothing to say. */
const EMPTY_FILES = [
  "acl", "ccss", "cel", "cli", "cli_permissions", "codecs", "dnsmgr", "dsp", "features",
  "res_stun_monitor", "sorcery", "stasis", "udptl",
] as const; // prettier-ignore

/** Codecs that are loaded; another one would be offered to nobody without a word. */
export const TRUNK_CODECS = ["ulaw", "alaw", "g722", "slin16"] as const;

const MAX_CALLS = 500;

/** Sections of pjsip.conf: every name is used once, so that an override can add to it (`[trunk](+)`). */
const TRUNK = "trunk-transport";
const LOOPBACK = "loopback-transport";

/** What was chosen at this start. */
export type Resolved = {
  readonly ari: Login & { readonly port: number };
  readonly sipPort: number;
  /** The loopback transport of the demo route, when it cannot share the trunk's. */
  readonly loopbackPort: number;
  readonly rtpPorts: PortRange;
};

/** Every file of the instance's `etc`, by name. Throws ConfigValueError for a setting that cannot be written. */
export function renderExchange(settings: ExchangeSettings, resolved: Resolved): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const values = commonValues(settings, resolved);
  for (const name of readdirSync(join(TEMPLATES, "etc"))) {
    files.set(name, renderTemplate(template("etc", name), values[name] ?? {}));
  }
  for (const name of EMPTY_FILES) files.set(`${name}.conf`, "; nothing to say here\n");
  const append = (file: string, part: string, partValues: Readonly<Record<string, ConfigValue>>): void => {
    const text = renderTemplate(template("parts", part), partValues);
    files.set(file, (files.get(file) ?? "") + text);
  };
  for (const listener of settings.mediaListeners) {
    append("websocket_client.conf", "websocket_client-media.conf", {
      name: listener.name,
      uri: `ws://${bracketed(listener.host ?? "127.0.0.1")}:${listener.port}/media`,
      ...settings.mediaLogin,
    });
  }
  if (settings.role === "carrier") {
    appendTransport(append, LOOPBACK, "udp", `127.0.0.1:${resolved.sipPort}`);
    append("pjsip.conf", "pjsip-carrier.conf", { transport: LOOPBACK });
    append("extensions.conf", "extensions-carrier.conf", { app: settings.app });
  } else {
    appendAppliance(append, settings, resolved);
  }
  for (const [name, text] of files) files.set(name, `${text}\n#tryinclude "overrides/${name}"\n`);
  return files;
}

/** All modules that the configuration loads, so that a missing one can be named before Asterisk trips over it. */
export function modulesOf(files: ReadonlyMap<string, string>): readonly string[] {
  const text = files.get("modules.conf") ?? "";
  return [...text.matchAll(/^load = (\S+)$/gm)].map((match) => match[1] ?? "");
}

/** Where the SIP transport of these settings is bound. */
export function sipBind(settings: ExchangeSettings): { readonly host: string; readonly protocol: "udp" | "tcp" } {
  if (settings.role === "carrier" || settings.trunk === null) return { host: "127.0.0.1", protocol: "udp" };
  const { host, transport } = settings.trunk;
  const protocol = transport === "udp" ? "udp" : "tcp";
  if (isLoopback(host)) return { host: host === "::1" ? "::1" : "127.0.0.1", protocol };
  return { host: isIP(host) === 6 ? "::" : "0.0.0.0", protocol };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

type Append = (file: string, part: string, values: Readonly<Record<string, ConfigValue>>) => void;

function appendAppliance(append: Append, settings: ApplianceSettings, resolved: Resolved): void {
  const { trunk, demoPeer } = settings;
  append("extensions.conf", "extensions-appliance.conf", {});
  append("extensions.conf", "extensions-farewell.conf", {});
  if (trunk !== null) appendTrunk(append, trunk, settings, resolved);
  if (trunk === null || demoPeer !== null) {
    const port = trunk === null ? resolved.sipPort : resolved.loopbackPort;
    appendTransport(append, LOOPBACK, "udp", `127.0.0.1:${port}`);
  }
  if (demoPeer !== null) {
    const contact = `sip:${bracketed(demoPeer.host)}:${demoPeer.port}`;
    append("pjsip.conf", "pjsip-demo.conf", { transport: LOOPBACK, contact });
  }
}

function appendTrunk(append: Append, trunk: TrunkSettings, settings: ApplianceSettings, resolved: Resolved): void {
  checkTrunk(trunk);
  const bind = sipBind(settings);
  appendTransport(append, TRUNK, trunk.transport, `${bracketed(bind.host)}:${resolved.sipPort}`);
  if (trunk.transport === "tls") append("pjsip.conf", "pjsip-transport-tls.conf", {});
  const address = trunk.externalAddress ?? null;
  if (address !== null) append("pjsip.conf", "pjsip-transport-nat.conf", { address });

  const auth = trunk.username === null || trunk.password === null ? null : "trunk-auth";
  const uriOptions = trunk.transport === "udp" ? "" : `;transport=${trunk.transport}`;
  // Asterisk asks name servers only, and those need not know this name.
  const host = trunk.host === "localhost" ? "127.0.0.1" : bracketed(trunk.host);
  const server = `${host}:${trunk.port}${uriOptions}`;
  const loopback = isLoopback(trunk.host);
  append("pjsip.conf", "pjsip-trunk.conf", {
    transport: TRUNK,
    codecs: trunk.codecs,
    dtmf: trunk.dtmf ?? "auto",
    auth,
    from_user: trunk.callerId ?? trunk.username,
    from_domain: isIP(trunk.host) === 0 && !loopback ? trunk.host : null,
    media_encryption: trunk.transport === "tls" ? "sdes" : null,
    media_address: loopback ? bind.host : null,
    bind_rtp: loopback ? true : null,
    contact: `sip:${server}`,
  });
  if (isIP(trunk.host) !== 0) append("pjsip.conf", "pjsip-trunk-identify.conf", { host: trunk.host });
  if (auth !== null) {
    append("pjsip.conf", "pjsip-trunk-auth.conf", { username: trunk.username, password: trunk.password });
  }
  if (trunk.register) {
    append("pjsip.conf", "pjsip-trunk-registration.conf", {
      transport: TRUNK,
      auth,
      server_uri: `sip:${server}`,
      client_uri: `sip:${trunk.username}@${server}`,
      contact_user: trunk.username,
    });
  }
}

function checkTrunk(trunk: TrunkSettings): void {
  if (isIP(trunk.host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(trunk.host)) {
    throw new ConfigValueError("trunk.host", "has to be a host name or an address");
  }
  for (const codec of trunk.codecs) {
    if (!TRUNK_CODECS.some((known) => known === codec)) {
      throw new ConfigValueError("trunk.codecs", `may have ${TRUNK_CODECS.join(", ")}`);
    }
  }
  // Both become the user part of a SIP address, where `@`, `:` and the like would say something else.
  if (trunk.callerId !== null && !/^\+?[A-Za-z0-9._-]{1,64}$/.test(trunk.callerId)) {
    throw new ConfigValueError("trunk.caller_id", "has to be a telephone number");
  }
  if (trunk.register || trunk.callerId === null) checkSipUser(trunk);
}

function checkSipUser({ username, register }: TrunkSettings): void {
  if (username === null) {
    if (register) throw new ConfigValueError("trunk.username", "is needed to register");
    return;
  }
  if (!/^[A-Za-z0-9+._~!*'()&=$,/-]{1,128}$/.test(username)) {
    throw new ConfigValueError("trunk.username", "has characters that a SIP address cannot carry");
  }
}

function appendTransport(append: Append, name: string, protocol: string, bind: string): void {
  append("pjsip.conf", "pjsip-transport.conf", { name, protocol, bind });
}

function commonValues(
  settings: ExchangeSettings,
  { ari, rtpPorts }: Resolved,
): Readonly<Record<string, Readonly<Record<string, ConfigValue>>>> {
  const { installation } = settings;
  const t1Ms = settings.sipT1Ms ?? SIP_T1_MS;
  const inRoot = (path: string): string => join("/proc/self/fd/3", relative(installation.root, path));
  return {
    "asterisk.conf": {
      modules_dir: inRoot(installation.modulesDir),
      data_dir: inRoot(installation.dataDir),
      max_calls: MAX_CALLS,
    },
    "http.conf": { ari_port: ari.port },
    "ari.conf": { ari_username: ari.username, ari_password: ari.password },
    "rtp.conf": { rtp_first: rtpPorts.first, rtp_last: rtpPorts.last },
    "pjsip.conf": { timer_t1_ms: t1Ms, timer_b_ms: timerBMs(t1Ms) },
  };
}

function template(folder: "etc" | "parts", name: string): string {
  return readFileSync(join(TEMPLATES, folder, name), "utf8");
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
