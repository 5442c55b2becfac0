/** What the exchange is told when it is started, by whoever wires the appliance. */
import type { Logger } from "pino";
import type { AsteriskInstallation } from "../lib/installation.ts";

type TrunkTransport = "udp" | "tcp" | "tls";

/** How keys are sent: as events in the audio stream, as SIP messages, as tones; `auto`: events where they were agreed on, else tones. */
export type DtmfMode = "rfc4733" | "info" | "inband" | "auto";

/** How long each key is held, and the pause behind it. */
export type KeyTiming = { readonly keyMs: number; readonly gapMs: number };

export const KEY_TIMING: KeyTiming = { keyMs: 100, gapMs: 100 };

export type TrunkSettings = {
  /** Name or address of the carrier's SIP server. */
  readonly host: string;
  readonly port: number;
  readonly transport: TrunkTransport;
  readonly username: string | null;
  readonly password: string | null;
  readonly register: boolean;
  /** What the callee sees; null leaves it to the carrier. */
  readonly callerId: string | null;
  /** In order of preference. */
  readonly codecs: readonly string[];
  /** `auto` when absent. */
  readonly dtmf?: DtmfMode;
  /** The address the world sees us under when we are behind NAT. */
  readonly externalAddress?: string | null;
};

/** A place where a conversation listens: Asterisk opens `ws://host:port/media?call=<id>` there. */
export type MediaListenerAddress = {
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** What a `MediaPoint.listener` says, e.g. `media_0`. */
  readonly name: string;
  readonly port: number;
};

export type Login = { readonly username: string; readonly password: string };

export type PortRange = { readonly first: number; readonly last: number };

/** How patient the supervision is, in milliseconds. */
export type Timing = {
  readonly readyWithinMs: number;
  /** From the polite request to end to the end by force. */
  readonly stopWithinMs: number;
  /** A frozen Asterisk holds its calls in silence: two probes in a row without an answer end it. */
  readonly watchEveryMs: number;
  readonly watchTimeoutMs: number;
};

export const TIMING: Timing = { readyWithinMs: 15_000, stopWithinMs: 3000, watchEveryMs: 2000, watchTimeoutMs: 1500 };

type Common = {
  readonly installation: AsteriskInstallation;
  /** `<data_dir>/asterisk`: instances, their process records and the administrator's overrides live below it. */
  readonly dir: string;
  /** What Asterisk shows the media listeners (HTTP Basic). */
  readonly mediaLogin: Login;
  readonly mediaListeners: readonly MediaListenerAddress[];
  readonly timing?: Partial<Timing>;
  /** See `SIP_T1_MS`. The `AsteriskPbx` on this exchange has to be told the same. */
  readonly sipT1Ms?: number;
  readonly log: Logger;
};

export type ApplianceSettings = Common & {
  readonly role: "appliance";
  /** Null: any free one. */
  readonly sipPort: number | null;
  readonly rtpPorts: PortRange;
  readonly trunk: TrunkSettings | null;
  /** Where the demo number's business answers; null when it has none. */
  readonly demoPeer: { readonly host: string; readonly port: number } | null;
};

export type CarrierSettings = Common & {
  readonly role: "carrier";
  /** Null: any free one, on loopback. */
  readonly sipPort: number | null;
  /** Null: any stretch, on loopback. */
  readonly rtpPorts: PortRange | null;
  /** The Stasis application that incoming calls are given to. */
  readonly app: string;
};

export type ExchangeSettings = ApplianceSettings | CarrierSettings;

/** Where ARI is and how to get in. */
export type AriAddress = Login & {
  /** `http://127.0.0.1:8088`, without a path. */
  readonly url: string;
};

/** The address of somebody else's ARI as people write it: with or without `/ari` and a slash at the end. */
export function ariAddress(url: string, login: Login): AriAddress {
  return { url: url.replace(/\/+$/, "").replace(/\/ari$/, ""), ...login };
}

/**
 * SIP's clock (RFC 3261 section 17). T1 is the round trip that is assumed; an INVITE without any reply is given up after
 * timer B, 64 times T1, and Asterisk then makes up a 408. The standard's T1 is 500 ms. Ours is a little more, so that
 * this 408 (after 33.28 s) can be told from one that the network sends after its own 32 s.
 */
export const SIP_T1_MS = 520;

export function timerBMs(t1Ms: number): number {
  return 64 * t1Ms;
}
