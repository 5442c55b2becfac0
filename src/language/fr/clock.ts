/** Times of day in French: "huit heures et quart", "midi et demi", "vingt heures moins le quart", "dix-neuf heures trente". */
import { wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import type { ClockRead } from "../tabled/tongue.ts";
import { breath } from "../tabled/words.ts";
import { numberIn } from "./numbers.ts";

type Here = { readonly value: number; readonly next: number; readonly article: boolean };

function number(run: readonly Token[], from: number): Here | null {
  const word = wordAt(run, from);
  if (/^\d{1,2}$/.test(word)) return { value: Number(word), next: from + 1, article: false };
  const read = numberIn(breath(run, from));
  return read === null ? null : { value: read.value, next: from + read.count, article: read.article === true };
}

/** It lasts so long. */
const LASTS = /^(?:pendant|dure|durent|dans|toutes|depuis|attendre|attente)$/;
const AT = /^(?:a|vers|des|avant|apres|jusqu|jusque|pour|la|est|les|et)$/;

export function clockIn(run: readonly Token[], from: number, asked: boolean): ClockRead | null {
  const word = wordAt(run, from);
  if (word === "minuit" || (word === "midi" && wordAt(run, from - 1) !== "apres"))
    return noon(withMinutes(run, { value: word === "midi" ? 12 : 24, next: from + 1 }), word === "midi");
  const hour = number(run, from);
  if (hour === null || hour.value > 24) return null;
  if (!/^(?:heures?|h)$/.test(wordAt(run, hour.next)) || run[hour.next - 1]?.stop !== "")
    return asked && from <= 1 && hour.next === run.length ? { hour: hour.value, minute: 0, next: hour.next } : null;
  const before = wordAt(run, from - 1);
  if (LASTS.test(before) || (hour.article && from > 0 && !AT.test(before))) return null;
  return withMinutes(run, { value: hour.value, next: hour.next + 1 });
}

function noon(clock: ClockRead, isNoon: boolean): ClockRead {
  return isNoon && clock.hour === 12 ? { ...clock, noon: true } : clock;
}

function withMinutes(run: readonly Token[], hour: { readonly value: number; readonly next: number }): ClockRead {
  const plain = { hour: hour.value, minute: 0, next: hour.next };
  if (run[hour.next - 1]?.stop !== "") return plain;
  const [joint, word] = [wordAt(run, hour.next), wordAt(run, hour.next + 1)];
  if (joint === "et" && /^demie?$/.test(word)) return { ...plain, minute: 30, next: hour.next + 2 };
  if (joint === "et" && word === "quart") return { ...plain, minute: 15, next: hour.next + 2 };
  if (joint === "moins") {
    const at = word === "le" ? hour.next + 2 : hour.next + 1;
    const minutes = wordAt(run, at) === "quart" ? { value: 15, next: at + 1 } : number(run, at);
    if (minutes === null || minutes.value > 30 || minutes.value === 0) return plain;
    return { hour: hour.value === 1 ? 12 : hour.value - 1, minute: 60 - minutes.value, next: minutes.next };
  }
  const minutes = number(run, hour.next);
  if (minutes === null || minutes.article || minutes.value === 0 || minutes.value > 59) return plain;
  if (/^(?:personnes?|euros?|couverts?)$/.test(wordAt(run, minutes.next))) return plain;
  const next = /^minutes?$/.test(wordAt(run, minutes.next)) ? minutes.next + 1 : minutes.next;
  return { hour: hour.value, minute: minutes.value, next };
}
