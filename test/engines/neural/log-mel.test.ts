import { expect, it } from "vitest";
import { logMel, MEL_BANDS } from "../../../src/engines/neural/log-mel.ts";

/** Eight seconds at 16 kHz: silence, then a tone that comes and goes over one that rises. */
function sound(): Float32Array {
  return Float32Array.from({ length: 128_000 }, (_, i) => {
    const t = i / 16_000;
    if (i < 64_000) return 0;
    const tone = Math.sin(2 * Math.PI * 0.7 * t) > 0 ? 0.3 * Math.sin(2 * Math.PI * 440 * t) : 0;
    return tone + 0.1 * Math.sin(2 * Math.PI * (300 + 200 * t) * t);
  });
}

it("gives the figures of the reference implementation of these features", () => {
  const { data, columns } = logMel(sound());
  expect(columns).toBe(800);
  const at = (band: number, column: number): number => data[band * columns + column] ?? NaN;
  // Computed once with the numpy implementation that comes with the model.
  expect(at(0, 0)).toBeCloseTo(-0.213444, 5);
  expect(at(10, 500)).toBeCloseTo(1.615764, 5);
  expect(at(5, 400)).toBeCloseTo(0.614607, 5);
  expect(at(40, 600)).toBeCloseTo(-0.213444, 5);
  expect(data.reduce((sum, level) => sum + level, 0) / (columns * MEL_BANDS)).toBeCloseTo(-0.136626, 5);
});
