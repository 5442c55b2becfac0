/** Everything that has to be right before Asterisk is started: ports, modules, certificates, the folder, no orphan. */
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigValueError } from "./config-template.ts";
import { modulesOf, renderExchange, sipBind, type Resolved } from "./exchange-config.ts";
import { makeInstanceFolder, makeOverridesFolder } from "./instance-folder.ts";
import { anyRtpPorts, demandPort, freePort } from "./ports.ts";
import { sayFarewell } from "./farewell.ts";
import { makeSoundsFolder } from "./last-words.ts";
import { findRunning, isRunning, startTimeOf } from "./process-record.ts";
import { unprivilegedUser, type RunAs } from "./run-as.ts";
import { AsteriskStartError } from "./start-error.ts";
import type { AriAddress, ExchangeSettings, Login } from "./settings.ts";

export type PreparedExchange = {
  readonly ari: AriAddress;
  readonly sip: { readonly host: string; readonly port: number };
  readonly folder: string;
  /** Of what Asterisk may play (`last-words.ts`). */
  readonly sounds: string;
  readonly recordPath: string;
  readonly owner: RunAs | null;
  /** Writes the configuration anew; before each start. */
  makeFolder(): void;
};

const CARRIER_CALLS = 120;
const AUTHORITIES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

export async function prepareExchange(settings: ExchangeSettings, login: Login): Promise<PreparedExchange> {
  const { installation, dir, role } = settings;
  if (!existsSync(join(installation.root, "usr/sbin/asterisk"))) {
    throw new AsteriskStartError(`there is no Asterisk in ${installation.root}: run npm run set-up`);
  }
  const owner = unprivilegedUser();
  if (owner !== null && (statSync(installation.root).mode & 0o005) !== 0o005) {
    throw new AsteriskStartError(`${installation.root} has to be readable for everybody: chmod 755 it`);
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const recordPath = join(dir, `${role}.process.json`);
  const folder = join(dir, role);
  await endOrphan(recordPath, dir, (pid) => sayFarewell({ installation, folder, owner, pid }));

  const resolved = await resolve(settings, login);
  const files = render(settings, resolved);
  demandModules(modulesOf(files), installation.modulesDir);
  const overrides = role === "appliance" ? join(dir, "overrides") : null;
  if (overrides !== null) makeOverridesFolder(overrides);
  const authorities = role === "appliance" && settings.trunk?.transport === "tls" ? readAuthorities() : null;
  return {
    ari: { url: `http://127.0.0.1:${resolved.ari.port}`, ...login },
    sip: { host: sipBind(settings).host, port: resolved.sipPort },
    folder,
    sounds: makeSoundsFolder(dir),
    recordPath,
    owner,
    makeFolder: () => makeInstanceFolder({ folder, files, overrides, authorities, owner }),
  };
}

async function resolve(settings: ExchangeSettings, login: Login): Promise<Resolved> {
  const { host, protocol } = sipBind(settings);
  const sipPort = settings.sipPort ?? (await freePort(host, protocol));
  if (settings.role === "appliance") await demandPort(host, sipPort, protocol, "asterisk.sip_port");
  return {
    ari: { ...login, port: await freePort("127.0.0.1", "tcp") },
    sipPort,
    loopbackPort: await freePort("127.0.0.1", "udp"),
    rtpPorts: settings.rtpPorts ?? anyRtpPorts(CARRIER_CALLS),
  };
}

function render(settings: ExchangeSettings, resolved: Resolved): ReadonlyMap<string, string> {
  try {
    return renderExchange(settings, resolved);
  } catch (error) {
    if (error instanceof ConfigValueError) throw new AsteriskStartError(error.message);
    throw error;
  }
}

function demandModules(names: readonly string[], modulesDir: string): void {
  const missing = names.filter((name) => !existsSync(join(modulesDir, name)));
  if (missing.length === 0) return;
  throw new AsteriskStartError(`Asterisk lacks ${missing.join(", ")} in ${modulesDir}: run npm run set-up again`);
}

function readAuthorities(): string {
  const path = AUTHORITIES.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw new AsteriskStartError("trunk.transport tls needs the certificate authorities: install ca-certificates");
  }
  return readFileSync(path, "utf8");
}

/** Ends the Asterisk of an appliance that was killed, its calls first. One whose appliance lives is none of our business. */
async function endOrphan(recordPath: string, dir: string, farewell: (pid: number) => Promise<void>): Promise<void> {
  const running = findRunning(recordPath);
  if (running === null) return;
  if (running.ownerPid !== null) {
    throw new AsteriskStartError(
      `the appliance with process id ${running.ownerPid} is already using ${dir}: stop it first`,
    );
  }
  const startTime = startTimeOf(running.pid);
  if (startTime === null) return;
  await farewell(running.pid);
  if (isRunning(running.pid, startTime)) process.kill(running.pid, "SIGKILL");
  // Not our child, so that nobody tells us of its end.
  for (let waited = 0; isRunning(running.pid, startTime); waited += 20) {
    if (waited > 2000)
      throw new AsteriskStartError(`the orphaned Asterisk ${running.pid} cannot be ended: kill it by hand`);
    await delay(20);
  }
}
