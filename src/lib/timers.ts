/** Delays of this process, in the shape in which the domain takes them (`calls/ports-time.ts`). */
export const systemTimers = {
  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};
