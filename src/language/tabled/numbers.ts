/** Numbers as they stand in an utterance, in words or in digits. */
import type { Token } from "../en/words.ts";
import type { Tongue } from "./tongue.ts";
import { breath } from "./words.ts";

export type NumberHere = { readonly value: number; readonly next: number; readonly article: boolean };

/** A whole number: in words, or in digits with or without points between its thousands. */
export function wholeNumber(tongue: Tongue, run: readonly Token[], from: number): NumberHere | null {
  const word = run[from]?.word;
  if (word === undefined) return null;
  if (/^\d/.test(word)) {
    const amount = amountIn(word);
    return amount === null || !Number.isInteger(amount) ? null : { value: amount, next: from + 1, article: false };
  }
  const read = tongue.numberIn(breath(run, from));
  return read === null ? null : { value: read.value, next: from + read.count, article: read.article === true };
}

/** "42", "42,50", "42.5", "1.234,50", "1,234.50", "1'234"; null when it is something else. */
export function amountIn(written: string): number | null {
  const thousands = /^(\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(written);
  const plain = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(written);
  const [, whole, cents] = thousands ?? plain ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(/\D/g, "")) + Number((cents ?? "0").padEnd(2, "0")) / 100;
}
