/** What sort of errand a request is, by its own words: English, Spanish, German, French. */
const ERRANDS = [
  "table",
  "room",
  "ride",
  "cancel",
  "change",
  "complaint",
  "quote",
  "repair",
  "order",
  "appointment",
  "inform",
  "inquiry",
  "other",
] as const;
export type Errand = (typeof ERRANDS)[number];

/** Small letters without accents, plain apostrophes. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("\u2019", "'")
    .toLowerCase()
    .replaceAll("\u00df", "ss");
}

/** In this order: "cancel the table" is a cancellation, "a quote for a repair" a quote. */
const SIGNS: readonly (readonly [Errand, RegExp])[] = [
  ["cancel", /\b(?:cancel|call off|cancela\w*|anula\w*|absagen|stornier\w*|annule\w*)\b/],
  [
    "change",
    /\b(?:reschedule|change|move|postpone|modify|push back|cambia\w*|aplaza\w*|verschieb\w*|verleg\w*|umbuch\w*|deplace\w*|reporte\w*|modifie\w*)\b.*\b(?:booking|reservation|appointment|table|order|delivery|visit|reserva|cita|mesa|pedido|termin|tisch|reservierung|bestellung|lieferung|rendez-vous|commande|livraison)\b/,
  ],
  [
    "complaint",
    /\b(?:complain\w*|complaint|refund|return|dispute|overcharged|wrong item|queja|reclam\w*|reembols\w*|devol\w*|beschwer\w*|reklam\w*|erstatt\w*|zuruckgeben|plainte|rembours\w*|retour\w*)\b/,
  ],
  [
    "quote",
    /\b(?:quotes?|quotation|estimates?|bid|how much (?:would|will|does) it (?:cost )?to|presupuesto|cotizacion|angebot|kostenvoranschlag|devis)\b/,
  ],
  ["ride", /\b(?:taxi|cab|ride|limo|car service|airport transfer|shuttle|moving van|traslado|mitfahr\w*|navette)\b/],
  [
    "room",
    /\b(?:hotel|hostel|motel|(?:double|single|twin|hotel|guest)[- ]?room|room for|suite|overnight|nights?|habitacion|noches?|doppelzimmer|einzelzimmer|hotelzimmer|ubernacht\w*|chambre|nuits?)\b/,
  ],
  [
    "table",
    /\b(?:table|dinner reservation|restaurant|mesa|tisch|diner|reserv\w* (?:for|para|fur|pour) (?:\d+|two|three|four|five|six|dos|tres|zwei|drei|deux|trois))\b/,
  ],
  [
    "repair",
    /\b(?:repair\w*|fix(?:ed)?|leak\w*|broken|plumber|electrician|mechanic|tune[- ]?up|oil change|repara\w*|averia|fontanero|reparier\w*|reparatur|defekt|klempner|depann\w*|plombier)\b/,
  ],
  [
    "order",
    /\b(?:order|buy|purchase|takeout|take[- ]?away|deliver(?:y|ed)?|pedir|pedido|comprar|bestell\w*|kaufen|commande\w*|achete\w*|livr\w*)\b/,
  ],
  [
    "appointment",
    /\b(?:appointment|book|schedule|reserve|reservation|consultation|check-?up|cleaning|haircut|lesson|viewing|visit|session|slot|dentist|doctor|cita|reserva\w*|termin|buchen|reservier\w*|rendez-vous|rdv|reserver|prendre)\b/,
  ],
  [
    "inform",
    /^(?:please )?(?:tell|let (?:them|him|her|the)|inform|notify|remind|leave a message|dile|avisa|informa|sag|informier|teile|dis|previen|informe)\b/,
  ],
  [
    "inquiry",
    /\b(?:ask|find out|check|whether|if they|when|what|how|hours|open|price|available|in stock|pregunta\w*|averigua\w*|horario|precio|frag\w*|ob sie|offnungszeit\w*|preis\w*|verfugbar|demande\w*|renseign\w*|horaires?|prix|disponible)\b/,
  ],
];

export function errandOf(goal: string): Errand {
  const text = plain(goal);
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? "other";
}
