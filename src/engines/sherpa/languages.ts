/**
 * Which of our languages a folder's model knows: what the model says of itself (voices do), what is known of its kind,
 * then the languages in the name that it was released with ("…-zipformer-fr-2023-04-14", "vits-piper-es_ES-davefx").
 * English where nothing says so; `languages` of the settings stands above all of it.
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { languageIn, LANGUAGES } from "../../language/languages.ts";
import type { Language } from "../../language/languages.ts";
import { folderFiles } from "./folder-files.ts";
import { describeModelFolder } from "./model-folder.ts";
import { readOnnxMetadata } from "./onnx-metadata.ts";

const ENGLISH: readonly Language[] = ["en"];

export function languagesOfFolder(dir: string): readonly Language[] {
  const folder = describeModelFolder(dir, { pronunciations: dir });
  // What is wrong with it is told by whoever loads it.
  if ("problem" in folder) return ENGLISH;
  const model = folderFiles(dir, namesIn(dir), readOnnxMetadata).only();
  const facts = model === null ? new Map<string, string>() : readOnnxMetadata(model);
  return languagesBy(folder.kind, basename(dir), JSON.stringify(folder.config), facts);
}

/** The same of what is known of it. `files`: their names, in whatever form. */
export function languagesBy(
  kind: string,
  name: string,
  files: string,
  facts: ReadonlyMap<string, string>,
): readonly Language[] {
  const englishOnly = /\.en\b|distil/.test(files);
  if (kind === "whisper") return englishOnly ? ENGLISH : LANGUAGES;
  // Loaded to hear English: it has to be told one language for all calls.
  if (kind === "canary") return ENGLISH;
  if (kind === "omnilingual" || /parakeet\S*-v3\b/i.test(name)) return LANGUAGES;
  const said = [facts.get("voice"), facts.get("language")].map(languageNamed).find((language) => language !== null);
  if (said !== undefined && said !== null) return [said];
  const named = name
    .split(/[-.]/)
    .flatMap((part) => languageIn(part) ?? [])
    .filter((language, i, all) => all.indexOf(language) === i);
  return named.length === 0 ? ENGLISH : named;
}

const NAMES: Readonly<Record<string, Language>> = { english: "en", spanish: "es", french: "fr", german: "de" };

/** "es-419", "fr", "German". */
function languageNamed(written: string | undefined): Language | null {
  if (written === undefined) return null;
  return NAMES[written.trim().toLowerCase()] ?? languageIn(written.trim());
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
