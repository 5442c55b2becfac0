/** What Spanish, French and German words prove of a price, a time, a day or a code, and what they do not. */
import { describe, expect, it } from "vitest";
import { readerOf } from "../../src/language/readers.ts";
import type { ValueKind } from "../../src/language/en/borne-out.ts";

type Row = readonly [language: string, kind: ValueKind, value: string, said: string];

const HELD: readonly Row[] = [
  ["es", "price", "42.50", "Son cuarenta y dos con cincuenta."],
  ["es", "price", "$42.50", "cuarenta y dos con cincuenta"],
  ["es", "price", "42,50 €", "El menú cuesta cuarenta y dos euros con cincuenta."],
  ["es", "price", "€42.50", "Son 42,50 € por persona."],
  ["es", "price", "42,50 € por persona", "Son 42,50 € por persona."],
  ["es", "price", "1200 €", "Serían mil doscientos euros al mes"],
  ["es", "price", "$350", "le sale en trescientos cincuenta pesos"],
  ["es", "price", "gratis", "El aparcamiento es gratis."],
  ["es", "time", "8:30", "A las ocho y media."],
  ["es", "time", "20:30", "las ocho y media de la tarde"],
  ["es", "time", "8:30 PM", "Le espero a las ocho y media de la noche."],
  ["es", "time", "viernes a las 19:30", "El viernes a las siete y media de la tarde, perfecto."],
  ["es", "time", "Friday at 7:30 PM", "El viernes a las siete y media de la tarde, perfecto."],
  ["es", "time", "19:30", "a las diecinueve treinta"],
  ["es", "time", "7:45", "las ocho menos cuarto"],
  ["es", "time", "7:50", "diez para las ocho"],
  ["es", "time", "13:00", "a la una del mediodía"],
  ["es", "time", "viernes 12 de junio", "El viernes, doce de junio."],
  ["es", "time", "mañana a las 9", "Mañana a las nueve de la mañana."],
  ["es", "code", "B74K9", "Su localizador es B siete cuatro K nueve."],
  ["es", "code", "B74K9", "be de Barcelona, siete, cuatro, ka, nueve"],
  ["es", "code", "B74K9", "El número de reserva es B74K9."],
  ["es", "code", "427913", "cuarenta y dos, setenta y nueve, trece"],
  ["es", "code", "7749", "doble siete cuarenta y nueve"],
  ["fr", "price", "42.50", "C'est quarante-deux euros cinquante."],
  ["fr", "price", "42,50 €", "quarante deux virgule cinquante"],
  ["fr", "price", "99 €", "Ce sera quatre-vingt-dix-neuf euros."],
  ["fr", "price", "99 €", "quatre vingt dix neuf euros"],
  ["fr", "price", "71 € par personne", "soixante et onze euros par personne"],
  ["fr", "price", "0,80 €", "quatre-vingts centimes"],
  ["fr", "time", "8:15", "Huit heures et quart."],
  ["fr", "time", "8h15", "à huit heures et quart"],
  ["fr", "time", "20h45", "à neuf heures moins le quart du soir"],
  ["fr", "time", "19:30", "vendredi à dix-neuf heures trente"],
  ["fr", "time", "vendredi à 19h30", "Vendredi à dix-neuf heures trente, c'est noté."],
  ["fr", "time", "12:30", "à midi et demi"],
  ["fr", "time", "19h30", "Vendredi à 19 h 30."],
  ["fr", "time", "1er juin", "le premier juin"],
  ["fr", "time", "Friday, June 12 at 7:30 PM", "Le vendredi douze juin à sept heures et demie du soir."],
  ["fr", "code", "0612345678", "zéro six douze trente-quatre cinquante-six soixante-dix-huit"],
  ["fr", "code", "B74K9", "B comme Berthe, sept, quatre, K, neuf"],
  ["de", "price", "42,50 €", "Das macht zweiundvierzig Euro fünfzig."],
  ["de", "price", "42.50", "zweiundvierzig fünfzig"],
  ["de", "price", "42,50 €", "zweiundvierzig Komma fünf"],
  ["de", "price", "1.200 €", "zwölfhundert Euro"],
  ["de", "price", "€15 per person", "fünfzehn Euro pro Person"],
  ["de", "time", "21:30", "einundzwanzig Uhr dreißig"],
  ["de", "time", "7:30", "halb acht"],
  ["de", "time", "19:30", "um halb acht abends"],
  ["de", "time", "7:15", "Viertel nach sieben"],
  ["de", "time", "7:15", "viertel acht"],
  ["de", "time", "7:45", "drei viertel acht"],
  ["de", "time", "7:25", "fünf vor halb acht"],
  ["de", "time", "8:10", "zehn nach acht"],
  ["de", "time", "Freitag um 19:30 Uhr", "Freitag um 19.30 Uhr, gerne."],
  ["de", "time", "Freitag, 12. Juni", "Am Freitag, den zwölften Juni."],
  ["de", "time", "Friday at 7 PM", "Freitag neunzehn Uhr"],
  ["de", "time", "übermorgen um 8", "übermorgen um acht"],
  ["de", "code", "B74K9", "B wie Berta, sieben, vier, K wie Konrad, neun"],
  ["de", "code", "B74K9", "Die Nummer ist Berta sieben vier Kaufmann neun"],
  ["de", "code", "4217", "vier zwei eins sieben"],
  ["de", "code", "2717", "siebenundzwanzig siebzehn"],
];

const NOT_HELD: readonly Row[] = [
  ["es", "price", "42.50", "Son cuarenta y dos euros."],
  ["es", "price", "$42.50", "42,50 €"],
  ["es", "price", "2 €", "una mesa para dos personas"],
  ["es", "time", "2:00", "una mesa para dos personas"],
  ["es", "time", "2:00", "las dos mesas de fuera"],
  ["es", "time", "2:00", "vienen las dos amigas"],
  ["es", "time", "20:00", "a las ocho de la mañana"],
  ["es", "time", "8:00", "a las ocho y media"],
  ["es", "time", "sábado a las 8", "el viernes a las ocho"],
  ["es", "time", "viernes a las 8, con champán", "el viernes a las ocho"],
  ["es", "time", "mañana", "por la mañana"],
  ["es", "code", "B74", "B siete cuatro K nueve"],
  ["es", "code", "B74K9", "B siete cuatro K ocho"],
  ["es", "code", "mesa", "mesa"],
  ["fr", "price", "20 €", "quatre-vingts euros"],
  ["fr", "price", "60 €", "soixante-dix euros"],
  ["fr", "time", "2:00", "pendant deux heures"],
  ["fr", "time", "8:00", "huit heures et quart"],
  ["fr", "time", "12:00", "cet après-midi"],
  ["de", "price", "50 €", "zweiundvierzig Euro fünfzig"],
  ["de", "time", "8:30", "halb acht"],
  ["de", "time", "8:00", "halb acht"],
  ["de", "time", "2:00", "für zwei Personen"],
  ["de", "time", "morgen", "am Morgen"],
  ["de", "code", "421", "vier zwei eins sieben"],
];

describe("a value that is told in another language than English", () => {
  it.each(HELD)("%s: the %s %s is in: %s", (language, kind, value, said) => {
    expect(readerOf(language).isBorneOut(kind, value, said)).toBe(true);
  });

  it.each(NOT_HELD)("%s: the %s %s is not in: %s", (language, kind, value, said) => {
    expect(readerOf(language).isBorneOut(kind, value, said)).toBe(false);
  });
});

describe("what was heard in words", () => {
  it.each([
    ["es", "son cuarenta y dos euros con cincuenta por persona", "son 42,50 € por persona"],
    ["es", "le espero el viernes a las siete y media de la tarde", "le espero el viernes a las 7:30 de la tarde"],
    [
      "es",
      "mi número es el seis uno dos treinta y cuatro cincuenta y seis setenta y ocho",
      "mi número es el 612345678",
    ],
    ["es", "tenemos dos mesas y veintiuna sillas", "tenemos dos mesas y 21 sillas"],
    ["fr", "c'est à dix-neuf heures trente et ça coûte quarante-deux euros", "c'est à 19:30 et ça coûte 42 €"],
    ["de", "um einundzwanzig uhr dreißig", "um 21:30 Uhr"],
    ["de", "das kostet zweiundvierzig euro fünfzig", "das kostet 42,50 €"],
    ["de", "Um 19:30 Uhr, gerne.", "Um 19:30 Uhr, gerne."],
  ])("in %s is written as people write it: %s", (language, heard, written) => {
    expect(readerOf(language).written(heard, [])).toBe(written);
  });
});
