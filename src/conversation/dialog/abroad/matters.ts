/**
 * What is for the agent to decide, in a call that the rules cannot lead: a day, a time or a price that neither the
 * request nor the agent has named, a deposit, a waiting list. They know little of the language, so they would rather ask
 * once too often. Pure.
 */
import { isBorneOut } from "../../../language/en/borne-out.ts";
import { foundOf } from "../../../language/en/reading.ts";
import type { Language } from "../../../language/languages.ts";
import type { Reader } from "../../../language/readers.ts";
import { folded } from "../../../language/tabled/words.ts";
import type { BrainBrief, HistoryEntry } from "../../ports.ts";
import { suits, suitsDay } from "../brain/wanted.ts";
import { notesIn } from "../model/notes.ts";
import { wantedAbroad } from "./wanted.ts";

/** What the request has to mention, if it is to be agreed to: in the language of the call, and in English. */
const CONDITIONS: Readonly<Record<Exclude<Language, "en">, readonly RegExp[]>> = {
  es: [
    /\b(?:deposito|anticipo|senal\b|fianza|prepago|por adelantado|deposit|prepay\w*)/,
    /\b(?:tarjeta|credit card|card number)\b/,
    /\b(?:recargo|suplemento|comision|tasa|fee|surcharge)\b/,
    /\b(?:lista de espera|waiting ?list)\b/,
    /\b(?:en su lugar|en vez de|en lugar de|otra (?:hora|fecha|mesa)|otro (?:dia|horario)|instead|another)\b/,
  ],
  fr: [
    /\b(?:acompte|arrhes|caution|prepaiement|d avance|d'avance|deposit|prepay\w*)/,
    /\b(?:carte (?:bancaire|bleue|de credit)|numero de carte|credit card|card number)\b/,
    /\b(?:supplement|frais|surcharge|fee)\b/,
    /\b(?:liste d.attente|waiting ?list)\b/,
    /\b(?:a la place|plutot|autre (?:heure|jour|date|table|creneau)|instead|another)\b/,
  ],
  de: [
    /\b(?:anzahlung|kaution|vorkasse|vorauszahlung|im voraus|deposit|prepay\w*)/,
    /\b(?:kreditkarte|kartennummer|credit card|card number)\b/,
    /\b(?:aufpreis|zuschlag|gebuhr|surcharge|fee)\b/,
    /\b(?:warteliste|waiting ?list)\b/,
    /\b(?:stattdessen|statt|andere[rsn]? (?:uhrzeit|tag|termin|tisch|zeit)|instead|another)\b/,
  ],
};

const ABOUT_PRICES =
  /\b(?:cuanto|precio|precios|cuesta|coste|tarifa|presupuesto|prix|combien|coute|tarif|devis|preis|preise|kostet|kosten|wie viel|wieviel|angebot|price|prices|cost|costs|how much|quote|rate)\b/;

const ABOUT_TIMES =
  /\b(?:a que hora|cuando|horario|horarios|abren|cierran|abierto|quelle heure|quand|horaires|ouvrez|fermez|ouvert|ouvre|ferme|wann|um wie viel|offnungszeiten|geoffnet|schliess\w*|offnen|what time|when|hours|open|close)\b/;
/** A free table or another time is held out to us. */
const OFFERS =
  /\b(?:tengo|tenemos|puedo|podemos|podria|ofrec\w+|queda|quedan|libre|libres|seria|hay|avons|ai|peux|pouvons|pourrais|propos\w+|reste|libre|serait|y a|habe|haben|hatte|hatten|kann|konnen|konnte|frei|anbieten|ginge|ware)\b/;

/** Whether something in these words of theirs cannot simply be agreed to: nobody of ours has said it. */
export function newMatterIn(
  text: string,
  history: readonly HistoryEntry[],
  reader: Reader,
  { brief, errands }: BrainBrief,
): boolean {
  if (reader.language === "en" || errands.every(({ kind }) => kind === "find_out")) return false;
  const sources = sourcesOf(brief, approvedIn(history));
  const request = folded([...sources, ...brief.questions].join("\n"));
  const said = folded(text);
  if (CONDITIONS[reader.language].some((words) => words.test(said) && !words.test(request))) return true;
  const { errands: notes } = notesIn(history);
  const open = errands.some(({ kind }, i) => kind === "do" && notes.get(i)?.reached !== true);
  if (!open) return false;
  const isKnown = (kind: "price" | "time", value: string): boolean =>
    sources.some((source) => reader.isBorneOut(kind, value, source) || isBorneOut(kind, value, source));
  const tells = !text.trimEnd().endsWith("?") && !OFFERS.test(said);
  const toldTimes = tells && ABOUT_TIMES.test(request);
  if (
    !toldTimes &&
    timesIn(text, reader).some((value) => !isKnown("time", value)) &&
    !isInWindow(text, sources, reader)
  )
    return true;
  const toldPrices = !text.trimEnd().endsWith("?") && ABOUT_PRICES.test(request);
  const prices = foundOf(reader.read(text), "price").filter((price) => price.amountCents > 0);
  return !toldPrices && prices.some((price) => !isKnown("price", price.text));
}

/** The request leaves a choice ("entre las siete y las nueve"), and everything that they say of it is one of that. */
function isInWindow(text: string, sources: readonly string[], reader: Reader): boolean {
  const wanted = wantedAbroad(sources, reader, null);
  if (wanted.windows.length === 0) return false;
  const reading = reader.read(text);
  const [times, days] = [foundOf(reading, "time"), foundOf(reading, "date")];
  return times.every((time) => suits(wanted, time)) && days.every((day) => suitsDay(wanted, day));
}

function timesIn(text: string, reader: Reader): readonly string[] {
  const reading = reader.read(text);
  return [...foundOf(reading, "time"), ...foundOf(reading, "date")].map((found) => found.text);
}

export function sourcesOf(brief: BrainBrief["brief"], approved: readonly string[]): readonly string[] {
  return [brief.goal, brief.details, brief.constraints, ...approved].filter((text) => text !== null);
}

/** What the agent was asked and has agreed to, and what it said. */
export function approvedIn(history: readonly HistoryEntry[]): readonly string[] {
  return history.flatMap((entry) => {
    if (entry.role !== "answer" || entry.answer === null) return [];
    const asked = history.find((each) => each.role === "asked" && each.questionId === entry.questionId);
    const refused = /^\s*(?:no|nein|non|nope|don't|do not|not)\b/i.test(entry.answer);
    return refused || asked?.role !== "asked" ? [entry.answer] : [asked.question, entry.answer];
  });
}
