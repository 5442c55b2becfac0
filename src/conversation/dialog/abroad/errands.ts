/**
 * The errands of a goal that is written in the language of its call. They are found by their verbs; a goal without any of
 * these is read as English, because agents often write English whatever the call is in.
 */
import type { Brief } from "../../../calls/brief.ts";
import type { Errand } from "../../../calls/ports.ts";
import type { Language } from "../../../language/languages.ts";
import { folded } from "../../../language/tabled/words.ts";
import { GOAL_WORDS } from "./goal-words.ts";

/** Null when nothing shows that the goal is in this language. */
export function errandsAbroad({ goal }: Brief, language: Exclude<Language, "en">): readonly Errand[] | null {
  const words = GOAL_WORDS[language];
  const isErrand = (text: string): boolean => words.asks.test(folded(text)) || words.does.test(folded(text));
  const whole = goal.trim();
  if (!isErrand(whole)) return whole.endsWith("?") ? [{ text: whole, kind: "find_out" }] : null;
  const errands: string[] = [];
  let from = 0;
  let open = 0;
  for (const joint of whole.matchAll(new RegExp(words.joint.source, `${words.joint.flags}g`))) {
    const [before, after] = [whole.slice(from, joint.index), whole.slice(joint.index + joint[0].length)];
    if (!isErrand(before) || !isErrand(upTo(after, words.joint))) continue;
    errands.push(before);
    from = joint.index + joint[0].length;
    open += 1;
    if (open >= MOST_ERRANDS) break;
  }
  errands.push(whole.slice(from));
  return errands.map((text) => {
    const plain = folded(text);
    const [asks, does] = [plain.search(words.asks), plain.search(words.does)];
    const finds = asks >= 0 && (does < 0 || asks < does);
    return { text: text.replace(/[\s.,;!]+$/, "").trim(), kind: finds ? "find_out" : "do" };
  });
}

const MOST_ERRANDS = 8;

function upTo(text: string, joint: RegExp): string {
  const at = text.search(joint);
  return at < 0 ? text : text.slice(0, at);
}
