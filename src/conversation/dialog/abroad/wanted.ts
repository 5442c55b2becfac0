/**
 * When the request of a call abroad wants it: exact times, or windows ("después de las seis", "entre 18 et 20 heures",
 * "am Abend"). A request may be in the language of its call, or in English whatever the call is in. Pure.
 */
import type { CalendarDay } from "../../../language/calendar.ts";
import type { Day, Time } from "../../../language/en/found.ts";
import { foundOf, read as readEnglish } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { plain } from "../../../language/en/words.ts";
import type { Language } from "../../../language/languages.ts";
import { TONGUES } from "../../../language/readers.ts";
import type { Reader } from "../../../language/readers.ts";
import { wholeNumber } from "../../../language/tabled/numbers.ts";
import type { Tongue } from "../../../language/tabled/tongue.ts";
import { wantedIn } from "../brain/wanted.ts";
import type { Wanted } from "../brain/wanted.ts";

type Window = Wanted["windows"][number];

type WhenWords = {
  readonly between: RegExp;
  readonly link: RegExp;
  readonly from: RegExp;
  readonly until: RegExp;
  readonly notOn: RegExp;
  readonly around: RegExp;
  readonly open: RegExp;
  readonly dayParts: readonly (readonly [RegExp, Window])[];
};

const END_OF_DAY = 23 * 60 + 59;
const part = (from: number, to: number): Window => ({ from: from * 60, to: Math.min(to * 60, END_OF_DAY) });

/** Of what stands right before a time, between two, or anywhere in the sentence. Words are folded. */
const WHEN: Readonly<Record<Exclude<Language, "en">, WhenWords>> = {
  es: {
    between: /\b(?:entre|de|desde)$/,
    link: /^(?:y|a|hasta)(?: las?)?$/,
    from: /\b(?:despues de|a partir de|desde|pasadas|no antes de|mas tarde de|luego de)$/,
    until:
      /\b(?:antes de|hasta|no mas tarde de|a mas tardar(?: a)?|como (?:muy tarde|maximo|tarde)(?: a)?|no despues de)$/,
    notOn: /\b(?:no|ni|salvo|excepto|menos|nunca)(?: en| los?| el)*$/,
    around: /\b(?:sobre|hacia|alrededor de|a eso de|mas o menos|aproximadamente)\b/,
    open: /\b(?:cualquier (?:hora|dia|momento)|da igual|lo antes posible|cuanto antes|primera (?:hora|cita)|flexible)\b/,
    dayParts: [
      [/\b(?:por|de|en|a) la manana\b/, part(6, 13)],
      [/\b(?:(?:por|de|en|a) la|esta|lunes|martes|miercoles|jueves|viernes|sabado|domingo) tarde\b/, part(12, 21)],
      [/\ba? ?media tarde\b/, part(16, 19)],
      [/\b(?:(?:por|de|en|a) la|esta|lunes|martes|miercoles|jueves|viernes|sabado|domingo) noche\b/, part(19, 24)],
    ],
  },
  fr: {
    between: /\b(?:entre|de)$/,
    link: /^(?:et|a|jusqu a)$/,
    from: /\b(?:apres|a partir de|des|pas avant|depuis)$/,
    until: /\b(?:avant|jusqu a|au plus tard(?: a)?|pas apres)$/,
    notOn: /\b(?:pas|ni|sauf|excepte|jamais)(?: le| les)?$/,
    around: /\b(?:vers|environ|aux alentours|autour de|a peu pres)\b/,
    open: /\b(?:n importe (?:quand|quelle heure|quel jour)|peu importe|des que possible|au plus tot|le plus tot possible|flexible)\b/,
    dayParts: [
      [/\bmatin(?:ee)?\b/, part(6, 12)],
      [/\bapres midi\b/, part(12, 18)],
      [/\bsoir(?:ee)?\b/, part(17, 24)],
    ],
  },
  de: {
    between: /\b(?:zwischen|von)$/,
    link: /^(?:und|bis|bis um)$/,
    from: /\b(?:nach|ab|nicht vor|fruhestens(?: um)?)$/,
    until: /\b(?:vor|bis|spatestens(?: um)?|nicht nach)$/,
    notOn: /\b(?:nicht|ausser|nie|kein\w*)(?: am| an)?$/,
    around: /\b(?:gegen|circa|ca|ungefahr|etwa|rund)\b/,
    open: /\b(?:egal|jederzeit|so bald wie moglich|fruhestmoglich\w*|baldmoglichst|flexibel|beliebig)\b/,
    dayParts: [
      [/\b(?:morgens|vormittags?|am vormittag|am morgen|\w+vormittag)\b/, part(6, 12)],
      [/\b(?:nachmittags?|am nachmittag|\w+nachmittag)\b/, part(12, 18)],
      [/\b(?:abends?|am abend|\w+abend)\b/, part(17, 24)],
    ],
  },
};

/** `sources`: the request, and what the agent has agreed to. */
export function wantedAbroad(sources: readonly string[], reader: Reader, today: CalendarDay | null): Wanted {
  const english = wantedIn(
    sources.map((source) => readEnglish(source)),
    today,
  );
  if (reader.language === "en") return english;
  const words = WHEN[reader.language];
  const exact: Time[] = [];
  const windows: Window[] = [];
  const days: Day[] = [];
  const notDays: Day[] = [];
  const readings = sources.map((source) => reader.read(source));
  for (const reading of readings) {
    sortTimes(TONGUES[reader.language], reading, words, exact, windows);
    for (const day of foundOf(reading, "date"))
      (words.notOn.test(plain(reading.tokens, day.from - 3, day.from)) ? notDays : days).push(day);
  }
  const any = (pattern: RegExp): boolean => readings.some((reading) => pattern.test(reading.words));
  return {
    ...english,
    days: [...english.days, ...days],
    notDays: [...english.notDays, ...notDays],
    exact: [...english.exact, ...exact],
    windows: [...english.windows, ...windows],
    open: english.open || any(words.open),
    around: english.around || any(words.around),
  };
}

function sortTimes(tongue: Tongue, reading: Reading, words: WhenWords, exact: Time[], windows: Window[]): void {
  const times = foundOf(reading, "time");
  const { tokens } = reading;
  let told = 0;
  for (let i = 0; i < times.length; i += 1) {
    const [time, next] = [times[i]!, times[i + 1]];
    const before = plain(tokens, time.from - 4, time.from);
    const link = next === undefined ? "" : plain(tokens, time.to, next.from);
    // "Zwischen 9 und 11 Uhr": the first of them is no time by itself.
    const first = wholeNumber(tongue, tokens, time.from - 2);
    const isFirst = first !== null && first.next === time.from - 1 && first.value <= 24;
    const bareHour = isFirst && words.between.test(plain(tokens, 0, time.from - 2)) ? first.value : null;
    const ranged = next !== undefined && words.link.test(link) && words.between.test(before);
    if (ranged) {
      const [from, to] = [minutesOf(time, next), minutesOf(next, next)];
      windows.push({ from: Math.min(from, to), to: Math.max(from, to) });
      i += 1;
    } else if (bareHour !== null && words.link.test(plain(tokens, time.from - 1, time.from))) {
      const to = minutesOf(time, null);
      windows.push({ from: bareHour * 60 < to - 720 ? bareHour * 60 + 720 : bareHour * 60, to });
    } else if (words.from.test(before)) windows.push({ from: minutesOf(time, null), to: END_OF_DAY });
    else if (words.until.test(before)) windows.push({ from: 0, to: latestOf(time) });
    else {
      exact.push(time);
      told += 1;
    }
  }
  if (told > 0) return;
  for (const [pattern, window] of words.dayParts) if (pattern.test(reading.words)) windows.push(window);
}

/** Which half of the day is meant may be said of the end of a range alone. */
function minutesOf(time: Time, other: Time | null): number {
  const minutes = (time.hour % 24) * 60 + time.minute;
  const half = time.half ?? other?.half ?? null;
  return half === "pm" && time.hour < 12 ? minutes + 720 : minutes;
}

/** "Before eight" may be said of the evening. */
function latestOf(time: Time): number {
  const minutes = minutesOf(time, null);
  return time.half === null && time.hour <= 12 ? (minutes % 720) + 720 : minutes;
}
