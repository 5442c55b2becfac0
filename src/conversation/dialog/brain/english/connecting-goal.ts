/** A goal that wants the caller connected: "once a human answers, put me through to the owner". */
import type { Brief } from "../../../../calls/brief.ts";
import { TEXTS } from "./texts.ts";

const ME = "(?:me|us|him|her|them|the (?:customer|client|caller|patient|guest))";
const CALL = "(?:the call|this call|the line)";
const CONNECTS = new RegExp(
  [
    `\\b(?:connect|patch|bridge|conference|link) (?:${ME}|${CALL})\\b(?: (?:through|in|up|directly|to|with)\\b|[\\s.,!]*$| (?:once|when|as soon|if|now))`,
    `\\bput (?:${ME}|${CALL}) (?:through|in touch|in contact|on (?:the )?(?:line|phone)|on to|onto)\\b`,
    `\\b(?:transfer|forward|hand|pass) (?:${ME}|${CALL})(?: (?:over|on|back|through))? to\\b`,
    `\\b(?:transfer|forward|hand|pass) (?:${ME}|${CALL})(?: over| on| through)?[\\s.,!]*$`,
    `\\bget (?:${ME}) (?:on the (?:line|phone)|through to|in touch with)\\b`,
    "\\b(?:connect|transfer|put|hand|pass|forward) (?:them|him|her|the call|someone|somebody|the \\w+) (?:through |over |on )?to (?:me|us|my (?:phone|number|cell|mobile))\\b",
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|wish|prefer) to (?:speak|talk) (?:to|with) (?:\\w+ ){1,4}(?:myself|directly|in person|ourselves)\\b",
  ].join("|"),
  "i",
);
const WITH =
  /\b(?:to|with) (the (?!phone|line|number|call\b)[a-z]+(?: [a-z]+)?|(?:an?|some) (?!call\b)[a-z]+(?: [a-z]+)?|(?:mr|mrs|ms|dr|doctor)\.? \w+)/i;
const BREAKS = /\b(?:once|when|as|after|if|and|then|who|that|on|at|about|for|in|so|to|because)\b.*$/i;

/** In the words of this errand; only where the request says whom to call for it. */
export function wantsConnecting(text: string, { transferTo }: Pick<Brief, "transferTo">): boolean {
  return transferTo !== null && CONNECTS.test(text);
}

/** What is said for it. */
export function connectingSentence(text: string, { onBehalfOf }: Pick<Brief, "onBehalfOf">): string {
  const whom = onBehalfOf ?? TEXTS.someCustomer;
  const named = WITH.exec(text)?.[1]?.replace(BREAKS, "").trim() ?? "";
  const target = /^(?:the|an?|some)?\s*(?:human|person|someone|somebody|people|business|restaurant)?$/i.test(named)
    ? "you"
    : named;
  return TEXTS.wantsToTalk(`${whom.charAt(0).toUpperCase()}${whom.slice(1)}`, target === "" ? "you" : target);
}
