/** What lines say in French. The words are `plain` ones: no capitals, no punctuation, no accents. */
import type { Family } from "./families.ts";

const KEY = String.raw`(?:sur )?(?:le |la touche |la |touche )?(?:\d|zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf)`;
const PRESS = "(?:appuyez|tapez|composez|faites|pressez)";
const AGENT = String.raw`(?:agents?|operateurs?|operatrices?|conseillers?|conseilleres?|representants?|correspondants?|lignes)`;

export const FRENCH: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:apres|des|suivant) (?:le |la )?(?:signal(?: sonore)?|bip(?: sonore)?|tonalite)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:boite vocale|messagerie(?: vocale)?|repondeur)\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern: /\b(?:laissez|laisser|veuillez laisser)(?: nous| moi)? (?:un|votre)(?: \w+){0,2} message\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:personne|correspondant|abonne|poste)\b(?: \w+){0,6} (?:n'est pas|est) (?:\w+ )?(?:disponible|indisponible|joignable|en ligne)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\b(?:ne (?:peux|peut|pouvons|peuvent)|n'est pas en mesure de|dans l'impossibilite de)(?: pas)?(?: vous)? (?:repondre|prendre votre appel)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\b(?:vous rappeller(?:ons|ai)|vous rappeler(?:ons|ai)|rappelerons des que)\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\b(?:ne (?:suis|sommes)|n'est) pas disponibles?\b|\b(?:sommes|est) (?:actuellement )?fermee?s?\b|\bvous etes bien (?:chez|sur)\b|\bje suis absente?\b/,
  },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:boite|messagerie)(?: \w+){0,4} (?:est )?pleine\b|\bne (?:peut|accepte)(?: \w+){0,3} (?:plus|davantage)(?: de)?(?: \w+)? messages?\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} ${KEY}\b`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:veuillez )?(?:entrez|entrer|saisissez|saisir|composez|composer) (?:votre|le|la) (?:\w+ ){0,4}(?:numero|code|poste|pin|mot de passe)\b|\ben quelques mots\b|\b(?:dites|vous pouvez dire) (?:\w+ ){1,8}ou \w+\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:menu principal|options suivantes|choix suivants|(?:option|entree|poste|choix)(?: \w+){0,2} (?:n'est pas valide|invalide|non valide)|n'est pas (?:un|une) \w+ valide|a tout moment|for english)\b/,
  },
  { kind: "ivr", weight: 1.5, pattern: new RegExp(String.raw`\b${PRESS} (?:sur )?(?:la touche )?(?:etoile|diese)\b`) },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\bvotre appel est (?:tres )?important\b|\b(?:repondra|prendra votre appel|serez mis en relation|sera pris)(?: \w+){0,4}\b|\bdans l'ordre d'arrivee\b/,
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:tous nos|toutes nos|tous les|toutes les|l'ensemble de nos) ${AGENT}(?: \w+){0,3} (?:occupe|en ligne|en communication)|\bprochaine? ${AGENT} disponible\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:position|place|rang)(?: \w+)? dans la file\b|\bfile d'attente\b|\b(?:temps|duree|delai) d'attente\b|\bappels? (?:avant|devant) (?:vous|le votre)\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:restez|veuillez rester|merci de rester|veuillez patienter|merci de patienter|continuez a patienter)(?: en ligne)?\b|\bmerci de votre patience\b|\bne (?:quittez|raccrochez) pas\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /\b(?:un (?:instant|moment|petit instant)|une (?:seconde|minute|petite minute)|ne quittez pas|patientez|(?:pouvez|pourriez) vous patienter|je vous (?:passe|transfere|mets en (?:attente|relation))|je (?:regarde|verifie|vais voir))\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:dites|indiquez|enregistrez|donnez) votre nom et (?:le |la )?(?:motif|raison|objet)\b|\bfiltrage d'appels?\b/,
  },
  {
    kind: "screening",
    weight: 1.5,
    pattern: /\b(?:dites|indiquez|enregistrez) votre nom\b|\b(?:motif|raison|objet) de votre appel\b/,
  },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bnumero(?: \w+){0,3} (?:compose|demande|appelez|avez compose)(?: \w+)? (?:n'est (?:pas|plus) (?:attribue|en service)|n'existe|a change|est hors service)\b|\bvotre appel ne peut (?:pas )?(?:aboutir|etre)\b|\bn'est (?:pas|plus) attribue\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:(?:que|comment) puis je|(?:puis je|je peux|peut on) vous (?:aider|renseigner)|que puis je pour vous|je vous ecoute|qui est a l'appareil|c'est de la part de qui)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:allo|oui|bonjour|bonsoir|salut)(?: (?:allo|oui|bonjour|j'ecoute|qui est la))?$|\b(?:a l'appareil|a votre ecoute|j'ecoute)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:desolee?|excusez moi|pardon) (?:pour|de) l'attente\b|\bvous avoir fait attendre\b|\bvous etes (?:toujours )?la\b|\bme revoila\b/,
  },
  { kind: "person", weight: 1.5, pattern: /\bmerci d'avoir patiente\b/ },
];
