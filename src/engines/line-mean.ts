/**
 * What a line sounds like on average: thirteen numbers that the recogniser takes off everything it hears, so that the
 * words are left. The library keeps them in its decoder and adapts them to whoever speaks; here they are put back before
 * each utterance, so that nobody is heard through the line of the call before.
 *
 * Measured on our voices, clean, noisy, loud, quiet and through a dull handset: as good as to carry them on from one
 * utterance of a call to its next, and then every utterance is heard as if it were the first.
 */
import { array, decode, struct } from "koffi";
import type { Rate } from "./recogniser-protocol.ts";

type Pointer = bigint;

const CEPSTRA = 13;

/** The average of our voices. The acoustic model's own start value is far from it and costs more than twice the errors. */
export const START_MEANS: Record<Rate, Float32Array> = {
  8000: Float32Array.of(51.4, 5.8, 4.49, 21.27, 7.81, -0.84, 3.47, -1.52, -18.91, 7.68, -7.16, 8.88, -4.12),
  16000: Float32Array.of(52.43, 2.35, 5.28, 26.12, 2.41, 0.5, 7.23, -10.5, -5.61, -9.18, 7.95, 0.08, -0.43),
};

/** The head of the library's feature structure, as far as the running mean; checked before it is believed. */
const FEATURES = struct({
  references: "int",
  name: "void *",
  cepstra: "int32_t",
  streams: "int32_t",
  streamLengths: "void *",
  window: "int32_t",
  subvectors: "int32_t",
  subvectorLengths: "void *",
  subvectorMap: "void *",
  subvectorBuffer: "void *",
  subvectorWidth: "int32_t",
  cmn: "int32_t",
  varnorm: "int32_t",
  agc: "int32_t",
  compute: "void *",
  mean: "void *",
});
const MEAN = struct({ mean: "void *", variance: "void *", sum: "void *", frames: "int32_t", width: "int32_t" });

/** The running mean inside a decoder's features. */
export function findMean(features: Pointer | null): Pointer {
  const head = features === null ? null : (decode(features, FEATURES) as { cepstra: number; mean: Pointer | null });
  if (head === null || head.cepstra !== CEPSTRA || head.mean === null) throw new Error(ANOTHER_LIBRARY);
  const { mean, width } = decode(head.mean, MEAN) as { mean: Pointer | null; width: number };
  if (width !== CEPSTRA || mean === null) throw new Error(ANOTHER_LIBRARY);
  const values = decode(mean, array("float", CEPSTRA, "Typed")) as Float32Array;
  if (!values.every((value) => Math.abs(value) < 1000)) throw new Error(ANOTHER_LIBRARY);
  return head.mean;
}

const ANOTHER_LIBRARY = "The embedded recogniser's library is not the one that Outdial is made for (0.8+5prealpha).";
