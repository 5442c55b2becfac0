/** What an utterance does, beside what it contains: agrees, declines, holds, says goodbye, asks us to repeat … */
import { machine } from "./machine.ts";
import { objection } from "./objection.ts";
import { plain, quoteOf } from "./words.ts";
import type { Token } from "./words.ts";

export type ActKind =
  | "dont_know"
  | "refuse"
  | "hold"
  | "goodbye"
  | "robot"
  | "wrong_number"
  | "objection"
  /** May be one: it is asked back. */
  | "objection_hint"
  | "repeat"
  | "presence"
  | "offer_help"
  | "anything_else"
  | "confirmed"
  | "unavailable"
  | "thanks"
  | "voicemail"
  /** A person may say it as well. */
  | "voicemail_hint"
  | "how_are_you"
  | "no_number"
  | "call_back"
  | "correction";

export type Act = { readonly kind: ActKind; readonly from: number; readonly to: number; readonly quote: string };

const PATTERNS: readonly (readonly [ActKind, RegExp])[] = [
  [
    "wrong_number",
    /\b(wrong number|no (one|body) (here )?by that name|there('s| is) no(body| one)? .{0,20}(here )?by that name|(this|it|that) (is|isn't|is not|was|'s|you reached|you called|a)? ?(not )?(just )?(a |my |our )?(private|residential|home) (number|residence|home|household|house|person|phone|line|address|flat|apartment)|(this|it|that)('s| is) (just )?(somebody's|someone's|my|our) (house|home|apartment|private)|you('ve| have|'ve just| have just)? (just )?(dialed|dialled|reached|got|gotten|called|rung|phoned) (the |a )?wrong(?! (day|days|date|time|hour|size|price|idea|name|department|menu|impression|end|way|info\w*|hours|week|month|order|model|part|item|year|address)\b)|you called the wrong|(have|got) the wrong (guy|man|woman|lady|person|people|family|house)\b|(number|phone|line) (isn't|is not|is no longer|ain't) (theirs|ours|his|hers|their number|the \w+)( any ?more| any longer)?$|(they|he|she) (have |has )?changed (their|his|her) (phone )?number|(isn't|not|is not) a business (line|number|phone)|i (don't|do not) (own|run|have) an? (restaurant|shop|store|garage|hotel|salon|business|clinic)|(you('ve| have)? )?reached (a|my|our|somebody's|someone's) (family|private|household|residence|flat|apartment|house|home(?! (office|page|delivery|service)))\b|you('ve| have| must have)? (must have |probably |just )?(misdial\w+|mis dial\w+)|(isn't|is not|not|no) (a|the|any|longer a|longer the) (business|restaurant|shop|store|company|hotel|salon|clinic|garage|office|practice|pharmacy|bakery)\b(?!'s| that| which| we| policy)|(?<!or )\b(no|not any) (restaurant|business|shop|store|company|hotel|salon|clinic|garage|bakery|pharmacy|dentist|doctor|such (place|business|company|person)) (here|at this (number|address)|on this (number|line))(?! (that|which|with|who|has|have|does|but|so|until|and|or)\b))/,
  ],
  [
    "robot",
    /\b((are you|am i (even |really |actually )?(speaking|talking) (to|with)|is this|is that|is it|you sound like|you're|you are|are we (speaking|talking) (to|with)) (really |actually |even |just |like )*(a |an |some kind of |some sort of |one of those |like a |the )*(real person|real human|robot|machine|bot|chat ?bot|computer|recording|ai|a i|artificial|human|automated|actual person|actual human|live person|living person|flesh and blood|person or|recorded|voice assistant|virtual|program|software)|(are you|you are|you're|is this|this is|talking to|speaking to)( \w+){0,3} (one of those )?(robots?|bots?|chat ?bots?|ai|artificial intelligence)\b( \w+)?( thing\w*)?$|no human( being)? at all|is (this|it) (automated|recorded|a recording|live)|are you (for )?(real|human|alive)\b|(speaking|talking) to an? (machine|robot|computer|real person|ai|bot)|(robot|machine|computer|bot|ai|a i) or (a |an )?(real |actual |live )?(person|human)|(person|human) or (a |an )?(robot|machine|computer|bot|ai|recording)|is (there|this) (a |an )?(real |actual |live )?(person|human)( being)? (there|on (the|this|that) (line|phone)|i'm|at the other end|calling|speaking))/,
  ],
  // The same asked otherwise: whom they may talk to, what it sounds like, what we call ourselves.
  [
    "robot",
    new RegExp(
      [
        String.raw`\b(is this|are you|you're|you are|(speaking|talking) (to|with)) (a |an )?(siri|alexa|chat ?gpt|gpt|google assistant|gemini|claude|copilot)\b`,
        String.raw`\byou(('re| are) not|'re n't| aren't| ain't) (even |really |actually )?(an? )?(real|actual|live|human|person|human being)\b(?! sure)`,
        String.raw`\byou (sound|seem) (like an? |a bit |a little |so |kind of |very |pretty |rather )*(automated|robotic|artificial|computeri[sz]ed|computer|machine|robot|bot|recorded|recording|fake|synthetic)\b`,
        String.raw`\b(have|got|is there|is that|is it|is this) an? (bot|chat ?bot|robot|machine|computer|ai|recording) (on|calling|at the other|i'm talking|talking)\b`,
        String.raw`\b(am i|are we|i am|i'm)( \w+)? (talking|speaking) (to|with) (an? )?((real|actual|live|living) )?(human|person|human being|bot|robot|machine|computer|ai|recording)\b(?! (in|who|that|from|at|responsible|with|about|resources?))`,
        String.raw`\bare you (actually |really |even |just )*an? (real |actual |live )?(person|human|human being)\b(?! (in|who|that|with|we|i|resources?))`,
        String.raw`\bwho or what\b|\bwhat are you( exactly)?$|\b(any|some)(body|one) real\b`,
        String.raw`\b(robo ?call\w*|automated call|ai call|auto ?dialer)\b`,
        String.raw`\b(this is|it's|that's) an? (robot|bot|chat ?bot|computer|recording|ai|machine) (isn't it|is it|right|huh|speaking|calling|voice)\b`,
        String.raw`\b(robots?|machines?|bots?|computers?)\b.*\bare you one( of (them|those))?$`,
        String.raw`\bsounds? (like|as if) an? (recording|robot|machine|computer|bot|ai)\b`,
        String.raw`\bis (this|it) an? (real|genuine) call\b|^(so |wait |hey |and )*you an? (robot|bot|machine|ai|computer)\b`,
      ].join("|"),
    ),
  ],
  [
    "hold",
    /\b((can|could|would|will) you (please )?(hold|wait)|(please )?hold (on|please|the line|for (a|one|just))|please hold(?! (the (?!line)|my|your|our|that|it|an?)\b)|(?<!\b(takes|took|lasts|is|per|every|once|than|within|another|it's|the) )(just |give me |wait |for )?(a|one|just one|half a) (moment|second|sec|minute|min)(?! (ago|later|walk|drive|from|before|after|floor|hand|time|thought|opinion|it's|of|to (get|be|walk|drive|heat|cook))\b)\b|(let me|i'll|i will|i need to|i have to|i'm going to|i just have to|lemme) (just )?(quickly )?(check(?! your (id|ticket|card|bag|coat|luggage))|look(?! forward)|see(?! you)|pull|find|ask(?! (for|you)\b)|grab(?! you)|get (the|my|our)|go (check|and|see|ask)|(transfer|connect)(?! the (?!call))|put you(?! (down|in)\b))|bear with me|hang on|stay on the line|stand by|(transfer|connect)(ring|ing)? you|put(ting)? you on hold|(put|hand|pass|transfer|connect|forward|switch)(ting|ing|ring)? you (over|on|through|along|to (my|our|the|a|an|some\w+)|with (my|our|the|some\w+))\b(?! (the|our|your|my|an?) (?!(phone|line|other|speaker|best|right)\b)\w+)|(i'll|i will|let me|i better|i'd better|i had better|i'm going to|i'm) (just |quickly )?(get|fetch|find|getting|fetching|finding) (you )?(my|our|the|some\w+|a) ?(colleague|co worker|manager|boss|owner|supervisor|who|else|for you)|be right back|be right with you|wait a (moment|second|minute)|give me (a|one|just)(?! (call|ring|name|number|date|time|day|reason|discount|break|good|phone|hint|email|shout))|pulling (it|that|you|them|him|her) up|looking (now|it up|that up)|stay (right )?there|(computer|system|screen)('s| is) (loading|slow|starting|thinking)|(second|sec|moment|minute) while (i|we) (check|look|see|find|pull|ask|get|go|call|bring|search|take)(ed|s)?)\b/,
  ],
  [
    "repeat",
    /\b((could|can|would|will) you (please )?(repeat|say (that|it)|speak (up|slower|more|louder)|slow down|go over)|(say|repeat|tell me) (that|it|this|\w+)( for me)?( one)?( more| once more| again| one more time| please)|^(sorry )?(could|can|would) you (\w+ )?(\w+ )?again|come again|pardon( me)?\b|(what|sorry what|sorry who|sorry how) (was|is|did you) (that|say|you say)|what did you (say|just say)|(didn't|did not|couldn't|could not|can't|cannot|don't|can barely|can hardly|didn't quite|did not quite) (quite )?(catch|hear|get|understand|follow)( that| you| it| what you| what| the| all)?|i missed that|you('re| are) breaking up|one more time|^(sorry|excuse me) (what|come again)$|^(what|huh|sorry|pardon|excuse me)$|say again|speak up)/,
  ],
  [
    "presence",
    /\b(are you (still )?there|can you hear me|is anybody there|is anyone there|you still there|still with me|anybody there)\b|^(hello|hello hello|hi hello)$/,
  ],
  [
    "anything_else",
    /\b(is there (anything|something)\b|anything (\w+ )?i can\b|i can help you( with)?$|(is there |was there )?(anything|something) else( that)?( i| we| you)?( can| could| need| want| would)?|any other questions?|(will|would) that be (all|everything)|is that (all|everything)\b|do you (need|have) (anything|any) (else|other|more)|any(thing)? (other|more) (questions|i can)|what else (can|could|do))/,
  ],
  [
    "offer_help",
    /\b(how (can|may|could) (i|we) (help|assist|be of|direct)|what can (i|we) (do|help|get)|how (can|may) i direct|may i help you|can i help you|what do you need|how('s| is) it i can help|help you (today|with today)|what would you like to know|what (did|do) you (want|need|like) to (know|ask)|what('s| is) your question|go ahead|what are your questions)\b/,
  ],
  ["how_are_you", /\b(how are you( doing)?|how's it going|how are things|how is it going|how do you do)\b/],
  [
    "no_number",
    /\b((no|don't have a|do not have a|don't give|don't use|don't issue|do not use|there is no|there's no|there isn't a|no need for a|don't need a|you don't need a|won't need a|not need a) (confirmation|reference|booking|reservation|order)? ?(numbers?|codes?)|(just|it's) (under|by) (your|the|his|her) name|under (your|the|his|her) name is (fine|enough))/,
  ],
  [
    "confirmed",
    /\b((is|are|it's|that's|that is|you're|you are|was|been|have|i've|got|get|gets|all) (now |all |been |just |already )?(booked|reserved|confirmed|scheduled|set up|cancelled|canceled|ordered|placed|rescheduled|all set|changed|moved|updated|registered|in the system|done)(?! (up|out|solid|full))\b|(i've|i have|we've|we have) (booked|reserved|confirmed|scheduled|cancelled|canceled|placed|put|moved|changed|rescheduled|ordered|made|added|noted|got you|you (down|booked|scheduled|in for|all set))|(i|we) (booked|reserved|confirmed|scheduled|cancelled|canceled|changed|moved|rescheduled) (you|it|that|the|your)|(have|got|put|putting|pencil(l?)ed) you (down|in)|you('re| are) (all set|good to go|all booked|on the (list|schedule|books|calendar)|in the (book|books|system))|all set\b|(we'll|we will|i'll|i will) (see you|expect you)|see you (then|on|at|tomorrow|tonight|this|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?<!\b(fully|completely|all|already|solidly|is|are|we're|not|be|get|double) )(booked|reserved|confirmed|scheduled|cancelled|canceled) (for|on|at|under|in)\b|consider it done|booking (is )?(complete|completed|confirmed|made)|your (confirmation|booking|reservation|reference|order) (number|code) is|(it's|that's|that is|it is) (booked|done|confirmed|taken care of)|done for you|in the (book|books) for|looking forward to (seeing|it)|(been|is|are|now) (taken out|removed|deleted|called off|taken off)\b|(taken|took|crossed|struck) (you|it|that|them|him|her|this|the \w+)( \w+)? off (of )?(the|our) (books?|schedule|calendar|list))/,
  ],
  [
    "unavailable",
    /\b((fully|all|completely) (booked|reserved)|booked (up|solid|out|full|already)|sold out|no (tables?|rooms?|appointments?|slots?|openings?|availability|spots?|seats?|times?|vacanc(y|ies)|space)( \w+)? ?(available|left|free|open|at|on|for|that|today|tomorrow|tonight)?|(we're|we are|it's|that's|it is|that is|is|are) (already )?(full|closed|taken|unavailable|not available|not possible|not able|out of stock)|(don't|do not|doesn't|does not|didn't) (have|take|do|accept|offer|see) (any |anything|a |that|reservations|bookings|those|it|online|phone)|(can't|cannot|can not|couldn't|not able to|unable to|won't be able to) (do|book|offer|make|fit|take|help|accommodate|seat|find|schedule|cancel|change)|nothing (available|free|open|left|at|on|until|before)|(he|she|they|manager|owner|doctor|boss)('s| is|'re| are) (not (in|here|available|around)|out (until|till|today|this|for|of)|away|off (today|until|till|this)|gone (for|until|till|today)|on (vacation|leave|holiday))\b|(\w+day|\w+day's|that|it|it's|that's|they're|seven|eight|nine|six|five)( is| are| was)? (all |already |long )?gone\b|no longer|out of stock|(we're|we are|i'm|i am|they're|just|all|completely|currently) out of (?!the office|office|town|the country|order|here)\w+|(ran|run|running) out of)/,
  ],
  // By nobody on this telephone: "you can only cancel in person".
  [
    "unavailable",
    /\b((can|could|may) only( be)? (\w+ ){1,5}?(in person|in writing|online|by (mail|letter|e ?mail|post|fax)|on (the|our) (website|app)|through (the|our) (website|app|portal)|at the (front desk|office|counter|branch))|(have to|has to|must|need to|needs to)( be)? (cancel\w*|book\w*|chang\w+|order\w*|reserv\w+|schedul\w+|done|do (it|that|this)|return\w*|request\w*|sign\w*)( \w+){0,4} (in person|in writing|online|by (mail|letter|e ?mail|post|fax)|on (the|our) (website|app)|through (the|our) (website|app|portal))|(have to|must|need to) come (in|by|here|to)\b|(only|exclusively) (in person|in writing|online|by (mail|letter|e ?mail))|(can't|cannot|don't|do not|not) (\w+ ){0,4}(over|by) (the )?(phone|telephone))/,
  ],
  [
    "refuse",
    /\b((can't|cannot|can not|not able to|unable to|not allowed to|don't|do not|won't|couldn't|couldn't really|not going to|rather not|prefer not to|not permitted to|not authorized to) (give|share|tell|disclose|discuss|say|provide|answer|release|comment|quote|reveal|hand)( \w+){0,4}|(that's|that is|this is) (confidential|private|not something (i|we) (can|share|give|discuss))|against (our |the )?(policy|rules)|none of your business|no comment|not over the phone)/,
  ],
  [
    "dont_know",
    /\b((i |we |i really |i honestly |we really )?(don't|do not|wouldn't|would not|don't actually|don't really|do not really) (know|have that information|have an answer|have (any )?information)|(i'm|i am|we're|we are|not|am) (not )?(really |quite |entirely |too |so |completely |100 percent )?(sure|certain)(?! (we|you|i|it) (can|will|do))|no idea|not sure|(i )?can't (say for sure|be sure|tell from)|(couldn't|could not) (say|tell you)|hard to say|beats me|i('d| would) have to (check|ask)(?! .* (moment|second)))/,
  ],
  [
    "goodbye",
    /\b(good ?bye|good by|bye( bye)?(?! weeks?\b)|have an? (great|good|nice|wonderful|lovely|pleasant|blessed) (day|evening|night|one|afternoon|weekend|morning|rest)(?! (special|rates?|menu|pass|package|deal|trip|spa|care|shift|service|shuttle|tour|ticket|off)\b)|talk (to you )?(soon|later)(?= (then|now|bye)\b|$)|take care(?! (of|with|that|to|when|about|not|if|on)\b)|take it easy$|see you( soon| then| later| friday| saturday| sunday| monday| tuesday| wednesday| thursday)?$|(see ya|catch you)( later)?$|(enjoy|have a good) (your|the rest of (the|your)) (day|evening|night|afternoon|morning|weekend|week|one|holidays?|meal|stay|trip)|have a good rest|good night(?= (then|sir|ma'am|madam|and|bye|now)\b|$)|farewell(?! (dinner|party|gift|tour|concert|show|card|lunch)\b)|so long(?= (then|now|bye)\b|$)|ciao|ta ta|all the best$|(we're|we are) done here$|that's all from (me|us))\b/,
  ],
  ["thanks", /\b(thank you|thanks|thank you very much|you're welcome|you are welcome|my pleasure|no problem|cheers)\b/],
  ["call_back", /\b(call (us |me )?back|call (us )?again|try again later|give us a call|ring back)\b/],
  [
    "correction",
    /\b(actually|correction|i mean|i meant|no wait|sorry it's|sorry that's|sorry,? it is|rather|not quite|let me correct)\b/,
  ],
];

export function acts(text: string, run: readonly Token[]): Act[] {
  const words = plain(run);
  const found: Act[] = [];
  const note = (kind: ActKind, index: number, match: string): void => {
    const from = index === 0 ? 0 : words.slice(0, index).trimEnd().split(" ").length;
    const to = from + match.trim().split(" ").length;
    found.push({ kind, from, to, quote: quoteOf(text, run, from, to) });
  };
  const objected = objection(words);
  if (objected !== null) note(objected.strong ? "objection" : "objection_hint", objected.index, objected.words);
  const recorded = machine(words);
  if (recorded !== null) note(recorded.strong ? "voicemail" : "voicemail_hint", recorded.index, recorded.words);
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(words);
    if (match !== null && !unless(kind, words, match[0])) note(kind, match.index, match[0]);
  }
  return found;
}

/** The few readings that a longer look takes back. */
function unless(kind: ActKind, words: string, match: string): boolean {
  if (kind === "robot") return /\bhuman (resources?|error|services)\b/.test(words);
  if (kind === "dont_know") return /^(i'm|i am|we're|we are|am) (really |quite |so )?(sure|certain)$/.test(match);
  if (kind === "hold")
    return (
      /\bput(ting)? you on (the|our|a|my) (\w+ )?(list|wait ?list|schedule|calendar|books)\b/.test(words) ||
      /\b(thank you|thanks) for holding\b/.test(words) ||
      /\b(let me (see|check) if i (got|have) (that|this) right)\b/.test(words)
    );
  if (kind === "refuse") return /\b(give|tell|say) (me|us)\b/.test(match) && !/\bcan't\b/.test(match);
  if (kind === "confirmed")
    return /\b(not|isn't|aren't|hasn't|haven't|before|once|until|if|can't|cannot|unless|be) (yet |been )?(booked|confirmed|reserved|scheduled|all set)\b|\b(to|can|could|shall|should|want me to) (get|have) (you|it|that) (booked|scheduled|confirmed)\b|\b(can|could|would|should|shall|will|want) .{0,20}\bput you (down|in)\b|\bwait(ing)? ?list\b/.test(
      words,
    );
  if (kind === "goodbye") return match.startsWith("see you") && words.length > match.length + 40;
  if (kind === "unavailable") return /\b(no charge|no problem)\b/.test(match);
  return false;
}

export type Polarity = { readonly yes: boolean; readonly from: number; readonly to: number; readonly quote: string };

const YES_WORD =
  /^(?:(?:well|oh|um|uh|ah|okay|and|so|let me see|hmm|hm|i think|i believe) )*(yes|yeah|yep|yup|yah|ya|sure|of course|absolutely|certainly|correct|right|that's right|that is right|that's correct|that is correct|exactly|indeed|definitely|affirmative|for sure|sounds good|that works|that's fine|that is fine|that's perfect|perfect|okay|ok|all right|alright|no problem|not a problem|no worries|we do|we sure do|it's possible|(?:you can|you may|we are|we can|we have|it is|it does|there is|there are|i do|i can|they do|they are|he does|she does)(?=$)|please do|go ahead|mm hm|mhm|uh huh|yessir|righto|bingo|precisely|totally|you bet|alrighty|okey dokey|spot on|i guess so|why not(?=$)|fine|great|will do|happy to|gladly|you got it|got it)\b/;
const NO_WORD =
  /^(?:(?:well|oh|um|uh|ah|okay|and|so|let me see|hmm|i think|i believe|actually|yeah) )*(no|nope|nah|not really|not at all|not today|not anymore|unfortunately|i'm afraid|i am afraid|afraid not|sorry (?:we|but|no|it|that|there|i)|i'm sorry (?:we|but|no|it|that|there|i)|never|we don't|we do not|we aren't|we are not|we're not|we can't|we cannot|there isn't|there is no|there's no|there aren't|there are no|it isn't|it is not|it's not|it doesn't|that's not|that is not|that isn't|not yet|neither|none|i don't think so|we no longer|incorrect|that's wrong|that is wrong|wrong|negative)\b/;
const NOT_A_NO =
  /^(?!no not at all)(?:\w+ ){0,3}?(no problem|no worries|not a problem|not at all|no charge|no trouble|no issue|no extra|no need|no cost)\b/;
const SAYS_NO =
  /\b(don't|do not|doesn't|does not|can't|cannot|can not|isn't|is not|aren't|are not|won't|will not|no longer|not (available|possible|included|allowed|open|offered)|unavailable|closed|fully booked|sold out|never|there's no|there is no|no parking|without|nothing|none)\b/;

/** Yes or no: by the first word, else by what the sentence says. Null when it is neither. */
export function polarity(text: string, run: readonly Token[]): Polarity | null {
  const words = plain(run);
  const yes = YES_WORD.exec(words);
  const no = NOT_A_NO.test(words) ? null : NO_WORD.exec(words);
  const head = no ?? yes;
  if (head === null) return null;
  const length = head[0].split(" ").length;
  const leading = head[1]?.split(" ").length ?? length;
  const saysNo =
    no !== null || (/^(okay|ok|well|right|all right|alright|so)$/.test(head[1] ?? "") && SAYS_NO.test(words));
  return { yes: !saysNo, from: length - leading, to: length, quote: quoteOf(text, run, length - leading, length) };
}

/** A statement that denies: what a yes-no question is answered with when nobody says "no". */
export function denies(words: string): boolean {
  return SAYS_NO.test(words);
}
