/**
 * Kamailio as a carrier: it asks for a digest, keeps registrations for as long as it likes, and hands calls on to the
 * telephones behind it, to the next one when one fails. What it does is decided when it is started; a carrier that changes
 * its mind is stopped and started again on the same port.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/pbx/ports.ts";
import { LIBRARIES, startSipProgram } from "./sip-programs.ts";

export type KamailioOptions = {
  /** Default: any free one. */
  readonly port?: number;
  /** Where calls go: to the first, and to the next when that answers 5xx or nothing. */
  readonly gateways: readonly number[];
  /** Without one nobody is asked for a password. */
  readonly login?: { readonly username: string; readonly password: string };
  /** For how long it keeps a registration, whatever it is asked for. */
  readonly expiresSeconds?: number;
  /** Takes calls only from who is registered. */
  readonly registeredOnly?: boolean;
  /** Answers every REGISTER with this. */
  readonly refuses?: 403 | 503;
};

export type Kamailio = {
  readonly port: number;
  /** What it noted of the requests that it saw: `REGISTER taken`, `INVITE asked` ... */
  notes(): readonly string[];
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

const REALM = "carrier.example";

export async function startKamailio(options: KamailioOptions): Promise<Kamailio> {
  const port = options.port ?? (await freePort("127.0.0.1", "udp"));
  const folder = mkdtempSync(join(tmpdir(), "outdial-kamailio-"));
  const config = join(folder, "kamailio.cfg");
  writeFileSync(config, configOf(port, options));
  const args = ["-f", config, "-DD", "-E", "-m", "16", "-M", "4", "-Y", folder, "-w", folder];
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const program = await startSipProgram("usr/sbin/kamailio", args, () => answersOptions(port));
    const then = async (end: () => Promise<void>): Promise<void> => {
      await end();
      clean();
    };
    return {
      port,
      notes: () => [...program.printed().matchAll(/note: (.+)$/gm)].map(([, note]) => note ?? ""),
      stop: () => then(program.stop),
      kill: () => then(program.kill),
    };
  } catch (error) {
    clean();
    throw error;
  }
}

async function answersOptions(port: number): Promise<void> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  try {
    await once(socket, "listening");
    const own = socket.address().port;
    const request = [
      `OPTIONS sip:ping@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${own}`,
      `From: <sip:ping@127.0.0.1>;tag=1`,
      `To: <sip:ping@127.0.0.1>`,
      `Call-ID: ${own}`,
      "CSeq: 1 OPTIONS",
      "Max-Forwards: 10",
      "Content-Length: 0",
      "",
      "",
    ];
    const answered = once(socket, "message", { signal: AbortSignal.timeout(500) });
    socket.send(request.join("\r\n"), port, "127.0.0.1");
    await answered;
  } finally {
    socket.close();
  }
}

function configOf(port: number, options: KamailioOptions): string {
  const { gateways, login, expiresSeconds = 300, registeredOnly = false, refuses } = options;
  const asks = (method: "www" | "proxy", what: string): string =>
    login === undefined
      ? ""
      : `
    if ($au != "${login.username}" || !pv_${method}_authenticate("${REALM}", "${login.password}", "0")) {
      xlog("L_WARN", "note: ${what} asked\\n");
      ${method}_challenge("${REALM}", "0");
      exit;
    }
    consume_credentials();`;
  const unregistered = `
    if (!registered("location", "sip:${login?.username ?? "nobody"}@127.0.0.1")) {
      xlog("L_WARN", "note: INVITE of nobody\\n");
      sl_send_reply("403", "Not Registered");
      exit;
    }`;
  const refusal = `
    xlog("L_WARN", "note: REGISTER refused\\n");
    sl_send_reply("${refuses}", "As Asked");
    exit;`;
  return `#!KAMAILIO
debug=0
log_stderror=yes
children=1
disable_tcp=yes
auto_aliases=no
dns=no
rev_dns=no
listen=udp:127.0.0.1:${port}
mpath="${join(LIBRARIES, "kamailio/modules")}/"
${["pv", "xlog", "sl", "tm", "rr", "textops", "siputils", "usrloc", "registrar", "auth"].map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("tm", "fr_timer", 1000)
modparam("tm", "fr_inv_timer", 60000)
modparam("registrar", "max_expires", ${expiresSeconds})
modparam("usrloc", "timer_interval", 1)
request_route {
  if (is_method("OPTIONS") && !has_totag()) {
    sl_send_reply("200", "OK");
    exit;
  }
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (has_totag()) {
    if (loose_route()) t_relay();
    else if (!is_method("ACK")) sl_send_reply("404", "Not Here");
    else if (t_check_trans()) t_relay();
    exit;
  }
  if (is_method("REGISTER")) {${refuses === undefined ? "" : refusal}${asks("www", "REGISTER")}
    xlog("L_WARN", "note: REGISTER taken\\n");
    save("location");
    exit;
  }
  if (is_method("INVITE")) {${asks("proxy", "INVITE")}${registeredOnly ? unregistered : ""}
    xlog("L_WARN", "note: INVITE to ${gateways[0]}\\n");
    record_route();
    $du = "sip:127.0.0.1:${gateways[0]}";
    t_on_failure("next_0");
    t_relay();
    exit;
  }
  sl_send_reply("405", "Not Here");
}
${gateways.map((_gateway, at) => failureRoute(at, gateways[at + 1])).join("\n")}
`;
}

function failureRoute(at: number, next: number | undefined): string {
  if (next === undefined) return `failure_route[next_${at}] {\n  exit;\n}`;
  return `failure_route[next_${at}] {
  if (t_is_canceled()) exit;
  if (t_check_status("5[0-9][0-9]|408")) {
    xlog("L_WARN", "note: INVITE to ${next}\\n");
    $du = "sip:127.0.0.1:${next}";
    t_on_failure("next_${at + 1}");
    t_relay();
  }
}`;
}
