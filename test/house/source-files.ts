/** The project's own source files and what each imports, for the rules of the house. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

export type SourceFile = {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
};

export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

const SPECIFIER =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?["']([^"']+)["']|\bimport\s*\(\s*["']([^"']+)["']|\bnew URL\(\s*["'](\.[^"']+\.ts)["']\s*,\s*import\.meta\.url/gm;

/**
 * What a file imports, types and workers too: project files relative to the project, packages and `node:` modules by
 * their name.
 */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(SPECIFIER)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? "";
    return specifier.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(path), specifier)) : specifier;
  });
}

/** The folder of src/ that a file lives in; its own name for a file right below src/. */
export function houseOf(path: string): string {
  return path.split("/")[1] ?? "";
}
