/** What was heard in words, written as people write it: prices, times, codes and numbers from ten on in digits. Pure. */
import type { Found } from "../en/found.ts";
import type { Token } from "../en/words.ts";
import { wholeNumber } from "./numbers.ts";
import { valuesIn } from "./reading.ts";
import type { Tongue } from "./tongue.ts";
import { wordsOf } from "./words.ts";

const LEADS_TO_HOUR: Partial<Record<string, RegExp>> = { es: /^las?\s/i, de: /^(?:um|gegen)\s/i };

type Span = { readonly from: number; readonly to: number; readonly text: string };

export function writtenBy(tongue: Tongue, heard: string): string {
  const run = wordsOf(heard);
  const values = new Map(valuesIn(tongue, heard, run, null).map((found) => [found.from, found]));
  let result = "";
  let end = 0;
  for (let i = 0; i < run.length;) {
    const found = values.get(i);
    const span = found === undefined ? plainNumber(tongue, run, i) : spanOf(tongue, heard, run, found);
    if (span !== null && !/\d/.test(heard.slice(run[span.from]?.start, run[span.to - 1]?.end))) {
      result += heard.slice(end, run[span.from]?.start) + span.text;
      end = run[span.to - 1]?.end ?? end;
    }
    i = span?.to ?? found?.to ?? i + 1;
  }
  return result + heard.slice(end);
}

function spanOf(tongue: Tongue, heard: string, run: readonly Token[], found: Found): Span | null {
  switch (found.kind) {
    case "price": {
      if (found.amountCents === 0) return null;
      const sign = /^(?:[€$£]|CHF)/.exec(found.text)?.[0] ?? "";
      const amount = (found.amountCents / 100).toFixed(2).replace(/\.00$/, "").replace(".", ",");
      return { from: found.from, to: found.sumTo, text: sign === "" ? amount : `${amount} ${sign}` };
    }
    case "time": {
      // "A las siete y media de la tarde", "um neun": the word before it stays, and so does which half of the day it is.
      const before = LEADS_TO_HOUR[tongue.language]?.test(heard.slice(run[found.from]?.start)) === true;
      const from = before ? found.from + 1 : found.from;
      const spoken = found.to > found.clockTo && found.half === "pm" ? found.hour % 12 || 12 : found.hour;
      const clock = `${spoken}:${String(found.minute).padStart(2, "0")}`;
      const named = tongue.language === "de" ? " Uhr" : "";
      return { from, to: found.clockTo, text: clock + named };
    }
    case "code":
    case "digits":
      return { from: found.from, to: found.to, text: found.text };
    case "date":
    case "quantity":
    case "name":
      return null;
  }
}

function plainNumber(tongue: Tongue, run: readonly Token[], from: number): Span | null {
  const number = wholeNumber(tongue, run, from);
  if (number === null || number.value < 10) return null;
  return { from, to: number.next, text: String(number.value) };
}
