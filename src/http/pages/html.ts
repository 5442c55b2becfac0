/**
 * The one template that pages are written in. Every value is escaped unless it is itself Html; values may stand in text
 * and inside double-quoted attributes, nowhere else: a template that puts one anywhere else throws on its first use.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Value = Html | string | number | null | false | readonly Value[];

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const checked = new WeakSet<TemplateStringsArray>();

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  if (!checked.has(strings)) {
    refuseUnsafePlaces(strings);
    checked.add(strings);
  }
  return new Html(strings.reduce((text, literal, index) => text + written(values[index - 1] ?? null) + literal));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

function written(value: Value): string {
  if (value === null || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  return value.map(written).join("");
}

function refuseUnsafePlaces(strings: readonly string[]): void {
  let place: "text" | "tag" | "quoted" = "text";
  for (const [index, literal] of strings.entries()) {
    if (index > 0 && place === "tag") throw new Error(`a value stands in a tag outside double quotes: ${literal}`);
    if (/<(script|style)\b/i.test(literal)) throw new Error("pages have no inline script or style");
    for (const character of literal) {
      if (place === "tag" && character === "'") throw new Error(`an attribute is not in double quotes: ${literal}`);
      if (place === "text" && character === "<") place = "tag";
      else if (place === "tag" && character === ">") place = "text";
      else if (place === "tag" && character === '"') place = "quoted";
      else if (place === "quoted" && character === '"') place = "tag";
    }
  }
  if (place !== "text") throw new Error("a template ends inside a tag");
}
