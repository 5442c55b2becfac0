/**
 * Confirmation numbers and other codes that a business gives out. They are told from telephone numbers by the noun
 * before them, by the question they answer, or because the call's outcome names them; and are kept wherever they are
 * repeated.
 */
import { SPELLING_WORDS } from "../../language/en/spelling.ts";
import { hasPhoneCue, PHONE_CUES, wordSet } from "./line.ts";
import type { Line } from "./line.ts";
import type { Token } from "./tokens.ts";

/** Nouns of codes that a business gives out: what follows them directly is one. */
const CODE_NOUNS = wordSet(`
  confirmation reference locator pnr tracking
  bestatigungsnummer buchungsnummer reservierungsnummer auftragsnummer bestellnummer referenznummer vorgangsnummer
  bestatigungscode buchungscode referenz confirmacion referencia localizador
`);
/** These may be followed by something else, so they need NUMBER_NOUNS after them. */
const THING_NOUNS = wordSet(`
  booking reservation order ticket case invoice claim itinerary quote appointment job voucher receipt
  bestatigung buchung reservierung auftrag pedido reserva commande dossier
`);
const NUMBER_NOUNS = wordSet("number code id no nr num # is numero codigo es nummer lautet ist est");
const BETWEEN_NOUN_AND_CODE = wordSet(`
  number numbers code id no nr num is was will be it it's its that's thats so okay ok um uh again your the and
  numero codigo es el la su de tu nummer lautet ist die der das ihre est le votre c'est son
`);
/** By line: the readings that belong to codes. `codes`: values known to be some, in their written form. */
export function findCodes(lines: readonly Line[], codes: readonly string[]): ReadonlySet<number>[] {
  const found = lines.map(
    (line, index) => new Set(line.readings.length > 0 ? codesAfterNoun(line, lines[index - 1]) : []),
  );
  const told = lines.map((line, index) =>
    [...(found[index] ?? [])].map((one) => line.readings[one]?.digits ?? "").join(""),
  );
  const plain = new Set([...codes.map(plainCode), ...told].filter((code) => code.length >= SHORTEST_CODE));
  const written = codes.map((code) => code.trim().toLowerCase()).filter((code) => code.length >= SHORTEST_CODE);
  // Zeros are not counted: one of them may be the letter.
  const fewestDigits = Math.min(...Array.from(plain, (code) => code.replaceAll(/[^1-9]/g, "").length));
  for (const [index, line] of lines.entries()) {
    if (line.readings.reduce((sum, { digits }) => sum + digits.length, 0) < Math.max(1, fewestDigits)) continue;
    for (const code of written) for (const reading of writtenCode(line, code)) found[index]?.add(reading);
    for (const reading of spokenCodes(line, plain)) found[index]?.add(reading);
  }
  return found;
}

/** Shorter ones would be found everywhere. */
const SHORTEST_CODE = 4;

/** The letter o and the figure 0 are one: both are said "oh". */
function plainCode(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replaceAll("o", "0");
}

/** The readings of a code that follows its noun, in this line or at the start of it after a question for it. */
function* codesAfterNoun(line: Line, previous: Line | undefined): Iterable<number> {
  for (const [at, token] of line.tokens.entries()) {
    const direct = CODE_NOUNS.has(token.text);
    if (!(direct || THING_NOUNS.has(token.text)) || isPhoneish(line, at)) continue;
    const code = codeFrom(line, at + 1, BETWEEN_NOUN_AND_CODE);
    const first = line.readings[code[0] ?? -1]?.from ?? at;
    if (direct || line.tokens.slice(at + 1, first).some((one) => NUMBER_NOUNS.has(one.text))) yield* code;
  }
  if (previous && asksForCode(previous) && !hasPhoneCue(line)) yield* codeFrom(line, 0, OPENING);
}

const OPENING = wordSet(`
  yes yeah sure of course ok okay so um uh it it's its is that's that the number code will be right your
  si claro es el la su ja klar naturlich die nummer ist lautet das oui bien sur c'est le numero est
`);

function asksForCode(line: Line): boolean {
  const tail = line.tokens.slice(-8).filter((token) => token.kind !== "mark");
  const noun = tail.findLastIndex((token) => CODE_NOUNS.has(token.text) || THING_NOUNS.has(token.text));
  return (
    noun >= 0 &&
    !hasPhoneCue(line) &&
    tail.some((token) => /^(?:n[ur]|num)|code|codigo|reference|referen/.test(token.text)) &&
    tail.slice(noun + 1).every((token) => BETWEEN_NOUN_AND_CODE.has(token.text) || LOOSE.has(token.text))
  );
}

const LOOSE = wordSet("please for me this that my bitte para por favor s'il vous plait booking order reservation");

/** From here over words that may stand between, then the letters and digits of the code itself. */
function codeFrom(line: Line, from: number, between: ReadonlySet<string>): number[] {
  const members: number[] = [];
  let at = from;
  let started = false;
  while (at < line.tokens.length) {
    const token = line.tokens[at];
    if (!token || token.text === "+") break;
    const index = line.readingOf[at];
    if (index !== undefined) {
      members.push(index);
      at = line.readings[index]?.to ?? at + 1;
      started = true;
    } else if (token.kind === "mark" ? /^[-:#.,/()'"\u2013]$/.test(token.text) : isCodePiece(line, token, started)) {
      if (token.kind !== "mark") started = true;
      at++;
    } else if (!started && between.has(token.text)) at++;
    else break;
  }
  return members;
}

const SPELLED = new Set([
  ...wordSet("as in like dash hyphen wie como comme guion tiret strich bindestrich and then"),
  ...SPELLING_WORDS.keys(),
]);

/** Single letters, B74K9, capitals such as AB, and what spells letters out. */
function isCodePiece(line: Line, token: Token, started: boolean): boolean {
  if (token.kind === "code" || token.text.length === 1) return true;
  return (started && SPELLED.has(token.text)) || /^[A-Z]{2,6}$/.test(line.text.slice(token.start, token.end));
}

/** "Reservation phone number", "order by phone": the noun belongs to a telephone after all. */
function isPhoneish(line: Line, at: number): boolean {
  return line.tokens.slice(Math.max(0, at - 2), at + 3).some((token) => PHONE_CUES.has(token.text));
}

/** The readings inside the code where it stands in the line letter for letter. */
function writtenCode(line: Line, code: string): number[] {
  const found: number[] = [];
  const text = line.text.toLowerCase();
  if (text.length !== line.text.length) return found;
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
    const end = at + code.length;
    if (/[\p{L}\p{N}]$/u.test(text.slice(0, at)) || /^[\p{L}\p{N}]/u.test(text.slice(end))) continue;
    for (const [index, reading] of line.readings.entries()) {
      const start = line.tokens[reading.from]?.start ?? 0;
      if (start >= at && start < end) found.push(index);
    }
  }
  return found;
}

/**
 * The readings that take part where this line says one of the codes, digit by digit, letter by letter or at once. It
 * must be the whole of what is said there: the last four digits of a longer number are no code, whatever they are.
 */
function spokenCodes(line: Line, codes: ReadonlySet<string>): number[] {
  const { said, owner, edges } = spell(line);
  const found: number[] = [];
  for (const code of codes) {
    for (let at = said.indexOf(code); at >= 0; at = said.indexOf(code, at + 1)) {
      if (!edges.has(at) || !edges.has(at + code.length)) continue;
      found.push(...owner.slice(at, at + code.length).filter((reading) => reading >= 0));
    }
  }
  return found;
}

/** The line as one string of letters and digits; `edges`: where something begins or ends in it. */
function spell(line: Line): { said: string; owner: number[]; edges: ReadonlySet<number> } {
  let said = "";
  const owner: number[] = [];
  const edges = new Set<number>([0]);
  const add = (text: string, reading: number): void => {
    said += text;
    for (const _ of text) owner.push(reading);
  };
  for (const [at, token] of line.tokens.entries()) {
    const index = line.readingOf[at];
    const reading = line.readings[index ?? -1];
    if (reading && index !== undefined) {
      if (reading.from === at) add(reading.digits, index);
    } else if (token.kind === "mark") {
      edges.add(said.length);
    } else if (!/^(?:as|in|dash|and|then)$/.test(line.text.slice(token.start, token.end))) {
      edges.add(said.length);
      add(token.text.length > 5 && token.kind === "word" ? " " : token.text.replaceAll("o", "0"), -1);
      edges.add(said.length);
    }
  }
  return { said, owner, edges: edges.add(said.length) };
}
