/** How many people come, as it is said in Spanish, French and German: "mesa para cuatro", "on sera cinq", "zu dritt". */
import { plain, wordAt } from "../en/words.ts";
import type { Language } from "../languages.ts";
import { wholeNumber } from "./numbers.ts";
import type { Tongue } from "./tongue.ts";
import { wordsOf } from "./words.ts";

type PartyWords = {
  readonly people: RegExp;
  /** Before the number: it may be of people. What follows it has to be nothing that is counted. */
  readonly before: RegExp;
  readonly follows: RegExp;
};

const WORDS: Readonly<Record<Exclude<Language, "en">, PartyWords>> = {
  es: {
    people: /^(?:personas?|comensales|adultos|pax|gente|cubiertos|invitados)$/,
    before: /\b(?:mesa (?:para|de)|reserva (?:para|de)|somos|seremos|seriamos|vienen|vendran|para)$/,
    follows:
      /^(?:el|a|en|esta|este|hoy|manana|de|por|y|con|pero|lunes|martes|miercoles|jueves|viernes|sabado|domingo)?$/,
  },
  fr: {
    people: /^(?:personnes?|couverts?|adultes|convives|invites)$/,
    before:
      /\b(?:table (?:pour|de)|reservation (?:pour|de)|(?:on|nous) (?:sera|serons|est|sommes)|vous (?:serez|etes)|pour)$/,
    follows: /^(?:le|a|en|ce|cet|demain|vendredi|samedi|dimanche|lundi|mardi|mercredi|jeudi|et|avec|mais|au|vers)?$/,
  },
  de: {
    people: /^(?:personen|person|leute|gaste|mann|erwachsene)$/,
    before: /\b(?:tisch fur|reservierung fur|wir (?:sind|waren)|sie sind|fur)$/,
    follows:
      /^(?:am|um|an|im|heute|morgen|freitag|samstag|sonntag|montag|dienstag|mittwoch|donnerstag|und|mit|aber|reserviert|eingetragen|notiert|vorgemerkt|gebucht|frei)?$/,
  },
};
const TOGETHER: ReadonlyMap<string, number> = new Map(
  Object.entries({ zweit: 2, dritt: 3, viert: 4, funft: 5, sechst: 6, siebt: 7, acht: 8, neunt: 9, zehnt: 10 }),
);

export function partiesIn(tongue: Tongue, text: string): readonly number[] {
  if (tongue.language === "en") return [];
  const { people, before, follows } = WORDS[tongue.language];
  const run = wordsOf(text);
  const found: number[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const together = wordAt(run, i) === "zu" && tongue.language === "de" ? TOGETHER.get(wordAt(run, i + 1)) : undefined;
    if (together !== undefined) found.push(together);
    const number = wholeNumber(tongue, run, i);
    if (number === null || number.value < 1 || number.value > 99) continue;
    const ends = run[number.next - 1]?.stop !== "";
    const next = ends ? "" : wordAt(run, number.next);
    const counted = !ends && people.test(next);
    // "Para dos", but not "para las dos" and "para dos noches".
    const told = before.test(plain(run, Math.max(0, i - 2), i)) && follows.test(next) && !number.article;
    if (counted || told) found.push(number.value);
    i = number.next - 1;
  }
  return found;
}
