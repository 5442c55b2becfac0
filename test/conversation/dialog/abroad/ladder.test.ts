/** What is said while a question waits for its answer, in every language: nothing twice in a row, and always polite. */
import { describe, expect, it } from "vitest";
import {
  announcement,
  isAsked,
  onWords,
  pleaForTime,
  signOfLife,
} from "../../../../src/conversation/dialog/while-waiting.ts";
import type { WaitSoFar } from "../../../../src/conversation/dialog/while-waiting.ts";
import { textsOf } from "../../../../src/conversation/dialog/texts/texts.ts";
import { LANGUAGES } from "../../../../src/language/languages.ts";
import { tellsOfWait } from "../../../../src/language/waiting.ts";
import { readerOf } from "../../../../src/language/readers.ts";
import type { HistoryEntry } from "../../../../src/conversation/ports.ts";

const waiting = (language: string, ...history: HistoryEntry[]): WaitSoFar => ({
  history,
  since: 0,
  language,
  mayProlong: true,
});
const ours = (text: string): HistoryEntry => ({ role: "assistant", text });

describe.each(LANGUAGES)("the ladder in %s", (language) => {
  it("never begins a sign of life as the last one began, and comes round to all of them", () => {
    const history: HistoryEntry[] = [];
    for (let i = 0; i < 12; i += 1) history.push(ours(signOfLife(waiting(language, ...history))));
    const said = history.map((entry) => (entry.role === "assistant" ? entry.text : ""));
    said.slice(1).forEach((text, i) => {
      const [begins, began] = [text, said[i]!].map((each) => each.split(/[.,]/)[0]);
      expect(begins).not.toBe(began);
    });
    expect(new Set(said).size).toBe(textsOf(language).stillChecking.length);
  });

  it("tells them that something is found out unless that was said", () => {
    const line = announcement(waiting(language));
    expect(tellsOfWait(readerOf(language).read(line ?? "").words, language)).toBe(true);
    expect(announcement(waiting(language, ours(line ?? "")))).toBeNull();
  });

  it("knows its own plea, and takes none of its own lines for it", () => {
    const { stillChecking, stillHere, hurrying, moment } = textsOf(language);
    expect(isAsked(waiting(language, ours(pleaForTime(waiting(language)))))).toBe(true);
    for (const line of [...stillChecking, ...stillHere, ...hurrying, ...moment])
      expect(isAsked(waiting(language, ours(line))), line).toBe(false);
  });
});

type Row = readonly [language: string, words: string, move: string];

/** Behind the plea. */
const ROWS: readonly Row[] = [
  ["es", "Sí, sin problema, espero.", "prolong"],
  ["es", "bueno vale un ratito", "prolong"],
  ["es", "No, lo siento, tengo gente esperando.", "cannot_wait"],
  ["es", "Mire, llámeme cuando lo sepa.", "call_back"],
  ["es", "Da igual, ya lo vemos cuando vengan.", "needless"],
  ["es", "¿Oiga? ¿Sigue ahí?", "say"],
  ["es", "¿Le falta mucho?", "say"],
  ["es", "ahorita estoy muy ocupada la verdad", "cannot_wait"],
  ["es", "¿Y a nombre de quién sería?", "none"],
  ["fr", "Oui, pas de souci, prenez votre temps.", "prolong"],
  ["fr", "d'accord je patiente", "prolong"],
  ["fr", "Non, désolé, j'ai d'autres clients.", "cannot_wait"],
  ["fr", "Rappelez-nous plutôt quand vous saurez.", "call_back"],
  ["fr", "C'est pas grave, on verra sur place.", "needless"],
  ["fr", "Allô ? Vous êtes encore là ?", "say"],
  ["fr", "Ça va être long ?", "say"],
  ["fr", "ecoutez la j'ai pas le temps", "cannot_wait"],
  ["fr", "Et c'est à quel nom ?", "none"],
  ["de", "Ja klar, ich warte gern.", "prolong"],
  ["de", "kein problem lassen sie sich zeit", "prolong"],
  ["de", "Nee, tut mir leid, hier warten Kunden.", "cannot_wait"],
  ["de", "Rufen Sie doch einfach nochmal an, wenn Sie es wissen.", "call_back"],
  ["de", "Ist nicht so wichtig, klären wir vor Ort.", "needless"],
  ["de", "Hallo? Sind Sie noch dran?", "say"],
  ["de", "Dauert das noch lange?", "say"],
  ["de", "also ich hab jetzt wirklich keine zeit", "cannot_wait"],
  ["de", "Und auf welchen Namen?", "none"],
];

it.each(ROWS)("%s: after the plea, %j: %s", (language, words, expected) => {
  const wait = waiting(language, ours(pleaForTime(waiting(language))));
  const move = onWords(words, wait);
  const told = move === null ? "none" : move.type === "give_up" ? move.why : move.type;
  expect(told).toBe(expected);
});
