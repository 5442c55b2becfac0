/** What the machine has to give: ports, and a place to write. */
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isLoopback, readPortRange } from "../../config/load.ts";
import type { Check } from "./check.ts";

const NEEDED_BYTES = 200e6;
/** Two a call. */
const NEEDED_RTP_PORTS = 4;
const PROBED_RTP_PORTS = 40;

export const httpPortCheck: Check = {
  name: "http port",
  async look({ settings, running }) {
    const { host, port } = settings.server;
    if (port === 0) return { found: "any free one (server.port: 0)" };
    if (running?.ready === true) return { found: `held by the appliance that runs at ${running.base}, which is ready` };
    if (running !== null) {
      return {
        problem: `the appliance that runs at ${running.base} is not ready: ${running.reasons.join("; ")}`,
        mend: "mend what it names, or stop it and look again",
      };
    }
    const code = await tcpProblem(host, port);
    return code === null
      ? { found: `${host}:${port} is free` }
      : {
          problem: `${host}:${port} ${PORT_PROBLEMS[code] ?? `cannot be opened (${code})`}`,
          mend: "stop what holds it, or set server.host and server.port",
        };
  },
};

export const sipPortCheck: Check = {
  name: "sip port",
  async look({ settings, running }) {
    const { asterisk, trunk } = settings;
    if (asterisk.mode === "external") return { found: "your Asterisk's matter" };
    if (running?.ready === true) return { found: `held by the appliance that runs at ${running.base}` };
    const host = trunk.host === null || isLoopback(trunk.host) ? "127.0.0.1" : "0.0.0.0";
    const protocol = trunk.transport === "udp" ? "udp" : "tcp";
    const code =
      protocol === "udp" ? await udpProblem(host, asterisk.sip_port) : await tcpProblem(host, asterisk.sip_port);
    const name = `${asterisk.sip_port} (${protocol})`;
    return code === null
      ? { found: `${name} is free` }
      : {
          problem: `${name} ${PORT_PROBLEMS[code] ?? `cannot be opened (${code})`}`,
          mend: "stop what holds it, or set asterisk.sip_port",
        };
  },
};

export const rtpPortsCheck: Check = {
  name: "rtp ports",
  async look({ settings, running }) {
    const { asterisk } = settings;
    if (asterisk.mode === "external") return { found: "your Asterisk's matter" };
    const { first, last } = readPortRange(asterisk.rtp_ports);
    const count = last - first + 1;
    if (count < NEEDED_RTP_PORTS) {
      return { problem: `${asterisk.rtp_ports} are too few: a call takes two`, mend: "widen asterisk.rtp_ports" };
    }
    if (running?.ready === true) return { found: `held by the appliance that runs at ${running.base}` };
    const probed = Array.from(
      { length: Math.min(PROBED_RTP_PORTS, count) },
      (_, index) => first + Math.floor((index * count) / PROBED_RTP_PORTS),
    );
    const problems = await Promise.all([...new Set(probed)].map((port) => udpProblem("0.0.0.0", port)));
    const free = problems.filter((code) => code === null).length;
    if (free === 0)
      return {
        problem: `none of ${asterisk.rtp_ports} is free`,
        mend: "set asterisk.rtp_ports to a range that nobody uses",
      };
    if (free < problems.length / 2) {
      return {
        problem: `many of ${asterisk.rtp_ports} are in use`,
        mend: "set asterisk.rtp_ports to a range that nobody uses",
        warning: true,
      };
    }
    return { found: `${asterisk.rtp_ports}, for ${Math.floor(count / 2)} calls at once` };
  },
};

export const dataFolderCheck: Check = {
  name: "data folder",
  look({ settings }) {
    const folder = settings.data_dir;
    const probe = join(folder, `.doctor-${process.pid}`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(probe, "");
      rmSync(probe);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      return {
        problem: `${folder} cannot be written (${code})`,
        mend: "give its owner the right to write, or set data_dir",
      };
    }
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    const shown = `${Math.round(free / 1e6)} MB`;
    return free < NEEDED_BYTES
      ? { problem: `only ${shown} are free in ${folder}`, mend: "make room, or set data_dir" }
      : { found: `${folder}, ${shown} free` };
  },
};

export const databaseCheck: Check = {
  name: "database",
  look({ settings }) {
    const path = join(settings.data_dir, "outdial.db");
    if (!existsSync(path)) return { found: "none yet; the first start makes it" };
    try {
      const db = new Database(path, { readonly: true, timeout: 5000 });
      try {
        const verdict = String(db.pragma("quick_check(1)", { simple: true }));
        if (verdict !== "ok")
          return {
            problem: `${path} is damaged: ${verdict}`,
            mend: "stop the appliance and put a backup in its place",
          };
        const aside = callsSetAside(db);
        if (aside.length === 0) return { found: path };
        return {
          problem: `the record of ${aside.join(" and of ")} is damaged: closed without it, and charged nothing`,
          mend: "look for these ids in the log; a backup has their records if you need them",
          warning: true,
        };
      } finally {
        db.close();
      }
    } catch (error) {
      return {
        problem: `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        mend: "check its owner and its rights",
      };
    }
  },
};

/** None in a database of before there were any. */
function callsSetAside(db: Database.Database): readonly string[] {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'set_aside'").get() !== undefined;
  return known ? db.prepare<[], string>("SELECT call_id FROM set_aside ORDER BY at_ms").pluck().all() : [];
}

const PORT_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be opened by this user (below 1024)",
  EADDRNOTAVAIL: "is not an address of this machine",
};

function tcpProblem(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
  server.listen(port, host, () => server.close(() => resolve(null)));
  return promise;
}

function udpProblem(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  socket.once("error", (error: NodeJS.ErrnoException) => {
    socket.close();
    resolve(error.code ?? "unknown");
  });
  socket.bind(port, host, () => socket.close(() => resolve(null)));
  return promise;
}
