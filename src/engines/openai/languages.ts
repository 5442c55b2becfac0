/**
 * Which of our languages a server with OpenAI's interface knows, by the names of its model and voice: OpenAI's own and
 * Whisper in its sizes know all four; Kokoro's voices have their language in the first letter, Piper's in front. Of what
 * goes by another name English is believed, and whatever the operator says with `languages`.
 */
import { languageIn, LANGUAGES } from "../../language/languages.ts";
import type { Language } from "../../language/languages.ts";

const ENGLISH: readonly Language[] = ["en"];

export function heardByOpenai(model: string): readonly Language[] {
  // "small.en", "distil-whisper", "whisper-base-en"
  if (/[.-]en\b|distil/i.test(model)) return ENGLISH;
  return /^gpt-|whisper|voxtral|^(?:ggml-)?(?:tiny|base|small|medium|large|turbo)(?:-v\d)?\b|parakeet\S*-v3\b/i.test(
    model,
  )
    ? LANGUAGES
    : ENGLISH;
}

const KOKORO: Readonly<Record<string, Language>> = { a: "en", b: "en", e: "es", f: "fr" };

export function spokenByOpenai(model: string, voice: string | null): readonly Language[] {
  const kokoro = /^([a-z])[fm]_[a-z]+/.exec(voice ?? "")?.[1];
  if (kokoro !== undefined) return listOf(KOKORO[kokoro] ?? null);
  const piper = /(?:^|[-_/])([a-z]{2})_[A-Z]{2}-/.exec(voice ?? model)?.[1];
  if (piper !== undefined) return listOf(languageIn(piper));
  return /^gpt-|^tts-1/i.test(model) ? LANGUAGES : ENGLISH;
}

function listOf(language: Language | null): readonly Language[] {
  return language === null ? [] : [language];
}
