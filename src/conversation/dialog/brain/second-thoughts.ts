/** "Oh wait, that was wrong, lunch is thirty dollars": they take back what they said before, without being asked. */
import { answerIn } from "./answer-words.ts";
import type { Answer } from "./answer-words.ts";
import { directAnswer, earlyAnswer, isOfKind } from "./answers.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Reading } from "../../../language/en/reading.ts";
import type { Ask, State } from "./state.ts";

const SECOND_THOUGHTS =
  /^no\b|\b(actually|wait|sorry|excuse me|correction|wrong|mistake|mistaken|misspoke|misread|i meant|i should have said|let me correct|rather)\b/;

/** "No wait, it's thirty dollars": what was talked about is not named again. */
const POINTS_BACK =
  /^((no|oh|wait|sorry|actually|excuse me|i meant|i should have said|make) ?)*(it's|it is|that's|that is|they're|they are|it costs|(it|that) should be|i meant|make that)\b/;

/** Whether these are the words of somebody who corrects himself. */
export function hasSecondThoughts(reading: Reading): boolean {
  return SECOND_THOUGHTS.test(reading.words);
}

/** The new answer to a question that they have answered with another value before; null when they leave it at that. */
export function revisedAnswer(
  ask: Ask,
  others: readonly Ask[],
  reading: Reading,
  used: readonly Clause[],
): Answer | null {
  if (ask.status !== "answered" || ask.value === null) return null;
  const shared = others.flatMap(({ topic }) => topic);
  const distinctive = ask.topic.filter((word) => !shared.includes(word));
  const rival = others.some((other) => other.kind === ask.kind);
  const pointing = reading.clauses.some(({ words }) => POINTS_BACK.test(words));
  const answer =
    earlyAnswer(ask, reading, distinctive) ?? (pointing && !rival ? directAnswer({ ...ask, tries: 2 }, reading) : null);
  if (answer === null || answer.found === null || used.includes(answer.clause)) return null;
  return answer.found.text === ask.value ? withOtherValue(ask, reading, answer.clause) : answer;
}

/** "It's thirty dollars, not twenty four dollars": the value that is not the old one. */
function withOtherValue(ask: Ask, reading: Reading, clause: Clause): Answer | null {
  const other = reading.found.find(
    (found) => isOfKind(ask, found) && found.text !== ask.value && found.from >= clause.from && found.to <= clause.to,
  );
  return other === undefined ? null : answerIn(reading, clause, other);
}

/** Something that was known is known otherwise now. */
export function isRevised(before: State, after: State): boolean {
  const asks = before.asks.some(({ value }, i) => value !== null && value !== after.asks[i]?.value);
  const facts = (["confirmation_number", "price_quoted", "appointment_time"] as const).some(
    (name) => before.facts[name] !== undefined && before.facts[name].value !== after.facts[name]?.value,
  );
  return asks || facts;
}
