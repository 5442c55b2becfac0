/** The verbs of a goal that is written in the language of its call, and how such a goal is said. Words are folded. */
import type { Language } from "../../../language/languages.ts";

export type GoalWords = {
  /** Something is to be found out. */
  readonly asks: RegExp;
  readonly does: RegExp;
  /** The joints of errands. */
  readonly joint: RegExp;
  /** The goal as a sentence of ours; null when its form does not allow it. */
  readonly sentence: (goal: string) => string | null;
  readonly haveYouTime: string;
};

/** Words of the one who wrote the goal: they cannot be said for somebody else. */
const OWN =
  /(?<!\p{L})(?:mi|mis|me|nos|nuestr\p{L}+|yo|mon|ma|mes|notre|moi|mein\p{L}*|unser\p{L}*|mich|mir|uns|ich)(?!\p{L})/iu;
const MOST_WORDS = 30;

export const GOAL_WORDS: Readonly<Record<Exclude<Language, "en">, GoalWords>> = {
  es: {
    asks: /\b(?:preguntar|pregunta|pregunte|averiguar|averigua|averigue|consultar|consulta|consulte|saber|enterarse|informarse|comprobar|verificar|preguntarles?|preguntale)\b/,
    does: /\b(?:reservar|reserva|reserve|pedir|pide|pida|encargar|encarga|cancelar|cancela|cancele|anular|anula|anule|cambiar|cambia|cambie|modificar|mover|aplazar|confirmar|confirma|confirme|concertar|concierta|comprar|compra|solicitar|solicita|avisar|avisa|avise|decir|diles|informar|comunicar|agendar|agenda|programar|alquilar|contratar|hacer|haz|devolver|reclamar)\b/,
    joint: /[.;\n]+\s*|,?\s+(?:y|e|y después|y luego|además de)\s+(?=\p{L})/iu,
    sentence: (goal) =>
      /^(?:\p{L}+(?:ar|er|ir))(?:se|les?|la|lo)?\s/iu.test(goal) ? `Llamo para ${lower(goal)}.` : null,
    haveYouTime: "¿Tiene un momento?",
  },
  fr: {
    asks: /\b(?:demander|demandez|demande|savoir|renseigner|renseignez|verifier|verifiez|verifie|enquerir|trouver|apprendre)\b/,
    does: /\b(?:reserver|reservez|reserve|commander|commandez|commande|annuler|annulez|annule|changer|changez|modifier|modifiez|deplacer|deplacez|reporter|reportez|prendre|prenez|fixer|fixez|confirmer|confirmez|acheter|achetez|prevenir|prevenez|informer|informez|dire|dites|inscrire|inscrivez|louer|louez|obtenir|faire|reclamer)\b/,
    joint: /[.;\n]+\s*|,?\s+(?:et|puis|et puis|ainsi que)\s+(?=\p{L})/iu,
    sentence: (goal) => (/^(?:me |se )?\p{L}+(?:er|ir|re)\s/iu.test(goal) ? `J'appelle pour ${lower(goal)}.` : null),
    haveYouTime: "Avez-vous un moment ?",
  },
  de: {
    asks: /\b(?:fragen|frage|erfragen|nachfragen|herausfinden|wissen|erkundigen|klaren|prufen|nachfrage|frag)\b/,
    does: /\b(?:reservieren|reserviere|reservier|buchen|buche|bestellen|bestelle|bestell|stornieren|storniere|absagen|sage|andern|andere|verschieben|verschiebe|verlegen|vereinbaren|vereinbare|bestatigen|bestatige|kaufen|kaufe|mitteilen|ausrichten|informieren|anmelden|abmelden|mieten|miete|ausmachen|umbuchen|beauftragen|reklamieren|machen|mach)\b/,
    joint: /[.;\n]+\s*|,?\s+(?:und|sowie|und dann)\s+(?=\p{L})/iu,
    sentence(goal) {
      if (!/(?:ieren|en|rn)$/iu.test(goal) && !/^(?:fragen|erfragen|wissen)\b/i.test(goal)) return null;
      return `Ich möchte gern ${/^(?:ein|der|die|das|den|dem|eine|einen|einem|fragen|erfragen|wissen|nach|für|einen?)(?:\s|,)/i.test(goal) ? lower(goal) : goal}.`;
    },
    haveYouTime: "Haben Sie einen Moment Zeit?",
  },
};

/** What follows the introduction: the goal, where its own words can be said, else a question that leaves it to be said. */
export function openingSentence(words: GoalWords, goal: string): string {
  const plain = goal.replace(/[\s.!]+$/u, "").trim();
  const sayable = !OWN.test(plain) && plain.split(/\s+/).length <= MOST_WORDS && !/[.\n?]/.test(plain);
  return (sayable ? words.sentence(plain) : null) ?? words.haveYouTime;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
