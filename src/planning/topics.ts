/**
 * What a business will want to know, by the sort of errand, and whether the request already says it. A topic counts as
 * covered as soon as something in the request could be an answer: a needless question in a plan costs more trust than
 * a missing one.
 */
import type { Brief } from "../calls/brief.ts";
import { plain } from "./goal-kind.ts";
import type { Errand } from "./goal-kind.ts";

const TOPICS = [
  "date",
  "time",
  "party",
  "seating",
  "nights",
  "guests",
  "from_where",
  "to_where",
  "passengers",
  "booking_name",
  "booking_when",
  "new_time",
  "what_size",
  "where",
  "what_exactly",
  "model",
  "how_many",
  "delivery",
  "payment",
  "purchase",
  "remedy",
  "new_client",
  "name",
  "callback",
] as const;
export type Topic = (typeof TOPICS)[number];

const WANTED: Readonly<Record<Errand, readonly Topic[]>> = {
  table: ["date", "time", "party", "name", "callback", "seating"],
  room: ["date", "nights", "guests", "name", "callback", "payment"],
  ride: ["date", "time", "from_where", "to_where", "passengers", "name", "callback"],
  cancel: ["booking_name", "booking_when", "callback"],
  change: ["booking_name", "booking_when", "new_time", "callback"],
  complaint: ["purchase", "remedy", "name", "callback"],
  quote: ["what_size", "where", "date", "name", "callback"],
  repair: ["what_exactly", "model", "date", "where", "name", "callback"],
  order: ["what_exactly", "how_many", "delivery", "time", "name", "callback", "payment"],
  appointment: ["date", "time", "name", "callback", "new_client"],
  inform: ["name", "callback"],
  inquiry: ["name"],
  other: ["name", "callback"],
};

const NUMBER =
  "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple|dos|tres|cuatro|cinco|seis|ocho|diez|zwei|drei|vier|funf|sechs|acht|zehn|deux|trois|quatre|cinq|huit|dix)";
const WEEKDAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";
const MONTH =
  "january|february|march|april|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|januar|februar|marz|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre";

const DATE = new RegExp(
  `\\b(?:${WEEKDAY}|${MONTH}|may \\d|today|tonight|tomorrow|weekend|(?:next|this|coming) (?:week|month|year)|asap|as soon as possible|any ?(?:day|time)|earliest|right away|now|christmas|new year|hoy|esta noche|fin de semana|proxima semana|cuanto antes|heute|morgen|wochenende|nachste woche|so bald wie moglich|aujourd'hui|ce soir|demain|semaine prochaine|des que possible|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}|\\d{1,2}(?:st|nd|rd|th))\\b`,
);
const TIME = new RegExp(
  `\\b(?:\\d{1,2}(?::\\d\\d)? ?(?:[ap]\\.?m|o'clock|uhr|h\\d{0,2}|heures?|horas)|\\d{1,2}:\\d\\d|(?:at|around|by|after|before|um|gegen|ab|a las|sobre las|vers|a) ${NUMBER}|noon|midday|midnight|(?:in the )?(?:morning|afternoon|evening)|tonight|lunchtime|any ?time|earliest|asap|as soon as possible|right away|now|mediodia|por la (?:manana|tarde|noche)|esta noche|mittags?|vormittags?|nachmittags?|abends?|midi|matin|apres-midi|soir|ce soir)\\b`,
);
const PARTY = new RegExp(
  `\\b(?:(?:for|of|para|fur|pour) (?:us )?${NUMBER}\\b(?! (?:minutes?|hours?|days?|nights?|weeks?|o'clock|pm|[ap]\\.m|am(?! (?:\\w+tag|mittwoch|abend|\\d))))|${NUMBER} (?:people|persons|guests|adults|diners|seats|of us|personas|personen|leute|personnes|couverts)|just me|alone|party of)`,
);
const PLACE =
  /\b\d+[a-z]? (?:\w+ ){1,3}(?:street|st|avenue|ave|road|rd|lane|drive|boulevard|blvd|way|place|court)\b|\b(?:street|strasse|allee|platz|calle|avenida|plaza|rue|place)\b|\baddress\b|\bdirecci?on\b|\badresse\b|\b(?:zip|postcode|postal code|plz)\b|\b\d{5}\b/;

/** Whether the text of the request, made plain, has something that could answer this. */
const SAID: Readonly<Record<Exclude<Topic, "name" | "callback">, RegExp>> = {
  date: DATE,
  time: TIME,
  party: PARTY,
  seating:
    /\b(?:inside|indoors?|outside|outdoors?|terrace|patio|window|booth|bar|dentro|fuera|terraza|drinnen|draussen|terrasse|fenster|interieur|exterieur|fenetre)\b/,
  nights: new RegExp(
    `\\b(?:${NUMBER}[ -]?(?:nights?|noches?|nachte?|nuits?)|one night|una noche|eine nacht|une nuit|until|checking out|check-?out|hasta|bis|jusqu)`,
  ),
  guests: new RegExp(
    `\\b(?:${NUMBER} (?:people|persons|guests|adults|children|personas|adultos|personen|gaste|erwachsene|personnes|adultes)|(?:for|para|fur|pour) ${NUMBER}\\b(?! (?:nights?|noches?|nachte?|nuits?))|single|double|twin|einzelzimmer|doppelzimmer|individual|doble|simple)\\b`,
  ),
  from_where:
    /\b(?:from|pick(?:ed)? ?(?:me )?up (?:at|from|in)|at the (?:airport|station|hotel)|desde|recoger en|von|ab|abhol\w*|depuis|de la gare)\b/,
  to_where:
    /\b(?:to (?!book|get|order|ask|pick|take|be|have|find|make|go|call|reserve|arrange|schedule)\w|drop ?off|destination|hasta|hacia|al? aeropuerto|nach|zum|zur|jusqu|vers l|a l'aeroport)/,
  passengers: new RegExp(
    `\\b(?:${NUMBER} (?:people|persons|passengers|adults|bags|suitcases|of us|personas|pasajeros|personen|fahrgaste|personnes|passagers)|for ${NUMBER}|just me|alone)\\b`,
  ),
  booking_name:
    /\b(?:under|in the name of|name is|booked (?:by|for)|a nombre de|auf den namen|unter dem namen|au nom de)\b/,
  booking_when: DATE,
  new_time: new RegExp(
    `\\b(?:to|until|instead|for|a|al|para|auf|zum|statt|au|a la place)\\b.*(?:${DATE.source}|${TIME.source})`,
  ),
  what_size:
    /\b\d+(?:[.,]\d+)? ?(?:m2|m\u00b2|sq|square|sqm|sqft|feet|foot|ft|inch\w*|in|cm|mm|meters?|metres?|metros?|meter|qm|rooms?|bedrooms?|habitaciones|zimmer|pieces?|piezas|stuck|units?|people|guests|pages?|copies|kg|kilos?|lbs?|pounds|tons?|gallons?|litres?|liters?|hours?|boxes|windows?|doors?|chambres?)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|zwei|drei|vier|deux|trois|quatre)[- ](?:bed(?:room)?s?|rooms?|people|guests|pieces|windows?|doors?|cars?|trees?|habitaciones|zimmer|pieces|chambres)\b|\b\d+ ?x ?\d+\b/,
  where: PLACE,
  what_exactly: /\b\w+ \w+ \w+ \w+\b/,
  model:
    /\b(?:19|20)\d\d\b|\b(?:toyota|honda|ford|bmw|audi|mercedes|volkswagen|vw|tesla|iphone|samsung|macbook|bosch|siemens|miele|lg|whirlpool|trek|model|make|brand|modelo|marca|modell|marke|modele|marque)\b/,
  how_many: new RegExp(`\\b(?:${NUMBER}|a dozen|una docena|ein dutzend|une douzaine|an?|una?|eine?n?|une?)\\b`),
  delivery:
    /\b(?:deliver\w*|pick ?up|collect|takeout|take[- ]?away|eat in|ship\w*|domicilio|recoger|llevar|lieferung|liefern|abholen|livraison|livrer|emporter|retirer)\b/,
  payment:
    /\b(?:card|cash|pay|paid|invoice|account|tarjeta|efectivo|pagar|karte|bar|bezahl\w*|rechnung|carte|especes|payer|facture)\b/,
  purchase:
    /\b(?:order|receipt|invoice|reference|booking|case|number|pedido|recibo|factura|referencia|bestellnummer|rechnung|beleg|commande|recu|facture)\b.*\d|\bbought\b|\bordered on\b/,
  remedy:
    /\b(?:refund|replace\w*|exchange|repair|credit|apology|money back|reembols\w*|cambio|devolu\w*|erstatt\w*|ersatz|umtausch|gutschrift|rembours\w*|echange|avoir)\b/,
  new_client:
    /\b(?:new (?:patient|client|customer)|first (?:time|visit)|existing|regular|returning|patient since|nuevo paciente|primera vez|neupatient\w*|zum ersten mal|stamm\w*|nouveau patient|premiere fois)\b/,
};

/** Errands on which someone asks whether one has been there before. */
const KNOWS_CLIENTS =
  /\b(?:dentist|dental|doctor|dr\.?|clinic|physician|optician|vet|therap\w*|checkup|check-up|cleaning|dentista|medico|clinica|zahnarzt|arzt|praxis|medecin|dentaire)\b/;

/** What the business is likely to ask and the request does not say, most important first. */
export function openTopics(errand: Errand, brief: Brief): Topic[] {
  const text = plain([brief.goal, brief.details, brief.constraints].filter((part) => part !== null).join("\n"));
  return WANTED[errand].filter((topic) => {
    if (topic === "name") return brief.onBehalfOf === null;
    if (topic === "callback") return brief.callbackNumber === null;
    if (topic === "booking_name" && brief.onBehalfOf !== null) return false;
    if (topic === "new_client" && !KNOWS_CLIENTS.test(plain(`${brief.businessName ?? ""} ${brief.goal}`))) return false;
    return !SAID[topic].test(text);
  });
}
