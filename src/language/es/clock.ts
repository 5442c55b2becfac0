/** Times of day in Spanish: "las siete y media", "las ocho menos cuarto", "cuarto para las ocho", "las diecinueve treinta". */
import { plain, wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import { breath } from "../tabled/words.ts";
import type { ClockRead } from "../tabled/tongue.ts";
import { numberIn } from "./numbers.ts";

/** What may follow a time; a noun does not: "las dos personas". */
const MAY_FOLLOW =
  /^(?:de|del|por|en|y|o|a|al|para|hasta|el|la|los|pm|am|p|h|hs|horas|menos|pero|que|si|hoy|manana|pasado|como|con|mas|es|esta|le|les|nos|tenemos|tengo|seria|puede|podria|gracias|perfecto|vale|bien|entonces|solo|tiene|hay|lunes|martes|miercoles|jueves|viernes|sabado|domingo)?$/;

type Here = { readonly value: number; readonly next: number };

function number(run: readonly Token[], from: number): Here | null {
  const word = wordAt(run, from);
  if (/^\d{1,2}$/.test(word)) return { value: Number(word), next: from + 1 };
  const read = numberIn(breath(run, from));
  return read === null ? null : { value: read.value, next: from + read.count };
}

export function clockIn(run: readonly Token[], from: number, asked: boolean): ClockRead | null {
  const word = wordAt(run, from);
  if (word === "mediodia" && !/^del?$/.test(wordAt(run, from - 1)))
    return { hour: 12, minute: 0, next: from + 1, noon: true };
  if (word === "medianoche") return { hour: 24, minute: 0, next: from + 1 };
  return before(run, from) ?? after(run, from, asked);
}

/** "diez para las ocho"; in "para diez para las ocho" ten people come. */
function before(run: readonly Token[], from: number): ClockRead | null {
  const minutes = wordAt(run, from) === "cuarto" ? { value: 15, next: from + 1 } : number(run, from);
  if (minutes === null || minutes.value > 30 || /^(?:para|somos|la|las)$/.test(wordAt(run, from - 1))) return null;
  if (wordAt(run, minutes.next) !== "para" || !/^las?$/.test(wordAt(run, minutes.next + 1))) return null;
  const hour = number(run, minutes.next + 2);
  return hour === null ? null : { ...earlier(hour.value, minutes.value), next: hour.next };
}

function after(run: readonly Token[], from: number, asked: boolean): ClockRead | null {
  const article = /^las?$/.test(wordAt(run, from));
  const hour = number(run, article ? from + 1 : from);
  if (hour === null || hour.value > 24) return null;
  // "Mejor ocho y media": nothing else is said so of a number but a time.
  const parted =
    run[hour.next - 1]?.stop === "" && /^(?:y media|(?:y|menos) cuarto)$/.test(plain(run, hour.next, hour.next + 2));
  if (!article && !parted && !(asked && from <= 1)) return null;
  if (article && (wordAt(run, from) === "la") !== (hour.value === 1)) return null;
  const clock = withMinutes(run, hour);
  const next = /^(?:h|hs|horas)$/.test(wordAt(run, clock.next)) ? clock.next + 1 : clock.next;
  const ends = run[next - 1]?.stop !== "";
  if (!ends && !MAY_FOLLOW.test(wordAt(run, next))) return null;
  return article || next === run.length || clock.next > hour.next ? { ...clock, next } : null;
}

function withMinutes(run: readonly Token[], hour: Here): ClockRead {
  const plain = { hour: hour.value, minute: 0, next: hour.next };
  if (run[hour.next - 1]?.stop !== "") return plain;
  const [joint, word] = [wordAt(run, hour.next), wordAt(run, hour.next + 1)];
  if (joint === "en" && word === "punto") return { ...plain, next: hour.next + 2 };
  if (joint === "y" || joint === "con" || joint === "menos") {
    const named = { media: 30, cuarto: 15 }[word];
    const minutes = named === undefined ? number(run, hour.next + 1) : { value: named, next: hour.next + 2 };
    if (minutes === null || minutes.value === 0 || minutes.value > 59) return plain;
    if (joint === "menos") return { ...earlier(hour.value, minutes.value), next: minutes.next };
    return { hour: hour.value, minute: minutes.value, next: minutes.next };
  }
  const minutes = number(run, hour.next);
  if (minutes === null || minutes.value < 5 || minutes.value > 59) return plain;
  return /^(?:personas?|euros?|minutos?)$/.test(wordAt(run, minutes.next))
    ? plain
    : { hour: hour.value, minute: minutes.value, next: minutes.next };
}

function earlier(hour: number, minutes: number): { readonly hour: number; readonly minute: number } {
  return { hour: hour === 1 ? 12 : hour - 1, minute: 60 - minutes };
}
