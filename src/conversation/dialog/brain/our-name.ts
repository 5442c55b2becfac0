/** The name that the request gives: told, spelled, and put right when the business has heard another. */
import type { Clause } from "../../../language/en/clauses.ts";
import { foundOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { lettersApart, spelledNames } from "../../../language/en/spelled-names.ts";
import { spelledOut } from "../../../language/en/spelling.ts";
import type { Assignment } from "./assignment.ts";
import { say, tried } from "./state.ts";
import type { Turn } from "./state.ts";

/** Whom it is for. */
export function nameFor(assignment: Assignment): string | null {
  const under = /\b(?:under|in) the name (?:of )?([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)/.exec(
    `${assignment.brief.goal} ${assignment.brief.details ?? ""}`,
  );
  return under?.[1] ?? assignment.brief.onBehalfOf;
}

/** The letters they ask for: of the first name, of all of it, else of the last. */
export function partAsked(name: string, asked: string): string {
  const words = name.split(" ");
  const first = words.slice(0, 1);
  const part = /\b(full|whole|both|first and last)\b/.test(asked)
    ? words
    : /\b(first|given) name\b/.test(asked)
      ? first
      : words.slice(-1);
  return part.map((word) => spelledOut(word.toUpperCase())).join(", ");
}

/** "And the name is Alex Norgan?", "under Norgan", "M O R K A N, right?": a yes to the right one, the letters to another. */
export function nameHeard(assignment: Assignment, { words, from, to }: Clause, reading: Reading): string | null {
  const name = nameFor(assignment);
  if (name === null) return null;
  const own = name.toLowerCase().split(" ");
  const run = reading.tokens.slice(from, to);
  const alike = run.map(({ word }) => word).filter((word) => own.some((each) => soundsLike(word, each)));
  const part = run.some(({ word }) => own.includes(word));
  if (!ABOUT_THE_NAME.test(words) && !(part && alike.length > 0)) return null;
  const spelled = spelledNames(run, true).map(({ text }) => text);
  const said = foundOf(reading, "name").filter((found) => found.from >= from && found.to <= to);
  const heard = [spelled, alike, said.flatMap(({ text }) => text.split(" "))].find(({ length }) => length > 0);
  if (heard === undefined) return null;
  const { texts } = assignment.language;
  if (heard.every((word) => own.includes(word.toLowerCase()))) return texts.yesRight;
  return `${texts.name(name)} ${texts.spelled(partAsked(name, ""))}`;
}

/** They have written down another name: told once. False: they have not. */
export function correctsName(turn: Turn, reading: Reading): boolean {
  const { assignment, tries } = turn.state;
  if (tries.named > 0) return false;
  const line = reading.clauses
    .filter(({ question, words }) => !question && PUT_DOWN.test(words))
    .map((clause) => nameHeard(assignment, clause, reading))
    .find((each) => each !== null && each !== assignment.language.texts.yesRight);
  if (line === undefined || line === null) return false;
  tried(turn, "named");
  say(turn, line, { type: "told" });
  return true;
}

const PUT_DOWN = /\b(under|down|name of|name is|as)\b/;

/** "Kazmark" for Kaczmarek. */
function soundsLike(word: string, own: string): boolean {
  return word !== own && own.length > 3 && word.length > 3 && lettersApart(word, own) <= Math.floor(own.length / 3);
}

/** Not "do you want to ask for Susan?": the name of somebody of theirs. */
const ABOUT_THE_NAME =
  /\b(name|under|spell(ed)?|(put|have|got|wrote|written|booked|reserved) (\w+ ){0,3}(down |in )?(as|under|for))\b/;
