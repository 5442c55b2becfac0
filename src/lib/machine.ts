/** What this machine has to give, and whether that is enough for the neural engines. */
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

export type Machine = {
  /** As Node names it: `x64`, `arm64`. */
  readonly arch: string;
  /** What /proc/cpuinfo says the processor can do; only x64 says it in a way that matters here. */
  readonly cpuFlags: ReadonlySet<string>;
  readonly memoryBytes: number;
  /** The limit of the control group (a container, a systemd unit) that we live in; null when there is none. */
  readonly limitBytes: number | null;
};

/**
 * Recogniser and voice 560 MB, the appliance 370 MB, two Asterisks 120 MB, the rest for the system. A machine sold with
 * 1.5 GB shows a little less, because the kernel has taken its part.
 */
const NEEDED_BYTES = 1.4e9;

/** A sentence for each reason why it cannot carry the neural engines; none when it can. */
export function whyTooSmall({ arch, cpuFlags, memoryBytes, limitBytes }: Machine): readonly string[] {
  const reasons: string[] = [];
  if (arch !== "x64" && arch !== "arm64") reasons.push(`the neural engines do not run on ${arch}`);
  if (arch === "x64" && !cpuFlags.has("avx2")) {
    reasons.push("the processor has no AVX2, without which the neural engines are too slow for a conversation");
  }
  const bytes = Math.min(memoryBytes, limitBytes ?? Infinity);
  if (bytes < NEEDED_BYTES) {
    const whose = bytes < memoryBytes ? "this process may use" : "the machine has";
    reasons.push(`${whose} ${(bytes / 1e9).toFixed(1)} GB of memory, and the neural engines need 1.5 GB`);
  }
  return reasons;
}

export function readMachine(): Machine {
  const total = totalmem();
  // Without a limit the kernel tells a number beyond any memory, or 0.
  const limit = process.constrainedMemory();
  return {
    arch: process.arch,
    cpuFlags: readCpuFlags(),
    memoryBytes: total,
    limitBytes: limit > 0 && limit < total ? limit : null,
  };
}

function readCpuFlags(): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync("/proc/cpuinfo", "utf8");
  } catch {
    return new Set();
  }
  return new Set(/^flags\s*: (.+)$/m.exec(text)?.[1]?.split(" "));
}
