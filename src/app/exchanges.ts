/**
 * The two exchanges of the appliance, started and wired: the one that dials, managed or somebody else's, and the
 * carrier's, at which the demo number's business answers.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Pbx } from "../calls/ports.ts";
import { readPortRange } from "../config/schema.ts";
import type { Settings } from "../config/schema.ts";
import type { ConversationThreads } from "../conversation/threads.ts";
import { openReception } from "../demo/reception.ts";
import type { Callee } from "../demo/reception.ts";
import { allOrNone } from "../lib/all-or-none.ts";
import type { AsteriskInstallation } from "../lib/installation.ts";
import { systemTimers } from "../lib/clock.ts";
import type { LastWords } from "../conversation/messages.ts";
import { openAsteriskPbx } from "../pbx/asterisk-pbx.ts";
import type { AsteriskPbxOptions } from "../pbx/asterisk-pbx.ts";
import { openCarrierExchange } from "../pbx/carrier-exchange.ts";
import type { CarrierExchange } from "../pbx/carrier-exchange.ts";
import { startManagedAsterisk } from "../pbx/managed-asterisk.ts";
import { watchRegistration } from "../pbx/registration.ts";
import { demandPort, freePort } from "../pbx/ports.ts";
import { ariAddress } from "../pbx/settings.ts";
import type { TrunkSettings } from "../pbx/settings.ts";
import type { MediaSettings } from "./settings-for.ts";

/** The Stasis applications: ours, and the one that takes the demo number's calls. */
const APP = "outdial";
const CARRIER_APP = "outdial-demo";
const LOOPBACK = "127.0.0.1";
/** Of a telephone line. */
const LINE_RATE_HZ = 8000;

/** The start waits so long for the trunk to accept us; it may do so later. */
const REGISTERED_WITHIN_MS = 3000;

/** What a call may last besides ringing and talking, before the exchange ends it on its own. */
const GOODBYES_SECONDS = 120;

/** The configuration's word for how a number is dialled, and the exchange's. */
const NUMBER_FORMATS = { e164: "e164", digits: "e164_no_plus" } as const;

export type ExchangeParts = {
  readonly settings: Settings;
  readonly installation: AsteriskInstallation;
  readonly threads: ConversationThreads;
  readonly media: MediaSettings;
  /** The business at the demo number, as YAML. */
  readonly demoBusiness: string;
  /** Where the conversations leave what Asterisk is to say when we are gone. */
  readonly onLastWords: (take: (words: LastWords) => void) => void;
  readonly log: Logger;
};

/** Starts both; whatever was started is ended by the stack. */
export async function startExchanges(
  parts: ExchangeParts,
  stack: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Pbx> {
  const { settings, log } = parts;
  // The carrier's port is chosen first, so that neither exchange waits for the other.
  const demoPeer = { host: LOOPBACK, port: await demoPort(settings.asterisk) };
  const [{ ari, ...own }] = await allOrNone([
    startOwn(parts, demoPeer, stack, signal),
    startCarrier(parts, demoPeer.port, stack, signal),
  ]);
  const trunk = settings.trunk.host === null ? null : { numberFormat: NUMBER_FORMATS[settings.trunk.number_format] };
  const { ring_seconds: ring, max_call_seconds: talk } = settings.assistant;
  const limitSeconds = ring + talk + GOODBYES_SECONDS;
  const keyTiming = { keyMs: settings.trunk.dtmf_key_ms, gapMs: settings.trunk.dtmf_gap_ms };
  const pbx = await openAsteriskPbx({ ari, app: APP, trunk, demo: true, limitSeconds, keyTiming, ...own, log }, signal);
  stack.defer(() => pbx.close());
  return pbx;
}

type SipAddress = { readonly host: string; readonly port: number };

/** An Asterisk that is not ours has been told where the demo number's business is. */
async function demoPort({ mode, demo_sip_port: port }: Settings["asterisk"]): Promise<number> {
  if (mode === "managed") return freePort(LOOPBACK, "udp");
  await demandPort(LOOPBACK, port, "udp", "asterisk.demo_sip_port");
  return port;
}

async function startOwn(
  { settings, installation, threads, media, onLastWords, log }: ExchangeParts,
  demoPeer: SipAddress,
  stack: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Pick<AsteriskPbxOptions, "ari" | "exchangeNotReady" | "trunkNotReady">> {
  const { asterisk } = settings;
  if (asterisk.mode === "external") {
    // The configuration has been checked: these three are there in this mode.
    const login = { username: asterisk.ari_username ?? "", password: asterisk.ari_password ?? "" };
    return { ari: ariAddress(asterisk.ari_url ?? "", login) };
  }
  const managed = await startManagedAsterisk(
    {
      role: "appliance",
      installation,
      dir: join(settings.data_dir, "asterisk"),
      sipPort: asterisk.sip_port === 0 ? null : asterisk.sip_port,
      rtpPorts: readPortRange(asterisk.rtp_ports),
      trunk: trunkOf(settings.trunk),
      demoPeer,
      mediaLogin: media.login,
      mediaListeners: threads.listeners,
      log,
    },
    signal,
  );
  stack.defer(() => managed.stop());
  onLastWords((words) => managed.keepLastWords(words));
  const exchangeNotReady = (): string | null => managed.notReady();
  if (!settings.trunk.register) return { ari: managed.ari, exchangeNotReady };
  const registration = watchRegistration(managed.runFolder, log);
  stack.defer(() => registration.stop());
  await registration.registered(REGISTERED_WITHIN_MS);
  return { ari: managed.ari, exchangeNotReady, trunkNotReady: () => registration.notReady() };
}

function trunkOf(trunk: Settings["trunk"]): TrunkSettings | null {
  if (trunk.host === null) return null;
  const { host, port, transport, username, password, register, codecs, dtmf } = trunk;
  return {
    ...{ host, port, transport, username, password, register, codecs, dtmf },
    callerId: trunk.caller_id,
    externalAddress: trunk.external_address,
  };
}

/** The carrier's exchange, with the fictional business behind it. */
async function startCarrier(
  { settings, installation, threads, media, demoBusiness, log }: ExchangeParts,
  sipPort: number,
  stack: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<void> {
  const managed = await startManagedAsterisk(
    {
      role: "carrier",
      installation,
      dir: join(settings.data_dir, "asterisk"),
      sipPort,
      rtpPorts: null,
      app: CARRIER_APP,
      mediaLogin: media.login,
      mediaListeners: threads.listeners.map((listener) => ({ ...listener, host: reachable(media.host) })),
      log,
    },
    signal,
  );
  stack.defer(() => managed.stop());
  let exchange: CarrierExchange | null = null;
  const opened = (): CarrierExchange => {
    if (exchange === null) throw new Error("the carrier's exchange is not open yet");
    return exchange;
  };
  const reception = openReception(opened, businessOnThreads(threads, demoBusiness), systemTimers, log);
  exchange = await openCarrierExchange(
    { ari: managed.ari, app: CARRIER_APP, log },
    { incoming: (call) => reception.incoming(call), key: () => undefined, ended: (callId) => reception.ended(callId) },
    signal,
  );
  const toClose = exchange;
  stack.defer(() => toClose.close());
}

/** From this machine. */
function reachable(listeningHost: string): string {
  return listeningHost === "0.0.0.0" || listeningHost === "::" ? LOOPBACK : listeningHost;
}

function businessOnThreads(threads: ConversationThreads, yaml: string): Callee {
  return {
    open: (callId, onFinished) =>
      threads.openCallee(
        {
          callId,
          brain: { kind: "business", yaml, seed: randomUUID() },
          opens: "at_once",
          sampleRateHz: LINE_RATE_HZ,
          language: "en-US",
          answerWaitSeconds: 60,
        },
        (event) => {
          if (event.type === "finished") onFinished();
        },
      ),
    answered: (callId) => threads.answered(callId),
    close: (callId) => threads.close(callId),
  };
}
