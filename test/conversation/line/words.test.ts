import { describe, expect, it } from "vitest";
import { familiesOf, weigh } from "../../../src/conversation/line/words/families.ts";
import type { Kind } from "../../../src/conversation/line/words/families.ts";
import { MACHINES_ABROAD, PEOPLE_ABROAD as PEOPLE_SAYING } from "./machines-abroad.ts";
import { WHO_RULES } from "../../../src/conversation/line/who-rules.ts";

const english = familiesOf("en-GB");

const MACHINES: readonly (readonly [Kind, string])[] = [
  ["voicemail", "Hi, it's Bob. I can't come to the phone, please leave a message after the beep."],
  ["voicemail", "Please leave your name and number and we will get back to you."],
  ["voicemail", "Your call has been forwarded to an automated voice messaging system."],
  ["voicemail", "The person you are trying to reach is not available. At the tone, please record your message."],
  ["voicemail", "The party at extension"],
  ["voicemail", "Sorry I missed you, I'm either on the other line or away from my desk. Leave me your name."],
  ["screening", "Please state your name after the tone and we will try to connect you."],
  ["full", "Sorry, but the user's mailbox can't accept more messages."],
  ["full", "The mailbox is full. Goodbye."],
  ["ivr", "Thank you for calling Blue Harbor. For reservations, press 1."],
  ["ivr", "To speak with billing, press two."],
  ["hold", "All of our representatives are currently busy. Please stay on the line."],
  ["hold", "Your call is important to us."],
  ["hold", "You are number three in the queue."],
  ["hold", "Your estimated wait time is four minutes."],
  ["screening", "Please state your name and the reason for your call."],
  ["screening", "If you record your name and reason for calling, I'll see if this person is available."],
  ["ivr", "Please enter your account number, followed by the pound key."],
  ["ivr", "In a few words, tell me why you are calling."],
  ["ivr", "Please say billing, appointments or directions."],
  ["intercept", "The number you have dialed is not in service. Please check the number and try again."],
  ["intercept", "We're sorry, your call cannot be completed as dialed."],
  ["intercept", "The number you have reached has been disconnected."],
];

const PEOPLE = [
  "Hi, you've reached Kim's, this is Kim, how can I help?",
  "He is not available right now.",
  "Let me try the person at extension twelve for you.",
  "I'm afraid she is not in today, can I take a message?",
  "You can leave a message with me.",
  "Maple Street Garage, Bob speaking.",
  "That number is not valid any more.",
  "We are on the corner of Fifth and Main, at the traffic light.",
  "One moment please, I'll put you through.",
  "It is forty two dollars, and it takes half an hour.",
  "We are closed on Sundays.",
];

describe("English phrases", () => {
  it.each(MACHINES)("of %s: %j", (kind, text) => {
    expect(weigh(english, text)[kind]).toBeGreaterThanOrEqual(WHO_RULES.enough);
  });

  it.each(PEOPLE)("of people make no machine: %j", (text) => {
    const { voicemail, ivr, hold, screening, intercept, full } = weigh(english, text);
    for (const weight of [voicemail, ivr, hold, screening, intercept, full]) {
      expect(weight).toBeLessThan(WHO_RULES.enough);
    }
  });

  it("weigh the same however an engine writes them", () => {
    expect(weigh(english, "YOUR CALL IS IMPORTANT TO US")).toEqual(weigh(english, "Your call is important, to us!"));
  });
});

const ABROAD: readonly (readonly [string, Kind, string])[] = [
  [
    "es-ES",
    "voicemail",
    "La persona en la extensión 42 no está disponible. Por favor, deje su mensaje después del tono.",
  ],
  ["es-MX", "voicemail", "Este es el buzón de voz de Ana."],
  ["es-ES", "full", "El buzón está lleno."],
  ["es-ES", "ivr", "Para reservas, pulse 1. Para otras consultas, pulse el 2."],
  ["es-MX", "ivr", "Para ventas oprima uno."],
  ["es-ES", "ivr", "Por favor, introduzca el número de su extensión."],
  ["es-ES", "hold", "Todos nuestros agentes están ocupados. Permanezca en línea, por favor."],
  ["es-ES", "hold", "Su llamada es muy importante para nosotros."],
  ["es-ES", "hold", "Usted es el número tres en la cola."],
  ["es-ES", "screening", "Diga su nombre y el motivo de la llamada."],
  ["es-ES", "intercept", "El número marcado no existe."],
  ["fr-FR", "voicemail", "Bonjour, vous êtes bien chez Paul. Laissez-moi un message après le bip."],
  ["fr-FR", "voicemail", "Vous êtes sur la messagerie vocale du 06."],
  ["fr-FR", "full", "La boîte vocale de votre correspondant est pleine."],
  ["fr-FR", "ivr", "Pour les réservations, tapez 1. Pour le reste, appuyez sur la touche 2."],
  ["fr-FR", "ivr", "Veuillez saisir votre numéro de poste."],
  ["fr-FR", "hold", "Tous nos conseillers sont actuellement en ligne. Merci de patienter."],
  ["fr-FR", "hold", "Votre temps d'attente est estimé à quatre minutes."],
  ["fr-FR", "screening", "Dites votre nom et la raison de votre appel."],
  ["fr-FR", "intercept", "Le numéro que vous avez composé n'est pas attribué."],
  ["de-DE", "voicemail", "Hier ist der Anrufbeantworter von Familie Schulz. Sprechen Sie bitte nach dem Signalton."],
  ["de-DE", "voicemail", "Bitte hinterlassen Sie uns eine Nachricht, wir rufen Sie so bald wie möglich zurück."],
  ["de-DE", "full", "Die Mailbox des Teilnehmers ist voll."],
  ["de-DE", "ivr", "Für Reservierungen drücken Sie die 1. Für alles andere wählen Sie die zwei."],
  ["de-DE", "ivr", "Bitte geben Sie Ihre Kundennummer ein."],
  ["de-DE", "hold", "Alle unsere Mitarbeiter sind zurzeit im Gespräch. Bitte haben Sie etwas Geduld."],
  ["de-DE", "hold", "Die voraussichtliche Wartezeit beträgt vier Minuten."],
  ["de-DE", "screening", "Nennen Sie bitte Ihren Namen und den Grund Ihres Anrufs."],
  ["de-DE", "intercept", "Kein Anschluss unter dieser Nummer."],
];

const PEOPLE_ABROAD: readonly (readonly [string, string])[] = [
  ["es-ES", "Restaurante La Marina, buenas tardes, ¿en qué puedo ayudarle?"],
  ["es-ES", "Ahora mismo no está disponible, ¿quiere dejar un recado?"],
  ["es-ES", "Un momento, por favor, le paso con mi compañera."],
  ["es-ES", "Cuesta cuarenta y dos euros, y cerramos a las diez."],
  ["fr-FR", "Garage Martin, bonjour, que puis-je faire pour vous ?"],
  ["fr-FR", "Il n'est pas disponible pour le moment, je peux prendre un message ?"],
  ["fr-FR", "Ne quittez pas, je vous passe ma collègue."],
  ["fr-FR", "Ça fait quarante-deux euros, et nous sommes fermés le dimanche."],
  ["de-DE", "Autohaus Schulz, guten Tag, was kann ich für Sie tun?"],
  ["de-DE", "Er ist gerade nicht da, soll ich etwas ausrichten?"],
  ["de-DE", "Einen Moment bitte, ich verbinde."],
  ["de-DE", "Das kostet zweiundvierzig Euro, sonntags haben wir geschlossen."],
];

describe("phrases of other languages", () => {
  it.each(ABROAD)("in %s of %s: %j", (language, kind, text) => {
    expect(weigh(familiesOf(language), text)[kind]).toBeGreaterThanOrEqual(WHO_RULES.enough);
  });

  it.each(PEOPLE_ABROAD)("in %s of people make no machine: %j", (language, text) => {
    const { voicemail, ivr, hold, screening, intercept, full, person } = weigh(familiesOf(language), text);
    for (const weight of [voicemail, ivr, hold, screening, intercept, full]) {
      expect(weight - person).toBeLessThan(WHO_RULES.enough);
    }
  });
});

describe.each(["es", "fr", "de"] as const)("what is said in %s", (language) => {
  const families = familiesOf(language);
  /** As an engine writes it that knows no capitals, points or accents. */
  const bare = (text: string): string =>
    text
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[.,;:!?¿¡]/g, "")
      .toLowerCase();

  it.each(MACHINES_ABROAD[language])("by machines is known, as %s: %s", (kind, text) => {
    for (const written of [text, bare(text)]) {
      const evidence = weigh(families, written);
      const others = (["voicemail", "ivr", "hold", "screening", "intercept"] as const).filter(
        (other) => other !== kind && evidence[other] > evidence[kind],
      );
      expect(evidence[kind] - evidence.person, written).toBeGreaterThanOrEqual(WHO_RULES.enough);
      // A mailbox that is full is a mailbox.
      if (kind !== "full") expect(others, written).toEqual([]);
    }
  });

  it.each(PEOPLE_SAYING[language])("by people is no machine: %s", (text) => {
    for (const written of [text, bare(text)]) {
      const { voicemail, ivr, hold, screening, intercept, full, person } = weigh(families, written);
      // Half a point more has whoever speaks for long.
      for (const weight of [voicemail + full, ivr, hold, screening, intercept])
        expect(weight === 0 ? 0 : weight - person, written).toBeLessThan(WHO_RULES.enough * 0.8);
    }
  });
});

it("a language without a table is judged by sound and rhythm alone", () => {
  expect(familiesOf("fi-FI")).toEqual([]);
});
