/** What proves that something was done, or told, in Spanish, French and German, and what only sounds like it. */
import { describe, expect, it } from "vitest";
import { isReached } from "../../src/calls/evidence.ts";
import { tells } from "../../src/calls/said-for.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";

const talk = (...lines: readonly string[]): TranscriptEntry[] =>
  lines.map((line, i) => ({
    seq: i + 1,
    role: line.startsWith("us: ") ? "assistant" : "business",
    text: line.replace(/^(?:us|them): /, ""),
    cutOff: null,
    atMs: 0,
    offsetMs: 0,
    latency: null,
  }));
const done = (language: string, errand: string, quote: string, ...lines: string[]): boolean =>
  isReached({ text: errand, kind: "do", reached: true, quotes: [quote] }, talk(...lines), language);

describe("a thing that is done", () => {
  it.each([
    ["es-MX", "Ya quedó anotado para el jueves a las ocho de la noche."],
    ["es-ES", "Les apunto para cuatro, entonces."],
    ["es-ES", "Queda reservada. Si llegan tarde, avísennos."],
    ["es-AR", "Listo, ya se la cancelé, está cancelada."],
    ["fr-FR", "Je vous inscris pour jeudi à vingt heures."],
    ["fr-CA", "Parfait, c'est fait, votre rendez-vous est confirmé."],
    ["fr-FR", "C'est noté. Si vous avez du retard, prévenez-nous."],
    ["de-AT", "Ich hab Sie für Donnerstag um acht vorgemerkt."],
    ["de-DE", "So, die Reservierung ist storniert."],
    ["de-DE", "Ist eingetragen. Wenn Sie später kommen, rufen Sie kurz an."],
  ])("%s: %s", (language, text) => expect(done(language, "x", text, `them: ${text}`)).toBe(true));

  it.each([
    ["es-ES", "Le podemos reservar una mesa a las ocho."],
    ["es-MX", "Sí hay mesa el jueves."],
    ["es-ES", "Tenemos sitio a las nueve."],
    ["es-ES", "Queda reservada si deja una señal de veinte euros."],
    ["es-ES", "Se la reservo, pero primero tiene que pagar."],
    ["es-ES", "Sí, claro, cuando las ranas críen pelo."],
    ["es-AR", "A lo mejor se la cancelo mañana."],
    ["fr-FR", "On peut vous mettre à vingt heures."],
    ["fr-CA", "Il nous reste de la place jeudi."],
    ["fr-FR", "Nous avons encore une table à neuf heures."],
    ["fr-FR", "C'est réservé à condition que vous versiez des arrhes."],
    ["fr-FR", "Je vous note, mais il faut confirmer par mail."],
    ["fr-FR", "Oui, quand les poules auront des dents."],
    ["fr-FR", "Peut-être que ce sera bon demain."],
    ["de-DE", "Um acht könnte ich Ihnen was geben."],
    ["de-DE", "Am Donnerstag haben wir noch einen Tisch frei."],
    ["de-DE", "Das wäre möglich."],
    ["de-AT", "Reserviert ist das nur, wenn Sie eine Anzahlung überweisen."],
    ["de-DE", "Ich trage Sie ein, aber Sie müssen vorher noch bezahlen."],
    ["de-DE", "Na klar, wenn die Hölle zufriert."],
    ["de-DE", "Vielleicht geht das morgen."],
  ])("%s: is not, by: %s", (language, text) => expect(done(language, "x", text, `them: ${text}`)).toBe(false));

  it.each([
    ["es-ES", "Reservar una mesa", "us: ¿Me la reserva entonces?", "Sí, claro.", true],
    ["es-ES", "Book a table", "us: ¿Queda confirmada la mesa?", "Claro que sí.", true],
    ["es-ES", "Reservar una mesa", "us: ¿Tienen aparcamiento?", "Sí, claro.", false],
    ["fr-FR", "Réserver une table", "us: Vous pouvez me la noter ?", "Oui, bien sûr.", true],
    ["fr-FR", "Book a table", "us: Avez-vous une terrasse ?", "Oui, bien sûr.", false],
    ["de-DE", "Einen Tisch reservieren", "us: Ist der Tisch damit reserviert?", "Ja, genau.", true],
    ["de-DE", "Einen Tisch reservieren", "us: Gibt es bei Ihnen einen Garten?", "Ja, natürlich.", false],
    ["de-DE", "Einen Tisch reservieren", "us: Einen schönen Tag noch.", "Ja, danke.", false],
  ] as const)("%s: %s — %s — %s", (language, errand, ours, theirs, expected) => {
    expect(done(language, errand, theirs, ours, `them: ${theirs}`)).toBe(expected);
  });
});

describe("a yes answers", () => {
  const told = (language: string, wanted: string, others: readonly string[], ours: string, theirs: string): boolean =>
    tells(wanted, theirs, talk(ours, `them: ${theirs}`), { language, others });

  it.each([
    ["es", "¿Tienen terraza?", ["¿Admiten perros?"], "us: ¿Y tienen terraza?", "Sí, claro."],
    ["fr", "Y a-t-il un parking ?", ["Les chiens sont-ils admis ?"], "us: Vous avez un parking ?", "Oui, tout à fait."],
    ["de", "Gibt es Parkplätze?", ["Sind Hunde erlaubt?"], "us: Haben Sie Parkplätze?", "Ja, sicher."],
  ] as const)("in %s what was asked", (language, wanted, others, ours, theirs) => {
    expect(told(language, wanted, others, ours, theirs)).toBe(true);
  });

  it.each([
    ["es", "¿Tienen terraza?", ["¿Admiten perros?"], "us: ¿Admiten perros?", "Sí, claro."],
    [
      "fr",
      "Y a-t-il un parking ?",
      ["Les chiens sont-ils admis ?"],
      "us: Et les chiens sont admis ?",
      "Oui, tout à fait.",
    ],
    ["de", "Gibt es Parkplätze?", ["Sind Hunde erlaubt?"], "us: Sind Hunde erlaubt?", "Ja, sicher."],
    ["de", "Gibt es Parkplätze?", [], "us: Guten Tag, hier spricht Ada.", "Ja, gut."],
  ] as const)("in %s, and nothing else", (language, wanted, others, ours, theirs) => {
    expect(told(language, wanted, others, ours, theirs)).toBe(false);
  });
});
