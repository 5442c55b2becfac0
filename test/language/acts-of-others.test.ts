/** What people do with their words in Spanish, French and German, as far as a call depends on it. */
import { describe, expect, it } from "vitest";
import { isObjection } from "../../src/calls/objection.ts";
import { isReached } from "../../src/calls/evidence.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { readerOf } from "../../src/language/readers.ts";
import { isMeantForAModel } from "../../src/language/en/meant-for-a-model.ts";
import type { ActKind } from "../../src/language/en/talk.ts";
import { DOES, DOES_NOT, MEANT_FOR_A_MODEL, MEANT_FOR_US } from "./acts-abroad-rows.ts";

const entry = (text: string, seq = 1): TranscriptEntry => ({
  seq,
  role: "business",
  text,
  cutOff: null,
  atMs: 0,
  offsetMs: 0,
  latency: null,
});

describe("not to be called again", () => {
  it.each([
    ["es", "No vuelvan a llamar."],
    ["es", "Por favor, no me llame más."],
    ["es", "No nos llamen nunca más a este número."],
    ["es", "Dejen de llamarnos."],
    ["es", "¡Dejen de llamar ya!"],
    ["es", "Déjeme en paz."],
    ["es", "Quite mi número de su lista."],
    ["es", "No queremos que nos vuelvan a llamar."],
    ["es", "No quiero recibir más llamadas."],
    ["es", "Borre este número, por favor."],
    ["es", "Please stop calling us."],
    ["fr", "Ne nous appelez plus."],
    ["fr", "Ne m'appelez plus jamais."],
    ["fr", "Ne rappelez plus jamais ici, merci."],
    ["fr", "Arrêtez de nous appeler."],
    ["fr", "Arrêtez d'appeler !"],
    ["fr", "Merci de ne plus nous contacter."],
    ["fr", "Laissez-nous tranquilles."],
    ["fr", "Retirez mon numéro de votre liste."],
    ["fr", "Je ne veux plus recevoir d'appels."],
    ["fr", "Je ne veux plus que vous m'appeliez."],
    ["de", "Rufen Sie nicht mehr an."],
    ["de", "Rufen Sie hier bitte nie wieder an!"],
    ["de", "Rufen Sie uns nicht noch einmal an."],
    ["de", "Bitte nicht mehr anrufen."],
    ["de", "Hören Sie auf, uns anzurufen."],
    ["de", "Lassen Sie mich in Ruhe."],
    ["de", "Streichen Sie uns von Ihrer Liste."],
    ["de", "Löschen Sie meine Nummer."],
    ["de", "Ich möchte nicht mehr angerufen werden."],
    ["de", "Wir wollen keine Anrufe mehr."],
  ])("%s: %s", (language, text) => {
    expect(isObjection([text], [entry(text)], language)).toBe(true);
  });

  it.each([
    ["es", "No llame antes de las nueve."],
    ["es", "No nos llamen los domingos, estamos cerrados."],
    ["es", "Si no me llama antes de las cinco, la cancelo."],
    ["es", "Llámenos mañana, por favor."],
    ["es", "No me interesa."],
    ["es", "¿Puede volver a llamar más tarde?"],
    ["es", "Nuestros clientes no nos vuelven a llamar nunca."],
    ["fr", "N'appelez pas avant neuf heures."],
    ["fr", "Rappelez plus tard."],
    ["fr", "Si vous ne nous rappelez plus, on annule."],
    ["fr", "Ça ne m'intéresse pas."],
    ["fr", "Il ne reste plus de place."],
    ["de", "Rufen Sie nicht vor neun an."],
    ["de", "Rufen Sie bitte morgen wieder an."],
    ["de", "Wenn Sie uns nicht mehr anrufen, ist es storniert."],
    ["es", "Quítenos de la lista de espera, por favor."],
    ["fr", "Retirez-moi de la liste d'attente."],
    ["de", "Nehmen Sie unsere Kundennummer."],
    ["de", "Kein Interesse."],
    ["de", "Wir haben keinen Tisch mehr."],
    ["de", "Ich möchte nicht mehr als zwei Tische vergeben."],
  ])("%s: not said by: %s", (language, text) => {
    expect(isObjection([text], [entry(text)], language)).toBe(false);
  });

  it.each([
    ["es", "No nos interesa.", "No, de verdad, adiós."],
    ["fr", "Pas intéressé.", "Non, vraiment."],
    ["de", "Kein Interesse.", "Nein, wirklich nicht."],
  ])("%s: %s needs a second sentence that bears it out", (language, first, second) => {
    expect(isObjection([first, second], [entry(first), entry(second, 2)], language)).toBe(true);
  });
});

const ACTS: readonly (readonly [string, ActKind, string])[] = [
  ["es", "robot", "¿Es usted un robot?"],
  ["es", "robot", "Oiga, ¿hablo con una máquina?"],
  ["es", "robot", "¿Eres una persona real?"],
  ["es", "robot", "¿Es usted una persona o un robot?"],
  ["es", "robot", "¿Esto es una grabación?"],
  ["fr", "robot", "Vous êtes un robot ?"],
  ["fr", "robot", "Est-ce que je parle à une machine ?"],
  ["fr", "robot", "C'est un enregistrement ?"],
  ["fr", "robot", "Êtes-vous une vraie personne ?"],
  ["de", "robot", "Sind Sie ein Roboter?"],
  ["de", "robot", "Spreche ich mit einer Maschine?"],
  ["de", "robot", "Sind Sie ein echter Mensch?"],
  ["de", "robot", "Ist das ein Computer?"],
  ["de", "robot", "Bist du eine KI?"],
  ["es", "goodbye", "Gracias, hasta luego."],
  ["es", "goodbye", "Adiós, que tenga un buen día."],
  ["fr", "goodbye", "Merci, au revoir."],
  ["fr", "goodbye", "Bonne journée à vous."],
  ["de", "goodbye", "Danke, auf Wiederhören."],
  ["de", "goodbye", "Tschüss!"],
  ["es", "hold", "Un momento, por favor."],
  ["es", "hold", "Déjeme ver la agenda."],
  ["fr", "hold", "Ne quittez pas, je regarde."],
  ["de", "hold", "Einen kleinen Moment bitte."],
  ["de", "hold", "Ich schaue mal kurz nach."],
  ["es", "wrong_number", "Se ha equivocado de número."],
  ["fr", "wrong_number", "Vous vous êtes trompé de numéro."],
  ["de", "wrong_number", "Da haben Sie sich verwählt."],
  ["es", "confirmed", "Le he reservado una mesa para dos."],
  ["es", "confirmed", "Queda reservada para el viernes a las siete."],
  ["es", "confirmed", "Perfecto, le esperamos el viernes."],
  ["es", "confirmed", "Ya está cancelada."],
  ["fr", "confirmed", "C'est noté pour vendredi."],
  ["fr", "confirmed", "Votre réservation est confirmée."],
  ["fr", "confirmed", "Je vous note pour dix-neuf heures."],
  ["de", "confirmed", "Der Tisch ist für Freitag reserviert."],
  ["de", "confirmed", "Ich habe Sie eingetragen."],
  ["de", "confirmed", "Gut, ist notiert."],
  ["es", "unavailable", "No tenemos mesa."],
  ["es", "unavailable", "Estamos completos."],
  ["fr", "unavailable", "Nous sommes complets."],
  ["fr", "unavailable", "Il n'y a plus de place."],
  ["de", "unavailable", "Da sind wir leider ausgebucht."],
  ["de", "unavailable", "Das geht leider nicht."],
  ["es", "voicemail", "Deje su mensaje después de la señal."],
  ["fr", "voicemail", "Laissez un message après le bip."],
  ["de", "voicemail", "Bitte hinterlassen Sie eine Nachricht."],
];

describe("what they do with their words", () => {
  it.each(ACTS)("%s: %s in: %s", (language, kind, text) => {
    expect(
      readerOf(language)
        .read(text)
        .acts.map((act) => act.kind),
    ).toContain(kind);
  });

  it.each<[string, ActKind, string]>([
    ["es", "robot", "¿Para cuántas personas?"],
    ["es", "goodbye", "Abrimos hasta el domingo."],
    ["es", "hold", "Gracias por esperar, le atiendo."],
    ["es", "confirmed", "Está todo reservado."],
    ["es", "unavailable", "No hay ningún problema."],
    ["fr", "robot", "C'est pour combien de personnes ?"],
    ["fr", "hold", "Merci d'avoir patienté."],
    ["fr", "confirmed", "Ce n'est pas encore confirmé."],
    ["fr", "unavailable", "Oui, c'est possible."],
    ["de", "robot", "Für wie viele Personen ist das?"],
    ["de", "confirmed", "Es ist leider alles reserviert und ausgebucht."],
    ["de", "hold", "Wir haben im Moment geöffnet."],
    ["de", "goodbye", "Wir haben bis Freitag geöffnet."],
  ])("%s: no %s in: %s", (language, kind, text) => {
    expect(
      readerOf(language)
        .read(text)
        .acts.map((act) => act.kind),
    ).not.toContain(kind);
  });

  it.each([
    ["es", "Sí, claro.", true],
    ["es", "No, lo siento.", false],
    ["es", "Sí, no hay problema.", true],
    ["es", "No hay problema.", null],
    ["es", "Si quiere, sí.", null],
    ["fr", "Oui, tout à fait.", true],
    ["fr", "Non, désolé.", false],
    ["fr", "Malheureusement, c'est complet.", false],
    ["de", "Ja, gerne.", true],
    ["de", "Nein, leider nicht.", false],
    ["de", "Ja, leider nein.", false],
    ["de", "Kein Problem.", true],
  ])("%s: %s means %j", (language, text, yes) => {
    const polarity = readerOf(language).read(text).polarity;
    if (text === "No hay problema.") expect(polarity?.yes ?? true).toBe(true);
    else expect(polarity?.yes ?? null).toBe(yes);
  });
});

describe("something done", () => {
  const done = (language: string, text: string): boolean =>
    isReached({ text: "x", kind: "do", reached: true, quotes: [text] }, [entry(text)], language);

  it.each([
    ["es", "Perfecto, queda reservada una mesa para dos el viernes a las siete."],
    ["es", "De acuerdo, le espero el viernes."],
    ["fr", "Très bien, c'est réservé pour deux personnes."],
    ["de", "Alles klar, der Tisch ist reserviert."],
  ])("%s: %s", (language, text) => expect(done(language, text)).toBe(true));

  it.each([
    ["es", "No, lo siento, estamos completos."],
    ["es", "Sí, pero no tenemos mesa a esa hora."],
    ["es", "Un momento, déjeme consultarlo."],
    ["es", "Le puedo poner en lista de espera."],
    ["fr", "Je suis désolé, nous sommes complets."],
    ["fr", "Oui, mais il n'y a plus de place."],
    ["fr", "Rappelez plus tard, s'il vous plaît."],
    ["de", "Leider sind wir ausgebucht."],
    ["de", "Ja, aber wir haben keinen Tisch mehr frei."],
    ["de", "Das kann ich Ihnen nicht sagen."],
  ])("%s: is not, by: %s", (language, text) => expect(done(language, text)).toBe(false));
});

describe.each(["es", "fr", "de"] as const)("people in %s", (language) => {
  const bare = (text: string): string =>
    text
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[.,;:!?¿¡]/g, "")
      .toLowerCase();
  const kinds = (text: string): readonly ActKind[] =>
    readerOf(language)
      .read(text)
      .acts.map((act) => act.kind);

  it.each(DOES[language])("%s: %s", (kind, text) => {
    expect(kinds(text)).toContain(kind);
    expect(kinds(bare(text))).toContain(kind);
  });

  it.each(DOES_NOT[language])("no %s: %s", (kind, text) => {
    expect(kinds(text)).not.toContain(kind);
    expect(kinds(bare(text))).not.toContain(kind);
  });

  it.each(MEANT_FOR_A_MODEL[language])("mean a model, not us: %s", (text) => {
    expect(isMeantForAModel(text)).toBe(true);
    expect(isMeantForAModel(bare(text))).toBe(true);
  });

  it.each(MEANT_FOR_US[language])("mean us, and no model: %s", (text) => {
    expect(isMeantForAModel(text)).toBe(false);
    expect(isMeantForAModel(bare(text))).toBe(false);
  });
});
