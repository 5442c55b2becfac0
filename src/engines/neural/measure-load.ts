/** What hearing and speaking take on this machine, found out before anybody needs them. */
import type { MeasuredLoad } from "./birth.ts";
import type { LoadedModels } from "./load-models.ts";

const RATE_HZ = 16_000;
/** As most that is said in a call. */
const SENTENCE_S = 2.5;

/**
 * The first work of each model allocates what it needs and reads what it has not read yet; the second shows what it
 * takes. Two or three seconds of speech; of a hum where there is no voice to speak them.
 */
export async function measureLoad({ transcriber, synthesiser }: Omit<LoadedModels, "judge">): Promise<MeasuredLoad> {
  const spoken = (await synthesiser?.speak("Good morning.", RATE_HZ)) ?? hum(SENTENCE_S / 2);
  await transcriber?.transcribe(spoken, RATE_HZ);
  const [sentence, speakingS] = await cpuSeconds(
    async () => (await synthesiser?.speak("A kettle sings on the stove behind me.", RATE_HZ)) ?? hum(SENTENCE_S),
  );
  const [, hearingS] = await cpuSeconds(async () => transcriber?.transcribe(sentence, RATE_HZ));
  const soundS = sentence.length / RATE_HZ;
  return {
    hearing: transcriber === null ? 0 : hearingS / soundS,
    speaking: synthesiser === null ? 0 : speakingS / soundS,
  };
}

/** A voice's overtones, four syllables a second. */
function hum(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * RATE_HZ }, (_, i) => {
    const t = (2 * Math.PI * i) / RATE_HZ;
    const tone = Math.sin(120 * t) + Math.sin(240 * t) / 2 + Math.sin(720 * t) / 3;
    return Math.round(5000 * tone * (1 - Math.cos(4 * t)));
  });
}

async function cpuSeconds<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}
