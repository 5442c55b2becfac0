/** The first words of a call, in its language. */
import { languageOfTag } from "../../language/languages.ts";
import type { BrainBrief } from "../ports.ts";
import { introductionAbroad, openingLineAbroad } from "./abroad/opening.ts";
import { assignmentOf, introduction, openingLine } from "./brain/assignment.ts";

/** Who calls, for whom and as what: the first sentence of the opening line. */
export function introductionOf(brief: Pick<BrainBrief, "brief" | "assistant">): string {
  const english = languageOfTag(brief.brief.language) === "en";
  return english ? introduction(assignmentOf(brief)) : introductionAbroad(brief);
}

export function openingLineOf(brief: Omit<BrainBrief, "errands">): string {
  const english = languageOfTag(brief.brief.language) === "en";
  return english ? openingLine(assignmentOf(brief)) : openingLineAbroad(brief);
}
