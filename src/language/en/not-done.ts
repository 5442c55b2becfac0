/** Words that sound like a yes and settle nothing: conditions, possibilities, scorn. */
import type { Language } from "../languages.ts";

/** It is done only if somebody does something more. */
export function isContingent(words: string): boolean {
  const match = CONTINGENT.exec(words);
  return match !== null && !HARMLESS.test(words.slice(match.index));
}

const CONTINGENT =
  /\b(only if|provided( that)?|as long as|on (the )?condition|unless|(but|then|first|still) (you|he|she|they) (have|has|need|needs) to (pay|sign|confirm|call|send)|if (you|he|she|they|the customer|mr \w+|ms \w+|mrs \w+) (can |could |will |also |first |all |just )*(come|comes|pay|pays|sign|signs|give|gives|send|sends|bring|brings|leave|leaves|confirm|confirms|agree|agrees|accept|accepts|get|gets|arrive|arrives|show up|upgrade|commit|order|buy|spend|prepay|hurry|make it)\b)/;
/** "If you come late", "unless you hear from us": about what may go wrong, not about whether it is done. */
const HARMLESS = /\b(late|later than|cancel\w*|change|changes|can't|cannot|hear|otherwise|lost|questions?)\b/;

/** So far nothing has happened: there is an if, a when or a perhaps in it. */
export const DEPENDS: Readonly<Record<Language, RegExp>> = {
  en: /\b(if|unless|when|whenever|(?<!\bat )once|until|provided|assuming|maybe|perhaps|might|possibly|probably|we'll see|i'll see|will see if|i'll try|we'll try|(will|can|could) try|supposed to)\b/,
  es: /\b(siempre que|a condicion|salvo que|solo si|quizas?|tal vez|a lo mejor|si (usted|viene|vienen|paga|pagan|llega|llegan|nos|me|deja|firma|trae)\b)/,
  fr: /\b(a condition|sauf si|seulement si|peut etre|si (vous|il|elle|on|madame|monsieur)\b)/,
  de: /\b(wenn|falls|sofern|vorausgesetzt|vielleicht|eventuell|unter der bedingung)\b/,
};

/** "We can do that", "that would work": nobody has done it. */
export function isOnlyPossible(words: string): boolean {
  return /\b((i|we|you|they|he|she|it|that|this|which|there) (can|could|may|would|should)|(i|we)'d|able to|it's possible|is possible|we offer|(i|we) have (?!you\b)|(we|i)'ve got (?!you\b)|there is|there's|how about|what about|let me)\b/.test(
    words,
  );
}

/** A yes that means no. */
export function isScorn(words: string): boolean {
  return /\b(when (hell freezes|pigs (can )?fly|cows come home)|hell freezes|pigs (can |will )?fly|in your dreams|dream on|over my dead body|not in a (million|hundred|thousand) years|fat chance|yeah right|good luck with that|you wish|as if i|you must be (joking|kidding)|are you (joking|kidding)|very funny)\b/.test(
    words,
  );
}
