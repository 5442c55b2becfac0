/**
 * What an utterance of the business teaches: answers, facts, whether the goal is met. Says nothing; the same function
 * reads a conversation that somebody else led so far.
 */
import { directAnswer, earlyAnswer } from "./answers.ts";
import type { Answer } from "./answer-words.ts";
import { isYes } from "./yes-no.ts";
import { absorbAppointment } from "./appointment.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Expected, Found } from "../../../language/en/found.ts";
import { isOfUs } from "../../../language/en/aside.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { absorbNumber, absorbPrice } from "./facts.ts";
import { absorbGoal } from "./progress.ts";
import { hasSecondThoughts, revisedAnswer } from "./second-thoughts.ts";
import { spelledNames, withSpelled } from "../../../language/en/spelled-names.ts";
import { tokens } from "../../../language/en/words.ts";
import { lettersOf } from "./read-back.ts";
import { misheard, setAsk, setFact } from "./state.ts";
import type { State, Turn } from "./state.ts";

/** Below this a value is said back. On a telephone line the embedded ear is this sure of what it hears right. */
const DOUBTFUL_BELOW = 0.6;

/** How the next utterance is to be read, given what we asked for. */
export function expectedOf({ expecting, asks, facts }: State): Expected {
  if (expecting.type === "number") return "code";
  if (expecting.type === "read_back" || (expecting.type === "correction" && expecting.index === null))
    return expectedOfFacts(facts);
  if (expecting.type === "other_time") return "time";
  const asked =
    /^(ask|check|correction|spelling)$/.test(expecting.type) && "index" in expecting ? expecting.index : null;
  const kind = asked === null ? undefined : asks[asked]?.kind;
  if (
    kind === "code" ||
    kind === "price" ||
    kind === "time" ||
    kind === "date" ||
    kind === "name" ||
    kind === "quantity"
  )
    return kind;
  return kind === "phone" ? "digits" : null;
}

/** A bare number in reply to what we said back is most likely one of what was said. */
function expectedOfFacts({
  confirmation_number: number,
  price_quoted: price,
  appointment_time: time,
}: State["facts"]): Expected {
  if (number !== undefined) return "code";
  if (price !== undefined && time === undefined) return "price";
  return time !== undefined && price === undefined ? "time" : null;
}

/** True when the utterance brought something new. */
export function absorb(turn: Turn, reading: Reading): boolean {
  const before = turn.state;
  const used = absorbAnswers(turn, reading);
  reviseAnswers(turn, reading, used);
  absorbNumber(turn, reading);
  absorbPrice(turn, reading, used);
  correctAnswer(turn, reading, before);
  absorbAppointment(turn, reading);
  absorbGoal(turn, reading, used);
  const after = turn.state;
  return (
    after.asks !== before.asks ||
    after.facts !== before.facts ||
    after.metQuotes !== before.metQuotes ||
    after.refusedQuote !== before.refusedQuote
  );
}

/** Answers to the question under way and to any other that is still open. Returns the clauses they were in. */
function absorbAnswers(turn: Turn, reading: Reading): Clause[] {
  const used: Clause[] = [];
  const { expecting } = turn.state;
  const current = expecting.type === "ask" ? expecting.index : -1;
  for (const [index, ask] of turn.state.asks.entries()) {
    if (index === current || (ask.status !== "open" && ask.status !== "unknown")) continue;
    if (ask.implicit && ask.kind === "free") continue;
    const others = turn.state.asks.filter((other) => other !== ask).flatMap((other) => other.topic);
    const answer = earlyAnswer(
      ask,
      reading,
      ask.topic.filter((word) => !others.includes(word)),
    );
    if (answer === null) continue;
    settle(turn, index, answer);
    used.push(answer.clause);
  }
  const ask = turn.state.asks[current];
  if (ask === undefined || ask.status !== "open") return used;
  const answer = directAnswer(
    ask,
    reading,
    turn.state.asks.filter((other) => other !== ask),
  );
  // While somebody else is being asked they talk among themselves, or of what they want to know.
  const declined = turn.state.pending === null ? declinedBy(reading) : null;
  // Nor is a bare yes to the question of ours: it is said to each other, or to what we told them of the wait.
  if (turn.state.pending !== null && answer !== null && contentOf(answer.clause.words).length === 0) return used;
  const elsewhere =
    answer !== null && used.includes(answer.clause) && overlap(ask.topic, contentOf(answer.clause.words)) === 0;
  if (answer !== null && !elsewhere && (declined === null || answer.found !== null)) {
    settle(turn, current, answer);
    used.push(answer.clause);
  } else if (declined !== null) {
    leaveOpen(turn, current, declined);
    setAsk(turn, current, { declined: true });
  }
  return used;
}

/** What they say now of a question that they had answered otherwise. It is said back, whatever they were asked. */
function reviseAnswers(turn: Turn, reading: Reading, used: readonly Clause[]): void {
  if (/^(read_back|check|correction)$/.test(turn.state.expecting.type) || !hasSecondThoughts(reading)) return;
  for (const [index, ask] of turn.state.asks.entries()) {
    const others = turn.state.asks.filter((other) => other !== ask);
    const answer = revisedAnswer(ask, others, reading, used);
    if (answer?.found === undefined || answer.found === null) continue;
    const quoted = turn.state.facts.price_quoted?.value === ask.value;
    settle(turn, index, { ...answer, answer: withoutNo(answer.answer) });
    setAsk(turn, index, { doubtful: true, revised: turn.state.asks[index]?.doubtful === false });
    if (quoted) setFact(turn, "price_quoted", answer.found.text, answer.quote);
  }
}

/** What they say in place of an answer that we said back, or of the price that an answer rests on. */
function correctAnswer(turn: Turn, reading: Reading, { expecting, facts, asks }: State): void {
  const index =
    expecting.type === "check"
      ? expecting.index
      : expecting.type === "correction" && expecting.index !== null
        ? expecting.index
        : facts.price_quoted?.value === turn.state.facts.price_quoted?.value ||
            !/^(read_back|correction)$/.test(expecting.type)
          ? -1
          : asks.findIndex((ask) => ask.status === "answered" && ask.value === facts.price_quoted?.value);
  const ask = turn.state.asks[index];
  if (ask === undefined) return;
  const answer = directAnswer({ ...ask, tries: 2 }, reading);
  if (answer?.found === undefined || answer.found === null || answer.found.text === ask.value) return;
  // "Yes, forty five" to a forty two of ours is no yes; "yes, forty two a head" is one.
  const agreed = isYes(reading) && (ask.value === null || tellsAlike(answer.found, ask.value));
  if (expecting.type === "check" && agreed) return;
  settle(turn, index, { ...answer, answer: withoutNo(answer.answer) });
  setAsk(turn, index, { doubtful: true, value: answer.found.text });
}

function tellsAlike(found: Found, known: string): boolean {
  if (found.kind === "name") return found.text === known;
  const digits = (text: string): string => text.replace(/[^\d.:]/g, "").replace(/\.00$/, "");
  return digits(found.text) === "" || digits(found.text) === digits(known);
}

/** "No, it is forty two dollars": the no is for us. */
function withoutNo(answer: string): string {
  const bare = answer.replace(
    /^((no|nope|oh|wait|sorry|excuse me|actually|well|that is wrong|that's wrong)\b[, ]*)+/i,
    "",
  );
  return bare === "" ? answer : bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** "I'm not sure about that", "we don't give that out": the question is settled, without an answer. */
function declinedBy(reading: Reading): "unknown" | "refused" | null {
  if (actOf(reading, "refuse") !== null) return "refused";
  const unsure = actOf(reading, "dont_know");
  // Nor is it said to us.
  if (unsure === null || reading.clauses.some(({ words }) => isOfUs(words))) return null;
  const hold = actOf(reading, "hold");
  return hold === null ? "unknown" : null;
}

function settle(turn: Turn, index: number, given: Answer): void {
  const { quote, found, garbled } = given;
  const ask = turn.state.asks[index];
  if (ask === undefined) return;
  const unsure = garbled || (turn.state.confidence !== null && turn.state.confidence < DOUBTFUL_BELOW);
  if (unsure) misheard(turn);
  const spelled = found?.kind === "name" ? spelledNames(tokens(quote), false) : [];
  const value = found === null ? null : withSpelled(found.text, spelled);
  const answer = value === null || spelled.length === 0 ? given.answer : value;
  const doubtful = value !== null && unsure;
  setAsk(turn, index, {
    status: "answered",
    quote,
    value,
    doubtful,
    revised: false,
    confirmed: false,
    letters: lettersOf(spelled),
  });
  if (!ask.implicit) turn.moves.push({ type: "finding", question: ask.question, status: "answered", answer, quote });
  const first = turn.state.asks.findIndex((each) => each.kind === "price") === index;
  const unset = turn.state.facts.price_quoted === undefined;
  if (found?.kind === "price" && ask.kind === "price" && (first || unset))
    setFact(turn, "price_quoted", found.text, quote);
}

export function leaveOpen(turn: Turn, index: number, status: "unknown" | "refused"): void {
  const ask = turn.state.asks[index];
  if (ask === undefined) return;
  setAsk(turn, index, { status });
  if (!ask.implicit) turn.moves.push({ type: "finding", question: ask.question, status, answer: null, quote: null });
}
