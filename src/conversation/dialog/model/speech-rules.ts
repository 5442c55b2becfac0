/**
 * By what words of a model show that it agrees, that it still has to ask, or that it passes for a person. English ones
 * are looked for in every call, because a model may fall back into it.
 */
import type { Language } from "../../../language/languages.ts";
import { plain } from "../../../language/en/words.ts";
import { wordsOf } from "../../../language/tabled/words.ts";

export type SpeechRules = {
  readonly passesForAPerson: RegExp;
  readonly accepts: RegExp;
  /** It is still to be found out, or it is turned down. */
  readonly checks: RegExp;
  /** What is asked of them as a favour is agreed to as well. */
  readonly asksForIt: RegExp;
};

const ENGLISH: SpeechRules = {
  passesForAPerson:
    /\b(?:i'?m|i am|this is|you'?re (?:talking|speaking) (?:to|with)|you are (?:talking|speaking) (?:to|with))(?:[ ,]+(?!calling|call|looking|trying|asking|hoping|for|about|behalf|not|no|to|of|where|what|how|when|who|if)[\w'-]+){0,5}[ ,]+(?:human|people|person|man|woman|flesh and blood)\b(?! assistant|['’]s)|\b(?:i(?:'m| am)|this is|you(?:'re| are) (?:talking|speaking) (?:to|with)|there(?:'s| is)|it(?:'s| is)) (?:not|no|never|neither|nothing like)(?: \w+){0,3} (?:robot|bot|machine|computer|recording|ai|a\.i\.|automated|artificial|software|chatbot)\b(?! (?:problem|is|are|was|at|in)\b)|\b(?:this|it) isn't (?:a |an |any |some )*(?:robot|bot|machine|computer|recording|ai|automated|artificial)\b|\b(?:as|like) (?:a |any )(?:fellow )?human\b|\bno (?:robots?|bots?|machines?|ai|computers?) here\b/i,
  accepts:
    /\b(?:yes|yeah|yep|yup|sure|certainly|absolutely|definitely|of course|no problem|great|perfect|wonderful|excellent|deal|agreed|please do|go ahead|works|sounds good|(?:is|are|be|that's|it's) (?:fine|okay|ok|perfect|great|good|all right)|(?:i|we)(?:'ll| will) (?:take|pay|do|have|be there|come)|(?:i|we) (?:agree|accept|promise|guarantee|confirm|commit))\b|\b(?:book|reserve|schedule|order|charge|take|do|put|sign) (?:it|that|this|those|me|us|him|her|them|the|a|an)\b/i,
  checks:
    /\b(?:let me|i'll|i will|i need to|i have to|i must|i'm going to|i am) (?:just |first |quickly )*(?:check|ask|find out|see|checking|asking)|\b(?:not (?:sure|certain|able|allowed|what|possible)|cannot|can't|unable|i don't know|would prefer|rather not|instead of that)\b/i,
  asksForIt:
    /\b(?:can|could|would|will) you (?:please |just |then )*(?:book|reserve|schedule|order|charge|put|do|go ahead|make)\b/i,
};

/** Written against words without accents, hyphens and apostrophes. */
const OTHERS: Readonly<Record<Exclude<Language, "en">, SpeechRules>> = {
  es: {
    passesForAPerson:
      /\b(?:soy|somos|habla con|esta hablando con)(?: \w+){0,2} (?:persona|humano|humana|hombre|mujer)\b|\bno soy (?:un |una |ningun |ninguna )?(?:robot|maquina|bot|ordenador|computadora|grabacion|ia|inteligencia|contestador|asistente automat\w+)/,
    accepts:
      /^(?:ah |pues |bueno |muy bien )*si\b|\b(?:claro|por supuesto|desde luego|de acuerdo|vale|perfecto|estupendo|genial|excelente|muy bien|(?:me|nos|le) (?:parece|viene|va) (?:muy )?bien|esta bien|acept(?:o|amos)|confirm(?:o|amos)|me comprometo|promet(?:o|emos)|adelante|reservel[oa]|apuntel[oa]|anotel[oa]|hagalo|(?:lo|la) (?:tomamos|tomo|queremos|quiero)|nos quedamos con|correcto|exacto|trato hecho|sin problema|no hay problema)\b/,
    checks:
      /\b(?:consult\w+|pregunto|pregunte|preguntar\w*|compruebo|comprob\w+|averigu\w+)\b|\bun momento\b|\b(?:no estoy segur\w+|no (?:puedo|podemos|lo se|se)|prefer\w+|en lugar de eso)\b/,
    asksForIt: /\b(?:puede|podria|pueden|podrian)(?: \w+){0,2} (?:reserv|apunt|anot|confirm|hac|encarg|cobr|pon)\w+/,
  },
  fr: {
    passesForAPerson:
      /\bje suis(?: \w+){0,2} (?:personne|humaine?|homme|femme)\b|\bvous parlez (?:a|avec) une? (?:vraie? )?(?:personne|humain|etre humain)|\bje ne suis pas (?:un |une )?(?:robot|machine|bot|ordinateur|enregistrement|ia|automate|repondeur)\b/,
    accepts:
      /\b(?:oui|bien sur|d accord|entendu|parfait|tres bien|excellent|(?:ca|cela) (?:me|nous|lui|leur) (?:va|convient)|c est (?:bon|parfait|entendu|note)|volontiers|avec plaisir|nous (?:prenons|acceptons|confirmons)|je (?:prends|accepte|confirme|promets|m engage)|allez y|reservez|notez|pas de probleme|ca marche|exactement|tout a fait|super|genial)\b/,
    checks:
      /\b(?:je (?:vais |dois )?(?:me )?(?:renseigne|verifie|demande|regarde)\w*|laissez moi|un (?:instant|petit instant|moment|petit moment)|je ne (?:suis pas sur|sais pas|peux pas)|prefer\w+)\b/,
    asksForIt: /\b(?:pouvez|pourriez) vous(?: \w+){0,2} (?:reserver|noter|inscrire|confirmer|faire|mettre|prendre)\b/,
  },
  de: {
    passesForAPerson:
      /\bich bin(?: \w+){0,3} (?:mensch|mann|frau|person)\b|\bsie sprechen mit (?:einem|einer)(?: \w+)? (?:menschen|person)|\bich bin (?:doch |gar |naturlich )?kein\w*(?: \w+)? (?:roboter|maschine|computer|bot|ki|automat|anrufbeantworter|bandansage)\b/,
    accepts:
      /\b(?:ja|gerne|gern|naturlich|selbstverstandlich|einverstanden|in ordnung|passt|perfekt|prima|super|sehr gut|wunderbar|ausgezeichnet|alles klar|abgemacht|genau|richtig|das geht|geht klar|okay|ok|kein problem|(?:wir|ich) (?:nehmen|nehme|bestatige|bestatigen|akzeptiere|akzeptieren|verspreche|versprechen)|machen wir|reservieren sie|buchen sie|tragen sie)\b/,
    checks:
      /\b(?:ich (?:muss |werde )?(?:\w+ ){0,3}?(?:frage|klare|prufe|nachfragen|klaren|nachfrage|erkundige)|einen (?:kleinen )?(?:moment|augenblick)|nicht sicher|(?:weiss|kann|darf|konnen|durfen) (?:\w+ ){0,3}?nicht|lieber)\b/,
    asksForIt:
      /\b(?:konnen|konnten|wurden) sie (?:\w+ ){0,8}?(?:reservieren|buchen|eintragen|bestatigen|bestellen|notieren|vormerken|abbuchen)\b/,
  },
};

export function passesForAPerson(piece: string, language: Language): boolean {
  if (ENGLISH.passesForAPerson.test(piece)) return true;
  return language !== "en" && OTHERS[language].passesForAPerson.test(plain(wordsOf(piece)));
}

/** A yes, a promise, or the asking for it: no open question, no word that it has to be checked first. */
export function agrees(piece: string, language: Language): boolean {
  if (agreesBy(ENGLISH, piece, piece)) return true;
  return language !== "en" && agreesBy(OTHERS[language], piece, plain(wordsOf(piece)));
}

function agreesBy({ accepts, checks, asksForIt }: SpeechRules, piece: string, words: string): boolean {
  if (checks.test(words)) return false;
  return piece.trimEnd().endsWith("?") ? asksForIt.test(words) : accepts.test(words);
}
