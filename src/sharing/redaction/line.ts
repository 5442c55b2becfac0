import { readNumbers } from "./number-words.ts";
import type { Reading } from "./number-words.ts";
import { tokenise } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** What one side said in one go. */
export type Line = {
  readonly speaker: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly readings: readonly Reading[];
  /** By token: which reading it belongs to, if any. */
  readonly readingOf: readonly (number | undefined)[];
  /** Nothing but words with which one says that one is listening. */
  readonly isListening: boolean;
};

export function readLine(speaker: string, text: string): Line {
  const tokens = tokenise(text);
  const readings = readNumbers(tokens);
  const readingOf = tokens.map((): number | undefined => undefined);
  for (const [index, reading] of readings.entries()) readingOf.fill(index, reading.from, reading.to);
  const isListening = tokens.every((token) => token.kind === "mark" || LISTENING.has(token.text));
  return { speaker, text, tokens, readings, readingOf, isListening };
}

/** The words of a list, for membership. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}

/** Words with which one only says that one is listening: they do not interrupt a number that is being read out. */
const LISTENING = wordSet(`
  yes yeah yep ok okay right sure mm mhm hm hmm uh huh um mmhmm got it go ahead alright perfect great and then next
  please correct exactly good i see thank you thanks all the rest continue so
  si vale bien claro perfecto aja siga continue adelante gracias y luego de acuerdo
  ja genau gut okay weiter verstanden danke und dann bitte richtig
  oui d'accord bien parfait allez y je note merci et ensuite tres
`);

/** What makes a number a telephone's, whatever else is said around it. */
export const PHONE_CUES = wordSet(`
  phone telephone tel call reach cell cellphone mobile landline callback fax whatsapp dial ring text
  telefono movil celular llamar llame llamame llamenos
  telefon telefonnummer handy handynummer mobilnummer ruckruf anrufen ruf durchwahl ruckrufnummer
  portable appeler appelez rappeler rappelez joindre
`);

export function hasPhoneCue(line: Line): boolean {
  return line.tokens.some((token) => PHONE_CUES.has(token.text));
}
