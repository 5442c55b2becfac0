/** What is done at another time, too dear or for others than were asked for is not what was asked for, in any language. */
import { describe, expect, it } from "vitest";
import { whyOutsideAbroad } from "../../../../src/conversation/dialog/abroad/outside.ts";
import type { HistoryEntry } from "../../../../src/conversation/ports.ts";
import { readerOf } from "../../../../src/language/readers.ts";
import { call, modelFor, Talk } from "../model/talk.ts";
import { textsOf } from "../../../../src/conversation/dialog/texts/texts.ts";
import { briefOf } from "../brain-requests.ts";

/** A Wednesday. */
const TODAY = { year: 2026, month: 11, day: 25 };

function outside(language: string, request: readonly string[], ...said: string[]): string | null {
  const history = said.map((text): HistoryEntry => ({ role: "business", text }));
  return whyOutsideAbroad(history, request, readerOf(language), TODAY);
}

type Row = readonly [language: string, request: string, said: string];

const INSIDE: readonly Row[] = [
  ["es", "Mesa para dos el viernes a las nueve de la noche", "Queda reservada, el viernes a las nueve, para dos."],
  ["es", "Cita el jueves entre las diez y las doce", "Le apunto el jueves a las once y media."],
  [
    "es",
    "Mesa el sábado a partir de las ocho de la tarde",
    "El sábado a las nueve menos cuarto de la noche, confirmado.",
  ],
  ["es", "Reservar mañana por la tarde", "Mañana a las cinco y cuarto, queda anotado."],
  ["es", "Reserva para mañana a las 21:00", "El jueves veintiséis a las nueve, hecho."],
  ["es", "Book a table on Friday between 7 and 9 PM", "El viernes a las ocho, reservado."],
  ["es", "Un corte de pelo por menos de treinta euros", "Queda apuntado, son veintiocho con cincuenta."],
  ["es", "Mesa para cuatro el viernes a las 21:00", "El viernes a las nueve. La cocina cierra a las once y media."],
  ["fr", "Table pour quatre samedi à 20h30", "C'est noté, samedi vingt heures trente, quatre couverts."],
  ["fr", "Rendez-vous mardi avant midi", "Mardi à dix heures et quart, c'est bon."],
  ["fr", "Rendez-vous entre 14 h et 16 h", "Je vous mets à quinze heures trente."],
  ["fr", "Vendredi soir", "Vendredi à dix-neuf heures quarante-cinq, réservé."],
  ["fr", "Une coupe à 40 euros maximum", "C'est confirmé, ça fait trente-neuf euros quatre-vingt-dix."],
  ["fr", "Table pour deux demain à 19h30", "C'est réservé demain à sept heures et demie du soir. On ferme à minuit."],
  ["de", "Tisch für vier am Samstag um halb acht abends", "Samstag neunzehn Uhr dreißig für vier, ist eingetragen."],
  ["de", "Termin am Dienstag zwischen 9 und 11 Uhr", "Dienstag um zehn, ist notiert."],
  ["de", "Termin nicht vor 16 Uhr", "Dann um viertel nach vier, eingetragen."],
  ["fr", "Rendez-vous mardi entre quatorze et seize heures", "Mardi à quinze heures dix, c'est noté."],
  ["de", "Am Freitagabend", "Freitag um zwanzig Uhr, reserviert."],
  ["de", "Höchstens 50 Euro", "Das macht neunundvierzig Euro neunzig, ist gebucht."],
  [
    "de",
    "Tisch für zwei morgen um 19 Uhr",
    "Morgen um neunzehn Uhr, zu zweit, ist reserviert. Wir schließen um dreiundzwanzig Uhr.",
  ],
];

const OUTSIDE: readonly Row[] = [
  ["es", "Mesa para dos el viernes a las nueve de la noche", "Queda reservada, el viernes a las diez de la noche."],
  ["es", "Mesa para dos el viernes a las nueve", "Queda reservada el sábado a las nueve."],
  ["es", "Cita el jueves entre las diez y las doce", "Le apunto el jueves a la una menos cuarto."],
  ["es", "Mesa el sábado a partir de las ocho de la tarde", "El sábado a las siete y media de la tarde, confirmado."],
  ["es", "Reservar mañana por la tarde", "Mañana a las nueve de la mañana, queda anotado."],
  ["es", "Reserva para mañana a las 21:00", "El viernes veintisiete a las nueve, hecho."],
  ["es", "Book a table on Friday between 7 and 9 PM", "El viernes a las diez de la noche, reservado."],
  ["es", "Un corte de pelo por menos de treinta euros", "Queda apuntado, son treinta y cinco euros."],
  ["es", "Mesa para cuatro el viernes a las 21:00", "Mesa para seis, el viernes a las nueve, confirmada."],
  ["es", "Book a table for four, at most $100", "Confirmado, son ciento veinte dólares."],
  ["fr", "Table pour quatre samedi à 20h30", "C'est noté, samedi vingt et une heures trente."],
  ["fr", "Table pour quatre samedi à 20h30", "C'est noté pour dimanche, vingt heures trente."],
  ["fr", "Table pour quatre samedi à 20h30", "C'est noté, samedi vingt heures trente, deux couverts."],
  ["fr", "Rendez-vous mardi avant midi", "Mardi à quinze heures, c'est bon."],
  ["fr", "Rendez-vous entre 14 h et 16 h", "Je vous mets à dix-sept heures."],
  ["fr", "Vendredi soir", "Vendredi à midi, réservé."],
  ["fr", "Une coupe à 40 euros maximum", "C'est confirmé, ça fait quarante-cinq euros."],
  ["de", "Tisch für vier am Samstag um halb acht abends", "Samstag um halb neun, ist eingetragen."],
  ["de", "Tisch für vier am Samstag um halb acht", "Sonntag um halb acht, ist eingetragen."],
  ["de", "Tisch für vier am Samstag um halb acht", "Samstag um halb acht zu dritt, ist eingetragen."],
  ["de", "Termin am Dienstag zwischen 9 und 11 Uhr", "Dienstag um vierzehn Uhr, ist notiert."],
  ["de", "Termin nicht vor 16 Uhr", "Dann um fünfzehn Uhr dreißig, eingetragen."],
  ["de", "Am Freitagabend", "Freitag um zehn Uhr vormittags, reserviert."],
  ["de", "Höchstens 50 Euro", "Das macht fünfundfünfzig Euro, ist gebucht."],
  ["de", "Book a table for two tomorrow at 7 PM", "Morgen um einundzwanzig Uhr, ist reserviert."],
];

describe("of what they have done", () => {
  it.each(INSIDE)("%s: asked for %j: is that, %j", (language, request, said) => {
    expect(outside(language, [request], said)).toBeNull();
  });

  it.each(OUTSIDE)("%s: asked for %j: is not that, %j", (language, request, said) => {
    expect(outside(language, [request], said)).not.toBeNull();
  });

  it("what the agent has agreed to is inside", () => {
    const request = ["Mesa para dos el viernes a las nueve de la noche"];
    const offered = "Queda reservada el viernes a las diez de la noche.";
    expect(outside("es", request, offered)).not.toBeNull();
    expect(outside("es", [...request, "¿Está bien a las diez de la noche?", "Yes."], offered)).toBeNull();
  });
});

it.each([
  [
    "es",
    "Reservar una mesa para dos el viernes entre las ocho y las nueve de la noche",
    "Hecho, reservada el viernes a las diez de la noche.",
  ],
  [
    "fr",
    "Réserver une table pour deux vendredi entre 19 h et 20 h",
    "C'est réservé, vendredi à vingt et une heures trente.",
  ],
  [
    "de",
    "Einen Tisch für zwei am Freitag zwischen 18 und 19 Uhr reservieren",
    "Ist reserviert, Freitag um einundzwanzig Uhr.",
  ],
] as const)(
  "a model in %s that takes another time for a success is told no, and at the end too",
  async (language, goal, said) => {
    const claim = call("record_errand", { errand: 1, done: true, quotes: [said] });
    const { objection: _, thanks, goodbye } = textsOf(language);
    const answers = [
      { text: thanks[0], calls: [claim] },
      { text: goodbye, calls: [claim, call("end_call", {})] },
    ];
    let nth = 0;
    const model = await modelFor(briefOf({ goal, language }), () => answers[Math.min(nth++, answers.length - 1)]!);
    try {
      const talk = new Talk(model.brain);
      await talk.open(null);
      await talk.hear(said);
      // Long after the offer.
      for (const words of ["Mmm.", "Mmm hm.", "Mhm."]) await talk.hear(words);
      const reached = talk.moves.filter((move) => move.type === "errand" && move.reached);
      expect(reached).toEqual([]);
    } finally {
      await model.close();
    }
  },
);
