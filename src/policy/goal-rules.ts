/**
 * Goals that no call may have: threatening people, passing for the police or a bank, fishing for one-time codes and
 * card data. A few narrow rules for what is plainly said, in four languages; they would rather miss a clever wording
 * than stop a dentist's appointment. A rule speaks of what the assistant is told to do to the callee: "someone who
 * pretended to be from the police" and "if they text me a code" are none of its business. Negations are spared.
 */

type GoalRule = {
  readonly reason: string;
  /** Words right before a match that make it harmless. */
  readonly spared: RegExp;
  readonly patterns: readonly RegExp[];
};

/** "Do not pretend …", "without asking …". */
const NEGATED =
  "(?:don't|do not|never|not|without|no|nicht|nie|kein|nunca|sin|ne|jamais|avoid|instead of)(?: \\w+){0,3}";
/** "Someone tried to pretend to be …", "scammers who …": told of others, not ordered. */
const TOLD =
  "(?:someone|somebody|they|he|she|people|scammers?|callers?|fraudsters?|who|tried|trying|whether|if)(?: \\w+){0,3}";
/** "He said he will …", "do not say that …". */
const QUOTED =
  "(?:(?:said|says|told|wrote|threatened|screamed)(?: \\w+){0,3}|(?:don't|do not|never) (?:say|tell|claim|write)(?: \\w+){0,3})";

const before = (words: string): RegExp => new RegExp(`\\b(?:${words}) ?"?$`);

const YOUR = "(?:your|you're|you are|their|his|her|the (?:customer|client|person|owner|callee|victim|clerk)'?s?)";
const SOMEBODY =
  "(?:you|him|her|them|your|his|their|the (?:owner|manager|staff|employee|clerk|people|family)|everyone|everybody|somebody|someone)";
const AUTHORITY =
  "(?:police(?! athletic| museum| credit union)|sheriff'?s?|fbi|cia|dea|irs|hmrc|interpol|immigration|homeland security|social security administration|border patrol|tax (?:office|authority)|court bailiff)";
const BANK =
  "(?:(?:the|their|his|her|your|a) (?:\\w+ )?bank|bank (?:employee|officer|clerk|security|fraud)|(?:\\w+ )?(?:bank|card|visa|mastercard|paypal|amazon|microsoft|apple)(?:'s)? (?:fraud|security|support|tech) (?:department|team|support|desk)|microsoft support|tech support)";
const ONE_TIME_CODE =
  "(?:one[- ]?time|verification|2fa|two[- ]factor|otp|authentication|sms|login|log-in|sign-in)(?: (?:pass)?(?:code|word|pin)s?| passcodes?)?";

const NO_IMPOSTOR =
  "The assistant never passes for the police, an authority or a bank. Name the person it really calls for.";
/** The whole of a name, so that Dea and Cia, who are people, may call. */
const IMPOSTOR = new RegExp(
  `^(?:an? |the )?(?:(?:officer|agent|inspector|detective) (?:\\w+ )?(?:of|from|with|at) (?:the )?)?(?:local |state |federal |city |us |u\\.s\\. )?(?:${AUTHORITY}(?: (?:department|officer|office|agent|agency|service))?|${BANK})$`,
);

const RULES: readonly GoalRule[] = [
  {
    reason: "Calls that threaten people are not placed. Say what you want from the business without a threat.",
    spared: before(QUOTED),
    patterns: [
      new RegExp(
        `\\b(?:i|we|you|somebody|someone)(?:'ll| will| am going to|'m going to|'re going to| are going to| is going to) (?:kill|hurt|shoot|stab|murder|rape|beat up|beat|bomb|torture|burn down|burn) ${SOMEBODY}\\b`,
      ),
      /\bthreaten (?:\w+ ){0,4}(?:to (?:kill|hurt|shoot|stab|murder|harm|bomb|burn|beat)|with (?:violence|death|harm|a gun|a knife|a bomb)|(?:his|her|their) (?:life|lives|family|families|kids|children|wife|husband))\b/,
      /\b(?:say|tell (?:them|him|her|the \w+)|claim|announce|report|pretend)(?: that)? there(?:'s| is) a bomb\b/,
      /\bmake a (?:bomb|death) threat\b/,
      /\b(?:te|le|os|les) voy a matar\b|\bamenaza(?:le|los|la|lo|les)? (?:\w+ ){0,3}(?:de muerte|con matar)/,
      /\bich (?:werde|bringe) (?:dich|sie|euch|ihn) (?:um\b|umbringen|toten)|\bdrohe? (?:\w+ ){0,4}(?:mit dem tod|umzubringen|mit gewalt)/,
      /\bje vais (?:te|vous|le|la|les) tuer\b|\bmenace(?:z)?(?:-les|-le|-la)? (?:\w+ ){0,3}(?:de mort|de (?:les|le|la) tuer)/,
    ],
  },
  {
    reason: NO_IMPOSTOR,
    spared: before(`${NEGATED}|${TOLD}`),
    patterns: [
      new RegExp(
        `\\b(?:pretend|pose|act|impersonate|claim|masquerade)(?: to be| as| like| being)?(?: \\w+)? ?(?:you(?:'re| are) )?(?:from |with |calling from |an? (?:officer|agent|employee|member) (?:of|from) )?(?:an? |the )?(?:\\w+ )?${AUTHORITY}\\b`,
      ),
      new RegExp(
        `\\b(?:say|tell (?:them|him|her|the \\w+))(?: that)? (?:you(?:'re| are)|we(?:'re| are)|this is) (?:calling )?(?:from |with )?(?:an? |the )?(?:officer \\w+ (?:of|from|with) (?:the )?)?(?:local |state |federal |city )?${AUTHORITY}\\b`,
      ),
      new RegExp(
        `\\b(?:pretend to be|pretend you(?:'re| are)|pose as|impersonate|masquerade as|claim to be|claim you(?:'re| are))(?: calling)?(?: from| with)?(?: an?| someone from)? ?(?:${BANK}|(?<=(?:from|with) ?)(?:\\w+ ){1,2}bank\\b)`,
      ),
      new RegExp(
        `\\b(?:say|tell (?:them|him|her))(?: that)? (?:you(?:'re| are)|we(?:'re| are)|this is)(?: calling)? (?:from |with )(?:the )?(?:\\w+ )?(?:bank|card|visa|paypal)(?:'s)? (?:fraud|security) (?:department|team|desk)`,
      ),
      /\b(?:hazte pasar por|finge(?:r)? ser|di que eres|diles que eres) (?:de |del |un |una |la |el )*(?:policia|agente de policia|guardia civil|hacienda|banco|empleado del banco)\b/,
      /\b(?:gib dich|geben sie sich|ausgeben) als (?:\w+ ){0,2}(?:polizei|polizist|polizistin|kripo|bank|bankmitarbeiter|finanzamt)\b/,
      /\b(?:fais-toi passer pour|faites-vous passer pour|pretends? etre|dis que tu es) (?:de |un |une |la |le |des )*(?:police|policier|policiere|gendarme|gendarmerie|impots|banque|banquier|conseiller bancaire)\b/,
    ],
  },
  {
    reason:
      "Calls that fish for one-time codes, passwords or card data are not placed. Ask for nothing that proves who someone is.",
    spared: before(`${NEGATED}|${TOLD}`),
    patterns: [
      new RegExp(
        `\\b(?:get|obtain|ask (?:them |him |her |\\w+ )?(?:for|to (?:read|tell|give|share|confirm|say|provide))|collect|find out|request|extract|make (?:them|him|her) (?:read|tell|give|share|say)|have (?:them|him|her) (?:read|tell|give|share))(?: (?:me|us|you|back|out|out loud))* ${YOUR} ${ONE_TIME_CODE}`,
      ),
      new RegExp(
        `\\b(?:read|tell|give|share|confirm|say|provide|get|ask (?:them |him |her )?for)(?: (?:me|us|you|back|out))* (?:the|that) (?:${ONE_TIME_CODE}|(?:\\d|four|six|eight)[- ]digit code|code|passcode) (?:that )?(?:(?:was|we|i|you|they) )?(?:just )?(?:have |has |been )*(?:sent|texted|received|got|gets?)(?: to| on| by)?(?: (?:${YOUR} phone|sms|text|them|him|her))`,
      ),
      new RegExp(
        `\\b(?:get|obtain|ask (?:them |him |her |\\w+ )?for|collect|find out|request|extract|ask what)(?: is)? ${YOUR} (?:credit card|debit card|card) (?:number|details|data|cvv|pin)`,
      ),
      new RegExp(
        `\\b(?:get|obtain|ask (?:them |him |her |\\w+ )?for|collect|find out|request|extract)(?: is)? ${YOUR} (?:cvv|social security number|ssn|(?:online )?banking (?:password|login|credentials)|bank password|atm pin|bank pin|password)\\b`,
      ),
      /\b(?:pide|pidele|pideles|consigue|obten)(?: \w+){0,3} (?:el|su) (?:codigo (?:de verificacion|sms|de un solo uso|de seguridad) que (?:le|les|ha|han|recib)|numero de (?:su )?tarjeta|clave bancaria)/,
      /\b(?:frag|frage|erfrage|hol|lass dir)(?: \w+){0,5} (?:nach (?:der|ihrer|seiner) (?:tan|pin|kreditkartennummer)|nach dem (?:sms-code|einmalcode)|(?:ihre|seine) (?:tan|kreditkartennummer))\b/,
      /\b(?:demande|demandez|obtiens|recupere)(?:-leur|-lui)?(?: \w+){0,2} (?:le code (?:de verification|recu par sms|sms|a usage unique)|(?:son|leur) (?:numero de carte|code de carte|mot de passe))/,
    ],
  },
];

/** Why a call with this text is not placed; null when nothing speaks against it. */
export function forbiddenGoal(text: string): string | null {
  const plain = flatten(text);
  for (const rule of RULES) {
    for (const pattern of rule.patterns) {
      for (const match of plain.matchAll(new RegExp(pattern, "g"))) {
        if (!rule.spared.test(plain.slice(Math.max(0, match.index - 60), match.index))) return rule.reason;
      }
    }
  }
  return null;
}

/** Why no call is placed in this name; null when nothing speaks against it. The assistant says it as it is written. */
export function forbiddenCaller(name: string): string | null {
  return IMPOSTOR.test(flatten(name).trim()) ? NO_IMPOSTOR : null;
}

/** Small letters without accents, plain apostrophes, single spaces, nothing invisible. */
function flatten(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, "")
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()
    .replaceAll(/\s+/g, " ");
}
