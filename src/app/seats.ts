/**
 * How many calls this machine carries without hurting those under way. Decodings that wait for each other make answers
 * late, and a media thread that waits for its processor makes gaps in everybody's sound: it is better to refuse a call
 * than to spoil ten. What hearing and speaking take is measured at each start, on this machine and in processor time, so
 * that a start in a busy moment does not count as a slow machine. Pure.
 */

/** Processor seconds per second of sound. */
export type EngineLoad = {
  readonly hearing: number;
  readonly speaking: number;
  /** On so many cores at most is heard; left out: on all. */
  readonly hearingCores?: number;
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
  const perCall = hearing + WE_SPEAK * load.speaking + MEDIA_CORES;
  const heard = ((load.hearingCores ?? Infinity) * USABLE) / hearing;
  return Math.max(1, Math.floor(Math.min((cores * USABLE) / perCall, heard)));
}

/** The small engines, which need no measuring: their figures hardly differ between machines. One thread hears for all. */
export const SMALL_ENGINE_LOAD: EngineLoad = { hearing: 0.2, speaking: 0.01, hearingCores: 1 };

/**
 * What each second costs with an engine somewhere else: packing, sending, unpacking. Measured over 40 calls with the
 * simulated engines of `npm run bench -- voice`.
 */
const HOSTED = { hearing: 0.012, speaking: 0.012 };

type Engines = readonly { readonly provider: string }[];

/**
 * The load of the engines that come first: for them the machine is measured. Should they fail for all calls at once, those
 * behind them have more to do than they were measured for, and answers come late: better than to refuse calls every day.
 */
export function loadOf(
  { stt, tts }: { readonly stt: Engines; readonly tts: Engines },
  measured: { readonly embedded: EngineLoad; readonly folder: EngineLoad },
): EngineLoad {
  const of = (engines: Engines): EngineLoad | null => {
    const provider = engines[0]?.provider ?? "embedded";
    if (provider === "embedded") return measured.embedded;
    return provider === "sherpa" ? measured.folder : null;
  };
  const [hears, speaks] = [of(stt), of(tts)];
  const cores = hears?.hearingCores;
  return {
    hearing: hears?.hearing ?? HOSTED.hearing,
    speaking: speaks?.speaking ?? HOSTED.speaking,
    ...(cores === undefined ? {} : { hearingCores: cores }),
  };
}
