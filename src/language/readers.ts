/** How an utterance of a call is read, by the language of the call: one registry of all that know how. */
import { isBorneOut } from "./en/borne-out.ts";
import type { ValueKind } from "./en/borne-out.ts";
import type { Expected } from "./en/found.ts";
import { read } from "./en/reading.ts";
import type { Reading } from "./en/reading.ts";
import { written } from "./en/to-written.ts";
import { GERMAN } from "./de/tongue.ts";
import { SPANISH } from "./es/tongue.ts";
import { FRENCH } from "./fr/tongue.ts";
import { languageOfTag } from "./languages.ts";
import type { Language } from "./languages.ts";
import { isBorneOutBy } from "./tabled/borne-out.ts";
import { readBy } from "./tabled/reading.ts";
import type { Tongue } from "./tabled/tongue.ts";
import { writtenBy } from "./tabled/written.ts";

export type Reader = {
  readonly language: Language;
  read(text: string, expected?: Expected): Reading;
  /** The words that were said hold the value that is claimed of them. */
  isBorneOut(kind: ValueKind, value: string, said: string): boolean;
  /** What a recogniser has heard in words, as people write it. `hints`: names, as they are spelled. */
  written(heard: string, hints: readonly string[]): string;
};

export const TONGUES: Readonly<Record<Exclude<Language, "en">, Tongue>> = { es: SPANISH, fr: FRENCH, de: GERMAN };

const READERS: Readonly<Record<Language, Reader>> = {
  en: { language: "en", read, isBorneOut, written },
  es: readerBy(SPANISH),
  fr: readerBy(FRENCH),
  de: readerBy(GERMAN),
};

/** `tag`: BCP-47, of a call. */
export function readerOf(tag: string): Reader {
  return READERS[languageOfTag(tag)];
}

function readerBy(tongue: Tongue): Reader {
  return {
    language: tongue.language,
    read: (text, expected = null) => readBy(tongue, text, expected),
    isBorneOut: (kind, value, said) => isBorneOutBy(tongue, kind, value, said),
    written: (heard) => writtenBy(tongue, heard),
  };
}
