/** Spanish. */
import { INTERNATIONAL, letterNames, wordSet } from "../tabled/alphabet.ts";
import type { Tongue } from "../tabled/tongue.ts";
import { ACTS, ASKS, NO, YES } from "./acts.ts";
import { clockIn } from "./clock.ts";
import { beforeNoun, cardinal, numberIn } from "./numbers.ts";

const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const MONEY: Readonly<Record<string, readonly [one: string, many: string, cents: string]>> = {
  "€": ["euro", "euros", "céntimos"],
  $: ["dólar", "dólares", "centavos"],
  "£": ["libra", "libras", "peniques"],
  CHF: ["franco", "francos", "céntimos"],
};

export const SPANISH: Tongue = {
  language: "es",
  numberIn,
  ordinalIn: (word) => (/^primero?$/.test(word) ? 1 : null),
  clockIn,
  dayParts: [
    [/^(?:de|por|en) la (?:manana|madrugada)\b/, "morning"],
    [/^(?:(?:de|por|en) la tarde|del mediodia)\b/, "afternoon"],
    [/^(?:de|por|en) la noche\b/, "night"],
  ],
  currencies: {
    euro: "€",
    euros: "€",
    dolar: "$",
    dolares: "$",
    peso: "$",
    pesos: "$",
    libra: "£",
    libras: "£",
    franco: "CHF",
    francos: "CHF",
  },
  cents: /^(?:centimos?|centavos?|centimo)$/,
  joins: [
    ["con", false],
    ["y", false],
    ["coma", true],
    ["punto", true],
  ],
  free: /^(?:gratis|gratuit[oa]s?|sin (?:coste|costo|cargo)|no cuesta nada)\b/,
  per: [
    [/^(?:por|cada|la) (?:persona|cabeza|comensal)\b/, "person"],
    [/^(?:por|la|cada) noche\b/, "night"],
    [/^(?:por|la|cada) hora\b/, "hour"],
    [/^(?:por|al|cada) (?:dia)\b/, "day"],
    [/^(?:por|al|cada) mes\b/, "month"],
  ],
  weekdays: {
    lunes: "monday",
    martes: "tuesday",
    miercoles: "wednesday",
    jueves: "thursday",
    viernes: "friday",
    sabado: "saturday",
    sabados: "saturday",
    domingo: "sunday",
    domingos: "sunday",
  },
  months: [...MONTHS, "", "", "", "", "", "", "", "", "setiembre"],
  relativeDays: [
    [/^pasado manana\b/, "day after tomorrow"],
    [/^(?:hoy|esta (?:noche|tarde|manana))\b/, "today"],
    [/^manana\b/, "tomorrow"],
  ],
  weeks: {
    behind: [
      [/^(?:en|de hoy en) (?:ocho|quince)(?: dias)?(?= |$)/, "week after"],
      [/^(?:de )?(?:la )?(?:semana que viene|proxima semana|semana proxima|semana entrante)\b/, "next"],
    ],
    before: [[/\b(?:semana que viene|proxima semana) el$/, "next"]],
  },
  everyWeek: /^los (?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)$/,
  letters: letterNames(
    "a A, be B, ce C, de D, e E, efe F, ge G, hache H, i I, jota J, ka K, ele L, eme M, ene N, o O, pe P, cu Q, erre R, ere R, ese S, te T, u U, uve V, ve V, uve doble W, doble uve W, doble ve W, doble u W, equis X, i griega Y, ye Y, zeta Z, ceta Z",
  ),
  weakLetters: new Set("a de e o u y ese te ve ere".split(" ")),
  asIn: /^(?:de|como)$/,
  alphabet: wordSet(INTERNATIONAL),
  twice: /^(?:doble)$/,
  acts: ACTS,
  yes: YES,
  no: NO,
  asks: ASKS,
  small: /^(?:a|al|la|las|el|los|de|del|en|por|para|con|y|un|una|cada|desde|hasta|sobre|h|hs|horas|eso|persona)$/,
  cardinal,
  spoken: {
    clock(hour, minute) {
      const said = hour === 1 ? "una" : cardinal(hour).replace(/uno$/, "una");
      if (minute === 0) return hour > 12 || hour === 0 ? `${said} horas` : said;
      return `${said} ${minute < 10 ? `y ${cardinal(minute)}` : hour <= 12 && minute === 30 ? "y media" : hour <= 12 && minute === 15 ? "y cuarto" : cardinal(minute)}`;
    },
    clockWord: /\s?(?:h|hs|hrs|horas)\b(?:\.(?=\s[a-záéíóúñ]))?/,
    money(units, cents, sign) {
      const [one, many, hundredths] = MONEY[sign] ?? ["", "", ""];
      if (units === 0) return `${beforeNoun(cents)} ${hundredths}`;
      const feminine = one.endsWith("a")
        ? beforeNoun(units)
            .replace(/\bun$/, "una")
            .replace(/veintiún$/, "veintiuna")
        : beforeNoun(units);
      return `${feminine} ${units === 1 ? one : many}${cents === 0 ? "" : ` con ${cardinal(cents)}`}`;
    },
    date: (day, month, year) =>
      `${day === 1 ? "uno" : cardinal(day)} de ${MONTHS[month - 1]}${year === null ? "" : ` de ${cardinal(year)}`}`,
    signs: {
      "&": " y ",
      "%": " por ciento",
      "@": " arroba ",
      "+": " más ",
      "°": " grados",
      "=": " igual a ",
      "#": " número ",
    },
  },
};
