/**
 * Where one statement or question ends and the next begins. Recognisers give no punctuation, so besides full stops
 * the words that open a question open a clause.
 */
import { plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export type Clause = {
  readonly from: number;
  readonly to: number;
  readonly quote: string;
  /** The words alone. */
  readonly words: string;
  readonly question: boolean;
  /** A statement with "is that right?" at its end: it tells and asks. */
  readonly check: boolean;
};

/** Opens a question wherever it stands. */
const OPENS_A_QUESTION =
  /^((what|which)('s| is| are| was)? (the |your |a |his |her )?(name|names|last name|first name|full name|phone|number|time|times|day|date|size|kind|type|color|colour|model|make|brand|year|email|address|reason|party|would|should|can|could|do|did|will|seems|else)\b|what's (your|the|this|his|her|a good)\b|what is (your|the|this|his|her|a good)\b|how (many|much|would|should|do|can|could|may|long|old|big|late|soon|about) \w+|who('s| is| am i| should| will)\b|whose\b|when (would|do|did|are|is|should|will|can|could) (you|he|she|they|it|that|i|we)\b|where (would|do|did|are|is|should|will|can) (you|he|she|they|it|that|i|we)\b|why (do|did|are|is)\b|(can|may|could|might) i (just )?(get|have|take|ask|put|know|help|please|check|offer|confirm)\b|(could|can|would|will) you (please |just )?(give|tell|spell|repeat|say|hold|like|prefer|rather|want|be|need|mind|sit|have|come|bring|pay|confirm|speak|wait|call|hear)\b|(do|did) you (want|need|have|prefer|know|happen|mind|like|still|also|already|take|say|mean|understand)\b|would (like|prefer|that|this|it|inside|outside|you|he|she|they|seven|eight|six|five|nine|ten|any)\b|will (that|this|it|you|there|he|she|they|anyone) (be|have|need|want|work|also|come|sit|pay|bring)\b|are you (calling|a|an|the|still|there|okay|ok|sure|looking|all|coming|able|aware|real|human|paying|planning|happy|interested)\b|is (that|this|it) (okay|ok|correct|right|all right|alright|fine|for|a|an|about|under|your|all|everything|possible|good|something|going|still|the)\b|is there (anything|something|a|an|any)\b|are there (any|other|some)\b|is (he|she|everything|anyone|anybody)\b|does (that|this|it|he|she|anyone|anybody|any|your)\b|have you (been|ever|visited|had|got|tried|already|checked|eaten|dined)\b|has (he|she|it|anyone)\b|(should|shall) (i|we)\b|any (allergies|allergy|dietary|special|other|preference|preferences|food)\b|was there\b)/;
/** Opens a question at the start of a clause only. */
const STARTS_A_QUESTION =
  /^(what|which|who|whom|whose|when|where|how|why|can i|may i|could i|can you|could you|can we|could we|do you|did you|do they|does|would you|would it|would that|would like|would prefer|would (\w+ ){1,4}(work|be|suit|do)|was that|was this|will you|will it|will that|are you|are there|are they|is there|is that|is this|is it|is your|is the|is he|is she|have you|has|should i|shall i|was it|were you|any)\b/;
const NOT_A_QUESTION =
  /^(what (we|i|you|they) (have|can|do|did|need|could|usually|normally|said|want|offer|was|were)\b|what (i|we)('d|'ll|'m|'ve|'re)\b|what a\b|what happens\b|when (you|we|i|they|he|she|it|your|the)\b(?! (would|do|did|should))|where (you|we|i|they|the)\b|how (we|i|it|you) (do|can|are|is|works?)\b|which (is|are|means|includes?|comes|we|i|would be|will be|was)\b|who (is|will|can) (help|be|take)\b|how nice\b|is (that|this|it) (we|i)\b|who (are|have|were)\b|any (time|way|day|questions just|of)\b|any \w+ (really|at all|you (like|want)|will do|works|is (fine|good|okay))\b|is that all we|\w+ that is (correct|right|fine)\b)/;
const LEADS_IN =
  /^(and|so|okay|ok|sure|great|all right|alright|right|well|um|uh|oh|good|perfect|thanks|thank you|yes|yeah|no problem|no|certainly|of course|absolutely|but|then|now|just|first|also|hi|hello|fine|very well|lovely|wonderful|excellent|sorry|i'm sorry|excuse me|please)$/;
/** After these, question words belong to the sentence: "I don't know what the price is". */
const EMBEDS =
  /\b(know|see|tell you|say|sure|check|ask|asked|asking|wonder|wondering|remember|about|find out|look|that's|that is|is|depends on|matter|of|whether|knows|understand|exactly|explain|show you|recall|get|it's|as)$/;
const STARTS_A_STATEMENT =
  /^(your (\w+ )?(number|code) is\b|your (booking|order|reservation|table|appointment) is\b|the confirmation (number|code) is\b)/;

export function clauses(text: string, run: readonly Token[]): Clause[] {
  const found: Clause[] = [];
  let from = 0;
  for (let i = 0; i < run.length; i++) {
    if (i > from && opens(run, i, from)) {
      found.push(clause(text, run, from, i));
      from = i;
    }
    const stop = run[i]?.stop;
    if (stop === "." || stop === "?") {
      found.push(clause(text, run, from, i + 1));
      from = i + 1;
    }
  }
  if (from < run.length) found.push(clause(text, run, from, run.length));
  return withChecks(text, run, found);
}

/** "a table for two at seven | is that correct": one clause that tells and asks. */
function withChecks(text: string, run: readonly Token[], found: readonly Clause[]): Clause[] {
  const joinedUp: Clause[] = [];
  for (const each of found) {
    const before = joinedUp.at(-1);
    if (before === undefined || before.question || !CHECK.test(each.words)) joinedUp.push(each);
    else {
      joinedUp[joinedUp.length - 1] = {
        from: before.from,
        to: each.to,
        quote: quoteOf(text, run, before.from, each.to),
        words: `${before.words} ${each.words}`,
        question: true,
        check: true,
      };
    }
  }
  return joinedUp;
}

const CHECK =
  /^((is|was) (that|this|it|everything) (right|correct|okay|ok|all right|alright|fine|good)( for you| with you)?|does that (work|sound)( \w+)?( for you)?|correct|right|okay|ok|yeah|is that what you (want|need|said))$/;

function opens(run: readonly Token[], i: number, from: number): boolean {
  if (!MAY_OPEN.has(wordAt(run, i))) return false;
  const ahead = plain(run, i, i + 5);
  if (STARTS_A_STATEMENT.test(ahead)) return !/\b(of|is|and)$/.test(plain(run, i - 1, i));
  if (NOT_A_QUESTION.test(ahead)) return false;
  const comma = run[i - 1]?.stop === ",";
  if (!OPENS_A_QUESTION.test(ahead) && !(comma && STARTS_A_QUESTION.test(ahead))) return false;
  if (/^would (like|prefer)/.test(ahead) && /^(you|i|we|they|he|she|who|that)$/.test(wordAt(run, i - 1))) return false;
  const before = plain(run, Math.max(from, i - 3), i);
  if (i - from < 10 && !comma && continuesQuestion(run, from, i)) return false;
  if (LEADS_IN.test(plain(run, from, i))) return false;
  return comma || !EMBEDS.test(before);
}

/** "what name | should i …", "do you have | any …": still the question that is under way. */
function continuesQuestion(run: readonly Token[], from: number, i: number): boolean {
  const start = afterLeadIn(run, from, i);
  const sofar = plain(run, start, i);
  if (/^(what|which|who|whom|whose|when|where|how|why)\b/.test(sofar)) {
    return !/^(what|which|who|how|when|is|and)\b/.test(wordAt(run, i)) || i - start < (wordAt(run, i) === "is" ? 4 : 2);
  }
  return STARTS_A_QUESTION.test(sofar) && i - start < 4;
}

const MAY_OPEN = new Set(
  "what what's which how who who's whose when where why can may could might would will do did are is does have has should shall any was your the".split(
    " ",
  ),
);

function clause(text: string, run: readonly Token[], from: number, to: number): Clause {
  const start = afterLeadIn(run, from, to);
  const words = plain(run, start, to);
  const marked = run[to - 1]?.stop === "?";
  const asks = STARTS_A_QUESTION.test(words) && !NOT_A_QUESTION.test(words);
  const tagged = /\b(right|correct|yeah|okay|is that right|is that correct|isn't it|is it|doesn't it|don't you)$/.test(
    words,
  );
  const settled =
    !marked &&
    /\b(is|are) (booked|confirmed|reserved|all set)\b/.test(words) &&
    !/^(is|are|am|do|does|can|could|would|will)\b/.test(words);
  const question =
    marked ||
    (!settled && asks) ||
    (tagged &&
      !(run[to - 1]?.stop === "." && /\b(yeah|okay)$/.test(words)) &&
      words.split(" ").length > 3 &&
      !/\b(that is|that's|all|yes|is) (right|correct)$|\ball right$/.test(words));
  const first = question && asks ? start : from;
  const check = question && !asks && words.split(" ").length > 3;
  return { from: first, to, quote: quoteOf(text, run, first, to), words: plain(run, first, to), question, check };
}

/** Where a clause begins once "okay and" is put aside. */
function afterLeadIn(run: readonly Token[], from: number, to: number): number {
  let i = from;
  while (i < to - 1) {
    const two = LEADS_IN.test(plain(run, i, i + 2)) && i + 2 < to;
    if (two) i += 2;
    else if (LEADS_IN.test(wordAt(run, i))) i++;
    else break;
  }
  return i;
}
