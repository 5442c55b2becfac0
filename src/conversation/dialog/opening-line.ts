/** The first words of a call, in its language. */
import { languageOfTag } from "../../language/languages.ts";
import type { BrainBrief } from "../ports.ts";
import { openingLineAbroad } from "./abroad/opening.ts";
import { assignmentOf, openingLine } from "./brain/assignment.ts";

export function openingLineOf(brief: Omit<BrainBrief, "errands">): string {
  const english = languageOfTag(brief.brief.language) === "en";
  return english ? openingLine(assignmentOf(brief)) : openingLineAbroad(brief);
}
