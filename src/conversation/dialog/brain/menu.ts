/**
 * A menu that has answered: the key of what comes nearest to our errand is pressed, else the one that leads to somebody.
 * What is said again after a key means that the key did not arrive; said again once more, that it leads nowhere. A menu
 * that wants words gets one. Nothing else is ever said to it.
 */
import { asksForWords, isSomebody, isUnfinished, menuChoices } from "../../../language/en/menus.ts";
import type { MenuChoice } from "../../../language/en/menus.ts";
import { hangUp } from "./closing.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import type { State, Turn } from "./state.ts";

const RULES = {
  /** More keys than these go in circles. */
  mostPresses: 8,
  /** So often the same again, and nobody is to be reached like this. */
  mostRepeats: 3,
  /** A word may be heard otherwise the second time. */
  sameShare: 0.8,
  /** Words that are said again must be so many to be the menu's. */
  repeatWords: 5,
} as const;

const OPERATOR = "0";

/** `whole`: all that it has said since our last key. */
export function hearMenu(turn: Turn, whole: string): void {
  const { menu } = turn.state;
  const goesOn = menu.level !== "" && whole.length > menu.level.length && whole.startsWith(menu.level);
  const text = goesOn ? whole.slice(menu.level.length).trim() : whole;
  const plain = plainOf(text);
  if (plain === "") return;
  const known = plain.split(" ").length >= RULES.repeatWords && menu.heard.some((before) => isSame(before, plain));
  if (known) return again(turn, text, menuChoices(whole));
  // Something new after a key: it has arrived.
  const repeats = menu.pressed === null ? menu.repeats : 0;
  turn.state = {
    ...turn.state,
    menu: {
      ...menu,
      heard: [...menu.heard, plain],
      level: whole,
      offered: menuChoices(whole),
      pressed: null,
      repeats,
    },
  };
  // In the middle of a choice: what it is comes next, or nothing does.
  if (isUnfinished(whole)) return;
  const { best, somebody } = choicesIn(turn.state);
  const chosen = best ?? somebody;
  if (chosen !== null) return press(turn, chosen.keys);
  if (asksForWords(text)) turn.said.push(wordFor(turn.state, text));
}

/** It says nothing: the key was lost on a menu that does not ask twice, or it puts nobody through without the operator's. */
export function hearNoMenu(turn: Turn): void {
  const { menu } = turn.state;
  const repeats = menu.repeats + 1;
  turn.state = { ...turn.state, menu: { ...menu, repeats } };
  if (repeats >= RULES.mostRepeats) return giveUp(turn);
  if (menu.pressed !== null && repeats === 1) return press(turn, menu.pressed);
  const { best, somebody } = choicesIn(turn.state);
  if (menu.pressed === null && best !== null) return press(turn, best.keys);
  press(turn, somebody !== null && somebody.keys !== menu.pressed ? somebody.keys : OPERATOR);
}

function isSame(before: string, now: string): boolean {
  const [one, other] = [before.split(" "), now.split(" ")];
  return overlap(one, other) >= RULES.sameShare && overlap(other, one) >= RULES.sameShare;
}

function again(turn: Turn, text: string, choices: readonly MenuChoice[]): void {
  const { menu } = turn.state;
  const repeats = menu.repeats + 1;
  const offered = choices.length > 0 ? choices : menu.offered;
  turn.state = { ...turn.state, menu: { ...menu, repeats, offered } };
  if (repeats >= RULES.mostRepeats || menu.presses >= RULES.mostPresses) return giveUp(turn);
  if (asksForWords(text)) {
    turn.said.push("Representative.");
    return;
  }
  // Once more, in case it was lost; then what leads to somebody.
  if (menu.pressed !== null && repeats === 1) return press(turn, menu.pressed);
  const { best, somebody } = choicesIn(turn.state);
  const other = [best, somebody, offered[0] ?? null].find(
    (choice) => choice !== null && choice !== undefined && choice.keys !== menu.pressed,
  );
  press(turn, other?.keys ?? OPERATOR);
}

function press(turn: Turn, keys: string): void {
  const { menu } = turn.state;
  if (menu.presses >= RULES.mostPresses) return giveUp(turn);
  turn.moves.push({ type: "press", keys });
  turn.state = { ...turn.state, menu: { ...menu, pressed: keys, presses: menu.presses + 1 } };
}

/** Nobody is there to say goodbye to. */
function giveUp(turn: Turn): void {
  hangUp(turn, "menu");
}

function choicesIn(state: State): { readonly best: MenuChoice | null; readonly somebody: MenuChoice | null } {
  const { own, wanted } = wantedWords(state);
  let best: MenuChoice | null = null;
  let most = 0;
  for (const choice of state.menu.offered) {
    const about = contentOf(choice.about).filter((word) => wanted.has(word));
    // What we said ourselves is nearer than what menus may call it.
    const count = about.reduce((sum, word) => sum + (own.has(word) ? 2 : 1), 0);
    if (count > most) [best, most] = [choice, count];
  }
  return { best, somebody: state.menu.offered.find(({ about }) => isSomebody(about)) ?? null };
}

/** Of the goal, the errands and the questions, with what menus call such things. */
function wantedWords({ assignment, asks }: State): Readonly<Record<"own" | "wanted", ReadonlySet<string>>> {
  const { brief } = assignment;
  const texts = [brief.goal, ...asks.map(({ question }) => question)];
  const words = texts.join(" ").toLowerCase();
  const also = MENU_WORDS.flatMap(([pattern, names]) => (pattern.test(words) ? [names] : []));
  return { own: new Set(contentOf(texts.join(" "))), wanted: new Set(contentOf([...texts, ...also].join(" "))) };
}

const MENU_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:book|reserve|table|reservation|room|stay)\b/, "reservation reservations booking bookings"],
  [/\b(?:appointment|schedule|visit|check ?up|haircut|consultation)\b/, "appointment appointments scheduling schedule"],
  [/\b(?:open|close|hours|opening|closing|holiday)\b/, "hours location directions"],
  [/\b(?:price|cost|how much|quote|estimate|buy|order)\b/, "sales pricing quote orders"],
  [/\b(?:repair|fix|broken|service|oil|tire|brake)\b/, "service repair repairs parts"],
  [/\b(?:bill|invoice|pay|charge|refund)\b/, "billing accounts payment"],
  [/\b(?:prescription|refill|medicine)\b/, "pharmacy prescription refill"],
];

/** Of what it offers to be said the nearest to our errand, else somebody. */
function wordFor(state: State, text: string): string {
  const { wanted } = wantedWords(state);
  const word = plainOf(text)
    .split(" ")
    .find((each) => contentOf(each).some((stem) => wanted.has(stem)));
  return word === undefined ? "Representative." : `${word.charAt(0).toUpperCase()}${word.slice(1)}.`;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9' ]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
