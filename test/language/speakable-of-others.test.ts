/** What a Spanish, a French and a German voice is given to read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { speakable } from "../../src/language/speakable.ts";

describe("a text for a voice", () => {
  it.each([
    ["es-ES", "Cuesta 42,50 € por persona.", "Cuesta cuarenta y dos euros con cincuenta por persona."],
    ["es", "Son $1 y 21 €.", "Son un dólar y veintiún euros."],
    ["es", "A las 19:30 o a las 7:30.", "A las diecinueve treinta o a las siete y media."],
    ["es", "Mesa para 2 a las 21:00 h.", "Mesa para 2 a las veintiuna horas."],
    [
      "es-MX",
      "Mi teléfono es +34 612 345 678.",
      "Mi teléfono es más tres cuatro, seis uno dos, tres cuatro cinco, seis siete ocho.",
    ],
    ["es", "El código es B74K9.", "El código es B, siete, cuatro, K, nueve."],
    ["es", "El 12/06/2026.", "El doce de junio de dos mil veintiséis."],
    ["es", "ana@correo.es", "ana arroba correo punto es"],
    ["fr-FR", "C'est 42,50 € par personne.", "C'est quarante-deux euros cinquante par personne."],
    ["fr", "À 19h30 ou à 8h.", "À dix-neuf heures trente ou à huit heures."],
    ["fr", "À 21:01.", "À vingt et une heures une."],
    ["fr-CA", "Au 06 12 34 56 78.", "Au zéro six, un deux, trois quatre, cinq six, sept huit."],
    ["fr", "Le 01/06.", "Le premier juin."],
    ["fr", "Code X1Y.", "Code X, un, Y."],
    ["de-DE", "Es kostet 42,50 €\u0007.", "Es kostet zweiundvierzig Euro fünfzig."],
    ["de", "Um 19:30 Uhr oder 20.15 Uhr.", "Um neunzehn Uhr dreißig oder zwanzig Uhr fünfzehn."],
    ["de-AT", "Am 12.06. um 8:00.", "Am zwölften Juni um acht Uhr."],
    ["de", "1,01 € und 1.200 €", "ein Euro eins und eintausendzweihundert Euro"],
    [
      "de",
      "Nummer B74K9, Telefon 030 1234567.",
      "Nummer B, sieben, vier, K, neun, Telefon null drei null, eins zwei drei, vier fünf sechs sieben.",
    ],
    ["de", "Zimmer 204 für 2 Personen", "Zimmer 204 für 2 Personen"],
    ["it", "42,50 €\u0007.", "42,50 €."],
  ])("%s: %s", (language, text, said) => {
    expect(speakable(text, language)).toBe(said);
  });

  it.each(["es", "fr", "de"])(
    "in %s is never longer than a voice can bear, and never throws, whatever it says",
    (language) => {
      const sign = fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(..."0123456789€$:/-.,#%° hAaPp+".split("")),
      );
      fc.assert(
        fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
          const said = speakable(signs.join(""), language);
          expect(said).not.toMatch(/undefined|NaN|[\p{Cc}]/u);
          expect(said.length).toBeLessThan(signs.join("").length * 30 + 60);
        }),
      );
    },
  );
});
