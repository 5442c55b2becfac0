import { expect, it } from "vitest";
import { readMachine, whyTooSmall } from "../../src/lib/machine.ts";
import type { Machine } from "../../src/lib/machine.ts";

const AVX2 = new Set(["sse4_2", "avx", "avx2"]);
const GOOD: Machine = { arch: "x64", cpuFlags: AVX2, memoryBytes: 4e9, limitBytes: null };

it.each<[string, Partial<Machine>]>([
  ["4 GB and AVX2", {}],
  ["1.5 GB, of which the kernel has taken its part", { memoryBytes: 1.44e9 }],
  ["a container of 2 GiB on a large machine", { memoryBytes: 64e9, limitBytes: 2 * 1024 ** 3 }],
  ["arm64, which has no such flags", { arch: "arm64", cpuFlags: new Set() }],
])("carries the neural engines: %s", (_, machine) => {
  expect(whyTooSmall({ ...GOOD, ...machine })).toEqual([]);
});

it.each<[Partial<Machine>, RegExp]>([
  [{ memoryBytes: 1.0e9 }, /^the machine has 1\.0 GB of memory, and the neural engines need 1\.5 GB$/],
  [{ limitBytes: 0.5e9 }, /^this process may use 0\.5 GB of memory, and the neural engines need 1\.5 GB$/],
  [{ limitBytes: 8e9, memoryBytes: 1.3e9 }, /^the machine has 1\.3 GB/],
  [{ cpuFlags: new Set(["avx", "avx2x"]) }, /^the processor has no AVX2/],
  [{ arch: "riscv64" }, /do not run on riscv64$/],
])("says why not: %j", (machine, reason) => {
  expect(whyTooSmall({ ...GOOD, ...machine })).toEqual([expect.stringMatching(reason)]);
});

it("says all that is too small", () => {
  expect(whyTooSmall({ ...GOOD, cpuFlags: new Set(), memoryBytes: 1e9 })).toHaveLength(2);
});

it("reads the machine it runs on", () => {
  const machine = readMachine();
  expect(machine.memoryBytes).toBeGreaterThan(100e6);
  expect(machine.limitBytes ?? machine.memoryBytes).toBeLessThanOrEqual(machine.memoryBytes);
  if (machine.arch === "x64") expect([...machine.cpuFlags]).toContain("sse2");
});
