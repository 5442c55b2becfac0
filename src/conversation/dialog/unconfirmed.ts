/**
 * Values in the outcome that the business has not confirmed: nobody said them back, or what came after it was no yes. Told
 * to the caller, whichever mind led. Pure.
 */
import type { FactFinding } from "../../calls/ports.ts";
import type { ValueKind } from "../../language/en/borne-out.ts";
import { actOf } from "../../language/en/reading.ts";
import { readerOf } from "../../language/readers.ts";
import type { Reader } from "../../language/readers.ts";
import type { HistoryEntry } from "../ports.ts";
import { isYes } from "./brain/yes-no.ts";
import type { Notebook } from "./notebook.ts";

type Fact = {
  readonly kind: ValueKind;
  readonly name: string;
  readonly of: (notebook: Notebook) => FactFinding | null;
};

const FACTS: readonly Fact[] = [
  { kind: "code", name: "confirmation number", of: ({ confirmationNumber }) => confirmationNumber },
  { kind: "price", name: "price", of: ({ priceQuoted }) => priceQuoted },
  { kind: "time", name: "time", of: ({ appointmentTime }) => appointmentTime },
];

/** The notebook, with a sentence in its summary and its next steps for those. `language`: BCP-47, of the call. */
export function withUnconfirmed(notebook: Notebook, history: readonly HistoryEntry[], language: string): Notebook {
  const reader = readerOf(language);
  const facts = FACTS.flatMap(({ kind, name, of }) => {
    const value = of(notebook)?.value;
    if (value === undefined) return [];
    const saidBack = repliesTo(history, (text) => reader.isBorneOut(kind, value, text));
    const agreed = saidBack.some((reply) => agrees(reply, reader, (text) => reader.isBorneOut(kind, value, text)));
    return agreed ? [] : [`the ${name} ${value}`];
  });
  const answers = notebook.questions.flatMap(({ question, status, answer }) => {
    if (status !== "answered" || answer === null) return [];
    const open = valuesIn(answer, reader).filter((value) => {
      const holds = (text: string): boolean =>
        bare(text).includes(bare(value)) || valuesIn(text, reader).some((each) => bare(each) === bare(value));
      const saidBack = repliesTo(history, holds);
      return saidBack.length > 0 && !saidBack.some((reply) => agrees(reply, reader, holds));
    });
    return open.length === 0 || facts.some((told) => open.every((value) => told.includes(value)))
      ? []
      : [`the answer to "${question}"`];
  });
  const open = [...facts, ...answers];
  if (open.length === 0) return notebook;
  const told = `Not confirmed by them: ${open.join(", ")}.`;
  if (notebook.summary.includes(told)) return notebook;
  return {
    ...notebook,
    summary: `${notebook.summary} ${told}`.trim(),
    nextSteps: `${notebook.nextSteps} Have them confirm ${open.join(", ")}.`.trim(),
  };
}

/** What was answered to each question of ours that held the value; null: nothing. */
function repliesTo(history: readonly HistoryEntry[], holds: (text: string) => boolean): readonly (string | null)[] {
  const talk = history.filter((entry) => entry.role === "business" || entry.role === "assistant");
  return talk.flatMap((entry, at) => {
    const asks = entry.role === "assistant" && `${entry.text}${entry.cutOff ?? ""}`.includes("?") && holds(entry.text);
    if (!asks) return [];
    const next = talk[at + 1];
    return [next?.role === "business" ? next.text : null];
  });
}

function agrees(reply: string | null, reader: Reader, holds: (text: string) => boolean): boolean {
  if (reply === null) return false;
  const reading = reader.read(reply);
  if (reader.language === "en" ? isYes(reading) : reading.polarity?.yes === true) return true;
  if (reading.polarity !== null) return false;
  return holds(reply) || actOf(reading, "confirmed") !== null || actOf(reading, "anything_else") !== null;
}

function valuesIn(answer: string, reader: Reader): readonly string[] {
  return reader
    .read(answer)
    .found.filter(({ kind }) => kind !== "quantity")
    .map(({ text }) => text);
}

/** As it is compared: "7 4 9 2" is "7492". */
function bare(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
