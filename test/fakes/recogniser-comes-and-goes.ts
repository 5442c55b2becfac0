/** A program whose small recogniser is started and ended twice in the middle of utterances. */
import pino from "pino";
import { connectRecogniser, startRecogniser } from "../../src/engines/embedded/stt/recogniser.ts";

for (let round = 0; round < 2; round += 1) {
  const host = await startRecogniser(pino({ level: "warn" }));
  const recogniser = connectRecogniser(host.connect());
  for (let n = 0; n < 3; n += 1) {
    const options = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
    const ear = await recogniser.open(options, () => undefined, new AbortController().signal);
    ear.begin(0);
    ear.write(Int16Array.from({ length: 16_000 }, (_, i) => 3000 * Math.sin(i ** 1.3)));
    if (n > 0) ear.commit();
  }
  // Once with its ways open, once after they were given up.
  if (round === 0) await host.close();
  recogniser.close();
  await host.close();
}
