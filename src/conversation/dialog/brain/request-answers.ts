/**
 * What the business asks, answered from the request alone. Null means that the request does not say: then the agent
 * is asked. Nothing is ever guessed here.
 */
import type { Clause } from "../../../language/en/clauses.ts";
import { foundOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { phoneAloud } from "../../../language/en/phones.ts";
import { inWords } from "../../../language/en/plain-words.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { optionsOf, slotsOf, topicOf } from "./english/topics.ts";
import type { Slot } from "./english/topics.ts";
import type { Assignment } from "./assignment.ts";
import { isTold } from "./state.ts";
import type { State } from "./state.ts";
import { HAS_A_CONDITION } from "./english/booking-words.ts";
import { nameFor, nameHeard, partAsked } from "./our-name.ts";
import { isPartyOf } from "./appointment.ts";
import { mayAgree } from "./offers.ts";
import { suits, suitsDay } from "./wanted.ts";

/** The line that answers a question of theirs, or null. */
export function answerFromRequest(state: State, clause: Clause, reading: Reading): string | null {
  // What they do not know of yet is not what the call was about so far.
  const [opening = state.assignment.goal] = state.assignment.errands;
  const assignment = isTold(state) ? state.assignment : { ...state.assignment, goal: opening };
  const slots = slotsOf(clause.words);
  const named = nameHeard(assignment, clause, reading);
  if (named !== null) return named;
  if (slots.length > 0) return slotAnswers(assignment, slots, reading.words) ?? fromDetails(assignment, clause);
  return (
    bookingAnswer(state, clause, reading) ??
    checkAnswer(assignment, clause, reading) ??
    offeredAnswer(assignment, clause, reading) ??
    fromDetails(assignment, clause)
  );
}

/** One line for all that was asked; null when the request lacks any of it. */
function slotAnswers(assignment: Assignment, slots: readonly Slot[], asked: string): string | null {
  const lines = slots.map((slot) => slotAnswer(assignment, slot, asked));
  return lines.includes(null) ? null : [...new Set(lines)].join(" ");
}

const ADDRESS =
  /\b\d+ \w+( \w+)? (street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|square)\b/i;

function slotAnswer(assignment: Assignment, slot: Slot, asked: string): string | null {
  const { brief, language, wanted, whom } = assignment;
  const { texts } = language;
  switch (slot) {
    case "name": {
      const name = nameFor(assignment);
      return name === null ? null : texts.name(name);
    }
    case "spelling": {
      const name = nameFor(assignment);
      return name === null ? null : texts.spelled(partAsked(name, asked));
    }
    case "caller":
      return assignment.assistant.disclosure
        ? texts.caller(assignment.assistant.name, whom)
        : texts.plainCaller(assignment.assistant.name, whom);
    case "phone":
      return brief.callbackNumber === null ? null : texts.phone(phoneAloud(brief.callbackNumber));
    case "email": {
      const address = /[\w.+-]+@[\w-]+\.[\w.]*\w/.exec(
        `${brief.details ?? ""} ${brief.constraints ?? ""} ${brief.goal}`,
      )?.[0];
      return address === undefined ? null : texts.email(address.replace("@", " at ").replaceAll(".", " dot "));
    }
    case "party": {
      const party = assignment.told
        .flatMap((told) => foundOf(told, "quantity"))
        .find((found) => found.unit === "people");
      return party === undefined ? null : texts.party(party.text);
    }
    case "day":
      return wanted.days.length === 0 || wanted.words === null ? null : texts.when(upperFirst(wanted.words));
    case "time":
      return wanted.exact.length + wanted.windows.length === 0 || wanted.words === null
        ? null
        : texts.when(upperFirst(wanted.words));
    case "when":
      return wanted.words === null ? null : texts.when(upperFirst(wanted.words));
    case "dietary":
      return sentenceAbout(
        assignment,
        /\b(allerg|vegan|vegetarian|gluten|dairy|nut|nuts|kosher|halal|dietary|lactose|celiac|coeliac|intoleran)/i,
      );
    case "occasion":
      return sentenceAbout(
        assignment,
        /\b(birthday|anniversary|wedding|graduation|engagement|promotion|retirement|celebrat|occasion|date night|business (dinner|lunch|meal))/i,
      );
    case "budget":
      return sentenceAbout(assignment, /\b(budget|at most|no more than|under|up to|maximum|max)\b.*[\d$]/i);
    case "address": {
      const about = sentenceAbout(assignment, new RegExp(String.raw`\baddress\b|${ADDRESS.source}`, "i"));
      const inGoal = about === null ? ADDRESS.exec(brief.goal)?.[0] : undefined;
      return inGoal === undefined ? about : texts.address(inGoal);
    }
    case "purpose":
      return assignment.goal.sentence;
  }
}

/** "Would you like me to book that?", "Shall I go ahead?": that is what we called for. */
function bookingAnswer(state: State, clause: Clause, reading: Reading): string | null {
  const offers =
    /\b(would you like|do you want|want|shall|should|may|can) (me|us|i|we)? ?(to )?(go ahead|book (that|it|this|you|one|the|a table)|reserve (that|it|this|one|you|the)|schedule (that|it|this|you|the)|confirm (that|it|this|the)|place (that|it|the|this)|put you down|cancel (that|it|this|the)|make (that|the) (booking|reservation|change)|do that|set that up|take it|get you (booked|scheduled|in))\b|\bwould you like to (book|reserve|order|schedule|take|go ahead with) (that|it|this|one)\b|\bdo you want (that|it|to go ahead|to book|to take)\b|^(so )?(you|they|he|she)('d| would)? (want|like|take|taking) (it|that|this|that one|this one)$/;
  if (
    !offers.test(clause.words) ||
    state.assignment.goal.kind === "find_out" ||
    state.assignment.goal.kind === "inform" ||
    !mayAgree(state, reading)
  )
    return null;
  return isTold(state) ? state.assignment.language.texts.yes : state.assignment.goal.sentence;
}

/** "So that's a table for two on Friday at seven, correct?" */
function checkAnswer(assignment: Assignment, clause: Clause, reading: Reading): string | null {
  const echo = echoed(assignment, clause);
  if (echo !== null) return echo;
  if (
    !isOnlyOurs(reading, clause) &&
    !/\b(right|correct|is that (right|correct)|yeah|okay|ok)$/.test(clause.words) &&
    !/^(is|was) (that|this|it) (for|at|on)\b/.test(clause.words)
  )
    return null;
  const inside = reading.found.filter((found) => found.from >= clause.from && found.to <= clause.to);
  const { texts } = assignment.language;
  const times = inside.filter((found) => found.kind === "time");
  const days = inside.filter((found) => found.kind === "date");
  const people = inside.find((found) => found.kind === "quantity" && found.unit === "people");
  const party = assignment.told.flatMap((told) => foundOf(told, "quantity")).find((found) => found.unit === "people");
  if (times.length + days.length === 0 && people === undefined) return null;
  const sized =
    people === undefined || (party !== undefined && people.kind === "quantity" && party.amount === people.amount);
  const fits =
    times.every((time) => suits(assignment.wanted, time)) && days.every((day) => suitsDay(assignment.wanted, day));
  if (assignment.wanted.words === null && times.length + days.length > 0) return null;
  if (sized && fits) return texts.yesRight;
  const what = [
    sized ? "" : party === undefined ? "" : `for ${party.text}`,
    fits ? "" : (assignment.wanted.words ?? ""),
  ].filter((part) => part !== "");
  return what.length === 0 ? null : texts.notQuite(what.join(", "));
}

/** "So four people, Friday?", "just the four of you?": what we asked for, and a question mark. */
function isOnlyOurs(reading: Reading, clause: Clause): boolean {
  const inside = reading.found.filter((found) => found.from >= clause.from && found.to <= clause.to);
  const ours = inside.filter(({ kind }) => /^(quantity|date|time)$/.test(kind));
  const rest = contentOf(clause.words).length - ours.flatMap(({ quote }) => contentOf(quote)).length;
  // "How about Tuesday at four?" is an offer.
  if (/ or |\b(how|what|would|could|can|do|does|is|are|shall|will|want)\b/.test(clause.words)) return false;
  return ours.length > 1 || (ours.length === 1 && rest <= 0 && /^(so |and )?(just|only) /.test(clause.words));
}

/** "For six?", "Alex Morgan?", "Friday?": a word of the request with a question mark. */
function echoed(assignment: Assignment, clause: Clause): string | null {
  const words = clause.words
    .replace(/^((so|and|for|at|on|you said|that's|that is|the name is|under|is (this|that|it)|was (that|it)) )+/, "")
    .replace(/( (you said|was it|is it|right|correct|yes))+$/, "");
  if (words.split(" ").length > 3 || /^(what|who|where|when|why|how|which|is|are|do|does|can|any)\b/.test(words))
    return null;
  const told = [assignment.brief.onBehalfOf ?? "", assignment.brief.goal, assignment.brief.details ?? ""]
    .map(inWords)
    .join(" ");
  return inWords(words) !== "" && ` ${told} `.includes(` ${inWords(words)} `)
    ? assignment.language.texts.yesRight
    : null;
}

/** "Would seven be okay?", "Is Friday at seven fine?": yes when it is what the request wants, else the agent decides. */
function offeredAnswer(assignment: Assignment, clause: Clause, reading: Reading): string | null {
  const times = foundOf(reading, "time").filter((found) => found.to <= clause.to && !isPartyOf(assignment, found));
  const days = foundOf(reading, "date").filter((found) => found.to <= clause.to);
  const offering =
    offersBarely(reading, clause) ||
    /\b(work|works|okay|ok|fine|good|suit|suits|all right|alright|possible|do|sound|sounds|prefer|like|be)\b/.test(
      clause.words,
    );
  if (
    times.length !== 1 ||
    !offering ||
    / or /.test(clause.words) ||
    assignment.wanted.exact.length + assignment.wanted.windows.length === 0
  )
    return null;
  return times.every((time) => suits(assignment.wanted, time)) && days.every((day) => suitsDay(assignment.wanted, day))
    ? assignment.language.texts.yes
    : null;
}

/** "What about Wednesday at three?", "Then Monday at two?": nothing is asked but whether that will do, and nothing comes with it. */
function offersBarely(reading: Reading, clause: Clause): boolean {
  if (HAS_A_CONDITION.test(reading.words) || foundOf(reading, "price").length > 0) return false;
  const moments = [...foundOf(reading, "time"), ...foundOf(reading, "date")];
  const others = reading.tokens.filter(
    (_, i) => i >= clause.from && i < clause.to && !moments.some(({ from, to }) => i >= from && i < to),
  );
  const left = others.map(({ word }) => word).join(" ");
  return /^(?:(?:okay|and|so|well|then|or|maybe|perhaps|instead|what about|how about|on|at|in|the|for|say|morning|afternoon|evening) ?)*$/.test(
    left,
  );
}

/** A sentence of the request that answers it, when their question is plainly about that sentence. */
function fromDetails(assignment: Assignment, clause: Clause): string | null {
  const sentences = assignment.told.filter((told) => !assignment.brief.goal.includes(told.text));
  const asked = clause.words.replace(/\b(in|inside|indoors) or out\b/, "inside or outside");
  const options = / or /.test(asked) ? optionsOf(asked) : [];
  if (options.length > 1) {
    const chosen = assignment.told.find((told) => {
      const content = contentOf(told.words);
      return options.filter((option) => content.includes(option)).length === 1;
    });
    if (chosen === undefined) return null;
    return assignment.brief.goal.includes(chosen.text)
      ? assignment.goal.sentence
      : assignment.language.voiced(chosen.text, assignment.brief);
  }
  const topic = topicOf(clause.words).filter((word) => !VAGUE.has(word));
  const open = /^(what|which|whose|where|how|who|and|the|your|his|her|their)\b/.test(clause.words);
  const least = open ? 1 : 2;
  const best = sentences
    .map((told) => ({ told, share: overlap(topic, contentOf(told.words)) }))
    .filter(({ share }) => share >= 0.67 && topic.length * share >= least)
    .sort((a, b) => b.share - a.share)[0];
  return best === undefined ? null : assignment.language.voiced(best.told.text, assignment.brief);
}

const VAGUE = new Set(
  "kind type sort thing issue problem need want use best prefer exactly number detail information request special".split(
    " ",
  ),
);

function sentenceAbout(assignment: Assignment, pattern: RegExp): string | null {
  const told =
    assignment.told.slice(1).find((sentence) => pattern.test(sentence.text)) ??
    assignment.told.find((sentence) => pattern.test(sentence.text));
  return told === undefined || told === assignment.told[0]
    ? null
    : assignment.language.voiced(told.text, assignment.brief);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
