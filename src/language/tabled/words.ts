/** An utterance as words with their places, for languages that are read by tables. */
import type { Token } from "../en/words.ts";
import { withoutSpelledUmlauts } from "./umlauts.ts";

const OPENING = /^[([{"'“”„‚‘’«»¿¡…*_-]+/u;
const CLOSING = /[)\]}"'“”„‘’.,;:!?…*«»_-]+$/u;
/** "dix-sept", "d'accord", "s'il": words of letters alone come apart. */
const COMPOUND = /^\p{L}+(?:['’‑-]\p{L}+)+$/u;
const HESITATION = /^(?:eh|ehm|euh|ah|ahm|hm|hmm|mm|mmm|em|hein|bah|tja|uh)$/;
const ABBREVIATIONS = /^(?:sr|sra|srta|dr|dra|ud|uds|num|m|mme|mlle|fr|hr|nr|str|ca|z|b|p|a|bzw|av|pl)$/;
const MOST_WORDS = 250;

/** Lower case and without accents: "dieciséis" is "dieciseis", "fünf" and "fuenf" are "funf". */
export function folded(word: string): string {
  const plain = word
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("’", "'");
  return withoutSpelledUmlauts(plain);
}

export function wordsOf(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    const lead = OPENING.exec(match[0])?.[0].length ?? 0;
    const tail = CLOSING.exec(match[0].slice(lead))?.[0] ?? "";
    const core = match[0].slice(lead, match[0].length - tail.length);
    if (core === "") {
      const last = found.at(-1);
      const stop = stopOf(match[0], "");
      if (last !== undefined && stop !== "") found[found.length - 1] = { ...last, stop };
      continue;
    }
    const start = match.index + lead;
    const parts = COMPOUND.test(core) ? [...core.matchAll(/\p{L}+/gu)] : [{ 0: core, index: 0 }];
    parts.forEach((part, i) => {
      const word = folded(part[0]).replace(/^([ap])\.m$/, "$1m");
      const last = i === parts.length - 1;
      if (HESITATION.test(word)) return;
      const from = start + part.index;
      found.push({ word, start: from, end: from + part[0].length, stop: last ? stopOf(tail, word) : "" });
    });
  }
  return found.length <= MOST_WORDS ? found : found.slice(-MOST_WORDS);
}

function stopOf(tail: string, word: string): Token["stop"] {
  if (tail.includes("?")) return "?";
  if (/[.!;…]/.test(tail)) return tail === "." && (ABBREVIATIONS.test(word) || /^\d{1,2}$/.test(word)) ? "" : ".";
  return /[,:]/.test(tail) ? "," : "";
}

/** The words from here on that one breath says. */
export function breath(run: readonly Token[], from: number, most = 12): string[] {
  const words: string[] = [];
  for (let i = from; i < run.length && words.length < most; i += 1) {
    words.push(run[i]!.word);
    if (run[i]!.stop !== "") break;
  }
  return words;
}
