/**
 * Whether what they say they have done, in a call that the rules cannot lead, is outside the request: at another time,
 * above its limit of price, for another number of people. Then it is not what was asked for, whoever said yes. Pure.
 */
import type { CalendarDay } from "../../../language/calendar.ts";
import { foundOf, read as readEnglish } from "../../../language/en/reading.ts";
import type { Language } from "../../../language/languages.ts";
import { TONGUES } from "../../../language/readers.ts";
import type { Reader } from "../../../language/readers.ts";
import { sentencesOf } from "../../../language/speech-pieces.ts";
import { partiesIn } from "../../../language/tabled/parties.ts";
import type { HistoryEntry } from "../../ports.ts";
import { AT_MOST } from "../brain/english/booking-words.ts";
import { suits, suitsDay } from "../brain/wanted.ts";
import type { Wanted } from "../brain/wanted.ts";
import { notesIn } from "../model/notes.ts";
import { wantedAbroad } from "./wanted.ts";

type Abroad = Exclude<Language, "en">;

/** Said of opening hours, deadlines and the like, and not of what was booked. */
const OF_HOURS: Readonly<Record<Abroad, RegExp>> = {
  es: /\b(?:abrimos|cerramos|abren|cierran|abierto|abiertos|cocina|horario|como (?:muy )?tarde|ultima hora|llamen?|llamenos|avisen?|avisar|cancel\w+|minutos (?:antes|despues))\b/,
  fr: /\b(?:ouvrons|fermons|ouvre|ferme|ouverts?|fermes?|cuisine|horaires?|au plus tard|dernier service|appelez|rappelez|prevenez|prevenir|annul\w+|minutes avant)\b/,
  de: /\b(?:offnen|schliessen|geoffnet|geschlossen|kuche|offnungszeiten|spatestens|letzte bestellung|rufen sie|anrufen|bescheid|absagen|stornier\w+|minuten (?:vorher|fruher))\b/,
};

const MOST: Readonly<Record<Abroad, RegExp>> = {
  es: /\b(?:maximo|como mucho|a lo sumo|no mas de|hasta|menos de|por debajo de|presupuesto|tope|limite)\b/,
  fr: /\b(?:maximum|au plus|au maximum|pas plus de|jusqu a|moins de|en dessous de|budget|limite|plafond)\b/,
  de: /\b(?:maximal|hochstens|maximum|nicht mehr als|bis zu|unter|weniger als|budget|limit|obergrenze)\b/,
};

/** As half a sentence; null when nothing of it is outside. `sources`: the request, and what the agent has agreed to. */
export function whyOutsideAbroad(
  history: readonly HistoryEntry[],
  sources: readonly string[],
  reader: Reader,
  today: CalendarDay | null,
): string | null {
  if (reader.language === "en") return null;
  const said = history.flatMap((entry) => (entry.role === "business" ? [entry.text] : []));
  if (isElsewhen(said, wantedAbroad(sources, reader, today), reader, reader.language))
    return "The time they gave is not the one that was asked for";
  const dear = tooDear(history, said, sources, reader, reader.language);
  if (dear !== null) return dear;
  return otherParty(said, sources, reader.language);
}

function isElsewhen(said: readonly string[], wanted: Wanted, reader: Reader, language: Abroad): boolean {
  const told = said
    .flatMap((text) => sentencesOf(text))
    .map((sentence) => reader.read(sentence))
    .filter((reading) => !OF_HOURS[language].test(reading.words));
  const timed = told.findLast((reading) => foundOf(reading, "time").length > 0);
  const dated = told.findLast((reading) => foundOf(reading, "date").length > 0);
  const times = wanted.exact.length + wanted.windows.length === 0 || timed === undefined ? [] : foundOf(timed, "time");
  const days = dated === undefined ? [] : foundOf(dated, "date");
  return (
    (times.length > 0 && times.every((time) => !suits(wanted, time))) ||
    (days.length > 0 && days.every((day) => !suitsDay(wanted, day)))
  );
}

/** A price above the limit of the request, to which the agent has not agreed. */
function tooDear(
  history: readonly HistoryEntry[],
  said: readonly string[],
  sources: readonly string[],
  reader: Reader,
  language: Abroad,
): string | null {
  const limits = sources.flatMap((source) =>
    sentencesOf(source).flatMap((sentence) => {
      const [own, english] = [reader.read(sentence), readEnglish(sentence)];
      const price = foundOf(own, "price").at(-1) ?? foundOf(english, "price").at(-1);
      const limits = MOST[language].test(own.words) || AT_MOST.test(english.words);
      return price === undefined || !limits ? [] : [{ cents: price.amountCents, words: sentence }];
    }),
  );
  const [limit] = limits;
  if (limit === undefined) return null;
  const noted = notesIn(history).facts.get("price_quoted")?.value;
  const quoted = noted ?? said.findLast((text) => foundOf(reader.read(text), "price").length > 0);
  const price = quoted === undefined ? undefined : foundOf(reader.read(quoted, "price"), "price").at(-1);
  if (price === undefined || price.amountCents <= Math.max(...limits.map(({ cents }) => cents))) return null;
  const agreed = sources.some((source) =>
    foundOf(reader.read(source), "price").some(({ amountCents }) => amountCents === price.amountCents),
  );
  return agreed ? null : `They want ${price.quote}, and the request says "${limit.words}"`;
}

/** They have put down another number of people than the request says. */
function otherParty(said: readonly string[], sources: readonly string[], language: Abroad): string | null {
  const own = (text: string): readonly number[] => partiesIn(TONGUES[language], text);
  const english = (text: string): readonly number[] =>
    foundOf(readEnglish(text), "quantity").flatMap(({ unit, amount }) => (unit === "people" ? [amount] : []));
  const wanted = sources.flatMap((source) => [...own(source), ...english(source)]);
  const statements = said.flatMap((text) => sentencesOf(text)).filter((sentence) => !sentence.endsWith("?"));
  const told = statements.flatMap(own).at(-1);
  if (told === undefined || wanted.length === 0 || wanted.includes(told)) return null;
  return `They say ${told} people, and the request says ${wanted[0]}`;
}
