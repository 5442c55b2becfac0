/** The words around a find, verbatim. */
import { isOnlyManners, statementsOf } from "./answers.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { quoteOf } from "../../../language/en/words.ts";

const LONGEST_CLAUSE_WORDS = 40;

export function clauseAt(reading: Reading, place: number): Clause | undefined {
  return (
    reading.clauses.find((clause) => place >= clause.from && place < clause.to) ??
    reading.clauses.find((clause) => place < clause.to)
  );
}

/** The clause that holds the place; of a very long one the words nearby. */
export function clauseQuote(reading: Reading, place: number): string {
  const clause = clauseAt(reading, place);
  if (clause === undefined) return "";
  if (clause.to - clause.from <= LONGEST_CLAUSE_WORDS) return clause.quote;
  return quoteOf(reading.text, reading.tokens, Math.max(clause.from, place - 10), Math.min(clause.to, place + 25));
}

/** What a reply says, manners aside. */
export function wholeReply(reading: Reading): string {
  const statements = statementsOf(reading);
  const telling = statements.find((clause) => !isOnlyManners(clause.words)) ?? statements[0];
  return telling?.quote ?? quoteOf(reading.text, reading.tokens, 0, reading.tokens.length);
}
