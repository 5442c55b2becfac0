/** What we ask in a call: the errands that are questions themselves, and the questions of the request. */
import type { Assignment, PlannedErrand } from "./assignment.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { askKind, topicOf } from "./english/topics.ts";
import { ASKS_HOURS } from "./fitting.ts";
import type { Ask } from "./state.ts";

type New = Pick<Ask, "question" | "spoken" | "kind" | "topic" | "implicit" | "errands">;

/**
 * An errand that the questions of the request spell out is not asked for by itself. Where all that is wanted is answers,
 * every question belongs to one of the errands.
 */
export function asksOf(assignment: Assignment): Ask[] {
  const { brief, errands, language } = assignment;
  const finding = errands.flatMap((errand, index) => (errand.kind === "find_out" ? [{ errand, index }] : []));
  const last = finding.length === errands.length ? finding.at(-1)?.index : undefined;
  const questions = brief.questions.map((question): New => {
    const about = finding.filter(({ errand }) => errand.vague || spellsOut(question, errand)).map(({ index }) => index);
    const part = about.length === 0 && last !== undefined ? [last] : about;
    const spoken = language.spokenQuestion(question, brief);
    return { question, spoken, kind: askKind(question), topic: topicOf(question), implicit: false, errands: part };
  });
  const own = finding.flatMap(({ errand, index }): New[] => {
    const spelt = brief.questions.some((question) => errand.vague || spellsOut(question, errand));
    return spelt ? [] : [{ ...itself(errand), errands: [index] }];
  });
  return [...own, ...questions].map(open);
}

function open(ask: New): Ask {
  return { ...ask, status: "open", quote: null, value: null, ...UNCHECKED, tries: 0, declined: false };
}

const UNCHECKED = { doubtful: false, revised: false, confirmed: false, letters: "" } as const;

function itself({ sentence }: PlannedErrand): Omit<New, "errands"> {
  const wanted = wantedOf(sentence);
  const checks = /^I'd (also )?like to (confirm|check|verify)\b/.test(sentence);
  const kind = askKind(wanted);
  return {
    question: sentence,
    spoken: sentence,
    kind: kind === "free" && checks ? "yes_no" : kind,
    topic: topicOf(wanted),
    implicit: true,
  };
}

/** "Find out prices" and "How much is lunch?", "Ask what a haircut costs" and "How much?". */
function spellsOut(question: string, { sentence }: PlannedErrand): boolean {
  const wanted = wantedOf(sentence);
  const [topic, asked] = [topicOf(wanted), topicOf(question)];
  if (asked.length === 0 || overlap(topic, contentOf(question)) >= 0.5) return true;
  const sameKind = askKind(question) === askKind(wanted) && askKind(question) !== "free";
  return sameKind && (topic.length === 0 || (ASKS_HOURS.test(question.toLowerCase()) && ASKS_HOURS.test(wanted)));
}

/** "I'd like to find out your opening hours": the question in it. */
function wantedOf(sentence: string): string {
  return sentence.replace(
    /^(I have (a|another) question\.|I'd (also )?like to (find out|know|ask|check|see|hear|learn|get|inquire|confirm|verify|find)( about| for)?|I'm (also )?calling about)\s+/i,
    "",
  );
}
