/** Days and times as people say them in Spanish, French and German, and what their calendar makes of them. */
import { describe, expect, it } from "vitest";
import { withDate } from "../../src/calls/callee-calendar.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { resolvedDay } from "../../src/language/calendar.ts";
import { foundOf } from "../../src/language/en/reading.ts";
import { readerOf } from "../../src/language/readers.ts";

const times = (language: string, text: string): readonly string[] =>
  foundOf(readerOf(language).read(text), "time").map((time) => time.text);
const days = (language: string, text: string): readonly string[] =>
  foundOf(readerOf(language).read(text), "date").map((day) => day.text);

describe("a time of day", () => {
  it.each([
    ["es", "mejor nueve y cuarto", ["9:15"]],
    ["es", "El jueves al mediodía.", ["12:00 PM"]],
    ["es", "sobre las ocho menos veinte de la noche", ["7:40 PM"]],
    ["es", "a las veintidós cuarenta y cinco", ["10:45 PM"]],
    ["es", "cinco para la una", ["12:55"]],
    ["fr", "samedi midi", ["12:00 PM"]],
    ["fr", "vers treize heures quarante-cinq", ["1:45 PM"]],
    ["fr", "à dix heures moins dix du matin", ["9:50 AM"]],
    ["fr", "21 h 15", ["9:15 PM"]],
    ["de", "Heute Abend um sieben.", ["7:00"]],
    ["de", "gegen elf vormittags", ["11:00 AM"]],
    ["de", "um fuenf vor halb neun", ["8:25"]],
    ["de", "viertel zehn", ["9:15"]],
    ["de", "um 18 Uhr 45", ["6:45 PM"]],
  ])("%s: %s", (language, text, expected) => expect(times(language, text)).toEqual(expected));

  it.each([
    ["es", "tres kilos y medio"],
    ["es", "dos personas y un niño"],
    ["fr", "dans deux heures"],
    ["de", "um die zwanzig Leute"],
    ["de", "acht Personen"],
    ["es", "por la mañana"],
  ])("%s: is none: %s", (language, text) => expect(times(language, text)).toEqual([]));
});

describe("a day", () => {
  it.each([
    ["es", "esta mañana no, esta tarde", ["today", "today"]],
    ["es", "mañana por la mañana", ["tomorrow"]],
    ["es", "el sábado 12", ["Saturday the 12th"]],
    ["es", "el domingo veintiuno", ["Sunday the 21st"]],
    ["es", "Los martes no abrimos.", ["Tuesdays"]],
    ["es", "viernes cuatro personas", ["Friday"]],
    ["es", "el viernes nueve y media", ["Friday"]],
    ["fr", "le mardi vingt-trois", ["Tuesday the 23rd"]],
    ["fr", "jeudi 18 heures", ["Thursday"]],
    ["fr", "samedi deux couverts", ["Saturday"]],
    ["fr", "chaque lundi", ["Mondays"]],
    ["fr", "ce matin ou demain matin", ["today", "tomorrow"]],
    ["de", "Heute Morgen war ich da.", ["today"]],
    ["de", "Donnerstag Morgen", ["Thursday"]],
    ["de", "am Mittwochnachmittag", ["Wednesday"]],
    ["de", "Dienstag, den 2.", ["Tuesday the 2nd"]],
    ["de", "am Samstag dem einunddreißigsten", ["Saturday the 31st"]],
    ["de", "Montag 18 Uhr", ["Monday"]],
    ["de", "Sonntag acht Leute", ["Sunday"]],
    ["de", "Donnerstags ist zu.", ["Thursdays"]],
    ["de", "guten Morgen", []],
  ])("%s: %s", (language, text, expected) => expect(days(language, text)).toEqual(expected));

  it("of a month is not another one of it", () => {
    expect(readerOf("es").isBorneOut("time", "viernes 27", "el viernes 28")).toBe(false);
    expect(readerOf("de").isBorneOut("time", "Freitag, den 27.", "am Freitag dem siebenundzwanzigsten")).toBe(true);
    expect(readerOf("fr").isBorneOut("time", "vendredi 27", "le vendredi vingt-sept")).toBe(true);
  });
});

describe("in the calendar, said on Wednesday, November 25, 2026", () => {
  const today = { year: 2026, month: 11, day: 25 };

  it.each([
    ["es", "el viernes", "11/27"],
    ["es", "el viernes de la semana que viene", "12/4"],
    ["es", "el jueves 3", "12/3"],
    ["es", "pasado mañana", "11/27"],
    ["es", "los jueves", null],
    ["fr", "vendredi en huit", "12/4"],
    ["fr", "mardi de la semaine prochaine", "12/1"],
    ["fr", "le samedi cinq", "12/5"],
    ["fr", "après-demain", "11/27"],
    ["de", "Freitag in einer Woche", "12/4"],
    ["de", "nächsten Freitag", null],
    ["de", "Dienstag nächster Woche", "12/1"],
    ["de", "Donnerstag, den 3.", "12/3"],
    ["de", "kommenden Montag", "11/30"],
    ["de", "uebermorgen", "11/27"],
  ])("%s: %s is %s", (language, text, expected) => {
    const [day] = foundOf(readerOf(language).read(text), "date");
    const date = day === undefined ? null : resolvedDay(day, today);
    expect(date === null ? null : `${date.month}/${date.day}`).toBe(expected);
  });

  const said = (text: string, atMs: number): TranscriptEntry[] => [
    { seq: 1, role: "business", text, cutOff: null, atMs, offsetMs: 0, latency: null },
  ];
  /** Half past midnight in Madrid, Paris and Berlin; in Mexico and Quebec it is still the evening before. */
  const NIGHT = Date.UTC(2026, 10, 25, 23, 30);

  it.each([
    ["es-ES", "Europe/Madrid", "mañana a las nueve", "Friday, November 27, 2026"],
    ["es-MX", "America/Mexico_City", "mañana a las nueve", "Thursday, November 26, 2026"],
    ["fr-FR", "Europe/Paris", "demain à neuf heures", "Friday, November 27, 2026"],
    ["fr-CA", "America/Toronto", "demain à neuf heures", "Thursday, November 26, 2026"],
    ["de-AT", "Europe/Vienna", "übermorgen um neun", "Saturday, November 28, 2026"],
    ["de-CH", "Europe/Zurich", "morgen früh um neun", "Friday, November 27, 2026"],
  ])("%s: the callee's zone decides (%s): %s", (language, zone, words, date) => {
    expect(withDate(words, [words], said(words, NIGHT), { zones: [zone], language })).toBe(`${words} (${date})`);
  });
});
