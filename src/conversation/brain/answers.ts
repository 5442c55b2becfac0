/**
 * Whether something that was said answers a question of the request. The answer is the clause it stands in, numbers in
 * written form; the quote is that clause verbatim.
 */
import type { Clause } from "./english/clauses.ts";
import type { Found } from "./english/found.ts";
import { actOf } from "./english/reading.ts";
import type { Reading } from "./english/reading.ts";
import { denies } from "./english/talk.ts";
import { contentOf, optionsOf, overlap, topicOf } from "./english/topics.ts";
import type { AskKind } from "./english/topics.ts";
import { quoteOf, wordAt } from "./english/words.ts";
import type { Ask } from "./state.ts";

export type Answer = {
  readonly answer: string;
  readonly quote: string;
  readonly found: Found | null;
  readonly clause: Clause;
};

const LONGEST_QUOTE_WORDS = 40;
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

/** The answer to the question we have just asked. */
export function directAnswer(ask: Ask, reading: Reading): Answer | null {
  const statements = statementsOf(reading);
  if (statements.length === 0) return null;
  const wanted = KINDS[ask.kind];
  if (wanted.length > 0) {
    const answer = typed(ask, reading, statements, wanted);
    if (answer !== null && ask.tries < 2 && isAboutAnother(ask, answer)) return null;
    return answer ?? outOfType(ask, reading, statements);
  }
  if (ask.kind === "choice") return chosen(ask, reading, statements) ?? polar(ask, reading, statements);
  if (ask.kind === "yes_no") return polar(ask, reading, statements);
  return free(reading, statements, ask);
}

/** "The dinner menu is forty two dollars" to "How much is a tune up?": misheard, so it is asked once more. */
function isAboutAnother(ask: Ask, { clause, found }: Answer): boolean {
  const subject =
    /^(?:yes |no |okay |well |so )*(?:the|a|an|our|your) ((?:\w+ ){1,3})(?:is|are|costs?|starts?|runs?) /.exec(
      clause.words,
    )?.[1];
  if (subject === undefined || ask.topic.length === 0 || found?.kind !== "price") return false;
  const content = topicOf(subject);
  return content.length > 0 && overlap(content, ask.topic) === 0;
}

/**
 * An answer to a question that has not been asked yet: only when the words are clearly about it. `distinctive` are the
 * words that it does not share with the other questions.
 */
export function earlyAnswer(ask: Ask, reading: Reading, distinctive: readonly string[]): Answer | null {
  const wanted = KINDS[ask.kind];
  for (const clause of statementsOf(reading)) {
    const content = contentOf(clause.words);
    const share = overlap(ask.topic, content);
    const matched = ask.topic.filter((word) => content.includes(word)).length;
    if (distinctive.length > 0 && overlap(distinctive, content) === 0) continue;
    if (wanted.length > 0) {
      const found = nearest(reading, clause, wanted, ask.topic);
      const enough = ask.topic.length === 0 ? ask.kind === "price" : share >= 0.5 && matched > 0;
      if (found !== null && enough) return answerIn(reading, clause, found);
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
      found: nearest(reading, clause, wanted, ask.topic),
      share: overlap(ask.topic, contentOf(clause.words)),
    }))
    .filter((candidate) => candidate.found !== null)
    .sort((a, b) => b.share - a.share);
  const best = holding[0];
  return best === undefined ? null : answerIn(reading, best.clause, best.found);
}

/** "It depends on the size", "we're open around the clock", "that's closed": no value, but an answer. */
function outOfType(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const pattern: Partial<Record<AskKind, RegExp>> = {
    price:
      /\b(depends|free|varies|vary|nothing|no charge|don't (do|sell|offer|have|serve)|do not (do|sell|offer|have|serve)|sold out)\b/,
    time: /\b(24 hours|twenty four (hours|seven)|all day|all night|around the clock|any ?time|closed|don't open|not open|until (late|dark|sunset)|first come)\b/,
    date: /\b(any day|any ?time|every day|daily|weekdays|weekends|fully booked|no availability|right away|immediately|as soon as|same day)\b/,
    quantity:
      /\b(unlimited|no limit|none|not many|plenty|a few|several|a lot|depends|no wait|right away|not long|no minimum|no maximum)\b/,
    name: /\b(anyone|anybody|whoever|no one in particular|the (manager|owner|front desk|receptionist|reception|host|hostess|chef|technician|mechanic))\b/,
    code: /\b(under (the|your|his|her) name|no number|don't need)\b/,
    phone: /\b(this number|the same number|this one|no phone)\b/,
  };
  const clause = statements.find((statement) => pattern[ask.kind]?.test(statement.words) === true);
  return clause === undefined ? null : answerIn(reading, clause, null);
}

function polar(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const about = statements.filter((clause) => overlap(ask.topic, contentOf(clause.words)) > 0.5);
  const { polarity } = reading;
  const acknowledged = /^(okay|ok|all right|alright|right|fine|great|perfect)$/.test(
    polarity?.quote.toLowerCase() ?? "",
  );
  if (polarity !== null && (!acknowledged || about.length > 0)) {
    const first = statements.find((clause) => clause.to > polarity.from) ?? statements[0];
    const following = statements[statements.indexOf(first!) + 1];
    const short = first !== undefined && first.to - first.from <= 3;
    if (first !== undefined)
      return answerIn(reading, short && following !== undefined ? join(reading, first, following) : first, null);
  }
  const echoing = statements.find((clause) => echoes(ask, clause));
  const said = about[0] ?? echoing ?? statements.find((clause) => denies(clause.words));
  return said === undefined ? null : answerIn(reading, said, null);
}

/** "Can I cancel for free?", "You can cancel until noon": the verb comes back, and so does one of the words. */
function echoes(ask: Ask, clause: Clause): boolean {
  const subject = ask.topic[0];
  if (subject !== undefined && contentOf(clause.words).includes(subject)) return true;
  const question = ask.question.toLowerCase();
  const pair = ECHOES.find(([asks]) => asks.test(question));
  if (pair === undefined || !pair[1].test(clause.words)) return false;
  return ask.tries > 1 || ask.topic.length === 0 || overlap(ask.topic, contentOf(clause.words)) > 0;
}

const ECHOES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(can|may|could) (i|we|you|they|\w+)\b/, /\b(you|we|they) (can|may|could|do|offer|have)\b/],
  [
    /\b(is|are) there\b|\bdo (you|they) (have|offer|sell|serve)\b/,
    /\b(there is|there are|there's|we have|we've got|we do|we offer|we sell|we serve|they have)\b/,
  ],
  [/\b(do|will|would) (you|they)\b/, /\b(we|they|i) (\w+)\b/],
  [/\b(does|will|would) (the|it|he|she|your)\b/, /\b(it|he|she|the \w+) (\w+)\b/],
  [/\b(is|are|was) (you|the|it|your|this|that|they|a|an|any|my)\b/, /\b(is|are|it's|we're|they're)\b/],
];

/** "Yes. We have a lot behind the building.": the word and what explains it. */
function join(reading: Reading, first: Clause, second: Clause): Clause {
  if (second.from !== first.to) return first;
  return {
    ...second,
    from: first.from,
    quote: quoteOf(reading.text, reading.tokens, first.from, second.to),
    words: `${first.words} ${second.words}`,
  };
}

function chosen(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const options = optionsOf(ask.question);
  const clause = statements.find((statement) => contentOf(statement.words).some((word) => options.includes(word)));
  return clause === undefined ? null : answerIn(reading, clause, null);
}

function free(reading: Reading, statements: readonly Clause[], ask: Ask): Answer | null {
  if (actOf(reading, "hold") !== null && reading.tokens.length < 12) return null;
  const about = [...statements].sort(
    (a, b) => overlap(ask.topic, contentOf(b.words)) - overlap(ask.topic, contentOf(a.words)),
  );
  const clause = about.find((statement) => contentOf(statement.words).length > 0 && !isOnlyManners(statement.words));
  if (clause === undefined) return null;
  return answerIn(reading, clause, null);
}

export function isOnlyManners(words: string): boolean {
  return /^((okay|ok|sure|yes|yeah|right|all right|alright|well|um|uh|oh|hm|hmm|thank you|thanks|great|good|fine|hello|hi|please|of course|certainly|no problem|let me see|let me think|let's see|good question|i see|you know|so|and|you're welcome|you are welcome|perfect|very good|one moment|just a moment|hold on|ah|bye|goodbye|good bye|have a great day|have a nice day|have a good day) ?)+$/.test(
    words,
  );
}

/** The value of a wanted kind in a clause, closest to the words it is about. */
function nearest(
  reading: Reading,
  clause: Clause,
  kinds: readonly Found["kind"][],
  topic: readonly string[],
): Found | null {
  const inside = reading.found.filter(
    (found) =>
      kinds.includes(found.kind) &&
      found.from >= clause.from &&
      found.to <= clause.to &&
      !(found.kind === "price" && found.threshold) &&
      !(found.kind === "quantity" && kinds.includes("date") && !/hours|days|weeks|minutes|months/.test(found.unit)),
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

function answerIn(reading: Reading, clause: Clause, found: Found | null): Answer {
  const long = clause.to - clause.from > LONGEST_QUOTE_WORDS;
  const from = !long ? clause.from : found === null ? clause.from : Math.max(clause.from, found.from - 8);
  const to = !long ? clause.to : found === null ? clause.from + LONGEST_QUOTE_WORDS : Math.min(clause.to, found.to + 8);
  return { answer: written(reading, from, to), quote: quoteOf(reading.text, reading.tokens, from, to), found, clause };
}

/** The words with what was found in them in written form: "the menu is $42 per person". */
function written(reading: Reading, from: number, to: number): string {
  let text = "";
  let at = reading.tokens[from]?.start ?? 0;
  for (const found of reading.found) {
    if (
      found.from < from ||
      found.to > to ||
      found.kind === "name" ||
      found.text === "free" ||
      found.kind === "quantity"
    )
      continue;
    const start = reading.tokens[found.from]?.start ?? at;
    if (start < at) continue;
    text += reading.text.slice(at, start) + found.text;
    at = reading.tokens[found.to - 1]?.end ?? at;
  }
  text += reading.text.slice(at, reading.tokens[to - 1]?.end ?? at);
  const bare = text.replace(/^(and|so|okay|ok|um|uh|well)[, ]+/i, "").trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
