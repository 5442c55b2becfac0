/** Plain values by path: what was read from a YAML file, before anyone knows that it is right. */
export type Path = readonly (string | number)[];

export function dotted(path: Path): string {
  return path.join(".");
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function valueAt(root: unknown, path: Path): unknown {
  let node = root;
  for (const step of path) {
    if (Array.isArray(node)) node = node[Number(step)];
    else if (isGroup(node)) node = node[step];
    else return undefined;
  }
  return node;
}

/** A copy with another value at the path; `undefined` takes it away. A path that does not exist changes nothing. */
export function withValue(root: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    const items = root.map((item: unknown, index) => (index === step ? withValue(item, rest, value) : item));
    return rest.length === 0 && value === undefined ? items.filter((_, index) => index !== step) : items;
  }
  if (!isGroup(root) || !(step in root)) return root;
  const { [step]: old, ...others } = root;
  const changed = withValue(old, rest, value);
  return changed === undefined ? others : { ...others, [step]: changed };
}
