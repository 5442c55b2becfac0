/** A line of conversation cut into words, digits and marks, each with its place in the line. */
export type Token = {
  /** `code`: letters and digits in one, such as B74K9, 24th or 7pm. */
  readonly kind: "word" | "digits" | "code" | "mark";
  /** Small letters without accents, ASCII digits. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Nothing stands between this token and the one before. */
  readonly glued: boolean;
};

const PIECE = /[\p{L}\p{M}\p{N}]+(?:['\u2019]\p{L}+)?|[^\s\p{L}\p{M}\p{N}\p{Cf}]/gu;

export function tokenise(line: string): Token[] {
  const tokens: Token[] = [];
  let end = -1;
  for (const match of line.matchAll(PIECE)) {
    const text = fold(match[0]);
    tokens.push({
      kind: kindOf(text),
      text,
      start: match.index,
      end: match.index + match[0].length,
      glued: match.index === end,
    });
    end = match.index + match[0].length;
  }
  return tokens;
}

function kindOf(text: string): Token["kind"] {
  if (/^[a-z']+$/.test(text)) return "word";
  if (/^[0-9]+$/.test(text)) return "digits";
  if (!/[\p{L}\p{N}]/u.test(text)) return "mark";
  return /\d/.test(text) ? "code" : "word";
}

/** As a search sees it: no case, no accents, plain apostrophes, ASCII digits. */
export function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("\u2019", "'")
    .toLowerCase()
    .replaceAll("\u00df", "ss")
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

/** A script's ten digits follow one another, zero first, with something else before the zero. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 9; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) return String(value);
  }
  return "9";
}
