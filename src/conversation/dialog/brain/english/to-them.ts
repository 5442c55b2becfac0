/** The words of a request as they are said to the business that it speaks of. */
import type { Brief } from "../../../../calls/brief.ts";
import { asCustomer } from "./as-customer.ts";

/** Third person to second ("if they have" → "if you have"), first to the customer's name. */
export function toThem(sentence: string, brief: Brief): string {
  const business = brief.businessName?.trim() ?? "";
  const said = asCustomer(toYou(sentence), brief);
  return business === "" ? said : said.replaceAll(` at ${business}`, "").replaceAll(` with ${business}`, "");
}

function toYou(sentence: string): string {
  return (
    sentence
      .replace(/\bthey('re| are)\b(?! (?:available|in stock|sold out|expensive|cheap|waterproof)\b)/gi, "you are")
      .replace(/\bthey('ve| have)\b/gi, "you have")
      .replace(/\bthey('ll| will)\b/gi, "you will")
      // "How much are they?" is asked of things.
      .replace(/(?<!\bhow much (?:are|do|would|will) |\bwhat (?:do|would|will) )\bthey\b(?! costs?\b)/gi, "you")
      .replace(/\bdo you has\b/gi, "do you have")
      .replace(/\btheirs\b/gi, "yours")
      .replace(/\btheir\b/gi, "your")
      // "Reserve them" is said of things.
      .replace(
        /(?<!\b(?:reserve|book|order|buy|cancel|return|hold|change|move|repair|fix|replace|pick|drop|deliver) )\bthem\b/gi,
        "you",
      )
  );
}
