/** Every fault with every hosted engine at every stage of a call, and what the callee suffered. */
import { faultyCall, STAGES } from "./faulty-call.ts";
import type { FaultyCall, Stage, Suffered } from "./faulty-call.ts";
import type { Fault } from "./faulty-door.ts";
import { ENGINES, KEYS } from "./servers.ts";
import type { EngineName } from "./servers.ts";

/** Nobody is to listen to nothing for longer than this. */
export const SILENCE_MOST_MS = 8000;

/** In the middle of the engine's answer, once a connection is open. */
const MIDDLE_BYTES: Readonly<Record<EngineName, number>> = {
  deepgram_listen: 700,
  deepgram_flux: 700,
  openai_file: 190,
  openai_realtime: 700,
  deepgram_aura: 5000,
  openai_speech: 30_000,
  openai_chat: 900,
};

const SLOWLY: Readonly<Record<EngineName, Omit<Extract<Fault, { readonly kind: "drip" }>, "kind">>> = {
  deepgram_listen: { bytes: 40, everyMs: 1000 },
  deepgram_flux: { bytes: 40, everyMs: 1000 },
  openai_file: { bytes: 10, everyMs: 2000 },
  openai_realtime: { bytes: 40, everyMs: 1000 },
  // A third of the sound that the same time takes to be heard.
  deepgram_aura: { bytes: 1600, everyMs: 600 },
  openai_speech: { bytes: 9600, everyMs: 600 },
  openai_chat: { bytes: 60, everyMs: 2000 },
};

/** By name; a fault in the middle of an answer depends on how long the engine's answers are. */
export const FAULTS: Readonly<Record<string, (engine: EngineName) => Fault>> = {
  "connection refused": () => ({ kind: "refused" }),
  "connect hangs": () => ({ kind: "hangs" }),
  "another protocol": () => ({ kind: "other_protocol" }),
  "401": () => ({ kind: "status", status: 401 }),
  "429, Retry-After 30": () => ({ kind: "status", status: 429, headers: { "Retry-After": "30" } }),
  "500": () => ({ kind: "status", status: 500 }),
  "no first byte": () => ({ kind: "silent" }),
  "stalls in the middle": (engine) => ({ kind: "stall", afterBytes: MIDDLE_BYTES[engine] }),
  "cut at byte 10": () => ({ kind: "cut", afterBytes: 10 }),
  "cut in the middle": (engine) => ({ kind: "cut", afterBytes: MIDDLE_BYTES[engine] }),
  "garbage from the first byte": () => ({ kind: "garbage", afterBytes: 0 }),
  "garbage in the middle": (engine) => ({ kind: "garbage", afterBytes: MIDDLE_BYTES[engine] }),
  "wrong content type": () => ({ kind: "wrong_type" }),
  "slow drip": (engine) => ({ kind: "drip", ...SLOWLY[engine] }),
};

export type Row = {
  readonly engine: string;
  readonly fault: string;
  readonly stage: Stage;
  readonly suffered: Suffered;
  /** What must not be; none when all is well. */
  readonly wrong: readonly string[];
};

export type Case = Pick<Row, "engine" | "fault" | "stage"> & { readonly call: FaultyCall };

/** The three of a whole call at once: one network carries them all. */
const TOGETHER: readonly EngineName[] = ["deepgram_listen", "openai_chat", "deepgram_aura"];

export function allCases(): readonly Case[] {
  const names = Object.keys(ENGINES) as EngineName[];
  const groups = [
    ...names.map((name) => ({ engine: name as string, engines: [name] as readonly EngineName[] })),
    { engine: "all three", engines: TOGETHER },
  ];
  const hosted = groups.flatMap(({ engine, engines }) =>
    Object.entries(FAULTS).flatMap(([fault, of]) =>
      STAGES.map((stage): Case => {
        const faults = new Map(engines.map((name) => [name, of(name)]));
        return { engine, fault, stage, call: { faults, stage } };
      }),
    ),
  );
  const own = (["stt", "tts"] as const).flatMap((part) =>
    STAGES.map((stage): Case => {
      const engine: EngineName = part === "stt" ? "deepgram_listen" : "deepgram_aura";
      const faults = new Map([[engine, { kind: "refused" } as const]]);
      return {
        engine: `${engine}, embedded`,
        fault: "both broken",
        stage,
        call: { faults, stage, embeddedFails: [part] },
      };
    }),
  );
  return [...hosted, ...own];
}

/** Runs them, so many at a time. */
export async function runTable(
  cases: readonly Case[],
  { atOnce, onRow }: { readonly atOnce: number; readonly onRow: (row: Row) => void },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const waiting = [...cases];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { engine, fault, stage, call } = next;
      const suffered = await faultyCall(call);
      const row = { engine, fault, stage, suffered, wrong: wrongIn(suffered) };
      rows.push(row);
      onRow(row);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rows;
}

export function wrongIn(suffered: Suffered): readonly string[] {
  const { silenceMs, silenceFromS, reason, falsely, free, heard, log } = suffered;
  return [
    ...(silenceMs < SILENCE_MOST_MS ? [] : [`${silenceMs} ms of silence from second ${silenceFromS} on`]),
    ...(reason === "did not end" ? ["the call did not end"] : []),
    ...(falsely ? ["it claims what nobody said"] : []),
    ...(heard === "" && !free ? ["nothing was said, and it costs"] : []),
    ...(KEYS.some((key) => log.includes(key)) ? ["a key stands in the log"] : []),
  ];
}
