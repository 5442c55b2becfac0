/**
 * What no model decides: an objection to being called ends the call with an apology, the wrong number with another, and
 * who asks whether a machine speaks is told so, in our own words and before anything else. So is whoever comes to the
 * telephone and does not know who calls. Pure.
 */
import { actOf } from "../../../language/en/reading.ts";
import type { ActKind } from "../../../language/en/talk.ts";
import { readerOf } from "../../../language/readers.ts";
import type { BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";
import { notesIn } from "./notes.ts";
import { saidByBusiness } from "./quotes.ts";
import type { RulesView } from "./rules-view.ts";
import { conclusionOf } from "./verdict.ts";

export type Certain =
  /** All that there is to be said and done. */
  | { readonly type: "whole"; readonly moves: readonly BrainMove[] }
  /** Said first, by us; the model goes on from there. `isNature`: that a machine speaks is said by it. */
  | { readonly type: "first"; readonly line: string; readonly isNature: boolean };

export function certainReply(
  brief: BrainBrief,
  history: readonly HistoryEntry[],
  event: BrainEvent,
  rules: RulesView,
): Certain | null {
  if (event.type === "heard" && event.who === "menu") return null;
  const text = event.type === "heard" ? event.text : event.type === "opened" ? (event.heard ?? "") : "";
  const { texts } = rules;
  if (hasSaid(history, texts.objection) || hasSaid(history, texts.wrongNumber)) {
    return event.type === "heard" || event.type === "silence" ? { type: "whole", moves: [{ type: "hang_up" }] } : null;
  }
  if (text.trim() === "") return null;
  const quotes = objectionIn(text, history, event, rules);
  if (quotes !== null) {
    const concluded = conclusionOf(brief, notesIn(history), { heardAnybody: true, objected: true });
    return { type: "whole", moves: [{ type: "objected", quotes }, concluded, ...parting(texts.objection)] };
  }
  if (acts(text, "wrong_number", rules) !== null) {
    const concluded = conclusionOf(brief, notesIn([]), { heardAnybody: true, objected: false, wrongNumber: true });
    const undone = brief.errands.map((_, index): BrainMove => ({ type: "errand", index, reached: false, quotes: [] }));
    return { type: "whole", moves: [...undone, concluded, ...parting(texts.wrongNumber)] };
  }
  if (event.type !== "heard") return null;
  if (acts(text, "robot", rules) !== null) {
    return { type: "first", line: texts.robot(brief.brief.onBehalfOf ?? texts.someCustomer), isNature: true };
  }
  const leaves = acts(text, "hold", rules) !== null || acts(text, "goodbye", rules) !== null;
  if (event.who !== "next_person" || leaves) return null;
  return { type: "first", line: rules.introduction, isNature: true };
}

/** One plain request not to call, or a second one of what only may be meant so. */
function objectionIn(
  text: string,
  history: readonly HistoryEntry[],
  event: BrainEvent,
  rules: RulesView,
): readonly string[] | null {
  const plainly = acts(text, "objection", rules);
  if (plainly !== null) return [text.trim().replace(/[\s.!]+$/, "")];
  const before = saidByBusiness(history, event)
    .filter((said) => said !== text)
    .findLast((said) => acts(said, "objection_hint", rules) !== null);
  if (before === undefined) return null;
  const again = acts(text, "objection_hint", rules) !== null;
  const isAsked = hasSaid(history.slice(-1), rules.texts.isThatAnObjection);
  return again || (isAsked && rules.reader.read(text).polarity?.yes === true) ? [before, text] : null;
}

/** The words of such an act, in the language of the call or in English; null when there are none. */
function acts(text: string, kind: ActKind, { reader }: RulesView): string | null {
  const own = actOf(reader.read(text), kind);
  return (own ?? (reader.language === "en" ? null : actOf(readerOf("en").read(text), kind)))?.quote ?? null;
}

function parting(text: string): BrainMove[] {
  return [{ type: "say", text }, { type: "hang_up" }];
}

/** Enough of the line was heard, or was about to be. */
function hasSaid(history: readonly HistoryEntry[], line: string): boolean {
  const begins = wordsOf(line).slice(0, ENOUGH_WORDS).join(" ");
  return history.some(
    (entry) =>
      entry.role === "assistant" &&
      wordsOf(`${entry.text} ${entry.cutOff ?? ""}`)
        .join(" ")
        .includes(begins),
  );
}

const ENOUGH_WORDS = 6;

const NATURE =
  /\b(?:assist\w*|asist\w*|automat\w*|artificial|virtual|robots?|bots?|ai|ki|ia|machine|maquina|máquina|maschine|computer|human\w*|mensch\w*|persona?|personne|on behalf of|im auftrag|de parte de|de la part)\b/i;
const YES_OR_NO =
  /^\W*(?:no|nope|not at all|of course|certainly|absolutely|definitely|nein|natürlich|doch|non|mais|claro|por supuesto|yes|yeah|yep|ja|oui|s[ií])(?!\p{L})/iu;
/** So long an answer is to something else as well. */
const SHORT_WORDS = 6;

/** What was said first is not said again, and nothing else is said about it. */
export function saysAgain(piece: string, { line, isNature }: Extract<Certain, { readonly type: "first" }>): boolean {
  const words = wordsOf(piece).join(" ");
  if (words === "" || ` ${wordsOf(line).join(" ")} `.includes(` ${words} `)) return true;
  const answersIt = YES_OR_NO.test(piece) && words.split(" ").length <= SHORT_WORDS;
  return isNature && (NATURE.test(piece) || answersIt);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
