/**
 * Telephone numbers in a conversation, however they are spoken: digit by digit, in pairs, with double and triple, over
 * two turns of one speaker, or half by each. A run of seven digits or more that nothing marks as something else is
 * taken for one; the request's own numbers are hidden wherever seven of their digits stand together.
 */
import type { Kept } from "./keep.ts";
import { PHONE_CUES, wordSet } from "./line.ts";
import type { Line } from "./line.ts";
import type { Token } from "./tokens.ts";

/** A part of a line to hide, as places in its text. */
export type Span = { readonly line: number; readonly start: number; readonly end: number };

const ENOUGH_DIGITS = 7;
/** After words such as "call" or "phone". */
const ENOUGH_WITH_CUE = 6;

/** Words that may stand inside a number. */
const INSIDE = wordSet(`
  and then um uh er eh area code dash hyphen minus dot point space extension ext x
  punto guion y luego espacio strich bindestrich punkt und dann et tiret puis espace
`);
const EXTENSION = wordSet("ext extension x durchwahl anexo poste extn");

/** One number said somewhere: a reading with its place. */
type Piece = {
  readonly line: number;
  readonly reading: number;
  readonly digits: string;
  readonly otherwise: string | null;
};

export function findPhones(lines: readonly Line[], kept: Kept, known: readonly string[]): Span[] {
  const speakers = new Set(lines.map((line) => line.speaker));
  const hidden = lines.map(() => new Set<number>());
  const windows = new Set(known.flatMap(windowsOf));
  const hide = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) hidden[piece.line]?.add(piece.reading);
  };
  for (const speaker of [...speakers, null]) {
    for (const run of runsOf(lines, kept, speaker)) {
      if (isPhone(lines, run)) hide(run);
    }
    hide(partsOf(lines, piecesOf(lines, speaker), windows));
  }
  return lines.flatMap((line, index) => spansOf(line, index, hidden[index] ?? new Set()));
}

/** The digits of every telephone number that is said, as they were said. */
export function phonesSaid(lines: readonly Line[], kept: Kept): string[] {
  const speakers = new Set(lines.map((line) => line.speaker));
  return [...speakers, null].flatMap((speaker) =>
    runsOf(lines, kept, speaker)
      .filter((run) => isPhone(lines, run))
      .map((run) => run.map((piece) => piece.digits).join("")),
  );
}

/**
 * Numbers that follow one another without anything in between. `speaker`: only what this side says, over turns in
 * which the other side merely listens; null: both sides, turn after turn. What is kept ends a run.
 */
function runsOf(lines: readonly Line[], kept: Kept, speaker: string | null): Piece[][] {
  const runs: Piece[][] = [];
  let run: Piece[] = [];
  const finish = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    if (speaker !== null && line.speaker !== speaker) {
      if (!line.isListening && !isOnlyDigits(line)) finish();
      continue;
    }
    if (line.readings.length === 0) {
      if (!line.isListening) finish();
      continue;
    }
    let reached = 0;
    for (const [position, reading] of line.readings.entries()) {
      const isFirst = position === 0;
      const between = line.tokens.slice(reached, reading.from);
      if (!(isFirst ? isOpening(between) : isInside(between))) finish();
      if (kept[index]?.has(position)) finish();
      else run.push({ line: index, reading: position, digits: reading.digits, otherwise: reading.otherwise });
      reached = reading.to;
    }
    if (!isOpening(line.tokens.slice(reached))) finish();
  }
  finish();
  return runs;
}

/** Everything one side says in numbers, whatever is said in between. */
function piecesOf(lines: readonly Line[], speaker: string | null): Piece[] {
  return lines.flatMap((line, index) =>
    speaker !== null && line.speaker !== speaker
      ? []
      : line.readings.map(({ digits, otherwise }, reading) => ({ line: index, reading, digits, otherwise })),
  );
}

function isInside(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true;
  if (tokens.length > 8) return false;
  let words = 0;
  for (const token of tokens) {
    if (token.kind === "mark" ? /^[+$\u20ac\u00a3\u00a5%@&=<>]$/.test(token.text) : !INSIDE.has(token.text))
      return false;
    if (token.kind !== "mark") words++;
  }
  return words <= 3;
}

const AROUND = wordSet("okay ok yes yeah so it's its that's right and then uh um si ja oui es c'est");

/** What may stand before the first or after the last number of a turn without cutting it off from the next turn. */
function isOpening(tokens: readonly Token[]): boolean {
  if (tokens.length > 8) return false;
  return tokens.every((token) => token.kind === "mark" || INSIDE.has(token.text) || AROUND.has(token.text));
}

function isOnlyDigits(line: Line): boolean {
  let reached = 0;
  for (const reading of line.readings) {
    if (!isOpening(line.tokens.slice(reached, reading.from))) return false;
    reached = reading.to;
  }
  return line.readings.length > 0 && isOpening(line.tokens.slice(reached));
}

function isPhone(lines: readonly Line[], run: readonly Piece[]): boolean {
  const digits = run.reduce((sum, piece) => sum + (piece.otherwise ?? piece.digits).length, 0);
  if (digits >= ENOUGH_DIGITS) return true;
  const first = run[0];
  const line = lines[first?.line ?? -1];
  if (digits < ENOUGH_WITH_CUE || !first || !line) return false;
  const from = line.readings[first.reading]?.from ?? 0;
  return line.tokens.slice(Math.max(0, from - 6), from).some((token) => PHONE_CUES.has(token.text));
}

/** How far apart in turns the parts of a known number may be. */
const MOST_TURNS_APART = 6;

/** Every seven digits in a row of a known number. */
function windowsOf(number: string): string[] {
  return Array.from({ length: Math.max(0, number.length - ENOUGH_DIGITS + 1) }, (_, at) =>
    number.slice(at, at + ENOUGH_DIGITS),
  );
}

/** The pieces in which seven digits of a known number follow one another, with whatever words in between. */
function partsOf(lines: readonly Line[], pieces: readonly Piece[], windows: ReadonlySet<string>): Piece[] {
  if (windows.size === 0) return [];
  const found = match(
    lines,
    pieces,
    pieces.map((piece) => piece.digits),
    windows,
  );
  for (const [index, { otherwise }] of pieces.entries()) {
    if (otherwise === null) continue;
    const near = pieces.slice(Math.max(0, index - ENOUGH_DIGITS), index + ENOUGH_DIGITS);
    for (const variant of variantsOf(near)) found.push(...match(lines, near, variant, windows));
  }
  return found;
}

function match(
  lines: readonly Line[],
  pieces: readonly Piece[],
  said: readonly string[],
  windows: ReadonlySet<string>,
): Piece[] {
  const digits = said.join("");
  const places: number[] = [];
  for (let at = 0; at + ENOUGH_DIGITS <= digits.length; at++) {
    if (windows.has(digits.slice(at, at + ENOUGH_DIGITS))) places.push(at);
  }
  if (places.length === 0) return [];
  return places.flatMap((at) => {
    const window = ownersOf(pieces, said, at);
    if ((window.at(-1)?.line ?? 0) - (window[0]?.line ?? 0) > MOST_TURNS_APART) return [];
    const goesOn = windows.has(digits.slice(at + 1, at + 1 + ENOUGH_DIGITS));
    return goesOn && isByTheWay(lines, window) ? window.slice(1) : window;
  });
}

/** For each of the seven digits from here on: the piece it was said in. */
function ownersOf(pieces: readonly Piece[], said: readonly string[], from: number): Piece[] {
  const owners: Piece[] = [];
  let reached = 0;
  for (const [index, piece] of pieces.entries()) {
    const start = reached;
    reached += said[index]?.length ?? 0;
    for (let at = Math.max(start, from); at < Math.min(reached, from + ENOUGH_DIGITS); at++) owners.push(piece);
    if (reached >= from + ENOUGH_DIGITS) break;
  }
  return owners;
}

/** "A table for one." in front of a number that begins with +1: the digit belongs to its own sentence. */
function isByTheWay(lines: readonly Line[], [first, second]: readonly Piece[]): boolean {
  if (first === undefined || second === undefined || first.digits.length > 1 || first.line === second.line)
    return false;
  const line = lines[first.line];
  return line !== undefined && !isOnlyDigits(line);
}

/** As many numbers as a telephone number has pairs can be read in two ways each (French). */
const MOST_VARIANTS = 64;

/** More than one only where French numbers can be read in two ways; the first six of them are tried both ways. */
function variantsOf(run: readonly Piece[]): string[][] {
  let variants: string[][] = [[]];
  for (const { digits, otherwise } of run) {
    const both = otherwise !== null && variants.length < MOST_VARIANTS;
    variants = variants.flatMap((said) =>
      both
        ? [
            [...said, digits],
            [...said, otherwise],
          ]
        : [[...said, digits]],
    );
  }
  return variants;
}

/** Hidden readings as stretches of text; neighbours become one, a leading + or bracket and an extension belong to it. */
function spansOf(line: Line, index: number, hidden: ReadonlySet<number>): Span[] {
  const spans: { line: number; start: number; end: number; to: number }[] = [];
  for (const [position, reading] of line.readings.entries()) {
    if (!hidden.has(position)) continue;
    const last = spans.at(-1);
    const end = line.tokens[reading.to - 1]?.end ?? 0;
    if (last && isInside(line.tokens.slice(last.to, reading.from)) && hidden.has(position - 1)) {
      last.end = end;
      last.to = reading.to;
    } else {
      spans.push({ line: index, start: leftEdge(line, reading.from), end, to: reading.to });
    }
  }
  return spans.map((span) => {
    const extension = extensionEnd(line, span.to);
    return { line: index, start: span.start, end: closeBracket(line, span.start, extension ?? span.end) };
  });
}

function leftEdge(line: Line, from: number): number {
  let at = from;
  while (/^(?:[(+]|plus)$/.test(line.tokens[at - 1]?.text ?? "")) at--;
  return line.tokens[at]?.start ?? 0;
}

function extensionEnd(line: Line, to: number): number | null {
  let at = to;
  while (line.tokens[at]?.kind === "mark") at++;
  if (/^(?:x|ext)\d{1,6}$/.test(line.tokens[at]?.text ?? "")) return line.tokens[at]?.end ?? null;
  if (!EXTENSION.has(line.tokens[at]?.text ?? "")) return null;
  const from = at + 1;
  const number = line.readings.find((reading) => reading.from === from || reading.from === from + 1);
  return number === undefined ? null : (line.tokens[number.to - 1]?.end ?? null);
}

/** Takes in the bracket that closes one opened inside the span. */
function closeBracket(line: Line, start: number, end: number): number {
  const inside = line.text.slice(start, end);
  const open = inside.split("(").length - inside.split(")").length;
  return open > 0 && line.text.slice(end).startsWith(")") ? end + 1 : end;
}
