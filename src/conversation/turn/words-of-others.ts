/**
 * What the words of other languages say about whether a turn is finished, beside the English ones: who has the floor is
 * decided before anybody asks which language is spoken, and words that two languages share are left out where they would
 * mislead. Without accents.
 */
const words = (...lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(" "));

export const OTHER_NUMBERS = words(
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien doble",
  "un deux trois quatre cinq sept huit neuf dix onze douze treize quatorze seize vingt trente quarante cinquante soixante",
  "null eins zwei zwo drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert doppel",
);

export const OTHER_OPEN_ENDINGS = words(
  "y pero que de la el los las una para con por en del al su mi desde hasta como si entonces numero codigo",
  "et mais que le les une pour avec par dans du des aux votre notre est donc numero c'est",
  "und oder aber dass der das dem ein eine einen fur mit im von bis auf zu ist sind wir ich sie ihre nummer",
);

export const OTHER_BACKCHANNELS = words(
  "si aja vale claro ya bueno mhm entiendo",
  "oui ouais d'accord voila ah bon ok hein",
  "ja jaja genau gut aha ach so mhm jo",
);

export const OTHER_BREAKING_IN = words(
  "espere espera perdone perdon oiga disculpe alto diga digame quien cuando donde cuanto imposible adios gracias correcto",
  "attendez pardon allo non qui quand combien comment stop excusez ecoutez impossible merci exactement",
  "warten moment halt stopp entschuldigung nein wer wann wo wieviel hallo bitte danke tschuss richtig falsch stimmt",
);

export const OTHER_SHORT_ANSWERS =
  /^(?:si|claro|vale|exacto|correcto|de acuerdo|por supuesto|oui|non|d'accord|bien sur|tout a fait|exactement|ja|nein|genau|richtig|gerne|naturlich|stimmt)\b/;

export const OTHER_GREETING_ENDINGS =
  /\b(?:digame|diga|(?:puedo|podemos) ayudarle|en que puedo ayudar(?:le|te)?|buenos dias|buenas tardes|bonjour|allo|j'ecoute|vous aider|guten tag|hallo|fur sie tun|ihnen helfen|am apparat)$/;

export const OTHER_COMPLETE_ENDINGS: readonly RegExp[] = [
  /\b(?:euros?|dolares|pesos|centimos|francs|franken|cent|prozent|por ciento)$/,
  /\b(?:de la (?:manana|tarde|noche)|por la (?:manana|tarde|noche)|du (?:matin|soir)|demain|uhr|abends|morgens|nachmittags|heute|ubermorgen)$/,
  /\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/,
  /\b(?:adios|hasta luego|gracias|por favor|au revoir|merci|bonne journee|s'il vous plait|auf wiederhoren|tschuss|danke|bitte|schonen tag)$/,
  /\b(?:personas|personnes|personen|reservad[oa]|reserve|reserviert|completos?|complets?|ausgebucht|cerrados?|ferme|geschlossen|libre|frei)$/,
];
