/**
 * The process itself, by the names that every dashboard knows. prom-client has a set of its own, which breaks
 * Prometheus's rules for names and watches more than anybody looks at.
 */
import { readdirSync } from "node:fs";
import type { Make } from "./make.ts";

export function processFigures(make: Make): () => void {
  const cpu = make.counter("process_cpu_seconds_total", "Seconds of processor time, all threads together.");
  const memory = make.gauge(
    "process_resident_memory_bytes",
    "Memory of the process, without its engines and Asterisk.",
  );
  const heap = make.gauge("nodejs_heap_used_bytes", "Heap of the main thread that is in use.");
  const descriptors = make.gauge("process_open_fds", "Open files and sockets.");
  make
    .gauge("process_start_time_seconds", "When it started, in seconds since the epoch.")
    .set(Math.round(Date.now() - process.uptime() * 1000) / 1000);
  let counted = 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const seconds = (user + system) / 1e6;
    cpu.inc(Math.max(0, seconds - counted));
    counted = seconds;
    memory.set(process.memoryUsage.rss());
    heap.set(process.memoryUsage().heapUsed);
    descriptors.set(openFiles());
  };
}

function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    // None left to look with: as many as there may be.
    return Number.NaN;
  }
}
