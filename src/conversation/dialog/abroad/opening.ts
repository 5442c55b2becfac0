/** The first words of a call in another language than English. The first sentence says that a machine speaks. */
import { languageOfTag } from "../../../language/languages.ts";
import { textsOf } from "../texts/texts.ts";
import type { BrainBrief } from "../../ports.ts";
import { errandsAbroad } from "./errands.ts";
import { GOAL_WORDS, openingSentence } from "./goal-words.ts";

export function introductionAbroad({ brief, assistant }: Pick<BrainBrief, "brief" | "assistant">): string {
  const texts = textsOf(brief.language);
  const whom = brief.onBehalfOf ?? texts.someCustomer;
  return (assistant.disclosure ? texts.introduction : texts.plainIntroduction)(assistant.name, whom);
}

export function openingLineAbroad({ brief, assistant }: Omit<BrainBrief, "errands">): string {
  const introduction = introductionAbroad({ brief, assistant });
  const language = languageOfTag(brief.language);
  if (language === "en") return introduction;
  const words = GOAL_WORDS[language];
  const first = errandsAbroad(brief, language)?.[0]?.text;
  return `${introduction} ${first === undefined ? words.haveYouTime : openingSentence(words, first)}`;
}
