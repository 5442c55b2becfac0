/** They want to speak to the one we call for, and the request says where that one can be reached. */
import type { Reading } from "../../../language/en/reading.ts";
import { actOf } from "../../../language/en/reading.ts";
import { leave } from "./closing.ts";
import { lead } from "./lead.ts";
import { isTold, say, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";
import { questionsIn } from "./their-questions.ts";

const MOST_TRANSFERS = 2;
const LONGEST_ABOUT = 160;

/** A wish, not a question whether we are one: "am I speaking to a person?". */
const WANTS =
  /\b((can|could|may|might) (i|we) (please |just |maybe )?((speak|talk) (to|with)|have a word with)|(i|we)('d| would) (like|prefer|rather|love|need) (to )?((speak|talk) (to|with)|have a word with)|(i|we) (need|want|have) to (speak|talk) (to|with)|let me (speak|talk) (to|with)|(can|could|would|will) you (please |just )?(put|connect|transfer|patch) (me|us|them|him|her|the)|(put|get) (him|her|them|the \w+) on( the (line|phone))?) ?(?=.*\b(customer|client|guest|patient|caller|him|her|them|person|owner|card ?holder|account holder|somebody|someone|human|directly|myself|on)\b|$)/;
/** "I'd rather talk to a person", "put a human on", "is there somebody real I can talk to?" */
const WANTS_A_HUMAN =
  /\b(?:(?:talk|speak) (?:to|with)|put|get) (?:me )?(?:an?|some|any) (?:real |actual |live |living )?(?:human|person|human being)\b(?! (?:in|who|that|from|at|responsible|with|about|resources?)\b)|\bis there an? (?:real |actual |live )?(?:human|person)(?: being)?(?: \w+){0,3} (?:talk|speak) (?:to|with)\b/;
const SELF = /\b(robot|machine|computer|bot|real person|assistant)\b/;

/** Not with us: who has nobody to pass them on to can only say what speaks. */
export function wantsAHuman({ words }: Reading): boolean {
  return WANTS_A_HUMAN.test(words);
}

export function passOn(turn: Turn, reading: Reading): boolean {
  const { assignment, tries, pending } = turn.state;
  if (assignment.brief.transferTo === null || pending !== null || tries.passedOn >= MOST_TRANSFERS) return false;
  const named = nameIn(assignment.brief.onBehalfOf, reading.words);
  if (
    SELF.test(reading.words) ||
    !(WANTS.test(reading.words) || wantsAHuman(reading) || (named && ASKS_FOR.test(reading.words)))
  )
    return false;
  tried(turn, "passedOn");
  say(turn, assignment.language.texts.connecting, turn.state.expecting);
  turn.moves.push({ type: "transfer" });
  return true;
}

/** The goal wants it, and they know: whatever they say to it but a no is enough. */
export function connectAsWanted(turn: Turn, reading: Reading): boolean {
  const { state } = turn;
  const errand = state.assignment.errands[state.at];
  if (errand?.connects !== true || !isTold(state) || state.pending !== null || state.tries.passedOn > 0) return false;
  const asks = questionsIn(reading).length > 0 && actOf(reading, "offer_help") === null;
  if (asks) return false;
  const against = ["unavailable", "refuse", "dont_know", "call_back"] as const;
  if (reading.polarity?.yes === false || against.some((kind) => actOf(reading, kind) !== null)) {
    turn.state = { ...state, refusedQuote: reading.text };
    leave(turn, state.assignment.language.texts.goodbyeRefused);
    return true;
  }
  tried(turn, "passedOn");
  turn.state = { ...turn.state, connectedOn: reading.text };
  say(turn, state.assignment.language.texts.connecting);
  turn.moves.push({ type: "transfer" });
  return true;
}

/** The conversation is over because the two are connected: that was the errand. */
export function connected(turn: Turn): void {
  const { connectedOn, assignment, at } = turn.state;
  if (connectedOn !== "" && assignment.errands[at]?.connects === true)
    turn.state = { ...turn.state, metQuotes: [connectedOn] };
}

const ASKS_FOR = /\b(speak|talk) (to|with)|\b(put|connect|transfer|patch)\b/;

function nameIn(name: string | null, words: string): boolean {
  const parts = name?.toLowerCase().split(/\s+/) ?? [];
  return parts.some((part) => part.length > 2 && words.split(" ").includes(part));
}

/** It rings: they are not left in silence. */
export function keepCompany(turn: Turn, waitedMs: number): void {
  const { stillConnecting } = turn.state.assignment.language.texts;
  turn.said.push(stillConnecting[Math.round(waitedMs / 12_000) % stillConnecting.length] ?? stillConnecting[0]);
}

/** For the one who asked for the call, in one sentence. */
export function whoIsOnTheLine({ assignment }: State): string {
  const { brief, assistant, language, business } = assignment;
  return language.texts.onTheLine(assistant.name, business, gistOf(brief.goal));
}

/** The first sentence of a goal. */
export function gistOf(goal: string): string {
  const about = (goal.split(/(?<=[.!?])\s|\n/)[0] ?? "").slice(0, LONGEST_ABOUT).trim();
  return /[.!?]$/.test(about) ? about : `${about}.`;
}

export function notPassedOn(turn: Turn): void {
  turn.state = { ...turn.state, connectedOn: "" };
  turn.said.push(turn.state.assignment.language.texts.notConnected);
  lead(turn, { manners: false });
}
