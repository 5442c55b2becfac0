/**
 * From the goal, as a person or an agent wrote it, to one sentence that can be said on the telephone:
 * "Book a table for two on Friday at 7" becomes "I'd like to book a table for two on Friday at 7."
 */
import { asCustomer } from "./as-customer.ts";
import { toThem } from "./to-them.ts";
import type { Brief } from "../../../../calls/brief.ts";

export type GoalKind = "booking" | "order" | "cancel" | "change" | "inform" | "find_out" | "other";

export type Goal = {
  readonly kind: GoalKind;
  /** One sentence, to be said. */
  readonly sentence: string;
};

const VERBS: Readonly<Record<GoalKind, string>> = {
  booking: "book reserve schedule arrange rent hire register enroll enrol",
  order: "order buy purchase preorder pre-order",
  cancel: "cancel",
  change: "change reschedule move postpone modify extend update switch push shift add remove",
  inform: "tell inform let notify remind thank apologize apologise warn advise leave pass report say",
  find_out:
    "ask find check see inquire enquire determine learn verify confirm compare know figure clarify discover gather hear",
  other:
    "get make set request return complain dispute pay collect pick follow speak talk call contact negotiate obtain discuss claim file renew transfer put place have try sign drop send bring buy give help fix repair replace refill start stop join apply explain describe offer sell track locate arrange ask resolve return exchange connect patch bridge",
};
const ALL_VERBS = new Map(
  (Object.entries(VERBS) as [GoalKind, string][])
    .toReversed()
    .flatMap(([kind, verbs]) => verbs.split(" ").map((verb) => [verb, kind])),
) as ReadonlyMap<string, GoalKind>;
const QUESTION = /^(what|which|who|when|where|how|why|do|does|did|is|are|can|could|will|would|have|has|may|should)\b/i;
const DETERMINER =
  /^(a|an|the|my|our|all|some|any|this|that|is|are|for|with|about|\w+ing|not|no|only|just|what|table|reservation)$/;
const MOST_WORDS = 45;

export function verbKind(imperative: string): GoalKind | undefined {
  return ALL_VERBS.get(firstWord(imperative));
}

export function goalOf(brief: Brief): Goal {
  return goalFrom(withoutPolish(mainSentence(brief.goal)), brief);
}

/** The same of one clause of the goal. */
export function goalFrom(imperative: string, brief: Brief): Goal {
  const sentence = shorten(spokenGoal(imperative, brief));
  const unheard = !ALL_VERBS.has(firstWord(imperative)) && brief.questions.length > 0;
  const kind = kindOf(imperative);
  return { kind: kind === "other" && unheard ? "find_out" : kind, sentence: ended(sentence) };
}

/** Of several sentences the one that says what to do; the others are background. */
export function mainSentence(goal: string): string {
  const parts = sentencesIn(goal);
  const doing = parts.find((part) => ALL_VERBS.has(firstWord(withoutPolish(part))));
  return doing ?? parts[0] ?? goal.trim();
}

const MOST_BACKGROUND = 160;

/** "I left my umbrella on the bus." in front of "Ask whether somebody handed it in": what "it" is; "" when nothing is owed. */
export function backgroundOf(clause: string, brief: Brief): string {
  if (!/\b(it|them|that|this|one|him|her)\b(?! \w+ing\b)/i.test(clause)) return "";
  const parts = sentencesIn(brief.goal);
  const before = parts.slice(
    0,
    Math.max(
      0,
      parts.findIndex((part) => part.includes(clause)),
    ),
  );
  const told = before.filter((part) => /^(i|we|my|our|the|there|a|an|it)\b/i.test(part) && !asksItself(part));
  const said = told.map((part) => voiced(part, brief)).join(" ");
  return said.length > MOST_BACKGROUND || /^(i|we)('d| would| want| need|'m| am)\b/i.test(said) ? "" : said;
}

/** "Invite Mr. Lopez", "congratulate Jane Doe on the opening". */
const DOES_TO_SOMEBODY =
  /^[A-Za-z]+ (?:(?:Mr|Mrs|Ms|Miss|Dr|Doctor)\b|[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:to|on|for|about|that|of|from)\b)/;

/** "I left my keys there, find out if they have them": what happened, and then what to do. */
const THEN_DO =
  /(?<=^(?:i|we|my|our|it|there|they)\b[^.!?]{6,}),\s+(?:so |please |and |then )*(?=(?:find out|ask|check|see (?:if|whether)|book|cancel|tell|order|reserve|confirm|arrange|make sure|get|call)\b)/gi;

export function sentencesIn(goal: string): string[] {
  return goal
    .replace(THEN_DO, ". ")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/\b([ap])\.m\.(?=\s+[a-z])/g, "$1m")
    .split(/(?<=(?<!\b(?:Dr|Mr|Mrs|Ms|St|No|vs|approx))[.!?])\s+|\n+|;\s+/i)
    .map((part) => part.replace(/^[\s\-*•\d.)]*(?=[A-Za-z])/, "").trim())
    .filter((part) => /[A-Za-z0-9]/.test(part));
}

/** Takes away what is said to us and not to them: "Please", "Call the restaurant and", "I want you to". */
export function withoutPolish(sentence: string): string {
  let rest = sentence.replace(/[\s.!]+$/, "").trim();
  for (let i = 0; i < 4; i++) {
    const before = rest;
    rest = rest
      .replace(/^(please|kindly|hi|hello|hey|goal:|task:|the goal is|your task is|your goal is)[,:]?\s+/i, "")
      .replace(/^(can|could|would|will) you (please )?(?=\w)/i, "")
      .replace(/^to (?=[a-z]+ )/i, "")
      .replace(/^(i|we)('d| would) like (you )?to /i, "")
      .replace(/^(i|we) (want|need|wish|have|hope)( for)?( you)? to /i, "")
      .replace(/^(help me|try to|go ahead and|make sure to|see about getting) (?=\w)/i, "")
      .replace(
        /^(call|phone|ring|contact|telephone|reach out to|get in touch with)( up)?(?: (?!and\b|to\b)[\w'&.-]+){0,7}?,?( and| to| in order to) (?=(?:please )?(\w+))/i,
        (whole: string, ...groups: string[]) => (ALL_VERBS.has((groups[3] ?? "").toLowerCase()) ? "" : whole),
      );
    if (rest === before) break;
  }
  return rest === "" ? sentence.trim() : rest;
}

function spokenGoal(imperative: string, brief: Brief): string {
  const verb = firstWord(imperative);
  const lower = lowerFirst(imperative);
  if (!/[A-Za-z]/.test(imperative)) return "I have a question for you";
  if (asksItself(imperative)) {
    return `I have a question. ${upperFirst(toThem(lower, brief))}`;
  }
  if (/^(whether|if)\b/i.test(imperative)) return `I'd like to know ${toThem(lower, brief)}`;
  if (/^(i|we)('| )/i.test(imperative)) return toThem(upperFirst(imperative), brief);
  const told =
    /^(tell|inform|notify|remind|warn|advise|let)\s+(?:(?:them|him|her|the [\w' ]+?|whoever [\w' ]+?)(?: know)?)\s*(?:that|,|about)?\s+(.*)$/i.exec(
      imperative,
    );
  if (told?.[2] !== undefined) {
    const about = /\babout\b/i.test(imperative.slice(0, imperative.length - told[2].length));
    return `I'm calling to let you know ${toThem(`${about ? "about" : "that"} ${inMidSentence(told[2])}`, brief)}`;
  }
  const asked =
    /^(ask|check with|inquire with)\s+(?:them|him|her|(?:the|whoever|someone)(?: [\w']+){1,3}?)?\s*(?=(about|for|if|whether|how|what|when|where|which|who|why|to)\b)(.*)$/i.exec(
      imperative,
    );
  // "Ask to speak to the manager"
  if (/^to (speak|talk|be)\b/i.test(asked?.[3] ?? "")) return `I'd like ${toThem(asked?.[3] ?? "", brief)}`;
  if (asked?.[3] !== undefined) return `I'd like to ask ${toThem(asked[3], brief).replace(/^to /, "you to ")}`;
  if (verb === "need") return `I need ${toThem(lower.replace(/^need\s+/, ""), brief)}`;
  const ordered =
    (/^[a-z]+ (a|an|the|my|our|all|some|any|this|that|these|two|three) /i.test(imperative) ||
      DOES_TO_SOMEBODY.test(imperative)) &&
    !DETERMINER.test(verb);
  if (ordered) return `I'd like to ${toThem(lower, brief)}`;
  if (ALL_VERBS.has(verb)) return `I'd like to ${toThem(withDeterminer(lower), brief)}`;
  if (/^\w+ing$/.test(verb) && /^\w+ing (a|an|the|my|our|for|to|about|if|whether)\b/i.test(imperative)) {
    return `I'm calling about ${toThem(lower, brief)}`;
  }
  return `I'm calling about ${withArticle(toThem(keepNames(imperative), brief))}`;
}

export function asksItself(imperative: string): boolean {
  return QUESTION.test(imperative) && !/^have (them|someone|somebody|the|my|a|it)\b/i.test(imperative);
}

export function kindOf(imperative: string): GoalKind {
  const lower = imperative.toLowerCase();
  if (/\b(fit|squeeze) (me|us|him|her|them) in\b|^(i|we) need an? |^need an? /.test(lower)) return "booking";
  if (asksItself(imperative) || /^(whether|if)\b/.test(lower)) return "find_out";
  if (/^(leave a message|let (them|him|her|the))/.test(lower)) return "inform";
  const kind = ALL_VERBS.get(firstWord(imperative));
  if (/^(ask|tell|get) (them|him|her|the \w+) to \w/.test(lower) || /^(ask|request) to (speak|talk|be)\b/.test(lower))
    return "other";
  if (
    /^(get|obtain|request|ask for|ask about|ask them for|find out|find|check|see|know|call about)\b.*\b(price|prices|quote|quotes|estimate|hours|information|info|details|cost|costs|availability|menu|rates?|policy|recommendations?|address|directions|total|names?|numbers?|schedule|status|email)\b/.test(
      lower,
    )
  ) {
    return "find_out";
  }
  if (
    /^(make|get|set up|request|put|have|need|want|find|secure|sign up|try|ask for|ask them for)\b.*\b(reservation|booking|appointment|table|slot|viewing|visit|consultation|tour|lesson|session|haircut|tune ?up|oil change|cleaning|checkup|check-up)\b/.test(
      lower,
    )
  ) {
    return /\b(cancel)\b/.test(lower) ? "cancel" : "booking";
  }
  if (/^ask (them )?for (a|an|one|two|another|more|extra|my) /.test(lower)) return "other";
  if (/^(place|put in|make) (a|an|my|the) .*order\b/.test(lower)) return "order";
  if (/^(add|remove)\b/.test(lower) && !/\b(reservation|booking|appointment|order)\b/.test(lower)) return "other";
  if (kind !== undefined) return kind;
  if (/\b(reservation|booking|appointment|table for)\b/.test(lower)) return "booking";
  if (/\b(hours|price|prices|cost|quote|availability|menu|information|info|policy)\b/.test(lower)) return "find_out";
  return "other";
}

/** "book table for two": notes leave the article out. */
function withDeterminer(imperative: string): string {
  return imperative.replace(
    /^(book|reserve|schedule|cancel|make|order|rent) (table|room|appointment|reservation|booking|haircut|car|taxi|repair|tour|lesson)\b(?! \d)/,
    (_, verb: string, noun: string) => `${verb} ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`,
  );
}

function withArticle(phrase: string): string {
  const first = firstWord(phrase);
  const bare = /^(a|an|the|my|our|your|his|her|this|that|some|any|one|two|three|four|five|\d.*)$/.test(first);
  const countable =
    /^(table|reservation|booking|appointment|room|haircut|order|refund|repair|delivery|quote|pizza|taxi|cab|ride|tour|lesson|consultation|viewing|complaint|question|problem)$/;
  const head = phrase.split(/ (?:for|on|at|to|in|of|with|from|about|tomorrow|tonight|next|this)\b/)[0] ?? phrase;
  const noun = head.split(" ").at(-1)?.toLowerCase() ?? "";
  if (bare || !countable.test(noun)) return phrase;
  return `${/^[aeiou]/i.test(phrase) ? "an" : "a"} ${lowerFirst(phrase)}`;
}

/** A sentence that nobody can listen to is cut where it may be. */
function shorten(sentence: string): string {
  const words = sentence.split(" ");
  if (words.length <= MOST_WORDS) return sentence;
  const cut = words.slice(0, MOST_WORDS).join(" ");
  const place = Math.max(cut.lastIndexOf(","), cut.lastIndexOf(" and "), cut.lastIndexOf(". "));
  return place > 40 ? cut.slice(0, place) : cut;
}

function ended(sentence: string): string {
  const bare = sentence.replace(/[\s.,;:!?…]+$/, "");
  return sentence.startsWith("I have a question.") ? `${bare}?` : `${bare}.`;
}

export function firstWord(sentence: string): string {
  return /^[A-Za-z-]+/.exec(sentence)?.[0].toLowerCase() ?? "";
}

function lowerFirst(sentence: string): string {
  return /^(I\b|[A-Z]{2}|[A-Z][a-z]+day\b)/.test(sentence)
    ? sentence
    : sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** "that Alex will be late", but "that the order is late". */
function inMidSentence(clause: string): string {
  return /^(the|a|an|my|our|their|they|we|it|there|this|that|his|her|your|if|whether|what|when|he|she|you|some|all)\b/i.test(
    clause,
  )
    ? lowerFirst(clause)
    : clause;
}

/** A noun phrase loses its capital unless it looks like a name. */
function keepNames(phrase: string): string {
  return /^[A-Z][a-z]+ [A-Z]/.test(phrase) ? phrase : lowerFirst(phrase);
}

function upperFirst(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A question of the request as it is said: as sent, made a question where it is only a phrase. */
export function spokenQuestion(question: string, brief: Brief): string {
  const bare = question
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(please|also|and),? /i, "")
    .replace(/[\s?.!]+$/, "");
  const voiced = toThem(bare, brief);
  if (asksItself(bare) || /^(at|on|for|in|until|by|from|to) (what|which|whom|how)\b/i.test(bare))
    return `${upperFirst(voiced)}?`;
  const told =
    /^(?:ask|check|find out|see|confirm|verify|know|clarify)(?: them| with them)? (?:about )?(.*)$/i.exec(
      voiced,
    )?.[1] ?? voiced;
  if (/^(if|whether|what|which|who|when|where|how|why)\b/i.test(told)) return `Could you tell me ${lowerFirst(told)}?`;
  if (/^tell me\b/i.test(told)) return `Could you ${lowerFirst(told)}?`;
  if (/\?\s*$/.test(question)) return `${upperFirst(voiced)}?`;
  const article = /^(a|an|the|your|any|all|some|\d)/i.test(told) ? "" : "the ";
  return `Could you tell me ${article}${keepNames(told)}?`;
}

/** A sentence of the request as we may say it to the business. */
export function voiced(sentence: string, brief: Brief): string {
  const said = asCustomer(sentence.replace(/\s+/g, " ").trim(), brief).replace(/[\s.]+$/, "");
  return `${upperFirst(said)}${/[?!]$/.test(said) ? "" : "."}`;
}
