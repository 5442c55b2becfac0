/**
 * E-mail addresses in a conversation: written, spoken ("john dot smith at example dot com"), spelled letter by letter,
 * in English, Spanish, German and French, over two turns too. What comes before the "at" is taken in as far as it can
 * belong to an address; "order at example dot com" is a place to order, and stays.
 */
import { wordSet } from "./line.ts";
import type { Line } from "./line.ts";
import type { Span } from "./phones.ts";
import type { Token } from "./tokens.ts";

const AT = wordSet("at arroba arobase arobas klammeraffe affe");
const AT_SIGN = wordSet("sign symbol zeichen");
const DOT = wordSet("dot punto punkt point period");
const JOIN = wordSet(
  "underscore dash hyphen minus plus guion bajo unterstrich bindestrich strich tiret bas barre tilde",
);
const SPELLING = wordSet("as in like wie como comme for de von");
const TLDS = wordSet(`
  com org net edu gov mil int info biz name pro app dev io ai co me tv eu uk us ca de at ch es mx ar cl pe fr be lu nl
  it pt br pl se no dk fi ie au nz jp kr sg hk il tw shop store online site tech cloud email restaurant cafe hotel example test
`);
/** Top-level names that are also words: only after a spoken dot, or one without a space. */
const WORDLIKE = wordSet(
  "me at us it no as is in be so to do by my name pro store online site test example email info",
);
const PROVIDERS = wordSet("gmail googlemail hotmail icloud gmx aol protonmail yahoo");
/** What ends the part before the at: it never belongs to an address. */
const STOP = wordSet(`
  is it's its are was email e-mail mail mails address to me us him her them you we i my our your their his the a an and or
  on send write reach contact via under at that's this that please yes yeah yep no okay ok sure so um uh with from of for if
  have has got use uses want need try take know think say says said put wrote spell spelled will can should do does
  order book look looking find online available check visit website site page menu go available details directions
  hours prices information reservations reserve sign register shop buy read see listed table here there us just only
  correo electronico es direccion escriba envie mi su nuestro la el en a web pagina
  mailadresse adresse ist lautet meine mein unsere die der an unter schreiben senden bitte auf
  adresse courriel est mon ma notre votre le sur ecrivez envoyez
`);
const MOST_BARE_WORDS = 2;
/** Letters that are words too: before a whole word they are none of the address. */
const PARTICLES = wordSet("a i y e o u");

type Place = { readonly line: number; readonly index: number; readonly token: Token; readonly isNumber: boolean };
/** What one side says, turn after turn; a hole where the other side said more than "yes". */
type Stream = readonly (Place | null)[];

export function findEmails(lines: readonly Line[], known: readonly string[]): Span[] {
  const places: Place[] = [];
  for (const speaker of new Set(lines.map((line) => line.speaker))) {
    const stream = streamOf(lines, speaker);
    places.push(...spoken(stream), ...knownIn(stream, known));
  }
  return [...written(lines), ...spansOf(lines, places)];
}

function streamOf(lines: readonly Line[], speaker: string): Stream {
  return lines.flatMap((line, index): (Place | null)[] => {
    if (line.speaker !== speaker) return line.isListening ? [] : [null];
    return line.tokens.map((token, at) => ({
      line: index,
      index: at,
      token,
      isNumber: line.readingOf[at] !== undefined,
    }));
  });
}

const WRITTEN = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

function* written(lines: readonly Line[]): Iterable<Span> {
  for (const [line, { text }] of lines.entries()) {
    if (!text.includes("@")) continue;
    for (const match of text.matchAll(WRITTEN)) yield { line, start: match.index, end: match.index + match[0].length };
  }
}

function* spoken(stream: Stream): Iterable<Place> {
  for (const [at, place] of stream.entries()) {
    if (!place || !isAt(place.token) || isWritten(stream, at)) continue;
    const to = domainEnd(stream, pastComma(stream, AT_SIGN.has(wordAt(stream, at + 1)) ? at + 2 : at + 1));
    if (to === null) continue;
    const from = localStart(stream, wordAt(stream, at - 1) === "," ? at - 2 : at - 1);
    if (from === null) continue;
    for (let index = from; index < to; index++) {
      const part = stream[index];
      if (part) yield part;
    }
  }
}

/** "john@example": left to the pattern for written addresses. */
function isWritten(stream: Stream, at: number): boolean {
  return stream[at]?.token.text === "@" && stream[at]?.token.glued === true && stream[at + 1]?.token.glued === true;
}

function wordAt(stream: Stream, at: number): string {
  return stream[at]?.token.text ?? "";
}

/** "Alex, at sign, example, dot com": whoever dictates is written down with commas. */
function pastComma(stream: Stream, at: number): number {
  return wordAt(stream, at) === "," ? at + 1 : at;
}

function isAt(token: Token): boolean {
  return AT.has(token.text) || token.text === "@";
}

function isDot(stream: Stream, at: number): boolean {
  const token = stream[at]?.token;
  if (!token) return false;
  return DOT.has(token.text) || token.text === ".";
}

/** Past the last word of a domain that starts here; null when none does. */
function domainEnd(stream: Stream, from: number): number | null {
  let at = skipBrackets(stream, from);
  let words = 0;
  for (let labels = 0; ; labels++) {
    const started = at;
    while (isLabelPiece(stream[at]?.token)) {
      if (!isLetter(stream[at]?.token)) words++;
      at++;
    }
    if (at === started || words > 5) return null;
    const label = textOf(stream, started, at);
    if (labels === 0 && PROVIDERS.has(label) && !(isDot(stream, at) && isGluedOrSpoken(stream, at))) return at;
    const top = labels > 0 ? topLevelEnd(stream, started, at) : null;
    if (top !== null) {
      // "dot co dot uk"
      const next = skipBrackets(stream, top);
      return isDot(stream, next) &&
        isGluedOrSpoken(stream, next) &&
        topLevelEnd(stream, skipBrackets(stream, next + 1), next + 3) !== null
        ? (topLevelEnd(stream, skipBrackets(stream, next + 1), next + 3) ?? top)
        : top;
    }
    at = skipBrackets(stream, at);
    if (DOT.has(wordAt(stream, at + 1))) at = pastComma(stream, at);
    if (!isDot(stream, at)) return null;
    at = pastComma(stream, skipBrackets(stream, at + 1));
  }
}

/** A top-level name at the beginning of these tokens, as a word or spelled; its end. */
function topLevelEnd(stream: Stream, from: number, to: number): number | null {
  const first = stream[from]?.token;
  if (!first) return null;
  const bare = stream[from - 1]?.token.text === "." && !first.glued;
  if (TLDS.has(first.text) && first.text.length > 1 && !(bare && WORDLIKE.has(first.text))) return from + 1;
  for (const length of [4, 3, 2]) {
    const letters = stream.slice(from, from + length);
    if (
      from + length <= to &&
      letters.every((place) => isLetter(place?.token)) &&
      TLDS.has(textOf(stream, from, from + length))
    ) {
      return from + length;
    }
  }
  return null;
}

function isGluedOrSpoken(stream: Stream, at: number): boolean {
  return stream[at]?.token.text !== "." || (stream[at + 1]?.token.glued ?? false);
}

/** Where the part before the at begins, going left from its last token; null when there is none. */
function localStart(stream: Stream, last: number): number | null {
  let from: number | null = null;
  let bareWords = 0;
  let at = skipBrackets(stream, last, -1);
  while (at >= 0) {
    const token = stream[at]?.token;
    if (!token) break;
    const spelled = spelledStart(stream, at);
    if (spelled !== null) {
      from = spelled;
      at = spelled - 1;
    } else if (isLetter(token) && PARTICLES.has(token.text) && from !== null && bareWords > 0) {
      break;
    } else if (isLetter(token) || token.kind === "code" || stream[at]?.isNumber) {
      from = at;
      at--;
    } else if (
      JOIN.has(token.text) ||
      (isDot(stream, at) && (DOT.has(token.text) || from === null || (stream[at + 1]?.token.glued ?? false))) ||
      /^[-_+'\u2019]$/.test(token.text)
    ) {
      bareWords = 0;
      at--;
    } else if (token.text === "," && (isLetter(stream[at - 1]?.token) || spelledStart(stream, at - 1) !== null)) {
      at--;
    } else if (token.kind === "word" && !STOP.has(token.text) && bareWords < MOST_BARE_WORDS) {
      bareWords++;
      from = at;
      at--;
    } else break;
  }
  return from;
}

/** "J as in Juliet", "S wie Siegfried" ending here: where it begins. */
function spelledStart(stream: Stream, at: number): number | null {
  const before = stream[at - 1]?.token.text ?? "";
  if (stream[at]?.token.kind !== "word" || !SPELLING.has(before)) return null;
  const letter = before === "in" && stream[at - 2]?.token.text === "as" ? at - 3 : at - 2;
  return isLetter(stream[letter]?.token) ? letter : null;
}

function isLetter(token: Token | undefined): boolean {
  return token !== undefined && /^\p{L}$/u.test(token.text);
}

function isLabelPiece(token: Token | undefined): boolean {
  if (!token || DOT.has(token.text)) return false;
  return token.kind !== "mark" ? !isAt(token) : token.text === "-";
}

function skipBrackets(stream: Stream, from: number, step = 1): number {
  let at = from;
  while (/^[()[\]{}"<>]$/.test(stream[at]?.token.text ?? "")) at += step;
  return at;
}

function textOf(stream: Stream, from: number, to: number): string {
  return stream
    .slice(from, to)
    .map((place) => place?.token.text ?? "")
    .join("");
}

/** Addresses of the request, in any spelling: letters and digits in order, marks and joining words aside. */
function* knownIn(stream: Stream, known: readonly string[]): Iterable<Place> {
  const wanted = known.flatMap((address) => {
    const [local = "", domain = ""] = address.toLowerCase().split("@");
    const plain = (text: string): string => text.normalize("NFKD").replaceAll(/[^a-z0-9]/g, "");
    return [
      { text: plain(local + domain), spelledOnly: false },
      { text: plain(local), spelledOnly: true },
    ];
  });
  const long = wanted.filter(({ text }) => text.length >= 5);
  if (long.length === 0) return;
  let run: number[] = [];
  for (const [index, place] of stream.entries()) {
    const token = place?.token;
    if (token && isBetween(token)) continue;
    if (token && token.kind !== "mark") run.push(index);
    else {
      yield* addressesIn(stream, run, long);
      run = [];
    }
  }
  yield* addressesIn(stream, run, long);
}

/** What joins the parts of an address, and commas: "j, o, h, n at example dot com". */
function isBetween(token: Token): boolean {
  if (token.kind === "mark") return !/[?!;]/.test(token.text);
  return AT.has(token.text) || DOT.has(token.text) || JOIN.has(token.text);
}

/** The places where these tokens, read as one word, hold one of the texts. */
function* addressesIn(
  stream: Stream,
  run: readonly number[],
  wanted: readonly { readonly text: string; readonly spelledOnly: boolean }[],
): Iterable<Place> {
  if (run.length === 0) return;
  const said = run.map((index) => stream[index]?.token.text ?? "").join("");
  if (!wanted.some(({ text }) => said.includes(text))) return;
  const owners = run.flatMap((index) => Array.from(stream[index]?.token.text ?? "", () => index));
  for (const { text, spelledOnly } of wanted) {
    for (let at = said.indexOf(text); at >= 0; at = said.indexOf(text, at + 1)) {
      const from = owners[at] ?? 0;
      const to = owners[at + text.length - 1] ?? 0;
      const whole = owners[at - 1] !== from && owners[at + text.length] !== to;
      // A name is not hidden because it is in the address: only when it is spelled, or told with its dots.
      if (!whole || (spelledOnly && to - from < 2)) continue;
      for (const place of stream.slice(from, to + 1)) if (place) yield place;
    }
  }
}

/** Neighbouring tokens of one line as one stretch. */
function spansOf(lines: readonly Line[], places: readonly Place[]): Span[] {
  const spans: Span[] = [];
  const byLine = Map.groupBy(places, (place) => place.line);
  for (const [line, found] of byLine) {
    const tokens = lines[line]?.tokens ?? [];
    const marked = new Set(found.map((place) => place.index));
    for (let at = 0; at < tokens.length; at++) {
      if (!marked.has(at)) continue;
      let to = at;
      while (marked.has(to + 1)) to++;
      spans.push({ line, start: tokens[at]?.start ?? 0, end: tokens[to]?.end ?? 0 });
      at = to;
    }
  }
  return spans;
}
