/** `${NAME}` in a value, quoted or not, stands for an environment variable; `$${` is a literal `${`. */
import type { Env } from "../lib/installation.ts";
import type { ConfigProblem } from "./problem.ts";
import type { Path } from "./tree.ts";
import { dotted } from "./tree.ts";

const REFERENCE = /\$\$\{|\$\{([^}]*)\}?/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * YAML reads the braces of an unquoted `{ port: ${PORT} }` as its own. While it is parsed they are characters that mean
 * nothing to it and that nobody writes; as many of them, so that the columns of mistakes stay right.
 */
const BARE = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const COVERED = /\uE000\uE001([A-Za-z_][A-Za-z0-9_]*)\uE002/g;

export function coverReferences(yaml: string): string {
  return yaml.replace(BARE, "\uE000\uE001$1\uE002");
}

/** What was covered, as it was written. */
function uncover(text: string): string {
  return text.replace(COVERED, "${$1}");
}

export type Interpolated = {
  readonly value: unknown;
  /** Where text came from the environment: there "8080" may stand for a number. */
  readonly fromEnvironment: readonly Path[];
  readonly problems: readonly ConfigProblem[];
  /** Where a variable was missing; those values are gone. */
  readonly missing: readonly Path[];
};

export function interpolate(root: unknown, env: Env): Interpolated {
  const fromEnvironment: Path[] = [];
  const missing: Path[] = [];
  const problems: ConfigProblem[] = [];

  const fill = (text: string, path: Path): unknown => {
    let used = false;
    const faults: string[] = [];
    const filled = text.replace(REFERENCE, (whole: string, name: string | undefined) => {
      if (name === undefined) return "${";
      used = true;
      const value = env[name];
      if (!NAME.test(name) || !whole.endsWith("}"))
        faults.push("has a ${ that names no environment variable: write ${NAME}, or $${ for the characters themselves");
      else if (value === undefined || value === "")
        faults.push(`needs the environment variable ${name}, which is not set or empty`);
      else return value;
      return "";
    });
    if (faults.length > 0) {
      problems.push(...faults.map((message) => ({ key: dotted(path), message })));
      missing.push(path);
      return undefined;
    }
    if (used) fromEnvironment.push(path);
    return filled;
  };

  const walk = (node: unknown, path: Path): unknown => {
    if (typeof node === "string") return fill(uncover(node), path);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, index]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([covered, item]) => {
        const key = uncover(covered);
        return [key, walk(item, [...path, key])];
      }),
    );
  };

  return { value: walk(root, []), fromEnvironment, problems, missing };
}
