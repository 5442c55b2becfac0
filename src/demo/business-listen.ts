/**
 * What the fictional business makes of what it hears. Its ear is a recogniser, so nothing here trusts a whole
 * sentence: keywords and their variants decide.
 */
import { inWords } from "../language/en/plain-words.ts";
import { contentOf } from "../language/en/content.ts";
import { topicOf } from "../conversation/dialog/brain/english/topics.ts";
import { foundOf, read } from "../language/en/reading.ts";
import type { Time } from "../language/en/found.ts";
import { topicLines } from "./business-statements.ts";
import type { Business, BusinessAsk, BusinessRequest } from "./business.ts";

export type Heard = {
  /** As a recogniser writes: numbers in words, no punctuation. */
  readonly words: string;
  readonly goodbye: boolean;
  readonly thatIsAll: boolean;
  readonly wait: boolean;
  readonly repeat: boolean;
  readonly readBack: boolean;
  readonly asksNumber: boolean;
  readonly goAhead: boolean;
  readonly noAnswer: boolean;
  readonly question: boolean;
  readonly no: boolean;
  readonly weekday: string | null;
  readonly time: Time | null;
};

export function listen(text: string): Heard {
  const all = inWords(text);
  const rest = afterWaiting(all);
  const words = rest ?? all;
  const reading = read(text);
  return {
    words,
    goodbye: /\b(goodbye|good bye|good by|(?<!\bnear )bye)\b/.test(words),
    thatIsAll:
      /\b(that is all|that's all|that is everything|thank you very much for your help|much for your help)\b/.test(
        words,
      ),
    wait: rest === "",
    repeat:
      /\b(repeat|say (it|that) again|didn't (catch|get|hear)|one more time|speak up|tell me (it|that|the \w+ one) again|can't hear)\b/.test(
        words,
      ),
    readBack: READS_BACK.test(words),
    asksNumber:
      /\b(confirmation|conformation|reference) (number|code)\b|\bconfirmation\b|\bis there a (number|code)\b|\bright one again\b/.test(
        words,
      ),
    goAhead:
      /\b(book|reserve|place|make|cancel|change|do|take care of|schedule) (that|it|this|the order|the change)\b|\bgo ahead\b|\b(is|be) (it|that|the order) (booked|done|placed|changed|cancelled|reserved)\b|\bjust to be sure\b|\bbooked now\b/.test(
        words,
      ),
    noAnswer:
      /\b(don't have (an answer|that|the answer|it)|do not have (an answer|that)|without it|don't know|not know|no answer)\b/.test(
        words,
      ),
    question:
      /^(|.* )(how|what|when|where|who|which|is there|are there|do you|does|can you|can i|could you|is it|is the|are you|may i|tell me|like to know|my question|a question)\b/.test(
        words,
      ),
    no: /^(no|nope|not)\b/.test(words),
    weekday:
      foundOf(reading, "date")
        .find((found) => found.weekday !== null || found.relative !== null)
        ?.text.toLowerCase() ?? null,
    time: foundOf(reading, "time")[0] ?? null,
  };
}

/** Also "forty two dollars, right?", but not "that's right" and "all right". */
const READS_BACK =
  /\b(read (that|it|this) back|that back|that correct|((is|was) (that|this|it|everything)|(do|did) i (have|get|got) (that|it|everything|this)) (all )?(right|correct))\b|(?<!\b(all|that's|that is|it's|it is|is|you're|are|quite|yes|yeah)) (right|correct)$/;

const WAITS =
  /\b((one|just a|a) moment|let me (check|ask)|still (checking|waiting|here)|for holding|your patience|for the wait|much longer|hold on|check that|ask about that|i'll (check|ask|find out)|i will (check|ask|find out))\b/g;

/** What follows a plea to wait: empty when nothing does, null when nobody asked to wait. */
function afterWaiting(words: string): string | null {
  const last = [...words.matchAll(WAITS)].at(-1);
  if (last === undefined) return null;
  const rest = words
    .slice(last.index + last[0].length)
    .replace(/^( (please|that|it|about that|for you|now|and|thank you|for waiting|for your patience))+/, "")
    .trim();
  return contentOf(rest).length === 0 || rest.startsWith("with ") ? "" : rest;
}

/** The request that the words are about, if any: the one with most of its words in them, of equals the first. */
export function requestIn(business: Business, words: string): BusinessRequest | null {
  return best(business.requests.toReversed(), (request) => hits(request.when, words));
}

/** The lines that answer what they want to know, of each part of what they said one; three at most. */
export function topicsIn(business: Business, words: string): string | null {
  const parts = read(words).clauses.flatMap((clause) => clause.words.split(" and "));
  const lines = parts.length > 1 ? parts.map((part) => topicIn(business, part)).filter((line) => line !== null) : [];
  return lines.length > 0 ? [...new Set(lines)].slice(0, 3).join(" ") : topicIn(business, words);
}

/** The line that answers what they want to know, if the business knows anything about it. Of equals the last counts. */
function topicIn(business: Business, words: string): string | null {
  const topics = topicLines(business);
  const topic = best(topics, (each) => hits(each.when, words));
  if (topic !== null) return topic.say;
  const first = topics[0];
  const price = /\b(how much|price|prices|cost|costs|charge)\b/.test(words) && topicOf(words).length === 0;
  return price && first !== undefined && business.services.length > 0 ? first.say : null;
}

/** What counts as an answer to a question of the business. */
export function answers(ask: BusinessAsk, heard: Heard): boolean {
  const { words } = heard;
  if (words === "") return false;
  if (ask.listen === "digits") return (words.match(DIGIT) ?? []).length >= 4;
  if (ask.listen === "name" || ask.listen === "anything") {
    return (!heard.question || /\bname is\b/.test(words)) && !ONLY_AGREES.test(words);
  }
  return hits(ask.listen, words) > 0 || /\b(either|any|whatever|no preference|don't mind|up to you)\b/.test(words);
}

/** Whether a question is answered before it is asked, in the words of the request itself. */
export function answersAhead(ask: BusinessAsk, { words }: Heard): boolean {
  if (ask.listen === "digits") return (words.match(DIGIT) ?? []).length >= 7;
  if (ask.listen === "name") return /\b(the name is|name of|under)\b/.test(words);
  return ask.listen !== "anything" && hits(ask.listen, words) > 0;
}

const ONLY_AGREES =
  /^((yes|yeah|okay|ok|sure|please|that works|that is fine|that's fine|fine|great|perfect|thank you|thanks|sounds good) ?)+$/;

const DIGIT = /\b(zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/g;

/** How many of these words are in what was said. */
export function hits(wanted: readonly string[], words: string): number {
  const padded = ` ${words} `;
  return wanted.reduce((sum, word) => sum + (padded.includes(` ${word} `) ? word.split(" ").length : 0), 0);
}

function best<T>(things: readonly T[], score: (thing: T) => number): T | null {
  let found: T | null = null;
  let most = 0;
  for (const thing of things) {
    const reached = score(thing);
    if (reached > 0 && reached >= most) [found, most] = [thing, reached];
  }
  return found;
}
