/**
 * The net below a model in a call that is not in English. The rules cannot lead such a call and do not try: they open it,
 * say what has to be put to the agent, and stand in for single events with lines that claim, accept and promise nothing.
 */
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";
import { readerOf } from "../../../language/readers.ts";
import { actOf } from "../../../language/en/reading.ts";
import { SUMMARY } from "../brain/english/texts.ts";
import type { AgentsMatter, RulesView } from "../model/rules-view.ts";
import { textsOf } from "../texts/texts.ts";
import { approvedIn, newMatterIn, sourcesOf } from "./matters.ts";
import { introductionAbroad, openingLineAbroad } from "./opening.ts";
import { whyOutsideAbroad } from "./outside.ts";
import { standIn } from "./stand-in.ts";

/** So far back an offer is still what a yes may mean. */
const OFFER_STANDS_TURNS = 2;

export function viewAbroad(brief: BrainBrief, newQuestionId: () => string): RulesView {
  const reader = readerOf(brief.brief.language);
  const texts = textsOf(brief.brief.language);
  const line = openingLineAbroad(brief);

  function matterIn(text: string, history: readonly HistoryEntry[]): AgentsMatter | null {
    return newMatterIn(text, history, reader, brief)
      ? { question: `The business says: "${text}". Is that all right?`, isOffer: true }
      : null;
  }

  function wouldAsk(history: readonly HistoryEntry[], event: BrainEvent): AgentsMatter | null {
    if (event.type !== "heard") return null;
    const since = history.findLastIndex(({ role }) => role === "asked" || role === "answer");
    const said = history.flatMap((entry, i) => (i > since && entry.role === "business" ? [entry.text] : []));
    const recent = said.filter((text) => !event.text.includes(text)).slice(-OFFER_STANDS_TURNS);
    for (const text of [event.text, ...recent.toReversed()]) {
      const matter = matterIn(text, history);
      if (matter !== null) return matter;
    }
    return null;
  }

  return {
    openingLine: line,
    introduction: introductionAbroad(brief),
    reader,
    texts,
    opening(heard) {
      const greeting = reader.read(heard ?? "");
      if (actOf(greeting, "voicemail") !== null) return leftAlone();
      if (actOf(greeting, "objection") !== null || actOf(greeting, "wrong_number") !== null) return null;
      return actOf(greeting, "hold") === null ? [{ type: "say", text: line }] : [];
    },
    wouldAsk,
    whyOutside(history, errand) {
      if (brief.errands[errand]?.kind !== "do") return null;
      return whyOutsideAbroad(history, sourcesOf(brief.brief, approvedIn(history)), reader, brief.today ?? null);
    },
    brain: (history): Brain => standIn({ brief, reader, texts, line, wouldAsk, newQuestionId, takenOver: history }),
  };
}

/** A machine asks for a message: none is left, because nobody has written one in this language. */
function leftAlone(): readonly BrainMove[] {
  return [{ type: "conclusion", summary: SUMMARY.machine, nextSteps: SUMMARY.nextAgain }, { type: "hang_up" }];
}
