/**
 * What the rules make of the same call: the net below the model. They read the history as if they had led the call, so
 * they know what the request covers, what was agreed to, and when the agent would have to be asked. Their step takes well
 * under a millisecond.
 */
import { languageOfTag } from "../../../language/languages.ts";
import { readerOf } from "../../../language/readers.ts";
import type { Reader } from "../../../language/readers.ts";
import { viewAbroad } from "../abroad/view.ts";
import type { SpokenTexts } from "../texts/spoken-texts.ts";
import { assignmentOf, introduction, openingLine } from "../brain/assignment.ts";
import { embeddedBrains } from "../brain/brain.ts";
import { isElsewhen } from "../brain/elsewhen.ts";
import { whyOutside } from "../brain/outside.ts";
import { resumed } from "../brain/resume.ts";
import { newState } from "../brain/state.ts";
import type { State } from "../brain/state.ts";
import { step } from "../brain/step.ts";
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";

/** Something that is for the agent to decide. */
export type AgentsMatter = {
  readonly question: string;
  /** They offer what was not asked for: nothing in the request can cover it. */
  readonly isOffer: boolean;
};

export type RulesView = {
  readonly openingLine: string;
  /** Its first sentence: who speaks, and for whom. */
  readonly introduction: string;
  readonly reader: Reader;
  readonly texts: SpokenTexts;
  /** Our opening; empty when they ask us to wait before it, null when their greeting wants another answer than that. */
  opening(heard: string | null): readonly BrainMove[] | null;
  /**
   * What they would ask the agent instead of agreeing to what was just said, or to an offer shortly before it that nobody
   * has asked the agent about; null when they would not.
   */
  wouldAsk(history: readonly HistoryEntry[], event: BrainEvent): AgentsMatter | null;
  /**
   * Why what was agreed on for the errand at hand is outside the request (another time, too dear, for too many) as half a
   * sentence; null when it is not, or the agent has agreed.
   */
  whyOutside(history: readonly HistoryEntry[], errand: number): string | null;
  /** The rules themselves, as they would go on from here. */
  brain(history: readonly HistoryEntry[]): Brain;
};

export function rulesView(brief: BrainBrief, newQuestionId: () => string): RulesView {
  const { language } = brief.brief;
  return languageOfTag(language) === "en" ? englishView(brief, newQuestionId) : viewAbroad(brief, newQuestionId);
}

function englishView(brief: BrainBrief, newQuestionId: () => string): RulesView {
  const fresh = newState(assignmentOf(brief));
  const line = openingLine(fresh.assignment);

  return {
    openingLine: line,
    introduction: introduction(fresh.assignment),
    reader: readerOf("en"),
    texts: fresh.assignment.language.texts,
    opening(heard) {
      const [, moves] = step(fresh, { type: "opened", heard });
      const ours = moves.some((move) => move.type === "say" && move.text === line);
      return ours || moves.length === 0 ? moves : null;
    },
    wouldAsk(history, event) {
      const now = matterIn(fresh, history, event);
      if (now !== null || event.type !== "heard" || namesTime(fresh, event.text)) return now;
      for (const { before, text } of earlierTurns(history, event.text)) {
        const matter = matterIn(fresh, before, { type: "heard", text, confidence: null });
        if (matter?.isOffer === true) return matter;
        if (namesTime(fresh, text)) return null;
      }
      return null;
    },
    whyOutside(history, errand) {
      const [state] = resumed(fresh, history, { type: "still_waiting", waitedMs: 0 });
      return state.at === errand ? whyOutside(state) : null;
    },
    brain: (history) => embeddedBrains(newQuestionId).begin(brief, history),
  };
}

/** So far back an offer is still what a yes may mean. */
const OFFER_STANDS_TURNS = 2;

/** What they said before, the latest first, as far as the agent has not been asked since; each with what was before it. */
function earlierTurns(
  history: readonly HistoryEntry[],
  now: string,
): readonly { readonly before: readonly HistoryEntry[]; readonly text: string }[] {
  const since = history.findLastIndex(({ role }) => role === "asked" || role === "answer");
  return history
    .flatMap((entry, i) =>
      i > since && entry.role === "business" && !now.includes(entry.text)
        ? [{ before: history.slice(0, i + 1), text: entry.text }]
        : [],
    )
    .slice(-OFFER_STANDS_TURNS)
    .toReversed();
}

function matterIn(fresh: State, history: readonly HistoryEntry[], event: BrainEvent): AgentsMatter | null {
  const [before] = resumed(fresh, history, event);
  const [after, moves] = step(before, event);
  const asked = moves.find((move) => move.type === "ask_agent");
  if (asked?.type === "ask_agent") return { question: asked.question, isOffer: after.offered };
  const offered = after.facts.appointment_time;
  // The rules ask for the right time once more before they ask anybody about another one.
  if (offered === undefined || !isElsewhen(after)) return null;
  return { question: after.assignment.language.texts.alternative(offered.quote), isOffer: true };
}

function namesTime({ assignment }: State, text: string): boolean {
  return assignment.language.read(text).found.some(({ kind }) => kind === "time" || kind === "date");
}
