/** The known key nearest to a mistyped one: in its own group first, else anywhere. */

/** The dotted key that was probably meant, or null when nothing is near. */
export function didYouMean(key: string, group: string, known: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const here = [...(known.get(group) ?? [])].map((name) => ({ name, path: join(group, name) }));
  const anywhere = [...known].flatMap(([path, names]) => [...names].map((name) => ({ name, path: join(path, name) })));
  return nearest(key, here) ?? anywhere.find(({ name }) => name === plain(key))?.path ?? nearest(key, anywhere);
}

type Candidate = { readonly name: string; readonly path: string };

function nearest(key: string, candidates: readonly Candidate[]): string | null {
  let best: Candidate | null = null;
  let least = Math.max(1, Math.floor(key.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(plain(key), candidate.name);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best?.path ?? null;
}

/** camelCase and kebab-case are the commonest ways to miss a key. */
function plain(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const replace = (above[column - 1] ?? 0) + (same ? 0 : 1);
      let cost = Math.min(replace, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      line.push(cost);
    }
    [before, above] = [above, line];
  }
  return above[b.length] ?? 0;
}
