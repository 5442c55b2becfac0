/**
 * How many calls this machine carries without hurting those under way. Decodings that wait for each other make answers
 * late, and a media thread that waits for its processor makes gaps in everybody's sound: it is better to refuse a call
 * than to spoil ten. What hearing and speaking take is measured at each start, on this machine and in processor time, so
 * that a start in a busy moment does not count as a slow machine. Pure.
 */

import { readPortRange } from "../config/schema.ts";

/** Processor seconds per second of sound. */
export type EngineLoad = {
  readonly hearing: number;
  readonly speaking: number;
  /** On so many cores at most is heard; left out: on all. */
  readonly hearingCores?: number;
  /** Of one call, what is neither of the two; left out: what it is beside engines of our own. */
  readonly mediaCores?: number;
};

/** Of a conversation: how much of it either side speaks, measured over the calls of the proving ground. */
const THEY_SPEAK = 0.35;
const WE_SPEAK = 0.35;
/** Guesses that are thrown away because they went on. */
const HEARD_TWICE = 1.5;
/** Audio, voice activity, echo and Asterisk's part, for one call. */
const MEDIA_CORES = 0.025;
/** The rest is for what comes at the same moment, and for HTTP and the database. */
const USABLE = 0.9;

export function seatsFor(cores: number, load: EngineLoad): number {
  const hearing = THEY_SPEAK * HEARD_TWICE * load.hearing;
  const perCall = hearing + WE_SPEAK * load.speaking + (load.mediaCores ?? MEDIA_CORES);
  const heard = hearing === 0 ? Infinity : ((load.hearingCores ?? Infinity) * USABLE) / hearing;
  return Math.max(1, Math.floor(Math.min((cores * USABLE) / perCall, heard)));
}

/** The small engines, which need no measuring: their figures hardly differ between machines. One thread hears for all. */
export const SMALL_ENGINE_LOAD: EngineLoad = { hearing: 0.2, speaking: 0.01, hearingCores: 1 };

/**
 * Engines elsewhere cost packing and unpacking. Measured with 40 calls over simulated ones: 0.024 of a core a call, the
 * appliance and Asterisk together; half as much is added, because with 75 calls on two cores answers were half again as
 * late and sound had gaps (the callees and the simulated services had a part of the same cores).
 */
const HOSTED_LOAD: EngineLoad = { hearing: 0, speaking: 0, mediaCores: 0.036 };

type Engines = readonly { readonly provider: string }[];
type Speech = { readonly stt: Engines; readonly tts: Engines };

/** Whether others hear and speak. What stands behind them in the lists works when they fail, not every day. */
export function isElsewhere({ stt, tts }: Speech): boolean {
  return [stt, tts].every((engines) => isHosted(engines));
}

/**
 * The load of the engines that come first: for them the machine is measured. Should hosted ones fail for all calls at
 * once, those behind them have more to do than they were measured for, and answers come late: better than to refuse calls
 * every day.
 */
export function loadOf(
  speech: Speech,
  measured: { readonly embedded: EngineLoad; readonly folder: EngineLoad },
): EngineLoad {
  if (isElsewhere(speech)) return HOSTED_LOAD;
  const of = (engines: Engines): EngineLoad => {
    if (isHosted(engines)) return HOSTED_LOAD;
    return engines[0]?.provider === "sherpa" ? measured.folder : measured.embedded;
  };
  const { hearing, hearingCores } = of(speech.stt);
  const { speaking } = of(speech.tts);
  return { hearing, speaking, ...(hearingCores === undefined ? {} : { hearingCores }) };
}

function isHosted(engines: Engines): boolean {
  const provider = engines[0]?.provider ?? "embedded";
  return provider !== "embedded" && provider !== "sherpa";
}

/** What was found or set, and no more than there are pairs of ports for sound (`asterisk.rtp_ports`): a call has one. */
export function seatsWithPorts(
  seats: number | null,
  { mode, rtp_ports: range }: { readonly mode: "managed" | "external"; readonly rtp_ports: string },
): number | null {
  // An Asterisk of others has a range of its own.
  if (mode === "external") return seats;
  const { first, last } = readPortRange(range);
  const pairs = Math.floor((last - first + 1) / 2);
  return seats === null ? pairs : Math.min(seats, pairs);
}
