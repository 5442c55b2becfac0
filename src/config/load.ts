/**
 * The settings of the appliance: read once at the start, checked as a whole, then passed on. Nobody else reads the
 * environment or the configuration file. The keys are those of contract section 2; `config/README.md` explains each.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import { check } from "./check.ts";
import { coverReferences, interpolate } from "./interpolate.ts";
import type { ConfigProblem } from "./problem.ts";
import { ConfigError } from "./problem.ts";
import type { Settings } from "./schema.ts";
import type { Env } from "../lib/installation.ts";
import { PROJECT_ROOT } from "../lib/installation.ts";

export type SettingsSource = {
  /** The configuration file; null for the built-in defaults; left out: `OUTDIAL_CONFIG`, else config/outdial.yaml if there is one. */
  readonly path?: string | null;
  readonly env: Env;
  readonly projectRoot?: string;
};

/** The file whose settings are in force, or null for the built-in defaults. */
export function settingsPath(env: Env, projectRoot: string = PROJECT_ROOT): string | null {
  const named = env["OUTDIAL_CONFIG"];
  if (named !== undefined && named !== "") return resolve(named);
  const usual = join(projectRoot, "config/outdial.yaml");
  return existsSync(usual) ? usual : null;
}

/**
 * The checked settings, engines always as lists in order of preference, `data_dir` absolute (relative ones are below
 * the project's folder). Throws one ConfigError that tells every mistake by its key and no value.
 */
export function loadSettings(source: SettingsSource): Settings {
  const projectRoot = source.projectRoot ?? PROJECT_ROOT;
  const path = source.path === undefined ? settingsPath(source.env, projectRoot) : source.path;
  const settings =
    path === null
      ? parseSettings("", "the built-in defaults", source.env)
      : parseSettings(readFile(path), path, source.env);
  return { ...settings, data_dir: resolve(projectRoot, settings.data_dir) };
}

/** The settings in a YAML text; `source` names it in the error. */
export function parseSettings(text: string, source: string, env: Env): Settings {
  const lineCounter = new LineCounter();
  const document = parseDocument(coverReferences(text), { lineCounter, prettyErrors: false });
  const syntax = document.errors.map((error): ConfigProblem => {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return { key: "", message: `line ${line}, column ${col}: ${YAML_MISTAKES[error.code] ?? "this is not YAML"}` };
  });
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) throw new ConfigError(source, syntax);

  const raw: unknown = document.toJS({ maxAliasCount: 100 });
  if (raw !== null && (typeof raw !== "object" || Array.isArray(raw))) {
    throw new ConfigError(source, [{ key: "", message: "must be a group of keys, such as server:, trunk:, llm:" }]);
  }
  const filled = interpolate(raw, env);
  const checked = check(filled.value, filled.fromEnvironment, filled.missing);
  const problems = [...syntax, ...filled.problems, ...checked.problems];
  if (checked.settings === null || problems.length > 0) throw new ConfigError(source, problems);
  return checked.settings;
}

/** The parser's own messages quote the file, and a file holds secrets. */
const YAML_MISTAKES: Readonly<Record<string, string>> = {
  BAD_INDENT: "the indentation does not fit",
  TAB_AS_INDENT: "a tab cannot indent: use spaces",
  DUPLICATE_KEY: "this key is there twice",
  MISSING_CHAR: "something is missing here, perhaps a closing quote, bracket or comma",
  MULTILINE_IMPLICIT_KEY: "a colon is missing in or before this line",
  BLOCK_AS_IMPLICIT_KEY: "two keys in one line: start a new line",
  UNEXPECTED_TOKEN: "something is here that does not belong",
};

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : `it cannot be read (${code})`;
    throw new ConfigError(path, [{ key: "", message: `${why}: OUTDIAL_CONFIG must name a configuration file` }]);
  }
}

export { ConfigError } from "./problem.ts";
export type { Settings } from "./schema.ts";
export { isLoopback } from "./cross-checks.ts";
export { readPortRange } from "./schema.ts";
