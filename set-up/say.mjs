/** One clear sentence for the person who is setting up; it says what to do. */
export class SetUpError extends Error {}

/** Progress goes to standard error: standard output belongs to the command that follows. */
export function say(line) {
  process.stderr.write(`outdial: ${line}\n`);
}

export function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}
