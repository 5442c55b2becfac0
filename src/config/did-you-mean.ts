/** The known key nearest to a mistyped one: in its own group first, else anywhere. */
import { editDistance } from "../lib/edit-distance.ts";

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
