/** What a call of ours has to find out and to get done, worked out from its request. */
import type { Brief } from "../../calls/brief.ts";
import type { Errand } from "../../calls/ports.ts";
import { languageOf } from "./brain/language.ts";
import type { Task } from "./notebook.ts";

export function taskOf(brief: Brief): Task {
  return { questions: brief.questions, errands: errandsOf(brief) };
}

export function errandsOf(brief: Brief): readonly Errand[] {
  return languageOf(brief.language)
    .errandsOf(brief)
    .map(({ text, kind, confirms }) => ({ text, kind: kind === "find_out" && !confirms ? "find_out" : "do" }));
}
