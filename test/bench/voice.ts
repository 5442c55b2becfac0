/**
 * From the end of their words to our first sound, on the wire, with the real adapters and SDKs against simulated hosted
 * engines: final words after 260 ms, a model's first token after 350, a voice's first byte after 190, and 100 ms for each
 * new connection. Words that are not final come as they are spoken; the model writes a token each 10 ms. Then the same
 * with each of what saves time left out, and with 100 calls at once beside one. Run it on a quiet machine.
 */
import type { Json } from "../support/running-appliance.ts";
import { percentile, result, type Result } from "./result.ts";
import { openHostedRig } from "./rig/hosted-calls.ts";
import type { HostedRig, Talk } from "./rig/hosted-calls.ts";
import type { HostedDelays } from "./rig/hosted.ts";

const HOSTED: HostedDelays = {
  sttFinalMs: 260,
  llmFirstTokenMs: 350,
  llmTokenMs: 10,
  ttsFirstByteMs: 190,
  connectMs: 100,
};
/** A model on a bad day. */
const SLOW: HostedDelays = { ...HOSTED, llmFirstTokenMs: 2500 };
const CALLS = 8;
const TALK_MS = 20_000;
const MANY = 100;
const GAP_MS = 60;

/** What is left out, by the name of its figures. */
const WITHOUT: Readonly<Record<string, Json>> = {
  without_speculation: { speculative_reply: false },
  without_phrases_ahead: { phrases_ahead: false },
  without_clauses: { clause_by_clause: false },
  without_connecting_ahead: { connect_while_ringing: false },
  without_any: {
    connect_while_ringing: false,
    phrases_ahead: false,
    speculative_reply: false,
    clause_by_clause: false,
    filler: false,
  },
};

export async function run(): Promise<readonly Result[]> {
  const rig = await openHostedRig();
  try {
    await rig.delays(HOSTED);
    const results: Result[] = [];
    const [whole, one, many] = await rig.with(engines(rig), async (talk) => {
      const some = await told("all of it", talk(CALLS, TALK_MS));
      return [some, await told("one call", talk(1, TALK_MS * 2)), await told(`${MANY} calls`, talk(MANY, TALK_MS * 2))];
    });
    if (whole === undefined || one === undefined || many === undefined) throw new Error("nobody has talked");
    results.push(...replies("", whole, null), opening("", whole, null), ...atOnce(many, one));
    for (const [name, latency] of Object.entries(WITHOUT)) {
      const less = await rig.with({ ...engines(rig), latency }, (talk) => told(name, talk(CALLS, TALK_MS)));
      results.push(...replies(`_${name}`, less, whole), opening(`_${name}`, less, whole));
    }
    for (const [name, stt] of Object.entries(otherEars(rig))) {
      const { speech, llm } = engines(rig);
      const settings = { speech: { ...(speech as Json), stt }, llm };
      results.push(...replies(`_${name}`, await rig.with(settings, (talk) => told(name, talk(CALLS, TALK_MS))), whole));
    }
    results.push(...(await slowModel(rig)));
    return results;
  } finally {
    await rig.close();
  }
}

/** The first engine of each list is hosted; behind it, as ever, an embedded one. */
function engines({ places }: HostedRig): Json {
  const { deepgramUrl, deepgramKey, chatUrl } = places;
  const small = { provider: "embedded", model: "small" };
  const deepgram = { provider: "deepgram", api_key: deepgramKey, base_url: deepgramUrl };
  return {
    speech: { stt: [deepgram, small], tts: [deepgram, small] },
    llm: [{ provider: "openai", model: "simulated", base_url: chatUrl }],
  };
}

function otherEars({ places }: HostedRig): Readonly<Record<string, readonly Json[]>> {
  const { deepgramUrl: base_url, deepgramKey: api_key, openaiUrl } = places;
  const small = { provider: "embedded", model: "small" };
  return {
    flux: [{ provider: "deepgram", model: "flux-general-en", api_key, base_url }, small],
    openai_file: [{ provider: "openai", model: "simulated", base_url: openaiUrl }, small],
  };
}

/** The filler does not make a reply come sooner: it ends the silence before it. */
async function slowModel(rig: HostedRig): Promise<readonly Result[]> {
  await rig.delays(SLOW);
  const measured = (filler: boolean): Promise<Talk> =>
    rig.with({ ...engines(rig), latency: { filler } }, (talk) =>
      told(filler ? "slow model" : "slow model, no filler", talk(CALLS, TALK_MS)),
    );
  const [filled, silent] = [await measured(true), await measured(false)];
  return ([0.5, 0.95] as const).map((share) =>
    result(`silence_ms_p${share * 100}_slow_model`, "ms", percentile(filled.repliesMs, share), [
      "without filler",
      percentile(silent.repliesMs, share),
    ]),
  );
}

function replies(suffix: string, { repliesMs }: Talk, whole: Talk | null): readonly Result[] {
  const beside = (share: number): readonly [string, number] | null =>
    whole === null ? null : ["with all of it", percentile(whole.repliesMs, share)];
  return [
    result(`voice_to_voice_ms${suffix}`, "ms (p50)", percentile(repliesMs, 0.5), beside(0.5)),
    result(`voice_to_voice_p95_ms${suffix}`, "ms (p95)", percentile(repliesMs, 0.95), beside(0.95)),
  ];
}

function opening(suffix: string, { openingsMs }: Talk, whole: Talk | null): Result {
  const beside = whole === null ? null : (["with all of it", percentile(whole.openingsMs, 0.5)] as const);
  return result(`opening_ms${suffix}`, "ms (p50)", percentile(openingsMs, 0.5), beside);
}

function atOnce(many: Talk, one: Talk): readonly Result[] {
  const tooLong = ({ gapsMs }: Talk): number => gapsMs.filter((gap) => gap > GAP_MS).length;
  return [
    result("accepted_of_100_hosted", "calls", many.accepted, null),
    ...([0.5, 0.95] as const).map((share) =>
      result(`voice_to_voice_ms_p${share * 100}_100_calls_hosted`, "ms", percentile(many.repliesMs, share), [
        "one call alone",
        percentile(one.repliesMs, share),
      ]),
    ),
    result("gaps_over_60_ms_100_calls_hosted", "gaps", tooLong(many), ["one call alone", tooLong(one)]),
    result("longest_gap_ms_100_calls_hosted", "ms", many.gapsMs.at(-1) ?? 0, [
      "one call alone",
      one.gapsMs.at(-1) ?? 0,
    ]),
  ];
}

async function told(what: string, talking: Promise<Talk>): Promise<Talk> {
  const talk = await talking;
  const { repliesMs, openingsMs, gapsMs, asked } = talk;
  const at = (values: readonly number[], share: number): number => Math.round(percentile(values, share));
  process.stderr.write(
    `  ${what}: ${talk.accepted} calls, ${repliesMs.length} replies after ${at(repliesMs, 0.5)} / ${at(repliesMs, 0.95)} ms, ` +
      `openings after ${at(openingsMs, 0.5)} ms, longest gap ${Math.round(gapsMs.at(-1) ?? 0)} ms, ` +
      `${asked.abandoned} of ${asked.chats} requests to the model thrown away\n`,
  );
  return talk;
}
