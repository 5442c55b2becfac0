/**
 * German words whose letters with dots are written with an e ("zurueck", "koennen"), as some recognisers do: they become
 * what folding makes of the others ("zuruck", "konnen"). Only in stems that no word of another language has, so that
 * "neue", "aktuell" and "fueron" stay what they are.
 */
const SPELLED = new RegExp(
  [
    String.raw`(?<!\p{L})(?:fuer(?!\p{L})|ueber|frueh|buero|fuenf|zwoelf|hoer|waere?|haett|wuerd|wuensch|muess|moecht|koenn|maerz|jaenner|schoen|gruess|gruen|oeffn)`,
    ...["zurueck", "moeglich", "naechst", "drueck", "waehl", "spaet", "wiederhoer", "verfueg", "tschuess", "geoeffn"],
    ...["fuehr", "pruef", "klaer", "aender", "bestaetig", "gespraech", "natuerlich", "selbstverstaendlich", "aerzt"],
    ...["persoenlich", "loesch", "stoer", "belaestig", "gueltig", "kuemmer", "gaest", "plaetz", "groess", "gebuehr"],
    ...["waehrend", "hoechst", "laeng", "vollstaend", "zustaendig", "kueche", "ungefaehr", "jaehr", "taegl", "kuerz"],
    ...["saemtlich", "stueck", "voruebergehend", "gehoer", "ueberpruef", "dafuer", "wofuer", "darueber", "gegenueber"],
  ].join("|"),
  "giu",
);

export function withoutSpelledUmlauts(text: string): string {
  return text.replaceAll(SPELLED, (stem) => stem.replaceAll(/([aou])e/giu, "$1"));
}
