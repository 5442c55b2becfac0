/** Words that were heard wrong: the least number of words changed, added and lost between two sentences. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, n) => n);
  for (const [at, word] of said.entries()) {
    const next = [at + 1];
    for (let n = 1; n <= heard.length; n += 1) {
      const changed = (row[n - 1] ?? 0) + (word === heard[n - 1] ? 0 : 1);
      next.push(Math.min((row[n] ?? 0) + 1, (next[n - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[heard.length] ?? 0;
}
