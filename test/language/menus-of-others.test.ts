/** Menus and secrets in Spanish, French and German: what a model may press, say and give away there. */
import { describe, expect, it } from "vitest";
import { speaksKeys } from "../../src/conversation/dialog/model/speaks-keys.ts";
import { asksForSecret } from "../../src/language/en/asks-for-secret.ts";
import { offersKeys, wantsWords } from "../../src/language/tabled/menus.ts";

describe("a menu", () => {
  it.each([
    "Si desea información sobre su pedido, pulse la tecla 3.",
    "Para reservaciones marque uno.",
    "Pour connaître nos horaires, appuyez sur la touche quatre.",
    "Pour un rendez-vous, faites le 2.",
    "Für Fragen zu Ihrer Bestellung drücken Sie bitte die Drei.",
    "Wenn Sie schon Kunde sind, wählen Sie die 1.",
    "Ingrese su número de cliente, por favor.",
    "Veuillez saisir le code de votre poste.",
    "Geben Sie jetzt Ihre Kundennummer über die Tastatur ein.",
  ])("offers keys: %s", (text) => expect(offersKeys(text)).toBe(true));

  it.each([
    "Marque usted cuando quiera.",
    "Elija dos platos del menú.",
    "Faites deux photocopies.",
    "Vous faites un beau travail.",
    "Composez le zéro six douze.",
    "Wählen Sie zwei Gerichte aus.",
    "Drücken Sie uns die Daumen.",
  ])("is none: %s", (text) => expect(offersKeys(text)).toBe(false));

  it.each([
    "Dígame en pocas palabras el motivo de su llamada.",
    "Dites-moi en quelques mots ce que vous cherchez.",
    "Nennen Sie mir bitte kurz Ihr Anliegen.",
  ])("wants words: %s", (text) => expect(wantsWords(text)).toBe(true));

  it.each(["Para citas, marque el dos.", "¿Qué desea?", "Sagen Sie, kommen Sie zu zweit?"])("wants none: %s", (text) =>
    expect(wantsWords(text)).toBe(false),
  );

  it.each([
    ["Pulso el dos.", ""],
    ["J'appuie sur le 2.", ""],
    ["Ich drücke die Zwei.", ""],
    ["Dos.", "Para reservaciones, oprima el dos."],
    ["Deux.", "Pour les réservations, faites le deux."],
    ["Zwei.", "Für Reservierungen drücken Sie die Zwei."],
  ])("gets no spoken key: %s", (piece, heard) => expect(speaksKeys(piece, heard)).toBe(true));

  it.each([
    ["Dos.", "¿Para cuántas personas?"],
    ["Deux.", "Vous serez combien ?"],
    ["Zwei.", "Für wie viele Personen?"],
  ])("but a person a number: %s", (piece, heard) => expect(speaksKeys(piece, heard)).toBe(false));
});

describe("a secret", () => {
  it.each([
    "¿Me da los datos de su tarjeta?",
    "Necesito el código de seguridad.",
    "dígame su contraseña",
    "Le numéro de votre carte, s'il vous plaît ?",
    "Quel est le cryptogramme au dos ?",
    "votre mot de passe",
    "Wie lautet Ihre Kartennummer?",
    "Die Prüfziffer bräuchte ich noch.",
    "Ihr Kennwort bitte.",
  ])("is asked for: %s", (text) => expect(asksForSecret(text)).toBe(true));

  it.each(["¿Cuál es su número de teléfono?", "La carte du soir est à trente euros.", "Ihre Kundennummer bitte."])(
    "is not: %s",
    (text) => expect(asksForSecret(text)).toBe(false),
  );
});
