/** What a sentence is about, and what a question wants to know. */
import { contentOf, stem } from "../../../../language/en/content.ts";

const PRICE_WORDS = new Set(
  "cost price charge fee rate pay total dollar expensive quote amount run".split(" ").map(stem),
);
const TIME_WORDS = new Set("time late early hour clock oclock day date".split(" ").map(stem));

/** What distinguishes one question from another: its content without the words that only give its kind. */
export function topicOf(words: string): string[] {
  return contentOf(words).filter((word) => !PRICE_WORDS.has(word) && !TIME_WORDS.has(word));
}

/** What kind of answer a question wants. */
export type AskKind = "price" | "time" | "date" | "yes_no" | "name" | "code" | "phone" | "quantity" | "choice" | "free";

export function askKind(question: string): AskKind {
  const q = question.toLowerCase().replace(/[’]/g, "'").replace(/^\W+/, "");
  const polar =
    /^(and |also |so |please )*(is|are|was|were|do|does|did|can|could|will|would|has|have|had|may|should|shall|am|isn't|aren't|don't|doesn't|any|if|whether|(ask|check|see|confirm|know|find out|verify)( them)? (if|whether|that))\b/.test(
      q,
    );
  if (
    /\bhow much (time|notice|space|room|longer)\b|\bhow (long|many|far|big|old|often|soon)\b|\bnumber of (people|guests|seats)\b|\bwait time\b/.test(
      q,
    )
  )
    return "quantity";
  if (
    /\b(how much|what (do|did|would|will) (i|we|they|you) (owe|pay|charge)|what (does|do|would|will|did) .* (cost|run)|what do (you|they) charge|what('s| is| are| would be| will be) (the|your|their|its)? ?(\w+ ){0,3}(price|prices|cost|costs|fee|fees|rate|rates|charge|charges|deposit|total)|^(the )?(price|cost|fee|rate|total)s?\b|\b(price|cost|fee) (of|for)\b)/.test(
      q,
    )
  ) {
    return polar ? "yes_no" : "price";
  }
  if (
    /\b(confirmation|reference|booking|order|tracking|claim|case|ticket|reservation) (number|code)\b/.test(q) &&
    !polar
  )
    return "code";
  if (
    (/\b((phone|telephone|fax|contact|mobile|cell|direct) number|zip code|postcode|extension)\b/.test(q) ||
      NUMBER_TO_CALL.test(q)) &&
    !polar
  )
    return "phone";
  if (
    /\b(what time|which time|how late|how early|until when|till when|what hours|(opening|business|closing|working|store|office|holiday|kitchen) (hours?|times?)|hours of operation|what are (your|the|their) hours|when (do|does|will|can|is|are) .*\b(open|close|opens|closes|opened|closed|start|starts|begin|end|ends|check in|check out|arrive|last seating))\b/.test(
      q,
    )
  ) {
    return polar ? "yes_no" : "time";
  }
  if (
    /^(please )?(when|what day|which day|what date|which date|on (what|which) (day|date)|how soon|by when)\b|\b(deadline|due date|expiration date|expiry date|closing date|release date|next available|earliest (date|day|appointment|availability|slot|time)|soonest|what (day|date)|which (day|date)|when (is|are|can|could|will|would))\b/.test(
      q,
    )
  ) {
    return polar ? "yes_no" : "date";
  }
  if (
    /^(who|whom|whose)\b|\bwhat (is|are|was) (the|your|their) (\w+ ){1,3}called\b|\b(what|whose) (is|'s)? ?(the )?(\w+ )?names?\b|\bname of (the|your) (person|manager|owner|doctor|technician|contact|stylist)\b/.test(
      q,
    )
  )
    return "name";
  if (polar) return / or (?!not\b)/.test(q) && !/\b(one|two|three|any|more) or\b/.test(q) ? "choice" : "yes_no";
  return "free";
}

/** "What number should I call?", "what is the number of the front office?", and not "the number of rooms". */
const NUMBER_TO_CALL =
  /\b(what|which) number (can|could|do|does|should|shall|would|must|may|is best|to)\b|\bwhat('s| is) (the|your|their) ([\w-]+ ){0,2}number( (for|to reach|to call) .*|\?*$)|\bnumber of (the|your|their) ([\w-]+ ){0,2}(department|office|desk|branch|shop|store|garage|line|reception|clinic|restaurant|manager|owner|company|agency|station)\b/;

/** The options of "inside or outside": the words next to "or". */
export function optionsOf(words: string): string[] {
  const [before, after] = words.toLowerCase().split(/,? or (?!not\b)/);
  if (before === undefined || after === undefined) return [];
  const left = contentOf(before).slice(-2);
  const right = contentOf(after).slice(0, 2);
  const shared = left.filter((word) => right.includes(word));
  if (shared.length === 0) return [...left.slice(-1), ...right.slice(0, 1)];
  return [...left, ...right].filter((word) => !shared.includes(word));
}

/** What a business may want to know that a request often says. */
export type Slot =
  | "name"
  | "spelling"
  | "caller"
  | "phone"
  | "email"
  | "party"
  | "day"
  | "time"
  | "when"
  | "dietary"
  | "occasion"
  | "purpose"
  | "budget"
  | "address";

const SLOTS: readonly (readonly [Slot, RegExp])[] = [
  [
    "spelling",
    /\bspell(ed|s|t)?\b|\bspelling\b|how (do|would|should) (you|i|we) write|letter by letter|\b(is|was) (that|it|this) (\w+ ){0,2}with (an? |one |two |double )[a-z]\b/,
  ],
  [
    "caller",
    /\b(who('s| is| am i) (this|calling|speaking|that|there)|who am i (speaking|talking)|who (are you|is it)|(may|can) i ask who|where are you calling from|who is it i'm speaking|what company|which company)\b/,
  ],
  ["email", /\be ?mail\b/],
  [
    "phone",
    /\b(phone|telephone|cell|mobile|contact|call ?back|callback) ?(number)?\b.*|\b(best|good|your|a|what|which) (phone |contact )?number (to|can|where|for|we|i|in case|should)\b|\bnumber (can|could|should|may) (i|we)\b|(can|may|could) (i|we) (get|have|take) (a|your|the) number\b|what('s| is) (your|the|a good|the best) number\b|^(and |okay and |also |then )*(a|your|the) (good |best |contact )?number$|names? and (a |the |your )?number\b|reach (you|him|her|them)\b/,
  ],
  [
    "party",
    /\b(how many (people|guests|persons|adults|diners|of you|in your|in the party|will|are you|are (going|coming)|for|seats|is it|is that)|how many$|party size|for how many|number of (people|guests)|how (big|large) is (your|the) (party|group)|size of (the|your) (party|group)|(what|which) size party)\b/,
  ],
  ["occasion", /\b(occasion|celebrat(ing|ion|e)|birthday|anniversary)\b/],
  ["dietary", /\b(allerg\w*|dietary|food restrictions?|dietary restrictions?|intoleran\w*)\b/],
  ["budget", /\b(budget|how much (do|would|are|can) you (want|like|looking|willing) (to )?(spend|pay)|price range)\b/],
  [
    "when",
    /\b(what|which) (day|date) and (what )?time\b|\bwhen (would|do|did|are|is|should|will|can|could) (you|that|it|they|he|she|we|this)\b|for when\b|^when\b|when's that for/,
  ],
  [
    "time",
    /\b(what|which) time\b|\bat what time\b|\btime would you\b|\bhow late\b|what('s| is) (the|your) (preferred|best) time/,
  ],
  [
    "day",
    /\b(what|which) (day|date|night|evening)\b|\bwhat('s| is) the date\b(?! of birth)|\bday would you\b|for (what|which) (day|date)/,
  ],
  [
    "name",
    /\b(((your|the|a|last|first|full|family|sur|his|her|their|what|which|whose) ?names?)|name (is|should|for|under|on|to|please|do|can|shall|would|will)|surname|under what name|who (is|should|will|would) (it|this|that|the \w+|i put|we put)? ?(be )?(for|under)|who (is|are) (it|this|you) (for|under)|who's (it|this|that|the \w+) (for|under)|name$|put (it|that|this|\w+) under|should i put\b(?! you\b)|whose name)\b/,
  ],
  [
    "address",
    /\b(your|the|delivery|home|street|mailing|billing|what) ?(is the )?address\b|where (should|do|shall|would) (we|i) (deliver|send|ship|come|go|meet)|where do you live|where (are you|is (it|this|that|the (car|house|apartment|flat|place|property)))( located| at| exactly| right now| now)?$/,
  ],
  [
    "purpose",
    /\b(what('s| is)? (this|it|that|your call|the call|the assignment) ?(is )?(about|regarding|concerning|in reference to|for)|reason for (your|the) (call|visit)|what are you calling (about|for)|why are you calling|regarding what|what (is|was) it regarding|purpose of|what can (i|we) do for you|what do you (need|want)$|what would you like$|what('s| is) it about|what is your request)\b/,
  ],
];

/** What the question is for: one thing, or all that "and" joins ("your name and number"). */
export function slotsOf(question: string): Slot[] {
  const found = SLOTS.flatMap(([slot, pattern]) => {
    const at = question.search(pattern);
    return at < 0 ? [] : [{ slot, at }];
  });
  const first = found[0];
  if (first === undefined || !/\b(and|plus)\b/.test(question)) return first === undefined ? [] : [first.slot];
  return [...found].sort((a, b) => a.at - b.at).map(({ slot }) => slot);
}
