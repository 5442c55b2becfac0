/**
 * The errands in a goal: "Ask for the opening hours and book a table for Tuesday" is two, "book a table for two and a
 * high chair" one. A joint is one only where a verb of its own follows: what is said of the errand before it ("and put it
 * under Lee"), what hangs on a condition and what is meant for the caller ("and let me know") is no errand.
 */
import type { Brief } from "../../../../calls/brief.ts";
import { asksItself, backgroundOf, firstWord, goalFrom, goalOf, kindOf, mainSentence } from "./goal-sentence.ts";
import { sentencesIn, verbKind, withoutPolish } from "./goal-sentence.ts";
import type { Goal } from "./goal-sentence.ts";
import { connectingSentence, wantsConnecting } from "./connecting-goal.ts";
import { topicOf } from "./topics.ts";

const JOINT =
  /(?:\s*[,;]\s*(?:and |then |also |plus |but )*|\s+(?:and|then|also|plus|as well as|but)\s+)(?:(?:then|also|please|to|finally|lastly|afterwards|first|if so,?|if yes,?|i(?:'d| would) (?:also )?like (?:you )?to|i (?:also )?(?:want|need)(?: you)? to|have them)\s+)*/gi;
const CONDITION = /^(if|when|in case|unless|otherwise|as long as|provided|should they)\b/i;
const NOT_TO_BE_DONE =
  /^(don't|do not|never|avoid|no need|be|make sure|make it|thank|say|mention|remember|note|please note)\b/i;
const FOR_THE_CALLER =
  /^((let|tell|text|email|inform|notify) (me|us)|report back|get back to (me|us)|call (me|us) back|(give|send) (me|us) (a|the) (summary|report|result|answer))\b/i;
/** The words after which a "hear", "order" or "schedule" is a noun: "order status", "return policy". */
const MAKES_A_NOUN =
  /^(status|numbers?|times?|history|polic(y|ies)|fees?|costs?|prices?|rates?|charges?|options?|process|procedure|window|labels?|limits?|minimum|hours|details|info|information|terms|conditions|deposit|availability|requirements?|forms?|services?|club|store|shop|and|or|in|out|of|at|is|are)\b/i;
const PARTICLE = /^(up|off|in|out|back|down)\s+/i;
const OBJECT =
  /^(a|an|the|my|our|his|her|their|your|some|any|one|two|three|four|five|six|it|them|this|that|these|those|\d|if|whether|what|when|how|for|about)\b/i;
/** They can, I could, how to: the verbs that follow may belong to that clause. */
const EMBEDS =
  /\b(if|whether|that|how)\b.*\b(can|could|may|(they|you|he|she|it|someone|somebody|anyone) (will|would|are able))\b|^(ask|tell|get|have) (them|him|her|the \w+) to\b|\bhow to\b/i;
const AND_ASKS =
  /^(how (much|long|many|late|early|far|big|often|soon)|what|when|where|who|which|whether|if|why|do (they|you)|is there|are there)\b/i;
/** Done to what was just spoken of: "book it", "confirm that". */
const OF_THE_SAME = /^\w+ (?:\w+ )?(?:it|this|that|one)\b(?! (?:they|there|is|are|we|i)\b)/i;
/** Verbs that make an errand of their own beside another; any verb does when it is the only one. */
const ALSO_AN_ERRAND =
  /^(ask|find|check|inquire|enquire|learn|verify|confirm|know|clarify|discover|see|book|reserve|schedule|arrange|rent|hire|register|enrol|enroll|order|buy|purchase|cancel|change|reschedule|move|postpone|modify|extend|update|switch|push|shift|tell|inform|let|notify|remind|leave a message|request|return|complain|dispute|renew|refill|negotiate|obtain|claim|transfer|connect|put|patch|repair|fix|replace|refund|exchange|get (a|an|the|my|some|prices?|quotes?|information|directions)|make (a|an|the|my)|set up|add|remove|pick up|apply|sign up|place an?)\b/i;

/** What can be asked for by its name: a list of such things is as many questions. */
const INFORMATION =
  /\b(prices?|costs?|fees?|rates?|charges?|quotes?|estimate|hours|times?|availability|address|location|directions|parking|menu|polic(y|ies)|options?|deposit|delivery|wait|warranty|schedule|discounts?|specials?|requirements?|dress code|breakfast|wi-?fi|internet|access|accessibility|info|information|details|number|email|name)\b/i;
const ASKS_ABOUT =
  /^((?:ask|find out|check|inquire|enquire|know|learn|get)(?: (?:with |from )?them)?(?: (?:about|for|on))?) (.+)$/i;
const HEAD = /^(?:the |their )?(?:prices?|costs?|rates?|fees?|charges?|availability)\b/i;

export type Errand = Goal & {
  /** In the words of the request. */
  readonly text: string;
  /** To be answered, not only asked: "confirm my reservation" is reached by a yes alone. */
  readonly confirms: boolean;
  /** It does not say what is to be found out: the questions of the request do. */
  readonly vague: boolean;
  /** The caller wants to be connected with them. */
  readonly connects: boolean;
};

/** At least one: what no errand can be found in is one as a whole. */
export function errandsOf(brief: Brief): readonly Errand[] {
  const clauses = errandClauses(brief.goal);
  const main = withoutPolish(mainSentence(brief.goal));
  const [only = main] = clauses;
  if (clauses.length < 2) {
    const text = (main.includes(only) ? only : main).replace(/[\s.]+$/, "");
    const goal = main.includes(only) ? goalFrom(only, brief) : goalOf(brief);
    return [errandOf(text, withBackground(goal, only, brief), brief)];
  }
  return clauses.map((clause, i) => {
    const goal = goalFrom(clause, brief);
    return errandOf(
      clause,
      i === 0 ? withBackground(goal, clause, brief) : { ...goal, sentence: also(goal.sentence) },
      brief,
    );
  });
}

function withBackground(goal: Goal, clause: string, brief: Brief): Goal {
  const background = backgroundOf(clause, brief);
  return background === "" ? goal : { ...goal, sentence: `${background} ${goal.sentence}` };
}

function errandOf(text: string, goal: Goal, brief: Brief): Errand {
  if (wantsConnecting(text, brief)) {
    const sentence = connectingSentence(text, brief);
    return { kind: "other", sentence, text, confirms: false, vague: false, connects: true };
  }
  const vague =
    kindOf(text) === "other" ||
    /\b(some|few|several|couple of|my|the|these|following) (questions|things)\b/i.test(text) ||
    (brief.questions.length > 0 && ONLY_A_SUBJECT.test(text)) ||
    topicOf(text).every((word) => SAYS_NOTHING.test(word));
  return { ...goal, text, confirms: CONFIRMS.test(text), vague: goal.kind === "find_out" && vague, connects: false };
}

/** "Ask about allergies": what about them, the questions of the request say. */
const ONLY_A_SUBJECT =
  /^(?:ask|inquire|enquire|find out|check|learn|call) (?:them |with them )?about (?:(?:the|their|a|an|your) )?[\w'-]+(?: [\w'-]+)?$/i;
const SAYS_NOTHING = /^(few|some|couple|thing|question|info|information|detail|stuff|find|ask|check|inquir|price)$/;
const CONFIRMS = /^confirm (?!if\b|whether\b|what\b|when\b|how\b|who\b|which\b|where\b)/i;

/** The clauses of a goal that are errands, in its own words and order; empty when it is not made of such. */
export function errandClauses(goal: string): string[] {
  const sentences = sentencesIn(goal).map((sentence) =>
    withoutPolish(sentence.replace(/^(if (possible|you can|available)|and|also|then|plus),?\s+/i, "")),
  );
  const told = sentences.some((sentence) => verbKind(sentence) !== undefined);
  const found: string[] = [];
  for (const sentence of sentences) {
    const before = found.at(-1);
    const opens = told ? verbKind(sentence) !== undefined : kindOf(sentence) !== "other";
    const asks = asksItself(sentence) && !CONDITION.test(sentence);
    if (asks || (before === undefined ? opens : standsAlone(sentence, before))) found.push(...clausesOf(sentence));
  }
  return withoutSteps(found).flatMap(questionsIn);
}

function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const joint of sentence.matchAll(JOINT)) {
    const before = sentence.slice(from, joint.index).replace(/[\s,;]+(and)?$/i, "");
    const rest = sentence.slice(joint.index + joint[0].length);
    if (before === "" || inQuotes(sentence, joint.index)) continue;
    const asks =
      kindOf(before) === "find_out" && AND_ASKS.test(rest) && !/\b(when|where|how|what|who|why)$/i.test(before);
    // What follows a condition hangs on it.
    if (!asks && CONDITION.test(rest)) break;
    if (!asks && !standsAlone(rest, before)) continue;
    clauses.push(before);
    from = joint.index + joint[0].length;
  }
  clauses.push(sentence.slice(from).replace(/[\s.,;!?]+$/, ""));
  return clauses.map((clause, i) => goingOn(clause, clauses[i - 1]));
}

/** "ask what time they close and | how much it costs": the verb goes on. */
function goingOn(clause: string, before: string | undefined): string {
  const asks =
    before === undefined ? null : /^(ask(?: them)?|find out|check|see|know|inquire|confirm|verify)\b/i.exec(before);
  return asks !== null && AND_ASKS.test(clause) ? `${asks[0]} ${clause}` : clause;
}

function inQuotes(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at);
  return (
    (before.match(/"/g)?.length ?? 0) % 2 === 1 ||
    (before.match(/[“]/g)?.length ?? 0) > (before.match(/[”]/g)?.length ?? 0)
  );
}

/** Whether these words begin an errand of their own behind another one. */
function standsAlone(rest: string, before: string): boolean {
  const words = withoutPolish(rest);
  if (CONDITION.test(words) || NOT_TO_BE_DONE.test(words) || FOR_THE_CALLER.test(words)) return false;
  if (!ALSO_AN_ERRAND.test(words) || !isVerb(words)) return false;
  const kind = kindOf(words);
  const first = kindOf(before);
  if (EMBEDS.test(before) && !/^(ask|find out|inquire|enquire|tell|cancel (my|our)|book it|order it)\b/i.test(words))
    return false;
  if (/^(add|remove)\b/i.test(words) && /^(booking|order)$/.test(first)) return false;
  if (/\b(confirmation|reference|booking|order) (number|code)\b/i.test(words)) return false;
  if (/^(confirm|check|verify) (the|my|our|this|that|your) (booking|reservation|appointment|order)\b/i.test(words))
    return false;
  if (OF_THE_SAME.test(words)) return first === "find_out" && /^(booking|order|cancel|change)$/.test(kind);
  return true;
}

/** "and order a pizza", but not "and order status". */
function isVerb(words: string): boolean {
  const verb = firstWord(words);
  const after = words.slice(verb.length).trim();
  if (
    /^(ask|find|inquire|enquire|tell|inform|notify|remind|let|cancel|reserve|reschedule|complain|confirm|verify|buy|purchase)$/.test(
      verb,
    )
  )
    return after !== "" && !MAKES_A_NOUN.test(after.replace(PARTICLE, ""));
  if (PARTICLE.test(after)) return verb === "sign" || OBJECT.test(after.replace(PARTICLE, ""));
  return after !== "" && !MAKES_A_NOUN.test(after);
}

/** Calling them is how it is done, and who books asks for a free table: neither is an errand of its own. */
function withoutSteps(clauses: readonly string[]): string[] {
  return clauses.filter((clause, i) => {
    const next = clauses[i + 1];
    if (clauses.length > 1 && /^(call|phone|ring|contact|speak|talk|telephone)\b/i.test(clause)) return false;
    const looks =
      /^(check|see|ask|find out|inquire)\b[^,]*\bavailab(le|ility)\b/i.test(clause) &&
      !/\b(prices?|costs?|rates?)\b/i.test(clause);
    return !(next !== undefined && looks && kindOf(next) === "booking" && !OF_THE_SAME.test(next));
  });
}

/** "ask about the price and the availability": two questions. */
function questionsIn(clause: string): string[] {
  if (kindOf(clause) !== "find_out") return [clause];
  const [, lead, list] = ASKS_ABOUT.exec(clause) ?? [];
  if (lead === undefined || list === undefined) return [clause];
  const items = list.split(/,\s*(?:and\s+)?|\s+and\s+/i).map((item) => item.replace(/^(about|for) /i, "").trim());
  if (items.length < 2 || !items.every((item) => INFORMATION.test(item) && !AND_ASKS.test(item))) return [clause];
  const tail = / (?:of|for|on) .+$/i.exec(items.at(-1) ?? "")?.[0] ?? "";
  return items.map((item) => {
    if (!HEAD.test(item)) return `${lead} ${item}`;
    return `${lead} ${/^the/i.test(item) ? item : `the ${item}`}${/^\S+( \S+)?$/.test(item) ? tail : ""}`;
  });
}

/** "I'd also like to …": the sentence of an errand that is not the first. */
function also(sentence: string): string {
  return sentence
    .replace(/^I'd like\b/, "I'd also like")
    .replace(/^I have a question\b/, "I have another question")
    .replace(/^I'm calling\b/, "I'm also calling")
    .replace(/^I need\b/, "I also need");
}
