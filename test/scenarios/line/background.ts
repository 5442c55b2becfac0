/** Somebody else's speech behind the callee, such as a television: the same recording over and over, at this loudness. */
import { dbfs as levelOf } from "../../../src/conversation/media/levels.ts";

export interface Background {
  /** Adds the next stretch of it. */
  addTo(mix: Float32Array): void;
}

export function createBackground({
  samples,
  dbfs,
}: {
  readonly samples: Int16Array;
  readonly dbfs: number;
}): Background {
  const gain = 10 ** ((dbfs - levelOf(samples)) / 20);
  let at = 0;
  return {
    addTo(mix) {
      for (let i = 0; i < mix.length; i += 1) {
        mix[i] = (mix[i] ?? 0) + gain * (samples[at] ?? 0);
        at = at + 1 < samples.length ? at + 1 : 0;
      }
    },
  };
}
