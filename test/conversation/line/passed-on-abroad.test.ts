/** Colleagues, screeners and voicemails of Spanish, French and German lines. */
import { describe, expect, it } from "vitest";
import {
  announcesSomebody,
  handsOverWithin,
  leadsAway,
  presentsSomebody,
} from "../../../src/conversation/line/passed-on.ts";
import { screened } from "../../../src/conversation/line/screening.ts";
import { familiesOf } from "../../../src/conversation/line/words/families.ts";
import { voicemailLine } from "../../../src/conversation/dialog/voicemail-line.ts";
import { briefOf } from "../dialog/brain-requests.ts";

const ANNOUNCED: readonly (readonly [string, string])[] = [
  ["es-ES", "Espere, que le paso con mi compañera de reservas."],
  ["es-MX", "permítame lo comunico con el encargado"],
  ["es-AR", "Ya le transfiero con administración."],
  ["es-ES", "Un segundo, que se lo paso ahora mismo, ahora se pone."],
  ["es-CO", "Voy a llamar a la jefa."],
  ["fr-FR", "Je vous passe le chef de cuisine."],
  ["fr-CA", "je vais vous transférer au département des ventes"],
  ["fr-FR", "Ne quittez pas, je vais chercher ma collègue."],
  ["fr-FR", "Je vous la passe tout de suite."],
  ["de-DE", "Ich verbinde Sie mal mit der Werkstatt."],
  ["de-AT", "Moment, ich geb Sie weiter an die Kollegin."],
  ["de-CH", "Ich stelle Sie durch."],
  ["de-DE", "da hole ich mal den chef"],
];

const NOT_ANNOUNCED: readonly (readonly [string, string])[] = [
  ["es-ES", "Le paso la carta por correo."],
  ["es-ES", "Mi compañera le llamará cuando vuelva."],
  ["es-MX", "¿Quiere que le comunique con el gerente?"],
  ["es-ES", "Le pongo dos cafés."],
  ["fr-FR", "Je vous passe la commande pour demain."],
  ["fr-FR", "Mon collègue vous rappellera demain."],
  ["fr-FR", "Voulez-vous que je vous passe le responsable ?"],
  ["fr-FR", "Je vous mets à vingt heures."],
  ["de-DE", "Soll ich Sie verbinden?"],
  ["de-DE", "Der Chef ruft Sie morgen zurück."],
  ["de-DE", "Ich gebe Ihnen einen Termin am Freitag."],
  ["de-DE", "Ich hole das Auto um drei."],
];

describe("somebody else", () => {
  it.each(ANNOUNCED)("%s: is announced: %s", (language, said) => expect(announcesSomebody(said, language)).toBe(true));
  it.each(NOT_ANNOUNCED)("%s: is not: %s", (language, said) => expect(announcesSomebody(said, language)).toBe(false));

  it.each([
    ["es-ES", "Buenas, reservas, dígame."],
    ["es-MX", "Bueno, le habla Ramiro."],
    ["fr-FR", "Allô, atelier, Bernard à l'appareil."],
    ["fr-CA", "Oui bonjour."],
    ["de-DE", "Werkstatt, Krüger am Apparat."],
    ["de-AT", "Grüß Gott, Huber hier."],
  ])("%s: is there, having been announced: %s", (language, said) =>
    expect(presentsSomebody(said, true, language)).toBe(true),
  );

  it.each([
    ["es-ES", "Está ocupada, así que se lo miro yo."],
    ["fr-FR", "Il est occupé, alors je regarde moi-même."],
    ["de-DE", "Der ist beschäftigt, ich mache das selber."],
  ])("%s: is not there: %s", (language, said) => expect(presentsSomebody(said, true, language)).toBe(false));

  it.each([
    ["es-ES", "Le paso con mi compañera. Hola, buenas tardes, soy Lucía de reservas.", true],
    ["es-ES", "Le paso con mi compañera. Un momento, por favor.", false],
    ["fr-FR", "Je vous passe l'accueil. Bonjour, l'accueil, je vous écoute.", true],
    ["fr-FR", "Je vous passe l'accueil. Merci de patienter.", false],
    ["de-DE", "Ich verbinde Sie mit dem Service. Guten Tag, mein Name ist Özdemir.", true],
    ["de-DE", "Ich verbinde Sie mit dem Service. Bitte warten.", false],
  ] as const)("%s: in one turn: %s", (language, said, comes) => expect(handsOverWithin(said, language)).toBe(comes));

  it.each([
    ["es-ES", "Un momento, le paso con el taller.", true],
    ["es-ES", "Un momento, que miro la agenda.", false],
    ["fr-FR", "Un instant, je vous passe ma collègue.", true],
    ["fr-FR", "Un instant, je regarde le planning.", false],
    ["de-DE", "Moment, ich verbinde.", true],
    ["de-DE", "Moment, ich schaue kurz in den Kalender.", false],
  ] as const)("%s: whether it is somebody else who comes back: %s", (language, said, away) =>
    expect(leadsAway(said, language)).toBe(away),
  );
});

describe("behind a screener", () => {
  const judged = (language: string, quietMs: number, ...said: string[]) =>
    screened(
      { language, families: familiesOf(language) },
      said.map((text) => ({ text, final: true })),
      quietMs,
    );

  it.each([
    ["es-ES", "Gracias."],
    ["es-ES", "Gracias, no cuelgue, voy a ver si está disponible."],
    ["es-MX", "Un momento, por favor."],
    ["es-ES", "¿Cuál es el motivo de su llamada?"],
    ["fr-FR", "Merci."],
    ["fr-FR", "Restez en ligne, je vais voir si elle peut vous parler."],
    ["fr-CA", "Un instant, s'il vous plaît."],
    ["de-DE", "Vielen Dank."],
    ["de-DE", "Bitte bleiben Sie dran, die Person wird benachrichtigt."],
    ["de-DE", "Einen Moment bitte, ich sehe nach."],
  ])("%s: the machine still speaks: %s", (language, said) => expect(judged(language, 5000, said)).toBe("screener"));

  it.each([
    ["es-ES", "La persona no puede atender su llamada ahora. Adiós."],
    ["es-MX", "Su llamada ha sido rechazada."],
    ["es-ES", "Este número no acepta llamadas comerciales."],
    ["fr-FR", "Cette personne n'est pas disponible. Au revoir."],
    ["fr-FR", "Votre appel a été refusé."],
    ["fr-FR", "Il ne souhaite pas prendre votre appel."],
    ["de-DE", "Die Person möchte Ihren Anruf nicht annehmen. Auf Wiederhören."],
    ["de-DE", "Ihr Anruf wurde abgelehnt."],
    ["de-DE", "Der Teilnehmer ist nicht zu sprechen."],
  ])("%s: the call is turned away: %s", (language, said) => expect(judged(language, 0, said)).toBe("declined"));

  it.each([
    ["es-ES", "¿Sí?"],
    ["es-ES", "Soy Marta, ¿qué quería?"],
    ["fr-FR", "Allô ?"],
    ["fr-FR", "Oui, c'est pour quoi ?"],
    ["de-DE", "Ja, hallo?"],
    ["de-DE", "Schreinerei Vogt."],
  ])("%s: somebody is there once it is quiet: %s", (language, said) =>
    expect(judged(language, 1000, "Gracias.", said)).toBe("person"),
  );
});

it.each([
  ["es-ES", /^Hola, .*soy Ada, un asistente automático.* Alex Morgan\. Llámenos, por favor\.$/],
  ["fr-CA", /^Bonjour, ici Ada, un assistant automatique.* de la part d'Alex Morgan\. Llámenos, por favor\.$/],
  ["de-AT", /^Guten Tag, hier spricht Ada, ein automatischer Assistent.* Alex Morgan\. Llámenos, por favor\.$/],
])("what is left on a voicemail in %s says in that language that a machine calls", (language, line) => {
  const brief = briefOf({ goal: "x", language, voicemailMessage: "Llámenos, por favor." });
  expect(voicemailLine({ brief, assistant: { name: "Ada", disclosure: true } })).toMatch(line);
});
