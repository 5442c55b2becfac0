/** Answers to questions that are asked with "is", "do" and "can": a yes, a no, or one of the things to choose from. */
import { answerIn } from "./answer-words.ts";
import type { Answer } from "./answer-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Found } from "../../../language/en/found.ts";
import { isGarbled } from "../../../language/en/garbled.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { denies } from "../../../language/en/talk.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { answersIndirectly, echoesVerb, takesUp } from "./english/indirect-answers.ts";
import { optionsOf } from "./english/topics.ts";
import { quoteOf } from "../../../language/en/words.ts";
import type { Ask } from "./state.ts";

export function polar(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  // "Let me transfer you to tires" is about them, and says nothing of them.
  const enough = saysOfTheCall(reading) ? 0.51 : 0.5;
  const about = statements.filter((clause) => overlap(ask.topic, contentOf(clause.words)) >= enough);
  if (opensWithIt(reading, about.length > 0)) return openingAnswer(ask, reading, statements);
  const ways: readonly ((clause: Clause) => boolean)[] = [
    (clause) => about.includes(clause),
    ({ words }) => SAYS_IT_LATER.test(words) || endsWithIt(reading, words),
    (clause) => echoes(ask, clause),
    (clause) => implies(ask, reading, clause),
    (clause) => isIndirect(ask, reading, clause),
    (clause) => isDenial(reading, clause),
    (clause) => ask.tries >= 2 && isPlain(reading, clause),
  ];
  for (const way of ways) {
    const said = statements.find(way);
    if (said !== undefined) return answerIn(reading, said, null);
  }
  return null;
}

/** Begins with a yes or a no, and not with one that is only an acknowledgement. */
function opensWithIt(reading: Reading, about: boolean): boolean {
  if (reading.polarity === null) return false;
  const head = reading.polarity.quote.toLowerCase();
  // "Sure thing, bye" is said to a thank-you, whatever was asked.
  const parting = actOf(reading, "goodbye") !== null && /^(sure|of course|no problem|you got it|will do)$/.test(head);
  return about || !(parting || /^(okay|ok|all right|alright|right|fine|great|perfect)$/.test(head));
}

/** The clause of the yes or no, with what explains it. */
function openingAnswer(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const at = statements.findIndex((clause) => clause.to > (reading.polarity?.from ?? 0));
  const first = statements[Math.max(0, at)];
  if (first === undefined || isNonsense(ask, reading, first)) return null;
  const following = statements[Math.max(0, at) + 1];
  const short = first.to - first.from <= 3;
  return answerIn(reading, short && following !== undefined ? join(reading, first, following) : first, null);
}

/** "At the far end, yeah", and not "Kim speaking, yes". */
function endsWithIt(reading: Reading, words: string): boolean {
  const ofThem = OF_THEMSELVES.test(words) || /\b(speaking|this is|hello|hi|listening|here)\b/.test(words);
  return /\b(yeah|yes|yep|nope)$/.test(words) && !ofThem && !saysOfTheCall(reading);
}

/** "Let me see. Yeah, it's hanging right here." */
const SAYS_IT_LATER =
  /^(okay |so |well |oh |ah )*(yes|yeah|yep|yup|nope|nah|mhm|no (?!problem|worries|charge|trouble))\b/;
const ALLOWS = /\b(welcome|allowed|fine|possible|available|included|accepted|permitted|okay|no problem)\b/;
const ASKS_FOR_A_CHARGE = /\b(deposit|fee|charge|cost|surcharge|minimum|tip)\b/;
const ASKS_WHETHER_OPEN = /\b(are|is|will) (you|they|it|the \w+)( be)? open\b/;

/** Asked twice: what they state then is their answer, unless it is a value of something else. */
function isPlain(reading: Reading, clause: Clause): boolean {
  const inside = reading.found.some(({ from, to }) => from >= clause.from && to <= clause.to);
  const words = clause.to - clause.from;
  return (
    words > 1 &&
    contentOf(clause.words).length > 0 &&
    !inside &&
    reading.acts.length === 0 &&
    !clause.check &&
    !isGarbled(clause.words)
  );
}

/** "I can't hear you", "one moment, he is on the phone". */
function saysOfTheCall(reading: Reading): boolean {
  return reading.acts.some(({ kind }) => /^(hold|repeat|presence|dont_know|refuse)$/.test(kind));
}

/** "I don't work in that department", "my hearing isn't great". */
const OF_THEMSELVES =
  /^(well |oh |sorry |no )*(i|my|i'm|i am|i've|i have)\b(?! (don't|do not|didn't) (think|believe|see|have|carry|sell|offer))/;

function isDenial(reading: Reading, { check, words }: Clause): boolean {
  return !check && !saysOfTheCall(reading) && denies(words) && !OF_THEMSELVES.test(words);
}

function isIndirect(ask: Ask, reading: Reading, clause: Clause): boolean {
  const { words } = clause;
  // "It's Kim from the front desk".
  const named = reading.found.some(({ kind, from, to }) => kind === "name" && from >= clause.from && to <= clause.to);
  if (clause.check || isGarbled(words) || saysOfTheCall(reading)) return false;
  const question = ask.question.toLowerCase();
  return takesUp(question, words) || echoesVerb(question, words) || (!named && answersIndirectly(words));
}

/** "We close at noon that day". */
const OPEN_THEN =
  /\b(open|opens|close|closes|closed)\b.*\b((on |for )?(that|those) (day|days|morning|evening|night|week)|then)\b/;

/** "Is there a deposit?", "Twenty dollars"; "Are you open on Sunday?", "From nine to five": a yes with its value. */
function implies(ask: Ask, reading: Reading, clause: Clause): boolean {
  const question = ask.question.toLowerCase();
  const holds = (kind: Found["kind"]): boolean =>
    reading.found.some((found) => found.kind === kind && found.from >= clause.from && found.to <= clause.to);
  if (ASKS_FOR_A_CHARGE.test(question) && holds("price")) return true;
  const about = overlap(ask.topic, contentOf(clause.words)) > 0;
  if (ASKS_WHETHER_OPEN.test(question))
    return about
      ? /\b(open|opens|close|closes|closed)\b/.test(clause.words)
      : OPEN_THEN.test(clause.words) ||
          (/^(from )?\S+( \S+)? (to|till|until|through)\b/.test(clause.words) && holds("time"));
  return about && ALLOWS.test(clause.words);
}

/** "No and nine morning": its first word is no more sure than the others. */
function isNonsense(ask: Ask, reading: Reading, clause: Clause): boolean {
  const valued = reading.found.some((found) => found.from >= clause.from && found.to <= clause.to);
  return valued && isGarbled(clause.words) && overlap(ask.topic, contentOf(clause.words)) === 0;
}

/** "Can I cancel for free?", "You can cancel until noon": the verb comes back, and so does one of the words. */
function echoes(ask: Ask, clause: Clause): boolean {
  const subject = ask.topic[0];
  const content = contentOf(clause.words);
  if (subject !== undefined && content.includes(subject)) return true;
  // "Tax comes on top": what they speak of is what was asked about.
  if (content.length > 0 && ask.topic.includes(content[0] ?? "")) return true;
  const question = ask.question.toLowerCase();
  const pair = ECHOES.find(([asks]) => asks.test(question));
  if (pair === undefined || !pair[1].test(clause.words)) return false;
  return ask.topic.length === 0 || overlap(ask.topic, contentOf(clause.words)) > 0;
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

export function chosen(ask: Ask, reading: Reading, statements: readonly Clause[]): Answer | null {
  const options = optionsOf(ask.question);
  const clause = statements.find(
    (statement) =>
      contentOf(statement.words).some((word) => options.includes(word)) || EITHER_OR_BOTH.test(statement.words),
  );
  return clause === undefined ? null : answerIn(reading, clause, null);
}

const EITHER_OR_BOTH = /\b(both|either|neither|whichever|doesn't matter|does not matter|as you like)\b/;

/** "Is it cash or card?" wants one of the two; "Do you take cash or card?" may be answered with yes. */
export function takesYesOrNo(ask: Ask): boolean {
  return /^(and |also |so |please )*(do|does|did|can|could|have|has|are there|is there)\b/.test(
    ask.question.toLowerCase(),
  );
}
