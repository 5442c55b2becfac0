/** What is said back before it counts: the facts, names and numbers in answers, and whatever may have been misheard. */
import { isElsewhen } from "./elsewhen.ts";
import { spelledOut } from "../../../language/en/spelling.ts";
import { say, tried } from "./state.ts";
import type { Ask, FactName, State, Turn } from "./state.ts";

const MOST_READ_BACKS = 4;

export const CRITICAL: readonly FactName[] = ["confirmation_number", "price_quoted", "appointment_time"];

/** Says back the facts, then each answer that has to be. True when there was something to say back. */
export function readBack(turn: Turn): boolean {
  return readBackFacts(turn) || readBackAnswer(turn);
}

function readBackFacts(turn: Turn): boolean {
  const { state } = turn;
  const parts = criticalParts(state);
  if (parts === "" || parts === state.confirmedFacts || state.tries.readBack >= MOST_READ_BACKS) return false;
  tried(turn, "readBack");
  say(turn, state.assignment.language.texts.readBack(parts), { type: "read_back" });
  return true;
}

function readBackAnswer(turn: Turn): boolean {
  const index = turn.state.asks.findIndex((ask) => isToBeSaidBack(turn.state, ask));
  const ask = turn.state.asks[index];
  if (ask === undefined) return false;
  const { texts } = turn.state.assignment.language;
  say(turn, texts.readBack(answerPart(turn.state, ask)), { type: "check", index });
  return true;
}

/** What one letter or digit makes another. The others are said back where they may have been misheard. */
const ALWAYS = /^(name|phone|code)$/;

function isToBeSaidBack({ facts, hardToHear }: State, { status, value, confirmed, doubtful, kind }: Ask): boolean {
  if (status !== "answered" || value === null || confirmed) return false;
  // Those are said back with the facts.
  if (value === facts.price_quoted?.value || value === facts.confirmation_number?.value) return false;
  return doubtful || hardToHear || ALWAYS.test(kind);
}

export function answerPart({ assignment }: State, { spoken, value, letters }: Ask): string {
  const { texts } = assignment.language;
  const told = value ?? "";
  return texts.readBackAnswer(spoken, letters === "" ? told : texts.spelledName(told, spelledOut(letters)));
}

/** As an ask keeps them. */
export function lettersOf(spelled: readonly { readonly text: string }[]): string {
  return spelled.map(({ text }) => text.toUpperCase()).join(" ");
}

export function criticalParts(state: State): string {
  return partsOf(state, CRITICAL);
}

export function partsOf(state: State, facts: readonly FactName[]): string {
  return facts
    .map((fact) => criticalPart(state, fact))
    .filter((part) => part !== "")
    .join(" ");
}

export function criticalPart(state: State, name: FactName): string {
  const { assignment, facts } = state;
  const { texts } = assignment.language;
  const fact = facts[name];
  if (fact === undefined || (name === "appointment_time" && isElsewhen(state))) return "";
  if (name === "confirmation_number") return texts.readBackNumber(spelledOut(fact.value));
  return name === "price_quoted" ? texts.readBackPrice(fact.value) : texts.readBackTime(fact.value);
}
