/** How long each part of an exchange with a server may take. */
export type Deadlines = {
  /** To be connected, TLS included. */
  readonly connectMs: number;
  /** From there, or from the end of a long request, to the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** Between two pieces of it. Runs only while somebody waits for the next. */
  readonly gapMs: number;
};

export const DEADLINES: Deadlines = { connectMs: 2000, firstByteMs: 3000, gapMs: 5000 };
