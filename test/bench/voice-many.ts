/**
 * A hundred calls at once over simulated hosted engines, beside one alone in the same run: how many are accepted, how soon
 * they are answered, and whether their sound stays whole. The callees and the engines need processors too: on a machine of
 * two cores they take a third of one.
 */
import { percentile, result, type Result } from "./result.ts";
import { HOSTED, hostedEngines, openHostedRig, told } from "./rig/hosted-calls.ts";
import type { Talk } from "./rig/hosted-calls.ts";

const MANY = 100;
const TALK_MS = 40_000;
const GAP_MS = 60;

export async function run(): Promise<readonly Result[]> {
  const rig = await openHostedRig();
  try {
    await rig.delays(HOSTED);
    return await rig.with(hostedEngines(rig.places), async (talk) => {
      const one = await told("one call", talk(1, TALK_MS));
      return figures(await told(`${MANY} calls`, talk(MANY, TALK_MS)), one);
    });
  } finally {
    await rig.close();
  }
}

function figures(many: Talk, one: Talk): readonly Result[] {
  const tooLong = ({ gapsMs }: Talk): number => gapsMs.filter((gap) => gap > GAP_MS).length;
  const alone = "one call alone";
  return [
    result("accepted_of_100_hosted", "calls", many.accepted, null),
    ...([0.5, 0.95] as const).map((share) =>
      result(`voice_to_voice_ms_p${share * 100}_100_calls_hosted`, "ms", percentile(many.repliesMs, share), [
        alone,
        percentile(one.repliesMs, share),
      ]),
    ),
    result("gaps_over_60_ms_100_calls_hosted", "gaps", tooLong(many), [alone, tooLong(one)]),
    result("longest_gap_ms_100_calls_hosted", "ms", many.gapsMs.at(-1) ?? 0, [alone, one.gapsMs.at(-1) ?? 0]),
  ];
}
