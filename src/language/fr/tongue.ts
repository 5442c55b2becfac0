/** French. */
import { INTERNATIONAL, letterNames, wordSet } from "../tabled/alphabet.ts";
import type { Tongue } from "../tabled/tongue.ts";
import { ACTS, ASKS, NO, YES } from "./acts.ts";
import { clockIn } from "./clock.ts";
import { cardinal, numberIn } from "./numbers.ts";

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");
const MONEY: Readonly<Record<string, readonly [one: string, many: string, cents: string]>> = {
  "€": ["euro", "euros", "centimes"],
  $: ["dollar", "dollars", "cents"],
  "£": ["livre", "livres", "pence"],
  CHF: ["franc", "francs", "centimes"],
};
/** "vingt et une heures", "une livre". */
const feminine = (value: number): string => cardinal(value).replace(/\bun$/, "une");

export const FRENCH: Tongue = {
  language: "fr",
  numberIn,
  ordinalIn: (word) => (/^premiere?$/.test(word) ? 1 : null),
  clockIn,
  dayParts: [
    [/^(?:du|le) matin\b/, "morning"],
    [/^(?:de l |l )?(?:apres midi|aprem)\b/, "afternoon"],
    [/^(?:du|le) soir\b|^de la nuit\b/, "night"],
  ],
  currencies: {
    euro: "€",
    euros: "€",
    dollar: "$",
    dollars: "$",
    piasse: "$",
    piasses: "$",
    livre: "£",
    livres: "£",
    franc: "CHF",
    francs: "CHF",
  },
  cents: /^(?:centimes?|cents?|cennes?)$/,
  joins: [
    ["et", false],
    ["virgule", true],
    ["point", true],
  ],
  free: /^(?:gratuit(?:e|s|es|ement)?|offerte?s?|sans frais)\b/,
  per: [
    [/^(?:par|la) (?:personne|tete)\b/, "person"],
    [/^(?:par|la) nuit(?:ee)?\b/, "night"],
    [/^(?:par|de l|l) heure\b/, "hour"],
    [/^par jour\b/, "day"],
    [/^par mois\b/, "month"],
  ],
  weekdays: {
    lundi: "monday",
    mardi: "tuesday",
    mercredi: "wednesday",
    jeudi: "thursday",
    vendredi: "friday",
    samedi: "saturday",
    dimanche: "sunday",
  },
  months: "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".split(" "),
  relativeDays: [
    [/^apres demain\b/, "day after tomorrow"],
    [/^(?:aujourd hui|ce (?:soir|matin|midi)|cet apres midi|cette nuit)\b/, "today"],
    [/^demain\b/, "tomorrow"],
  ],
  weeks: {
    behind: [
      [/^en huit\b/, "week after"],
      [/^en quinze\b/, "in two weeks"],
      [/^(?:de )?la semaine prochaine\b/, "next"],
    ],
    before: [[/\bsemaine prochaine(?: le)?$/, "next"]],
  },
  everyWeek: /^(?:les|tous les) (?:lun|mar|mercre|jeu|vendre|same)dis?$|^(?:les|chaque) dimanches?$|^chaque \w+$/,
  letters: letterNames(
    "be B, ce C, de D, effe F, ge G, ache H, hache H, ji J, jie J, ka K, elle L, emme M, enne N, pe P, erre R, esse S, te T, ve V, double ve W, double v W, ixe X, i grec Y, igrec Y, zede Z, zed Z",
  ),
  weakLetters: new Set("a d l m n s t c j y de ce ge te elle pe o u e i".split(" ")),
  asIn: /^(?:comme|de)$/,
  alphabet: wordSet(
    INTERNATIONAL,
    "anatole berthe celestin desire eugene francois gaston henri irma joseph kleber louis marcel nicolas pierre quintal raoul suzanne therese ursule victor william xavier yvonne zoe",
  ),
  twice: /^(?:double|deux fois)$/,
  acts: ACTS,
  yes: YES,
  no: NO,
  asks: ASKS,
  small: /^(?:a|au|le|la|les|l|de|du|des|d|en|par|pour|et|un|une|chaque|vers|h|heures?|personne)$/,
  cardinal,
  spoken: {
    clock: (hour, minute) =>
      `${hour === 0 ? "zéro" : feminine(hour)} heure${hour <= 1 ? "" : "s"}${minute === 0 ? "" : ` ${feminine(minute)}`}`,
    clockWord: /\s?(?:h|heures?)\b/,
    money(units, cents, sign) {
      const [one, many, hundredths] = MONEY[sign] ?? ["", "", ""];
      if (units === 0) return `${cardinal(cents)} ${hundredths}`;
      const said = one === "livre" ? feminine(units) : cardinal(units);
      return `${said} ${units === 1 ? one : many}${cents === 0 ? "" : ` ${cardinal(cents)}`}`;
    },
    date: (day, month, year) =>
      `${day === 1 ? "premier" : cardinal(day)} ${MONTHS[month - 1]}${year === null ? "" : ` ${cardinal(year)}`}`,
    signs: {
      "&": " et ",
      "%": " pour cent",
      "@": " arobase ",
      "+": " plus ",
      "°": " degrés",
      "=": " égale ",
      "#": " numéro ",
    },
  },
};
