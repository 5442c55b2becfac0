/**
 * The names and terms in a request, for recognisers that can be told some: who is called, for whom, and whoever and
 * whatever is named in its words. Only what the request itself names: no sentence of it, no day, no number, nothing that
 * the other side is asked for. Pure.
 */
import type { Brief } from "../calls/brief.ts";

const NO_NAMES = new Set(
  (
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august " +
    "september october november december i'm i'll i'd i've am pm ok asap"
  ).split(" "),
);
const TITLE = /^(?:dr|mr|mrs|ms|prof|st)\.$/i;

export function namesOfRequest({ businessName, onBehalfOf, goal, details }: Brief): string[] {
  const told = [businessName, onBehalfOf].filter((name) => name !== null);
  const named = [goal, details].flatMap((text) => (text === null ? [] : properNouns(text)));
  return [...new Set([...told, ...named])];
}

/** Runs of capitalised words. The first word of a sentence is none: its capital says nothing. */
function properNouns(text: string): string[] {
  const names: string[] = [];
  let run: string[] = [];
  let begins = true;
  const end = (): void => {
    if (run.length > 0) names.push(run.join(" "));
    run = [];
  };
  for (const spoken of text.split(/\s+/)) {
    const word = spoken.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replace(/['’]s$/, "");
    const named = !begins && isProper(word);
    if (!named || /^[^\p{L}]/u.test(spoken)) end();
    if (named) run.push(word);
    const stops = !TITLE.test(spoken) && /[^\p{L}\p{N}]$/u.test(spoken);
    if (stops || /['’]s$/.test(spoken)) end();
    begins = stops && /[.!?:]["')\]]*$/.test(spoken);
  }
  end();
  return names;
}

function isProper(word: string): boolean {
  const plain = word.toLowerCase();
  return /^\p{Lu}[\p{L}'’.-]+$/u.test(word) && !NO_NAMES.has(plain) && !NO_NAMES.has(`${plain}s`);
}
