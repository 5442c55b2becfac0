/**
 * Whether somebody asks not to be called again. A number is blocked for everybody on these words, so they have to be a
 * request made to us ("don't call here again", "take us off your list") or a threat. What only sounds like one is a hint:
 * "we don't accept sales calls" is asked back, "if you don't call back by five" is nothing.
 */
export type Objection = { readonly strong: boolean; readonly index: number; readonly words: string };

/** Who is said to do it: then it is told of somebody, or a condition, and no request. */
const TOLD_OF_SOMEBODY =
  "(?<!\\b(?:i|we|they|you|he|she|it|who|people|guests|customers|callers|patients|staff|nobody|why|if|i'll|we'll|they'll|they'd|we'd|i'd|would|will|could|should i|should we|can)(?: (?:just|really|usually|normally|also|always|often|please))?\\s)";
const US = "(?:me|us|here|him|her|them|my|our|this (?:number|place|house|phone|line|business|office|shop|store))";
const CALL =
  "(?:call|calling|phone|phoning|ring|ringing|dial|dialing|dialling|contact|contacting|text|texting|bother|bothering|harass|harassing)";

const STRONG: readonly RegExp[] = [
  // "don't ever call me", "stop calling", "never phone here again"
  new RegExp(
    `${TOLD_OF_SOMEBODY}\\b(?:do not|don't|never|stop|quit)(?: you)?(?: ever| even)? ${CALL}(?: ${US}| back| again| any ?more| ever)\\b(?: numbers?| phone)?`,
  ),
  new RegExp(`${TOLD_OF_SOMEBODY}\\b(?:do not|don't|never) ${CALL}(?: \\w+){0,3} (?:again|any ?more|ever)\\b`),
  new RegExp(`${TOLD_OF_SOMEBODY}\\b(?:stop|quit) (?:calling|phoning|ringing|bothering|harassing)$`),
  /\b(?:would|could|can|will) you (?:please |just |kindly )*(?:stop|quit) (?:calling|phoning|ringing|contacting|bothering)\b(?! (?:it|him|her|them|that)\b)/,
  /\b(?:told|asked|asking|telling|want|like|ask) you(?: people| guys)? (?:not to|never to|to stop|to quit) (?:ever )?(?:call|phone|contact|calling|phoning|contacting)\b/,
  new RegExp(
    `(?<!\\b(?:i|we|they|i'll|we'll|i can|we can|can i|if you)\\s)\\b(?:take|remove|get|strike|drop|cross|scratch|wipe) (?:me|us|this number|my number|our number|this phone|my name) (?:off|from|out of)\\b(?! hold| speaker| the (?:waiting|wait|schedule|booking))`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they|i'll|we'll|if you)\\s)\\b(?:delete|remove|lose|erase|forget) (?:my|our|this) (?:phone |telephone )?number\\b`,
  ),
  // "I'd appreciate it if you never called us again", "I don't want any more of these calls"
  /\b(?:appreciate (?:it )?|prefer (?:it )?|grateful |rather |glad |happy |happier |thankful |better |like it )(?:if )?you (?:people |guys |all )?(?:never|didn't|did not|wouldn't|would not|stopped|don't|do not|quit)(?: ever)? (?!ask|say|said|repeat|interrupt|tell|told|put|send|sent|book|charge|cancel|chang|mov|mak|do\b|did\b|be\b|us\w+ )\w+(?: \w+){0,4}? (?:again|any ?more|ever)\b/,
  /\b(?:appreciate (?:it )?|prefer (?:it )?|grateful |rather |glad |thankful )(?:if )?you (?:people |guys )?(?:stopped|quit|didn't|wouldn't|never) (?:calling|phoning|ringing|call(?:ed)?|phoned?|rang|ring)(?: (?:me|us|here|this (?:number|place|house)))?$/,
  // "I've asked to be taken off", "I don't want to be contacted", "this number is not to be called"
  /\b(?:asked|asking|want|like|need|demand|told you)(?: \w+){0,3}? to be (?:taken|removed|deleted|struck) (?:off|from|out)\b(?! (?:the|your) (?:waiting|wait))/,
  /\b(?:do not|don't) (?:ever )?(?:want|wish) to be (?:contacted|called|phoned|rung|bothered|disturbed)\b/,
  /\b(?:this|our|my) (?:phone |telephone )?number(?: is|'s)? (?:not|never) to be (?:called|dialed|dialled|contacted|rung)\b/,
  /\b(?:have|get|want|need) (?:this|my|our) (?:phone |telephone )?number (?:removed|deleted|taken off|taken out|erased|blocked)\b/,
  /\b(?:want|get me|get us) off (?:of )?(?:your|this|that) (?:call |calling |phone |contact |marketing )?list\b|\bunsubscribe (?:me|us|this number)\b|(?<!\b(?:i|we|to|i'll|we'll|can)\s)\bblock (?:this|our|my) number(?: on your (?:end|side|system))?\b/,
  /\bdon't you (?:dare|ever)(?: to)? (?:call|phone|ring|contact)\b|\b(?:i|we) forbid (?:you|it)\b.*\b(?:call|phone|contact|ring)\w*/,
  /\b(?:told|telling|said|please|want|need|i said|ever|again) (?:\w+ ){0,4}?no more (?:of these |of your |phone )?calls\b|^no more (?:of these |phone )?calls\b/,
  /(?<!\b(?:i|we|they|i'll|we'll|can|if you)\s)\b(?:remove|delete) (?:me|us)(?: please| now| immediately| right now| from (?:your|the|this) \w+)?$/,
  /(?<!\bif (?:you|they|we) )\b(?:do not|don't) (?:want|wish|need) (?:to (?:get|receive|have|hear)|you to call|any more|any further|further|another)(?: any| any more| any further| further| another| more| from you| of)* ?(?:these |your |such |robo |automated )?(?:calls?|again|ever)\b(?! (?:before|after|until|on|at|today|tomorrow)\b)/,
  // Without it nobody may be talked to, or recorded.
  /\b(?:i|we) (?:really |absolutely )?(?:do not|don't|did not|didn't|never) (?:consent|agree|give (?:you )?(?:my |our |any )?(?:consent|permission))\b(?=.*\b(?:record\w*|call\w*|robots?|machines?|ai|automated|computers?|bots?|this|any of this)\b)/,
  /\b(?:put|add|place) (?:me|us|this number|my number|our number) (?:on|to) (?:your|the|that) (?:\w+ )?(?:do not call|don't call|no call)\b/,
  /\b(?:we're|we are|i'm|i am|number is|number's) (?:already )?on the (?:national |federal )?do not call\b/,
  /(?<!\b(?:if you|don't|they|we)\s)\bleave (?:me|us) alone\b/,
  /\b(?:i'll|i will|we'll|we will|i'm going to|we're going to|i'm gonna) (?:sue|report) (?:you\b(?! back| in| at| as| when)|your (?:number|company|call)|this (?:call|number))|\btake legal action\b|\bthis is harassment\b|\byou(?:'re| are) harassing\b|\bcalling the (?:police|cops|ftc|fcc)\b/,
];

/** Not now, not here, not about that: they ask for another call rather than for none. */
const ONLY_THEN =
  /^ (?:before|after|until|till|between|during|on|at|today|tonight|tomorrow|now|right now|about|for|with|if|when|unless|so|this (?:week|morning|afternoon|evening)|yet|we'll|we will|i'll|i will|the (?:store|shop|office|front desk|kitchen)|number|line)\b/;
const FOR_GOOD = /\b(?:again|any ?more|ever|never)\b/;

const HINT =
  /\b(?:not interested\b|no (?:more )?(?:sales|solicitation|soliciting|solicitors|robo|spam|cold) ?(?:calls?|callers?)?\b|(?:do not|don't|never) (?:accept|take|want|answer) (?:any )?(?:solicit\w*|sales calls?|robo ?calls?|robot calls?|automated calls?|cold calls?|spam|these calls|calls from (?:robots|machines))|(?:do not|don't|won't|will not|refuse to|not going to|not) (?:want to |wish to )?(?:talk(?:ing)?|speak(?:ing)?) (?:to|with) (?:a |an |any |some )?(?:robots?|machines?|computers?|ai|bots?|automated|recordings?)\b|do not call list\b|how did you get (?:this|my|our) number\b)/;

export function objection(words: string): Objection | null {
  for (const pattern of STRONG) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const rest = words.slice(match.index + match[0].length);
    if (ONLY_THEN.test(rest) && !FOR_GOOD.test(match[0])) continue;
    return { strong: true, index: match.index, words: match[0] };
  }
  const hint = HINT.exec(words);
  return hint === null ? null : { strong: false, index: hint.index, words: hint[0] };
}
