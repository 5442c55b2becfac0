/**
 * Whether words tell a language model what to do, instead of telling us something: they prove nothing, whatever else is in
 * them. A person who says "never mind what I said" or "say hello to her" is not meant.
 */
import { MEANT_FOR_A_MODEL_IN_GERMAN } from "../de/meant-for-a-model.ts";
import { MEANT_FOR_A_MODEL_IN_SPANISH } from "../es/meant-for-a-model.ts";
import { MEANT_FOR_A_MODEL_IN_FRENCH } from "../fr/meant-for-a-model.ts";
import { folded } from "../tabled/words.ts";

const RULES =
  "(?:instructions?|prompts?|rules?|guidelines|programming|commands?|directives?|orders|training|restrictions)";
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignor\\w+|disregard\\w*|forget|overrid\\w+|bypass|discard|drop|delete|erase|stop following|don't follow|do not follow|set aside) (?:\\w+ ){0,4}?${RULES}\\b`,
  ),
  /\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:\w+ ){0,3}?(?:you were|you've been|you have been|your (?:makers?|developers?|owners?)) ?(?:\w+ )?(?:told|taught|asked|instructed|given|said|before)?/,
  /\b(?:system|initial|hidden|secret|original) (?:prompt|instructions?)\b|\byour (?:prompt|(?:new |real |actual |updated )instructions?)\b|\bnew instructions? (?:for you|are|is|follow)\b/,
  /\b(?:developer|admin|administrator|debug|maintenance|god|root|jailbreak) mode\b|\b(?:as an?|you are an?) (?:ai|a i|large )?language model\b|\bfrom now on you(?: are|'re| will| must)\b/,
  /\b(?:call|use|run|invoke|execute) (?:the )?(?:tools?|functions?)\b|\b(?:record|ask|end|press|leave|wait|transfer)_\w+\b|(?:^|\s)(?:system|assistant|developer) ?:/,
  /\b(?:tell|report to|say to|write to|inform) (?:your|the) (?:customer|client|caller|user|principal|owner|boss|operator) (?:that )?(?:\w+ ){0,6}?success\w*\b/,
  /\b(?:mark|log|record|report|flag|count|save) (?:this|the|it|that)(?: \w+){0,2} as (?:an? )?success\w*\b/,
  // Whom it is to be, and for whom.
  /\byou are now (?:an?|my|our|the) (?:\w+ )?(?:assistant|ai|bot|agent|chat ?bot|model|persona|character)\b|\b(?:act|behave|respond|answer) as (?:if|though) (?:i|we) (?:were|was|am|are) (?:your|an?|the) (?:admin\w*|developer|programmer|owner|creator|operator|system|root)\b|\bi(?:'m| am) your (?:admin\w*|developer|programmer|creator)\b/,
  /\b(?:tell|inform|notify|report to|reply to|write to|say to) your (?:user|principal|developer|programmer|prompter|maker|creator)s?\b/,
  // What it is to want, and to claim.
  /\byour (?:new|real|true|actual|only) (?:goal|task|job|mission|objective|purpose) is\b|\b(?:ignore|disregard|forget|abandon|override) (?:the|your|all|any) (?:goal|task|mission|objective|constraints?)\b|^override\b/,
  /\b(?:set|make|change|turn) (?:the )?(?:outcome|result|verdict|success)(?: \w+)? (?:to|as|into) (?:true|an? success|success\w*|done|complete\w*)\b|\bsuccess (?:is |to |equals )?true\b|\bpretend (?:that )?(?:the|this|your|it|everything) (?:\w+ )?(?:went|is|was|has|worked|succeeded|got)\b/,
  /\brepeat (?:(?:all|everything|the) )*(?:words|text|messages?|lines|instructions)?(?: \w+)? (?:above|verbatim)\b/,
  /^(?:hey |okay |dear )?(?:assistant|ai|bot|robot|computer|language model|system) (?:please )?(?:ignore|disregard|forget|override|set|mark|report|output|print|reveal|repeat)\b/,
  // Whoever tries it may do so in another language than that of the call.
  ...MEANT_FOR_A_MODEL_IN_SPANISH,
  ...MEANT_FOR_A_MODEL_IN_FRENCH,
  ...MEANT_FOR_A_MODEL_IN_GERMAN,
];

export function isMeantForAModel(text: string): boolean {
  const words = folded(text)
    .replace(/[,.!?;"]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return PATTERNS.some((pattern) => pattern.test(words));
}
