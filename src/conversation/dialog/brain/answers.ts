/**
 * Whether something that was said answers a question of the request. The answer is the clause it stands in, numbers in
 * written form; the quote is that clause verbatim.
 */
import { answerIn } from "./answer-words.ts";
import type { Answer } from "./answer-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Found } from "../../../language/en/found.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import type { AskKind } from "./english/topics.ts";
import { wordAt } from "../../../language/en/words.ts";
import { fits, saidOfAnother } from "./fitting.ts";
import { chosen, polar, takesYesOrNo } from "./polar.ts";
import { isOutOfPlace } from "./open-answers.ts";
import type { Ask } from "./state.ts";

const KINDS: Readonly<Record<AskKind, readonly Found["kind"][]>> = {
  price: ["price"],
  time: ["time"],
  date: ["date", "time", "quantity"],
  yes_no: [],
  name: ["name"],
  code: ["code", "digits"],
  phone: ["digits", "code"],
  quantity: ["quantity"],
  choice: [],
  free: [],
};

/** "When does the course begin?" may be a day or an hour. */
const BEGINS_OR_ENDS = /^(and |so |please )*when\b.*\b(begin|begins|start|starts|end|ends|finish|finishes)\b/;

function kindsOf(ask: Ask): readonly Found["kind"][] {
  const either = ask.kind === "time" && BEGINS_OR_ENDS.test(ask.question.toLowerCase());
  return either ? ["time", "date"] : KINDS[ask.kind];
}

export function isOfKind(ask: Ask, found: Found): boolean {
  return kindsOf(ask).includes(found.kind);
}

/** The answer to the question we have just asked. `others` are the other questions, answered or not. */
export function directAnswer(ask: Ask, reading: Reading, others: readonly Ask[] = []): Answer | null {
  const statements = statementsOf(reading);
  if (statements.length === 0) return null;
  const wanted = kindsOf(ask);
  const answer =
    wanted.length > 0
      ? (typed(ask, reading, statements, wanted) ?? outOfType(ask, reading, statements))
      : untyped(ask, reading, statements);
  if (answer === null) return null;
  const elsewhere = saidOfAnother(ask, others, reading, answer.clause, answer.found);
  return elsewhere === "surely" || (elsewhere === "perhaps" && ask.tries < 2) ? null : answer;
}

function untyped(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  if (ask.kind === "yes_no") return polar(ask, reading, statements);
  if (ask.kind === "free") return free(reading, statements, ask);
  return chosen(ask, reading, statements) ?? (takesYesOrNo(ask) ? polar(ask, reading, statements) : null);
}

/**
 * An answer to a question that has not been asked yet: only when the words are clearly about it. `distinctive` are the
 * words that it does not share with the other questions.
 */
export function earlyAnswer(ask: Ask, reading: Reading, distinctive: readonly string[]): Answer | null {
  const wanted = kindsOf(ask);
  for (const clause of statementsOf(reading)) {
    const content = contentOf(clause.words);
    const share = overlap(ask.topic, content);
    const matched = ask.topic.filter((word) => content.includes(word)).length;
    if (distinctive.length > 0 && overlap(distinctive, content) === 0) continue;
    if (wanted.length > 0) {
      const found = nearest(ask, reading, clause, wanted);
      const enough = ask.topic.length === 0 ? ask.kind === "price" : share >= 0.5 && matched > 0;
      if (found !== null && enough && saidOfAnother(ask, [], reading, clause, found) === "no")
        return answerIn(reading, clause, found);
    } else if (matched > 0 && share >= (ask.topic.length === 1 ? 1 : 0.6) && content.length > 1) {
      return answerIn(reading, clause, null);
    }
  }
  return null;
}

export function statementsOf(reading: Reading): Clause[] {
  return reading.clauses.filter((clause) => (!clause.question || clause.check) && clause.words !== "");
}

function typed(
  ask: Ask,
  reading: Reading,
  statements: readonly Clause[],
  wanted: readonly Found["kind"][],
): Answer | null {
  const holding = statements
    .map((clause) => ({
      clause,
      found: nearest(ask, reading, clause, wanted),
      share: overlap(ask.topic, contentOf(clause.words)),
    }))
    .filter((candidate) => candidate.found !== null)
    .sort((a, b) => b.share - a.share);
  const best = holding[0];
  return best === undefined ? null : answerIn(reading, best.clause, best.found);
}

/** "It depends on the size", "we're open around the clock", "that's closed": no value, but an answer. "Depends" is none. */
function outOfType(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const pattern: Partial<Record<AskKind, RegExp>> = {
    price:
      /\b(depends (up)?on|free|varies|vary|nothing|no charge|donations?|up to you|pay what|sliding scale|by weight|don't (do|sell|offer|have|serve)|do not (do|sell|offer|have|serve)|sold out)\b/,
    time: /\b(24 hours|twenty four (hours|seven)|all day|all night|around the clock|any ?time|(before|after|at|around|until) (sunset|sunrise|dusk|dawn|dark|sundown)|closed|don't open|not open|until (late|dark|sunset)|first come)\b/,
    date: /\b(any day|any ?time|every day|daily|weekdays|weekends|mornings|afternoons|evenings|(beginning|start|middle|end) of|(early|mid|late) (january|february|march|april|may|june|july|august|september|october|november|december)|next (week|month|year|spring|summer|fall|autumn|winter)|in (the )?(spring|summer|fall|autumn|winter)|fully booked|no availability|right away|immediately|as soon as|same day)\b/,
    quantity:
      /\b(unlimited|no limit|none|not many|plenty|a few|several|a lot|depends (up)?on|no wait|right away|not long|no minimum|no maximum|ready (by|at|on|in|today|tonight|tomorrow)|pick (it|them) up (today|tonight|tomorrow|by|at|on)|same day|while you wait)\b/,
    name: /\b(anyone|anybody|whoever|no one in particular|the (manager|owner|front desk|receptionist|reception|host|hostess|chef|technician|mechanic))\b/,
    code: /\b(under (the|your|his|her) name|no number|don't need)\b/,
    phone: /\b(this number|the same number|this one|no phone)\b/,
  };
  const clause = statements.find(
    (statement) =>
      pattern[ask.kind]?.test(statement.words) === true || (ask.kind === "name" && namesSomebody(ask, statement)),
  );
  return clause === undefined ? null : answerIn(reading, clause, null);
}

function free(reading: Reading, statements: readonly Clause[], ask: Ask): Answer | null {
  if (actOf(reading, "hold") !== null && reading.tokens.length < 12) return null;
  const about = [...statements].sort(
    (a, b) => overlap(ask.topic, contentOf(b.words)) - overlap(ask.topic, contentOf(a.words)),
  );
  const clause = about.find(
    (statement) =>
      contentOf(statement.words).length > 0 &&
      !isOnlyManners(statement.words) &&
      !isOutOfPlace(ask, reading, statement),
  );
  if (clause === undefined) return null;
  return answerIn(reading, clause, null);
}

/** "Our manager is Susan Miller": the word of the question, and who it is. */
function namesSomebody(ask: Ask, { words }: Clause): boolean {
  const said = /\bis (?!a\b|an\b|not\b|in\b|on\b|at\b|here\b|there\b|out\b|away\b|busy\b|closed\b|open\b)\w+( \w+)?$/;
  return said.test(words) && overlap(ask.topic, contentOf(words)) > 0;
}

export function isOnlyManners(words: string): boolean {
  return /^((okay|ok|sure|yes|yeah|right|all right|alright|well|um|uh|oh|hm|hmm|thank you|thanks|great|good|fine|hello|hi|please|of course|certainly|no problem|let me see|let me think|let's see|good question|i see|you know|so|and|you're welcome|you are welcome|perfect|very good|one moment|just a moment|hold on|ah|bye|goodbye|good bye|have a great day|have a nice day|have a good day) ?)+$/.test(
    words,
  );
}

/** The value of a wanted kind in a clause, closest to the words it is about. */
function nearest(ask: Ask, reading: Reading, clause: Clause, kinds: readonly Found["kind"][]): Found | null {
  const { topic } = ask;
  const inside = reading.found.filter(
    (found) =>
      kinds.includes(found.kind) && found.from >= clause.from && found.to <= clause.to && fits(ask, found, clause),
  );
  if (inside.length < 2) return inside[0] ?? null;
  const places: number[] = [];
  for (let i = clause.from; i < clause.to; i++)
    if (contentOf(wordAt(reading.tokens, i)).some((word) => topic.includes(word))) places.push(i);
  const preferred =
    kinds.map((kind) => inside.filter((found) => found.kind === kind)).find((group) => group.length > 0) ?? inside;
  if (places.length === 0) return preferred[0] ?? null;
  const distance = (found: Found): number =>
    Math.min(...places.map((place) => (found.from >= place ? found.from - place : 3 * (place - found.from))));
  return [...preferred].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
