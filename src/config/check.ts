/**
 * From plain values to settings, or to every mistake there is. Where something is wrong it is noted, taken out, and the
 * rest is checked again, so that one mistake never hides another and the rules between keys are checked too.
 */
import { crossCheck } from "./cross-checks.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { ConfigProblem } from "./problem.ts";
import type { Settings } from "./schema.ts";
import { knownKeys, settingsSchema, USUAL_PROVIDERS } from "./schema.ts";
import type { Path } from "./tree.ts";
import { dotted, isGroup, valueAt, withValue } from "./tree.ts";

export type Checked = { readonly settings: Settings | null; readonly problems: readonly ConfigProblem[] };

type Issue = {
  readonly code: string;
  readonly message: string;
  readonly path: Path;
  readonly expected?: string;
  readonly keys?: readonly string[];
};

const ENGINE_LISTS: readonly Path[] = [["speech", "stt"], ["speech", "tts"], ["llm"]];
const ROUNDS = 20;

/**
 * `fromEnvironment`: where text came out of a variable and may stand for a number. `missing`: what is gone already and
 * has been told elsewhere.
 */
export function check(raw: unknown, fromEnvironment: readonly Path[], missing: readonly Path[]): Checked {
  const problems: ConfigProblem[] = [];
  const blamed = new Set(missing.map(dotted));
  const wasSingle = ENGINE_LISTS.filter((path) => !Array.isArray(valueAt(raw, path))).map(dotted);
  const name = (path: Path) =>
    dotted(path.filter((_, index) => !(path[index] === 0 && wasSingle.includes(dotted(path.slice(0, index))))));
  let tree = normalise(raw);

  for (let round = 0; round < ROUNDS; round++) {
    const result = settingsSchema.safeParse(tree);
    if (result.success) {
      problems.push(...crossCheck(result.data).filter(({ key }) => !isTold(key, blamed)));
      return { settings: problems.length === 0 ? result.data : null, problems };
    }
    const issues = (result.error.issues as readonly Issue[]).flatMap(single);
    const wrong = issues.filter((issue) => fromText(issue, tree, fromEnvironment) === undefined);
    for (const { path, message, meant } of wrong.map((issue) => explain(issue, tree))) {
      const key = name(path);
      if (!isTold(key, blamed)) problems.push({ key, message });
      blamed.add(key);
      if (meant !== null) blamed.add(meant);
    }
    // Last to first, so that taking an item out of a list does not move the ones still to be taken.
    for (const issue of issues.toReversed()) {
      const read = fromText(issue, tree, fromEnvironment);
      tree = withValue(tree, read === undefined ? present(tree, issue.path) : issue.path, read);
    }
    tree = normalise(tree);
  }
  return { settings: null, problems };
}

/** One issue a key: zod gathers the unknown keys of a group in one. */
function single(issue: Issue): readonly Issue[] {
  if (issue.code !== "unrecognized_keys" || issue.keys === undefined) return [issue];
  return issue.keys.map((key) => ({ code: issue.code, message: "", path: [...issue.path, key] }));
}

/** Told is what has been blamed itself, or lies in or around what has been blamed. */
function isTold(key: string, blamed: ReadonlySet<string>): boolean {
  return [...blamed].some((done) => key === done || key.startsWith(`${done}.`) || done.startsWith(`${key}.`));
}

/** What to take out: the value itself, or the group that lacks it. */
function present(tree: unknown, path: Path): Path {
  return valueAt(tree, path) === undefined ? path.slice(0, -1) : path;
}

/** A group left empty means its defaults, a provider left out the usual one; a single engine is a list of one. */
function normalise(raw: unknown): unknown {
  let tree: unknown = raw ?? {};
  if (isGroup(tree)) {
    const { speech, ...rest } = tree;
    const written = Object.entries(rest).filter(([, value]) => value !== null);
    const filled: Record<string, unknown> = Object.fromEntries(written);
    for (const key of [
      "server",
      "log",
      "telemetry",
      "backup",
      "disk",
      "asterisk",
      "trunk",
      "demo",
      "assistant",
      "latency",
      "policy",
    ])
      filled[key] ??= {};
    filled["speech"] = isGroup(speech)
      ? Object.fromEntries(Object.entries(speech).filter(([, value]) => value !== null))
      : (speech ?? {});
    tree = filled;
  }
  for (const path of ENGINE_LISTS) {
    const engine = valueAt(tree, path);
    if (engine !== undefined && !Array.isArray(engine)) tree = withValue(tree, path, [engine]);
  }
  for (const { path, provider, keys } of USUAL_PROVIDERS) {
    const withProvider = (group: unknown): unknown =>
      isGroup(group) && Object.keys(group).every((key) => key !== "provider" && keys.has(key))
        ? { provider, ...group }
        : group;
    const group = valueAt(tree, path);
    if (group !== undefined)
      tree = withValue(tree, path, Array.isArray(group) ? group.map(withProvider) : withProvider(group));
  }
  return tree;
}

function fromText(issue: Issue, tree: unknown, fromEnvironment: readonly Path[]): number | boolean | undefined {
  const value = valueAt(tree, issue.path);
  if (issue.code !== "invalid_type" || typeof value !== "string") return undefined;
  if (!fromEnvironment.some((path) => dotted(path) === dotted(issue.path))) return undefined;
  if (issue.expected === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return (issue.expected === "int" || issue.expected === "number") && /^\d+$/.test(value) ? Number(value) : undefined;
}

type Explained = { readonly path: Path; readonly message: string; readonly meant: string | null };

function explain(issue: Issue, tree: unknown): Explained {
  const { code, path, message } = issue;
  if (code !== "unrecognized_keys") {
    return { path, message: valueAt(tree, path) === undefined ? "is missing" : message, meant: null };
  }
  const group = dotted(path.slice(0, -1).filter((step) => typeof step === "string"));
  const meant = didYouMean(String(path.at(-1)), group, knownKeys());
  const unknown = "is not a key of the configuration";
  return { path, message: meant === null ? unknown : `${unknown}: did you mean ${meant}?`, meant };
}
