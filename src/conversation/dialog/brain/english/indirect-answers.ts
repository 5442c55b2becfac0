/**
 * Answers to yes-no questions in which nobody says yes or no, nor names what was asked about: "for guests it is", "all of
 * ours do", "as long as he is on a leash", "it depends on your insurance", "we only take cash". What they say is the
 * answer; what it comes to is left to whoever reads it. Each form is one in which people take up a question; a statement
 * about something else has none of them, and is no answer.
 */

const LEAD = "^(?:(?:well|yes|no|oh|um|uh|so|actually|sorry|i think|i guess|i suppose|i believe|i'd say) )*";
const form = (rest: string): RegExp => new RegExp(`${LEAD}(?:${rest})`);

const FORMS: readonly RegExp[] = [
  // "Only on weekdays", "just for members", "not at the moment", "usually", "by appointment".
  form(
    "(?:only|just|but only) (?:if|for|on|in|when|with|within|until|after|at|by|to|during|through|the)\\b|(?:sometimes|usually|normally|mostly|mainly|generally|rarely|hardly|occasionally|partly|currently not|probably|maybe|perhaps|hopefully|more like|all the time|any ?time|always|every (?:time|day|one|other|week)|most of|all of|some of|a few|a handful|a couple|plenty|weather permitting)\\b|(?:by|upon|on) (?:appointment|request|arrangement)\\b|for (?:an extra|a small|an additional|a) (?:charge|fee|cost)\\b",
  ),
  form(
    "not (?:at|on|in|for|during|any ?more|yet|right now|currently|today|tonight|this|until|before|after|always|every|without|if)\\b|(?:i'm |i am )?afraid (?:so|not)\\b|i (?:think|believe|guess|suppose|hope|would think) (?:so|not)\\b",
  ),
  // "As long as he is on a leash", "it depends on the season", "if you bring it in before ten".
  form(
    "(?:as|so) long as\\b|provided\\b|unless\\b|except\\b|(?:(?:it|that|this|it all) (?:really |all )?)?(?:depends|varies)\\b",
  ),
  form(
    "if (?:you|it|it's|they|they're|he|he's|she|she's|we|there|there's|the|your) (?!(?:could|would|can|want|like|don't mind|hold|wait|give|tell|spell)\\b)\\w+ \\w+",
  ),
  // "There's a ramp at the side", "you'd need a permit".
  form(
    "there(?:'s| is| are| was| were| will be) (?!(?:somebody|someone|something|another call|a call|a lot of noise|a customer|nobody)\\b)\\w+",
  ),
  form(
    "you(?:'d|'ll| would| will)? (?:have to|need to|need(?! to)|must|should|can|may) (?!(?:speak|talk|ask|call|hold|wait|excuse|repeat|tell|give|say|spell|hear|come back|try)\\b)\\w+",
  ),
  form("(?:he|she)(?:'d|'ll) (?:have to|need|be)\\b"),
  // "It does, but not in winter", "they're sold by the dozen", "that's extra".
  form(
    "(?:it|they|he|she) (?:(?:only|just|usually|always|never|sometimes|still|also|already) )?(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|went|goes|go|comes|come|came|runs?|ran|costs?|takes?|took|needs?|stays?|starts?|ends?|opens?|closes?|works?|left|arrived|sold|gets?|got)\\b(?! (?:a (?:lovely|nice|beautiful|good|great)|about|me|my|like|that|because|who)\\b)",
  ),
  form(
    "(?:it|they)(?:'s|'re|'d|'ll) (?!(?:on (?:lunch|break|the phone|another line)|at lunch|in a meeting|out to|with (?:a|another)|\\d|one|two|three|four|five|six|seven|eight|nine|ten|an?|the|me|about|my|like|just|because|so|very|really|been|nice|kind|for|from|called|lunch|busy|noisy|loud)\\b)(?:\\w+ \\w|\\w+(?:ed|able|en|ing|ful|al|one|free|extra)$)",
  ),
  form(
    "that (?:takes|costs|comes|goes|needs|works|runs|includes|requires)\\b|that(?:'s| is| would be|'d be) (?:extra|included|free|standard|on us|complimentary|separate|another|only|usually|always|allowed|part of|something (?:we|you))\\b",
  ),
  // "You pay when you get here", "doctor Lee does, on Wednesdays".
  form("you (?:just |only |usually )?(?:pay|bring|sign|fill|order|book|register|choose|pick|drop|leave|show|use)\\b"),
  form(
    "(?:my|our|his|her|the|their|doctor|dr|mr|mrs|ms) \\w+(?: \\w+)? (?:does|do|did|can|will|has|is|are)(?: (?:too|on|in|at|every)\\b.*)?$",
  ),
  // "Bring us the ad", "come on by", "we can push some together".
  form(
    "(?:(?:just|please|simply) )*(?:(?:bring|drop|show|leave|use|fill|send|pay|mail|park|sign|print|pick) (?!me\\b|off\\b)\\w+|come (?:on )?(?:by|in|over|down)\\b)",
  ),
  form(
    "(?:we|i)(?: can| could|'ll| will| would|'d) (?!(?:check|ask|see|look|find|take|transfer|connect|put|call|get|help|hear|tell|try|need|have|like|love|do|be|say|give|let|wait|hold|go)\\b)\\w+ \\w+",
  ),
  // "Fridays and Saturdays", "by the meter", "twenty one and over".
  /^\w+days?(?: (?:and|or|to|through) \w+days?)*$/,
  form("by the \\w+\\b"),
  // "Under six", "with a prescription", "next door".
  form(
    "(?:under|over|above|below|within|up to|at least|at most|more than|less than|with|without|outside|inside)(?: \\w+){1,6}$|(?:upstairs|downstairs|next door|across the street|around the corner)\\b",
  ),
];

const ANYWHERE: readonly RegExp[] = [
  // A colleague was asked: "they say yes, for two dollars".
  /\b(says?|said|tells me|told me|tell me) (that )?(it's )?(yes|no|yeah|okay|fine|possible)\b/,
  // "My father used to", "we stopped doing that".
  /\bused to$|\bused to\b.*\b(but|not any ?more|no more|until|years ago|before)\b|\b(stopped (doing|making|selling|offering|serving|taking|carrying)|discontinued|no more|not any ?more)\b/,
  // "They fixed it this morning", "his list is full until spring".
  /\b(we|they|i|he|she) (just |already |recently )?(?!(hear|heard|know|get|got|see|saw|think|mean|like|love|doubt|take|do|did|say|said|checked|check|call|hope)\b)\w+ (it|them)\b/,
  /\b(is|are|was|were|have|has|had|just|already|all|recently) (\w+ )?(full|filled|taken|gone|sold|booked|on (back )?order|over|finished|expired|included|extra|required|optional|moved|closed)\b/,
  // "To the curb only"; "your insurance covers it".
  /^(?!.*\b(i|he|she) only\b)(?!only (one|a) )(?!.*\bonly (speak|work|started|know|heard)\b).*\bonly\b/,
  /\b(?!(?:says|knows|does|gets|sees|means|thinks|makes|wants|hears|is|was|its|this)\b)\w+s (it|them)\b/,
  /\b(and|or) (over|under|older|younger|above|below|fewer)\b/,
  // "The black ones we have".
  /\b(the|this|that|these|those) (\w+ )?ones?\b/,
  // "We recommend them", "I see two on the shelf".
  /\b(we|i|you|they|people) (do |can |could |will |would )?(\w+ly |always |still |also )?(recommend|suggest|advise|prefer|require|need|offer|accept|have|had|sell|sold|carry|keep|make|allow|see|stock|rent|charge|include) (it|them|those|one|some|any|two|three|several|a few|plenty|both|these)\b/,
];

/** The verb alone stands for what was asked: "most of them are", "for members it is", "she can, actually". */
const STANDS_FOR_IT =
  /\b(we|they|it|there|that|he|she|i|you|this one|(all|most|some|many|both|none|neither|few|each|every one|one)( of (ours|them|those|it|us))?|everybody|everyone|everything|nobody) (\w+ly |always |sometimes |often |sure )?(do|does|did|is|are|was|can|could|will|would|has|have|should|must|may)(n't| not)?( (actually|indeed|now|too|today|as well|sometimes|of course|though|yet|still|already|i think|i believe|i guess|i'm afraid))*$/;
/** "I wonder what that is": a question of theirs, or about something else. */
const ASKS_BACK = /\b(what|who|where|how|why|which|whether|know|wonder|tell|see|sure|hope|think|said)\b.* \w+( \w+)?$/;
/** "There you are", "I take it you are closing": only said. */
const ONLY_SAID = /\b(there|here) (you|we|it) (are|is|do)\b|\bi take it\b/;

export function answersIndirectly(words: string): boolean {
  if (ONLY_SAID.test(words)) return false;
  return [...FORMS, ...ANYWHERE].some((pattern) => pattern.test(words)) || standsForIt(words);
}

function standsForIt(words: string): boolean {
  return STANDS_FOR_IT.test(words) && !ASKS_BACK.test(words);
}

/** So common that they come back in sentences about anything. */
const COMMON_VERBS =
  /^(have|do|get|go|know|want|need|make|say|see|think|mean|be|give|tell|like|let|come|call|look|find)$/;

/** "Do you take American Express?", "We only take cash": the verb comes back, with other things. */
export function echoesVerb(question: string, words: string): boolean {
  const verb =
    /\b(?:do|does|did|can|could|will|would) (?:you|they|i|we|it|he|she|the \w+|your \w+) (?:also |still |ever )?(\w+)/.exec(
      question,
    )?.[1];
  if (verb === undefined || COMMON_VERBS.test(verb) || ONLY_SAID.test(words)) return false;
  return new RegExp(
    `\\b(we|they|you|it|i|he|she)( (only|just|usually|normally|also|still|always|mostly|never|don't|do not|can|can't|cannot|can only|could|will|won't|would))? ${verb}s?\\b`,
  ).test(words);
}

/** Questions whose answer lies in what somebody says of a reduction, of the hour, of who is there. */
const TAKEN_UP: readonly (readonly [asks: RegExp, says: RegExp])[] = [
  [/\b(discount|reduction|rebate|coupon|special|deal)\b/, /\b(percent|\w+ off|half price|two for one)\b/],
  [
    /^(and |so |please )*(can|could|may|is it)\b.*\b(tonight|today|tomorrow|late|later|evening|morning|afternoon|weekend)\b/,
    /\b(here|open|around|there) (until|till|from|after|before|by)\b/,
  ],
  [
    /\b(is|are) (there|\w+ \w+|\w+) .*\b(in|available|on duty|there|around|working|free)\b/,
    /\b(is|are|'s) (in|here|available|off|out|away|on duty|around|gone|on vacation|on leave|back)\b/,
  ],
];

export function takesUp(question: string, words: string): boolean {
  return TAKEN_UP.some(([asks, says]) => asks.test(question) && says.test(words));
}
