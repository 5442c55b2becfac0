/** German that tells a language model what to do. Words are folded. */
export const MEANT_FOR_A_MODEL_IN_GERMAN: readonly RegExp[] = [
  /\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*|umgeh\w*|losch\w*|verwirf|verwerfen sie) (?:\w+ ){0,5}?(?:anweisungen|instruktionen|(?:deine|ihre|alle|die bisherigen|die vorherigen) (?:\w+ )?(?:regeln|befehle|vorgaben|vorschriften))\b|\b(?:halte? dich|halten sie sich|folge?|folgen sie) (?:nicht|nicht mehr) (?:an )?(?:deine|deinen|ihre|ihren|die|den) (?:\w+ )?(?:regeln|anweisungen|vorgaben)\b(?! an der)/,
  /\bvergiss (?:alles |das )?was (?:man|sie|die|deine \w+) dir (?:\w+ ){0,3}?(?:gesagt|beigebracht|befohlen|vorgegeben|aufgetragen)\b/,
  /\b(?:markier|trag|werte|verbuch|notier|speicher|melde|vermerk)\w* (?:\w+ ){0,5}?als (?:\w+ )?(?:erfolg|erfolgreich|erfolgreichen|erfolgreiche)\b/,
  /\b(?:markier|trag|notier|vermerk|speicher)\w* (?:\w+ ){0,6}?auch wenn es (?:gar |doch )?nicht (?:stimmt|wahr ist|so ist|bestatigt ist)\b/,
  /\b(?:ab jetzt|von nun an|ab sofort),? (?:bist du|sind sie ein assistent|gehorchst du|musst du|wirst du)\b/,
  /\b(?:sag|sage|sagen sie|melde|melden sie) (?:deinem|ihrem) (?:kunden|auftraggeber|nutzer|chef|besitzer|betreiber) dass (?:\w+ ){0,8}?erfolg\w*\b/,
  /\b(?:lies|sag|zeig|nenn|wiederhol|verrat)\w*(?: mir)? (?:\w+ ){0,3}?deine (?:\w+ )?(?:anweisungen|regeln|instruktionen|vorgaben)\b|\b(?:dein\w*|ihr\w*|der|den) (?:system[ -]?)?prompt\b|\bsystem[ -]?prompts?\b|\b(?:geheimen|versteckten|internen) anweisungen\b/,
  /\b(?:entwickler|administrator|admin|debug|gott|jailbreak|root)[ -]?modus\b|\bsprachmodell\b|\bals (?:ki|kunstliche intelligenz) (?:musst|bist|sollst|hast)\b/,
  /\b(?:ruf|rufe|nutze?|verwende?|fuhre?) (?:die|deine|das) (?:funktion|werkzeug|tool)\b/,
];
