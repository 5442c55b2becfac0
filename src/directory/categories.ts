/**
 * What people call a kind of business, so that "dentist", "Zahnarzt" and "tooth" find what a source tags as `dentist`. A
 * business is indexed under a mark for each of its kinds, and a word of a query stands for the marks of all kinds that
 * go by it. Keys are the words of sources: values of OpenStreetMap's amenity, shop, craft, office, leisure, tourism,
 * healthcare and cuisine, and the last part of Foursquare's labels.
 */
import { fold } from "./fold.ts";

const WORDS: Readonly<Record<string, string>> = {
  // eating and drinking
  restaurant: "restaurant dining dinner lunch food eat bistro ristorante restaurante gaststätte essen diner",
  bistro: "bistro restaurant dining",
  fast_food: "fast food takeaway takeout snack imbiss comida rápida restauration rapide",
  cafe: "cafe coffee coffeehouse kaffee café breakfast brunch",
  coffee_shop: "coffee cafe coffeehouse espresso",
  bar: "bar cocktails drinks pub",
  pub: "pub bar beer tavern brewpub kneipe",
  pizza: "pizza pizzeria italian",
  italian: "italian pasta pizza trattoria",
  sushi: "sushi japanese",
  japanese: "japanese sushi ramen",
  chinese: "chinese noodles dim sum",
  indian: "indian curry tandoori",
  mexican: "mexican tacos burritos taqueria",
  thai: "thai noodles curry",
  burger: "burger burgers hamburger",
  steak_house: "steak steakhouse grill",
  seafood: "seafood fish oysters pescado marisco fruits de mer",
  kebab: "kebab döner doner shawarma",
  vegetarian: "vegetarian vegan",
  ice_cream: "ice cream gelato eis helado glace gelateria",
  bakery: "bakery bread cakes bäckerei panadería boulangerie pastry",
  pastry: "pastry cakes patisserie konditorei pastelería",
  butcher: "butcher meat metzgerei fleischerei carnicería boucherie",
  deli: "deli delicatessen sandwiches",
  catering: "catering caterer events",
  // health
  dentist: "dentist dental tooth teeth zahnarzt dentista dentiste orthodontist",
  doctors: "doctor doctors physician gp clinic practice arzt arztpraxis médico médecin",
  doctor: "doctor physician gp clinic arzt médico médecin",
  clinic: "clinic doctor medical klinik clínica clinique",
  hospital: "hospital clinic krankenhaus hôpital",
  pharmacy: "pharmacy chemist drugstore apotheke farmacia pharmacie medicine",
  chemist: "chemist drugstore drogerie toiletries",
  optician: "optician glasses optometrist eyewear optiker óptica opticien",
  physiotherapist: "physiotherapist physiotherapy physio massage krankengymnastik fisioterapeuta kinésithérapeute",
  psychotherapist: "psychotherapist therapist counselling psychologist psychologe",
  veterinary: "vet veterinary veterinarian animal clinic tierarzt veterinario vétérinaire",
  hairdresser: "hairdresser hair salon barber haircut friseur peluquería coiffeur stylist",
  barber: "barber haircut shave hairdresser friseur barbería",
  beauty: "beauty salon nails spa cosmetics kosmetik belleza beauté",
  massage: "massage spa wellness",
  spa: "spa wellness massage sauna",
  fitness_centre: "gym fitness workout fitnessstudio gimnasio salle de sport",
  gym: "gym fitness workout",
  // trades and repairs
  plumber: "plumber plumbing pipes heating klempner installateur fontanero plombier",
  electrician: "electrician electrical wiring elektriker electricista électricien",
  carpenter: "carpenter joiner wood schreiner tischler carpintero menuisier",
  painter: "painter painting decorator maler pintor peintre",
  roofer: "roofer roofing roof dachdecker techador couvreur",
  locksmith: "locksmith keys lock schlüsseldienst cerrajero serrurier",
  gardener: "gardener gardening landscaping garden gärtner jardinero jardinier",
  hvac: "hvac heating cooling air conditioning",
  cleaning: "cleaning cleaner cleaners reinigung limpieza nettoyage",
  dry_cleaning: "dry cleaning cleaner laundry reinigung tintorería pressing",
  laundry: "laundry laundromat washing wäscherei lavandería laverie",
  car_repair: "car repair mechanic garage auto workshop autowerkstatt taller garagiste",
  car: "car dealer cars autohaus concesionario concessionnaire",
  car_rental: "car rental hire rent autovermietung alquiler location",
  car_wash: "car wash autowäsche lavado",
  fuel: "fuel gas station petrol gasoline tankstelle gasolinera station-service",
  tyres: "tyres tires wheels reifen neumáticos pneus",
  bicycle: "bicycle bike cycle shop repair fahrrad bicicleta vélo",
  bicycle_repair: "bicycle bike repair fahrrad bicicleta vélo",
  tailor: "tailor alterations sewing schneider sastre tailleur",
  shoe_repair: "shoe repair cobbler schuster zapatero cordonnier",
  moving: "moving movers removals umzug mudanzas déménagement",
  taxi: "taxi cab ride",
  // shops
  supermarket: "supermarket grocery groceries food supermarkt supermercado supermarché",
  convenience: "convenience corner store grocery kiosk",
  greengrocer: "greengrocer fruit vegetables gemüse frutería primeur",
  florist: "florist flowers bouquet blumen floristería fleuriste",
  books: "books bookshop bookstore buchhandlung librería librairie",
  clothes: "clothes clothing fashion kleidung ropa vêtements boutique",
  shoes: "shoes footwear schuhe zapatos chaussures",
  jewelry: "jewelry jewellery jeweller rings juwelier joyería bijouterie",
  furniture: "furniture möbel muebles meubles",
  hardware: "hardware tools diy baumarkt ferretería quincaillerie",
  doityourself: "diy hardware building baumarkt",
  electronics: "electronics computers tv elektronik electrónica électronique",
  computer: "computer computers repair laptop pc",
  mobile_phone: "mobile phone phones cell repair handy móvil téléphone",
  toys: "toys games spielzeug juguetes jouets",
  pet: "pet pets animal haustier mascotas animalerie",
  wine: "wine liquor spirits wein vino vin",
  alcohol: "liquor wine spirits bottle shop",
  stationery: "stationery paper office supplies papelería papeterie",
  copyshop: "copy shop printing print copies druckerei imprenta imprimerie",
  music: "music instruments guitars piano",
  sports: "sports sport shop outdoor",
  // places to stay and to go
  hotel: "hotel rooms accommodation lodging unterkunft alojamiento hébergement",
  hostel: "hostel rooms beds accommodation",
  guest_house: "guest house bed and breakfast b&b pension",
  cinema: "cinema movies movie theater film kino cine cinéma",
  theatre: "theatre theater play stage",
  museum: "museum exhibition gallery",
  library: "library books bibliothek biblioteca bibliothèque",
  swimming_pool: "swimming pool swim schwimmbad piscina piscine",
  bowling_alley: "bowling alley",
  // services
  bank: "bank atm banco banque",
  post_office: "post office mail parcels postamt correos poste",
  lawyer: "lawyer attorney solicitor legal law anwalt rechtsanwalt abogado avocat",
  accountant: "accountant accounting tax bookkeeping steuerberater contable comptable",
  tax_advisor: "tax advisor accountant steuerberater",
  insurance: "insurance broker versicherung seguros assurance",
  estate_agent: "estate agent real estate realtor property immobilien inmobiliaria immobilier",
  travel_agency: "travel agency holidays reisebüro viajes voyages",
  photographer: "photographer photos photo studio fotograf fotógrafo photographe",
  photo: "photo photographer prints",
  school: "school schule escuela école",
  driving_school: "driving school lessons fahrschule autoescuela auto-école",
  language_school: "language school courses sprachschule",
  kindergarten: "kindergarten nursery daycare childcare kita guardería crèche",
  childcare: "childcare daycare nursery kita",
  funeral_directors: "funeral directors undertaker bestatter funeraria pompes funèbres",
  storage_rental: "storage self storage units",
  printing: "printing printer print",
};

const WORDS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(WORDS).map(([kind, spoken]) => [kind, [...new Set(fold(`${kind} ${spoken}`).split(" "))]]),
);

const KINDS_OF: ReadonlyMap<string, readonly string[]> = (() => {
  const kinds = new Map<string, string[]>();
  for (const [kind, spoken] of WORDS_OF) for (const word of spoken) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  return kinds;
})();

/** How a kind is written in the index: one word that nobody would type. */
function mark(kind: string): string {
  return `qk${kind.replaceAll("_", "")}`;
}

const indexed = new Map<string, string>();

/** The words of the index for these categories: marks of the kinds known here, else the category's own words. */
export function kindWords(categories: readonly string[]): string {
  const key = categories.join(";");
  const before = indexed.get(key);
  if (before !== undefined) return before;
  const found = new Set<string>();
  for (const category of categories) {
    const phrase = fold(category);
    const kind = phrase.replaceAll(" ", "_");
    if (WORDS_OF.has(kind)) {
      found.add(mark(kind));
      continue;
    }
    // "Pizzeria" is a word for one kind; "Italian Restaurant" names two, and keeps its own words.
    for (const meant of KINDS_OF.get(phrase) ?? []) found.add(mark(meant));
    for (const word of phrase.split(" ")) {
      found.add(word);
      if (WORDS_OF.has(word)) found.add(mark(word));
    }
  }
  const text = [...found].join(" ");
  if (indexed.size < 10_000) indexed.set(key, text);
  return text;
}

/** The marks of the kinds that go by this word, or by one that begins with it. */
export function marksOf(word: string, prefix: boolean): string[] {
  if (!prefix) return (KINDS_OF.get(word) ?? []).map(mark);
  const kinds = new Set<string>();
  for (const [spoken, those] of KINDS_OF) if (spoken.startsWith(word)) for (const kind of those) kinds.add(kind);
  return [...kinds].map(mark);
}

/** Every word that a kind goes by, for the spelling. */
export function spokenWords(): Iterable<string> {
  return KINDS_OF.keys();
}

/** The kinds that go by this word, in OpenStreetMap's spelling, for asking a source that knows only its own words. */
export function kindsCalled(word: string): readonly string[] {
  return KINDS_OF.get(fold(word)) ?? [];
}
