/** All that the brain remembers of a call. Plain data: an event makes a new one of it. */
import type { QuestionStatus } from "../../../calls/vocabulary.ts";
import type { BrainMove } from "../../ports.ts";
import { asksOf } from "./asks.ts";
import type { AskKind } from "./english/topics.ts";
import type { Assignment } from "./assignment.ts";
import { NO_MENU } from "./menu-state.ts";
import type { Menu } from "./menu-state.ts";

/** A question of the request, or the goal itself when it is one ("Find out the opening hours"). */
export type Ask = {
  /** As it was sent: the key of the answer. */
  readonly question: string;
  /** As it is said. */
  readonly spoken: string;
  readonly kind: AskKind;
  readonly topic: readonly string[];
  readonly status: "open" | QuestionStatus;
  readonly quote: string | null;
  /** The value in the answer, in written form; null when it has none. */
  readonly value: string | null;
  /** The value may have been misheard: it is said back before it counts. */
  readonly doubtful: boolean;
  /** It is only to be said back because they put it in the place of another: heard well, it stands. */
  readonly revised: boolean;
  /** It was said back, and they agreed. */
  readonly confirmed: boolean;
  /** The letters of a name that they have spelled; "" when they have not. */
  readonly letters: string;
  readonly tries: number;
  /** Made from an errand: it has no place among the answers. */
  readonly implicit: boolean;
  /** The errands that its answer is part of. */
  readonly errands: readonly number[];
  /** They do not know or do not say: it is not asked again. */
  readonly declined: boolean;
};

/** What our last turn asked for. */
export type Expecting =
  | { readonly type: "nothing" }
  | { readonly type: "goal" }
  /** We have told them something: they may well ask for it again. */
  | { readonly type: "told" }
  | { readonly type: "ask"; readonly index: number }
  | { readonly type: "do_it" }
  | { readonly type: "is_it_done" }
  | { readonly type: "number" }
  | { readonly type: "wanted" }
  | { readonly type: "other_time" }
  | { readonly type: "read_back" }
  /** The right value of what was read back: of an answer, or (null) of the facts. */
  | { readonly type: "correction"; readonly index: number | null }
  /** Whether the value in the answer to this question was heard right. */
  | { readonly type: "check"; readonly index: number }
  /** The letters of the name in the answer to this question. */
  | { readonly type: "spelling"; readonly index: number }
  | { readonly type: "go_on" }
  /** Whether they want never to be called again; if not, we want what we wanted before. */
  | { readonly type: "objection"; readonly resumes: Expecting };

export type FactName = "confirmation_number" | "price_quoted" | "appointment_time";
export type Fact = { readonly value: string; readonly quote: string; readonly quotes: readonly string[] };

/** What became of an errand that we are done with. */
export type Result = { readonly reached: boolean; readonly quotes: readonly string[]; readonly refused: string | null };

/** A question of the business that the agent was asked, and what came of it. */
type Passed = {
  readonly question: string;
  readonly topic: readonly string[];
  readonly answer: string | null;
  /** They have said that they need no answer. */
  readonly needless?: true;
};

export type Ending = "objection" | "wrong_number" | "machine" | "menu" | "screened" | "nobody" | null;

export type State = {
  readonly assignment: Assignment;
  readonly stage: "opening" | "talking" | "leaving" | "over";
  readonly asks: readonly Ask[];
  /** The errand at hand, which ones they have been told of, and what became of those before it. */
  readonly at: number;
  readonly told: readonly boolean[];
  readonly results: readonly (Result | null)[];
  /** What the summary tells of their numbers and times. */
  readonly earlier: readonly string[];
  readonly expecting: Expecting;
  readonly facts: Readonly<Partial<Record<FactName, Fact>>>;
  /** The business's words by which the goal is met, or cannot be. */
  readonly metQuotes: readonly string[];
  readonly refusedQuote: string | null;
  readonly pending: { readonly id: string; readonly question: string } | null;
  /** What they asked while it was: the agent is asked it next. */
  readonly beside: readonly { readonly id: string; readonly question: string }[];
  readonly passed: readonly Passed[];
  /** What is to be said once the agent has answered: answers to what else they asked. */
  readonly afterRelay: string;
  /** Our last line was cut off before they could have understood it. */
  readonly cut: boolean;
  /** The last statement of theirs: what "Is that okay?" is about. */
  readonly lastStatement: string;
  /** Of several times they offered, the one that suits: to be named when we agree. */
  readonly choice: string;
  /** The price that the agent was asked about, because it is above what the request allows. */
  readonly pricedAt: string;
  /** What the agent is asked about is something else than we asked for: without its yes it is not asked to be done. */
  readonly offered: boolean;
  /** An offer of theirs that the agent was asked about and has not agreed to: nothing is done on the strength of it. */
  readonly unagreed: string;
  /** Their words to which they were connected with the caller, as the goal wants it; "" before, and when it failed. */
  readonly connectedOn: string;
  /** They asked us to hold. */
  readonly held: boolean;
  /** They have nothing like a confirmation number. */
  readonly numberless: boolean;
  /** An appointment that is not what the request says: what the agent was asked about, and what it turned down. */
  readonly approved: string;
  readonly declined: string;
  /** We are to call again with what they asked for. */
  readonly callsBack: boolean;
  /** The facts as they were when the business confirmed them. */
  readonly confirmedFacts: string;
  /** What they said is wrong, and in which words, until they have said what is right. */
  readonly denial: { readonly index: number | null; readonly quote: string } | null;
  /** Words of theirs that may be an objection to being called. */
  readonly objectionHint: string;
  /** How sure the ear is of the utterance under way; null when it does not say. */
  readonly confidence: number | null;
  /** Something they said was not understood, or otherwise than they meant it: nothing that was heard here is sure. */
  readonly hardToHear: boolean;
  readonly tries: {
    readonly doIt: number;
    readonly isItDone: number;
    readonly number: number;
    readonly readBack: number;
    readonly otherTime: number;
    readonly wanted: number;
    readonly notUnderstood: number;
    readonly beforeYouGo: number;
    readonly introduced: number;
    /** How often they went on after our goodbye. */
    readonly reopened: number;
    /** How often the last line was repeated. */
    readonly repeat: number;
    /** How often they said that what we read back is wrong. */
    readonly denied: number;
    /** Sounds that were no words, since they last said something. */
    readonly blank: number;
    /** Sentences that an answering machine might say. */
    readonly machine: number;
    /** How often they were to be connected with the one we call for. */
    readonly passedOn: number;
    /** How often they were told that it is for another number of people. */
    readonly corrected: number;
    /** How often they said yes to what we read back, and another value with it. */
    readonly contradicted: number;
    /** How often what they said to it was neither a yes nor a no nor the value. */
    readonly unclear: number;
    /** How often they were asked to spell a name. */
    readonly spell: number;
    /** How often they were told the right name, having said another. */
    readonly named: number;
  };
  readonly menu: Menu;
  readonly unansweredPrompts: number;
  readonly reassurances: number;
  /** Turns of theirs that brought nothing new. */
  readonly idleTurns: number;
  readonly turns: number;
  readonly lastLine: string;
  readonly ending: Ending;
  readonly heardAnybody: boolean;
  /** The summary that was last given, and how each errand was said to stand, so that neither is given twice. */
  readonly concluded: string;
  readonly standings: readonly string[];
};

const FIRST_TRIES: State["tries"] = {
  doIt: 0,
  isItDone: 0,
  number: 0,
  readBack: 0,
  otherTime: 0,
  wanted: 0,
  notUnderstood: 0,
  beforeYouGo: 0,
  introduced: 0,
  reopened: 0,
  repeat: 0,
  denied: 0,
  blank: 0,
  machine: 0,
  passedOn: 0,
  corrected: 0,
  contradicted: 0,
  unclear: 0,
  spell: 0,
  named: 0,
};

export function newState(assignment: Assignment): State {
  return {
    assignment,
    stage: "opening",
    asks: asksOf(assignment),
    at: Math.max(
      0,
      assignment.errands.findIndex(({ kind }) => kind !== "find_out"),
    ),
    told: assignment.errands.map((_, i) => i === 0),
    results: assignment.errands.map(() => null),
    earlier: [],
    expecting: { type: "nothing" },
    facts: {},
    metQuotes: [],
    refusedQuote: null,
    pending: null,
    beside: [],
    passed: [],
    afterRelay: "",
    cut: false,
    lastStatement: "",
    choice: "",
    pricedAt: "",
    offered: false,
    unagreed: "",
    connectedOn: "",
    held: false,
    numberless: false,
    approved: "",
    declined: "",
    callsBack: false,
    confirmedFacts: "",
    denial: null,
    objectionHint: "",
    confidence: null,
    hardToHear: false,
    tries: FIRST_TRIES,
    menu: NO_MENU,
    unansweredPrompts: 0,
    reassurances: 0,
    idleTurns: 0,
    turns: 0,
    lastLine: "",
    ending: null,
    heardAnybody: false,
    concluded: "",
    standings: assignment.errands.map(() => UNREACHED),
  };
}

/** How an errand stands of which nothing has been told. */
export const UNREACHED = "false";

/** What one event brings about, while it is worked out. Lives no longer than the event. */
export type Turn = { state: State; readonly moves: BrainMove[]; readonly said: string[] };

export function say(turn: Turn, line: string, expecting: Expecting = { type: "nothing" }): void {
  turn.said.push(line);
  turn.state = { ...turn.state, expecting, held: false };
}

export function tried(turn: Turn, what: keyof State["tries"]): void {
  const { tries } = turn.state;
  turn.state = { ...turn.state, tries: { ...tries, [what]: tries[what] + 1 } };
}

export function setAsk(turn: Turn, index: number, change: Partial<Ask>): void {
  const asks = turn.state.asks.map((ask, i) => (i === index ? { ...ask, ...change } : ask));
  turn.state = { ...turn.state, asks };
}

/** They were misheard: whatever else they told may have been, too. */
export function misheard(turn: Turn): void {
  turn.state = { ...turn.state, hardToHear: true };
}

/** The place among `passed` of the question that the agent is asked now. */
export function placeOfPending({ passed, pending, beside }: State): number {
  return passed.length - beside.length - (pending === null ? 0 : 1);
}

/** The agent is done with a question; the next one is open. */
export function withNextPending(state: State): State {
  const [next, ...beside] = state.beside;
  return { ...state, pending: next ?? null, beside };
}

/** True for goals that somebody has to carry out, not only to answer. */
export function isAction(state: State): boolean {
  return state.assignment.goal.kind !== "find_out";
}

/** They know of the errand at hand: before, nothing they say can have done it. */
export function isTold({ told, at }: State): boolean {
  return told[at] === true;
}

/** Keeps a fact with the words it rests on (`before`: earlier ones too), and tells it when it is new. */
export function setFact(
  turn: Turn,
  fact: FactName,
  value: string,
  quote: string,
  before: readonly string[] = [],
): void {
  const known = turn.state.facts[fact];
  if (known?.value === value || quote === "") return;
  const quotes = [...new Set([...before, quote])];
  turn.state = { ...turn.state, facts: { ...turn.state.facts, [fact]: { value, quote, quotes } } };
  turn.moves.push({ type: "fact", fact, value, quotes });
}

/** Takes a fact back: they said that it is wrong, and not what is right. An empty value is how the outcome learns it. */
export function dropFact(turn: Turn, fact: FactName, quote: string): void {
  const { [fact]: known, ...others } = turn.state.facts;
  if (known === undefined || quote === "") return;
  turn.state = { ...turn.state, facts: others };
  turn.moves.push({ type: "fact", fact, value: "", quotes: [quote] });
}
