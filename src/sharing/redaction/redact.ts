/**
 * Hides telephone numbers and e-mail addresses in what the world may read of a call, and nothing else. Works on the
 * whole conversation at once: a number may be told in two turns, or half by each side. Pure; knows no languages beyond
 * their number words; on a run of digits that could be a telephone's and is marked as nothing else, it hides.
 */
import { findEmails } from "./emails.ts";
import { findKept } from "./keep.ts";
import { readLine } from "./line.ts";
import { findPhones, phonesSaid } from "./phones.ts";
import type { Span } from "./phones.ts";

export type Known = {
  /** The request's own numbers (E.164): hidden in every spelling, even where a confirmation number would be kept. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Confirmation numbers and the like: kept, unless they are one of the phones. */
  readonly codes: readonly string[];
};

export type Utterance = { readonly speaker: string; readonly text: string };

export const HIDDEN_PHONE = "[phone number hidden]";
export const HIDDEN_EMAIL = "[email hidden]";

/** The same lines in the same order, with what is private replaced. */
export function redactConversation(utterances: readonly Utterance[], known: Known): string[] {
  const lines = utterances.map(({ speaker, text }) => readLine(speaker, text));
  const emails = findEmails(lines, known.emails);
  const phones = findPhones(
    lines,
    findKept(lines, known.codes),
    known.phones.map((phone) => phone.replaceAll(/\D/g, "")),
  );
  return lines.map((line, index) => {
    const mine = (span: Span): boolean => span.line === index;
    return replace(line.text, emails.filter(mine), phones.filter(mine));
  });
}

/** The telephone numbers told in a conversation, to be given as `Known.phones` for what is written about it. */
export function phonesIn(utterances: readonly Utterance[], known: Known): string[] {
  const lines = utterances.map(({ speaker, text }) => readLine(speaker, text));
  return [...new Set(phonesSaid(lines, findKept(lines, known.codes)))];
}

/** One text on its own: a goal, a summary, an answer. */
export function redactText(text: string, known: Known): string {
  return redactConversation([{ speaker: "", text }], known)[0] ?? "";
}

const EMAIL = /[^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]+\.[^\s@<>()[\]",;:.]+/gu;

/** The e-mail addresses written in some texts, to be given as `Known.emails`. */
export function emailsIn(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.match(EMAIL) ?? []))];
}

/** Where both were found, the address wins: its digits are part of it. */
function replace(text: string, emails: readonly Span[], phones: readonly Span[]): string {
  const spans = [
    ...merged(emails).map((span) => ({ ...span, label: HIDDEN_EMAIL })),
    ...phones
      .filter((phone) => !emails.some((email) => phone.start < email.end && email.start < phone.end))
      .map((span) => ({ ...span, label: HIDDEN_PHONE })),
  ].toSorted((a, b) => a.start - b.start);
  let redacted = "";
  let reached = 0;
  for (const span of spans) {
    if (span.start < reached) continue;
    redacted += text.slice(reached, span.start) + span.label;
    reached = span.end;
  }
  return redacted + text.slice(reached);
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end) result.splice(-1, 1, { ...last, end: Math.max(last.end, span.end) });
    else result.push(span);
  }
  return result;
}
