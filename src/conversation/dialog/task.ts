/** What a call of ours has to find out and to get done, worked out from its request. */
import type { Brief } from "../../calls/brief.ts";
import type { Errand } from "../../calls/ports.ts";
import { languageOfTag } from "../../language/languages.ts";
import { errandsAbroad } from "./abroad/errands.ts";
import { languageOf } from "./brain/language.ts";
import type { Task } from "./notebook.ts";

export function taskOf(brief: Brief): Task {
  return { questions: brief.questions, errands: errandsOf(brief) };
}

export function errandsOf(brief: Brief): readonly Errand[] {
  const language = languageOfTag(brief.language);
  const abroad = language === "en" ? null : errandsAbroad(brief, language);
  if (abroad !== null) return abroad;
  return languageOf(brief.language)
    .errandsOf(brief)
    .map(({ text, kind, confirms }) => ({ text, kind: kind === "find_out" && !confirms ? "find_out" : "do" }));
}
