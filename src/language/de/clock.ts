/** Times of day in German: "halb acht", "Viertel nach sieben", "fünf vor halb acht", "einundzwanzig Uhr dreißig". */
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

/** The hour that a quarter or a half belongs to: without "Uhr", and nothing that is counted. */
function hourAt(run: readonly Token[], from: number): Here | null {
  const hour = number(run, from);
  return hour === null || hour.value < 1 || hour.value > 24 || isCounted(run, hour.next) ? null : hour;
}

function isCounted(run: readonly Token[], at: number): boolean {
  if (run[at - 1]?.stop !== "") return false;
  return /^(?:personen|person|leute|euro|minuten|stunden|tage|wochen|gaste|prozent)$/.test(wordAt(run, at));
}

export function clockIn(run: readonly Token[], from: number, asked: boolean): ClockRead | null {
  if (wordAt(run, from) === "mitternacht") return { hour: 24, minute: 0, next: from + 1 };
  return half(run, from, 0) ?? quarter(run, from) ?? beside(run, from) ?? full(run, from) ?? bare(run, from, asked);
}

/** "halb acht" is half past seven. */
function half(run: readonly Token[], from: number, more: number): ClockRead | null {
  const hour = wordAt(run, from) === "halb" ? hourAt(run, from + 1) : null;
  return hour === null ? null : { ...before(hour.value, 30 - more), next: hour.next };
}

/** "Viertel acht" is a quarter past seven where they say so; "Viertel nach" and "vor" are the same everywhere. */
function quarter(run: readonly Token[], from: number): ClockRead | null {
  const three = wordAt(run, from) === "drei" && wordAt(run, from + 1) === "viertel";
  const word = three ? "dreiviertel" : wordAt(run, from);
  if (word !== "viertel" && word !== "dreiviertel") return null;
  const at = from + (three ? 2 : 1);
  const side = word === "viertel" ? wordAt(run, at) : "";
  const beside = side === "nach" || side === "vor";
  const hour = hourAt(run, beside ? at + 1 : at);
  if (hour === null) return null;
  if (side === "nach") return { hour: hour.value, minute: 15, next: hour.next };
  return { ...before(hour.value, word === "viertel" && !beside ? 45 : 15), next: hour.next };
}

/** "zehn nach acht", "fünf vor halb acht". */
function beside(run: readonly Token[], from: number): ClockRead | null {
  const minutes = number(run, from);
  if (minutes === null || minutes.article || minutes.value < 1 || minutes.value > 29) return null;
  const at = wordAt(run, minutes.next) === "minuten" ? minutes.next + 1 : minutes.next;
  const side = wordAt(run, at);
  if (side !== "nach" && side !== "vor") return null;
  const sign = side === "nach" ? 1 : -1;
  const onHalf = half(run, at + 1, sign * minutes.value);
  if (onHalf !== null) return onHalf;
  const hour = hourAt(run, at + 1);
  if (hour === null) return null;
  return side === "nach"
    ? { hour: hour.value, minute: minutes.value, next: hour.next }
    : { ...before(hour.value, minutes.value), next: hour.next };
}

/** "neunzehn Uhr dreißig". */
function full(run: readonly Token[], from: number): ClockRead | null {
  const hour = number(run, from);
  if (hour === null || hour.value > 24 || wordAt(run, hour.next) !== "uhr" || run[hour.next - 1]?.stop !== "")
    return null;
  const plain = { hour: hour.value, minute: 0, next: hour.next + 1 };
  if (run[hour.next]?.stop !== "") return plain;
  const minutes = number(run, hour.next + 1);
  if (minutes === null || minutes.article || minutes.value < 1 || minutes.value > 59 || isCounted(run, minutes.next))
    return plain;
  return { hour: hour.value, minute: minutes.value, next: minutes.next };
}

/** "um acht", when nothing is counted; alone when we asked for it. */
function bare(run: readonly Token[], from: number, asked: boolean): ClockRead | null {
  const named = /^(?:um|gegen)$/.test(wordAt(run, from));
  if (!named && !(asked && from <= 1)) return null;
  const hour = number(run, named ? from + 1 : from);
  if (hour === null || hour.article || hour.value > 24 || wordAt(run, hour.next) === "uhr") return null;
  const ends = run[hour.next - 1]?.stop !== "" || hour.next === run.length;
  const follows =
    /^(?:am|im|in|morgens|abends|nachts|mittags|nachmittags|vormittags|fruh|oder|und|ist|ware|geht|passt|haben|hatten|hatte|konnen|konnte|bis|herum|rum|frei|noch|heute|morgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/;
  if (!ends && (!named || !follows.test(wordAt(run, hour.next)))) return null;
  return { hour: hour.value, minute: 0, next: hour.next };
}

/** So many minutes before the hour, of which half past twelve is the one before one. */
function before(hour: number, minutes: number): { readonly hour: number; readonly minute: number } {
  const earlier = minutes <= 0 ? hour : hour === 1 ? 12 : hour - 1;
  return { hour: earlier, minute: (60 - minutes) % 60 };
}
