/**
 * From the end of their words to our first sound, on the wire, with the real adapters and SDKs against simulated hosted
 * engines: final words after 260 ms, a model's first token after 350, a voice's first byte after 190, and 100 ms for each
 * new connection. Words that are not final come as they are spoken; the model writes a token each 10 ms, and three of its
 * four replies begin as it is told to. Then the same with each of what saves time left out, and with other ears.
 */
import type { Json } from "../support/running-appliance.ts";
import { percentile, result, type Result } from "./result.ts";
import { HOSTED, hostedEngines, openHostedRig, told } from "./rig/hosted-calls.ts";
import type { HostedRig, Talk } from "./rig/hosted-calls.ts";
import type { HostedDelays } from "./rig/hosted.ts";

/** A model on a bad day. */
const SLOW: HostedDelays = { ...HOSTED, llmFirstTokenMs: 2500 };
const CALLS = 8;
const TALK_MS = 20_000;

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
    const whole = await rig.with(hostedEngines(rig.places), (talk) => told("all of it", talk(CALLS, TALK_MS)));
    results.push(...replies("", whole, null), opening("", whole, null));
    for (const [name, latency] of Object.entries(WITHOUT)) {
      const less = await rig.with({ ...hostedEngines(rig.places), latency }, (talk) =>
        told(name, talk(CALLS, TALK_MS)),
      );
      results.push(...replies(`_${name}`, less, whole), opening(`_${name}`, less, whole));
    }
    for (const [name, stt] of Object.entries(otherEars(rig))) {
      const { speech, llm } = hostedEngines(rig.places);
      const settings = { speech: { ...(speech as Json), stt }, llm };
      results.push(...replies(`_${name}`, await rig.with(settings, (talk) => told(name, talk(CALLS, TALK_MS))), whole));
    }
    results.push(...(await slowModel(rig)));
    return results;
  } finally {
    await rig.close();
  }
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
    rig.with({ ...hostedEngines(rig.places), latency: { filler } }, (talk) =>
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
