/**
 * baresip as the telephone at the other end: it answers every call to its number and sounds 440 Hz. What it hears can be
 * read when the call is over.
 */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyRtpPorts, freePort } from "../../src/pbx/ports.ts";
import { SIP_PROGRAMS, startSipProgram } from "./sip-programs.ts";
import { readWav } from "./wav.ts";

export const TONE_HZ = 440;

/** By its own names: one that it does not know is left out, and then it takes them all. */
const CODECS = { PCMU: "PCMU/8000", PCMA: "PCMA/8000", G722: "G722/16000" } as const;

export type BaresipOptions = {
  /** What it is called by. */
  readonly number: string;
  readonly codecs: readonly (keyof typeof CODECS)[];
  /** A file with a certificate and its key: calls come over TLS and have to be encrypted (SDES). */
  readonly certificate?: string;
  /** `manual`: rings until it is told to answer. */
  readonly answers?: "auto" | "manual";
};

export type Baresip = {
  readonly port: number;
  /** One of its own commands: `accept`, `hangup`, `hold`, `resume`. */
  command(name: string): Promise<void>;
  /** What it told of its calls: `CALL_INCOMING`, `CALL_ESTABLISHED`, `CALL_CLOSED` ... */
  events(): readonly string[];
  /** What it has heard of its last call, and how; when that is over. */
  heard(): { readonly sampleRateHz: number; readonly samples: Int16Array };
  /** Its SIP messages. */
  trace(): string;
  stop(): Promise<void>;
  /** SIGKILL, without a word to anybody. */
  kill(): Promise<void>;
};

const COMMAND_MS = 3000;

export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const { number, codecs, certificate, answers = "auto" } = options;
  const folder = mkdtempSync(join(tmpdir(), "outdial-baresip-"));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  const heardFolder = join(folder, "heard");
  mkdirSync(heardFolder);
  const plainPort = await freePort("127.0.0.1", "udp");
  const control = await freePort("127.0.0.1", "tcp");
  const rtp = anyRtpPorts(20);
  const modules = ["g711", "g722", "srtp", "ausine", "sndfile"];
  const applications = ["account", "menu", "ctrl_tcp"];
  const settings = [
    `sip_listen 127.0.0.1:${plainPort}`,
    ...(certificate === undefined ? [] : [`sip_certificate ${certificate}`]),
    "net_interface 127.0.0.1",
    `rtp_ports ${rtp.first}-${rtp.last}`,
    `audio_source ausine,${TONE_HZ}`,
    "ausrc_srate 48000",
    "ausrc_channels 2",
    `snd_path ${heardFolder}`,
    `ctrl_tcp_listen 127.0.0.1:${control}`,
    `module_path ${join(SIP_PROGRAMS, "usr/lib/baresip/modules")}`,
    ...modules.map((name) => `module ${name}.so`),
    ...applications.map((name) => `module_app ${name}.so`),
  ];
  const transport = certificate === undefined ? "" : ";transport=tls";
  const encryption = certificate === undefined ? "" : ";mediaenc=srtp-mand";
  const account = `<sip:${number}@127.0.0.1${transport}>;regint=0;answermode=${answers};audio_codecs=${codecs.map((name) => CODECS[name]).join(",")}${encryption}`;
  writeFileSync(join(folder, "config"), `${settings.join("\n")}\n`);
  writeFileSync(join(folder, "accounts"), `${account}\n`);
  writeFileSync(join(folder, "contacts"), "");
  let socket: Socket | undefined;
  try {
    const program = await startSipProgram("usr/bin/baresip", ["-f", folder, "-s", "-4"], async () => {
      const opened = createConnection(control, "127.0.0.1");
      await once(opened, "connect");
      socket = opened;
    });
    const connection = socket;
    if (connection === undefined) throw new Error("baresip's control connection is missing");
    const messages = listen(connection);
    const over = (end: () => Promise<void>) => async (): Promise<void> => {
      connection.destroy();
      await end();
      clean();
    };
    return {
      // TLS is one port further.
      port: certificate === undefined ? plainPort : plainPort + 1,
      command: (name) => messages.command(name),
      events: () => messages.events,
      heard: () => readHeard(heardFolder),
      trace: () => program.printed(),
      stop: over(program.stop),
      kill: over(program.kill),
    };
  } catch (error) {
    socket?.destroy();
    clean();
    throw error;
  }
}

type Messages = { readonly events: readonly string[]; command(name: string): Promise<void> };

/** Its control connection: JSON as netstrings, `12:{"event":…},`. */
function listen(socket: Socket): Messages {
  const events: string[] = [];
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let bytes = Buffer.alloc(0);
  let commands = 0;
  socket.on("error", () => undefined);
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const length = Number(bytes.subarray(0, Math.max(colon, 0)).toString("latin1"));
      if (colon < 1 || bytes.length < colon + length + 2) return;
      take(bytes.subarray(colon + 1, colon + 1 + length).toString("utf8"));
      bytes = bytes.subarray(colon + length + 2);
    }
  });
  function take(text: string): void {
    const message = JSON.parse(text) as { event?: boolean; type?: string; token?: string; ok?: boolean; data?: string };
    if (message.event === true) events.push(message.type ?? "");
    const waiter = waiting.get(message.token ?? "");
    if (waiter === undefined) return;
    if (message.ok === true) waiter.resolve();
    else waiter.reject(new Error(`baresip refuses the command: ${message.data}`));
  }
  return {
    events,
    async command(name) {
      const token = String((commands += 1));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(token, { resolve, reject });
      const late = setTimeout(() => reject(new Error(`baresip does not answer the command ${name}`)), COMMAND_MS);
      const json = JSON.stringify({ command: name, token });
      socket.write(`${Buffer.byteLength(json)}:${json},`);
      try {
        await promise;
      } finally {
        clearTimeout(late);
        waiting.delete(token);
      }
    },
  };
}

function readHeard(folder: string): { readonly sampleRateHz: number; readonly samples: Int16Array } {
  const file = readdirSync(folder)
    .filter((name) => name.endsWith("-dec.wav"))
    .toSorted()
    .at(-1);
  if (file === undefined) throw new Error(`baresip has kept nothing that it heard: ${readdirSync(folder).join(" ")}`);
  const { sampleRateHz, channels } = readWav(readFileSync(join(folder, file)));
  return { sampleRateHz, samples: channels[0] ?? new Int16Array(0) };
}
