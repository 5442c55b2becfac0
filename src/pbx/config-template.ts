/**
 * The checked writer of Asterisk's configuration. Templates are ordinary Asterisk files in which a value may be
 * `{{name}}`; what is put there is serialised for the place it stands in and never pasted, because to Asterisk a line
 * break in a password is a new setting and a `[` after it a new section.
 *
 * A line whose placeholder is null is left out: that is how an optional setting is written.
 */
export type ConfigValue = string | number | boolean | readonly string[] | null;

/** A setting that cannot be written. The message names it and never shows its value, which may be a secret. */
export class ConfigValueError extends Error {
  override readonly name = "ConfigValueError";
  readonly key: string;
  constructor(key: string, problem: string) {
    super(`the setting ${key} ${problem}`);
    this.key = key;
  }
}

const PLACEHOLDER = /\{\{([a-z0-9_]+)\}\}/g;
const SECTION_LINE = /^\[\{\{([a-z0-9_]+)\}\}\]$/;
const SETTING_LINE = /^[a-z0-9_ ]+=>? ?/;
const DIALPLAN_LINE = /^(exten| same) => /;

/** Longer than any setting needs; Asterisk cuts a line at 8,191 bytes without a word. */
const LONGEST_VALUE = 1000;

export function renderTemplate(template: string, values: Readonly<Record<string, ConfigValue>>): string {
  const used = new Set<string>();
  const lines: string[] = [];
  for (const line of template.split("\n")) {
    const rendered = renderLine(line, values, used);
    if (rendered !== null) lines.push(rendered);
  }
  for (const key of Object.keys(values)) {
    if (!used.has(key)) throw new Error(`the template has no place for ${key}`);
  }
  return lines.join("\n");
}

function renderLine(line: string, values: Readonly<Record<string, ConfigValue>>, used: Set<string>): string | null {
  if (line.startsWith(";") || !line.includes("{{")) return line;
  const section = SECTION_LINE.exec(line);
  const dialplan = DIALPLAN_LINE.test(line);
  if (section === null && !dialplan && !SETTING_LINE.test(line)) {
    throw new Error(`a placeholder may only stand for a value or a section's name: ${line}`);
  }
  let omitted = false;
  const rendered = line.replace(PLACEHOLDER, (_match, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`the template asks for ${key}`);
    used.add(key);
    if (value === null) {
      omitted = true;
      return "";
    }
    return section !== null || dialplan ? serialiseName(key, value) : serialiseValue(key, value);
  });
  return omitted ? null : rendered;
}

/** What may stand between a section's brackets or among a dialplan application's arguments. */
function serialiseName(key: string, value: ConfigValue): string {
  if (typeof value !== "string" || !/^[A-Za-z0-9_-]{1,60}$/.test(value)) {
    throw new ConfigValueError(key, "may only have letters, digits, - and _");
  }
  return value;
}

/** What may stand right of a setting's `=`: everything but what would end the line or be cut off silently. */
export function serialiseValue(key: string, value: Exclude<ConfigValue, null>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new ConfigValueError(key, "has to be a whole number");
    return String(value);
  }
  if (typeof value === "string") return serialiseText(key, value);
  if (value.length === 0) throw new ConfigValueError(key, "has to have at least one entry");
  for (const entry of value) {
    if (entry.includes(",")) throw new ConfigValueError(key, "has an entry with a comma in it");
  }
  return value.map((entry) => serialiseText(key, entry)).join(",");
}

function serialiseText(key: string, text: string): string {
  if (text === "") throw new ConfigValueError(key, "is empty");
  if (Buffer.byteLength(text) > LONGEST_VALUE) throw new ConfigValueError(key, `is over ${LONGEST_VALUE} bytes`);
  if (!text.isWellFormed()) throw new ConfigValueError(key, "is not well-formed Unicode");
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) {
    throw new ConfigValueError(key, "has a line break or another control character in it");
  }
  // Asterisk trims, so that a password with a space at its end would silently be another password.
  if (text.trim() !== text) throw new ConfigValueError(key, "begins or ends with a space");
  // `;` begins a comment unless a backslash stands before it, which Asterisk takes away again.
  return text.replaceAll(";", "\\;");
}
