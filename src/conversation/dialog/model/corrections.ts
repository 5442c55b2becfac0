/**
 * What a model has noted and what does not stand at the end of the call: an errand that was done outside the request, a
 * value that the business did not confirm when it was said back. Taken back by notes, before the call is summed up. Pure.
 */
import type { ValueKind } from "../../../language/en/borne-out.ts";
import type { Found } from "../../../language/en/found.ts";
import type { Reader } from "../../../language/readers.ts";
import type { BrainBrief, BrainNote, HistoryEntry } from "../../ports.ts";
import { notesIn } from "./notes.ts";
import type { RulesView } from "./rules-view.ts";

const KINDS = { confirmation_number: "code", price_quoted: "price", appointment_time: "time" } as const;
const FOUND: Readonly<Record<ValueKind, readonly Found["kind"][]>> = {
  code: ["code", "digits"],
  price: ["price"],
  time: ["time"],
};

export function corrections(
  { errands }: BrainBrief,
  history: readonly HistoryEntry[],
  rules: RulesView,
): readonly BrainNote[] {
  const { errands: noted, facts } = notesIn(history);
  const undone = [...noted].flatMap(([index, { reached, quotes }]): BrainNote[] => {
    const outside = reached && errands[index]?.kind === "do" && rules.whyOutside(history, index) !== null;
    return outside ? [{ type: "errand", index, reached: false, quotes }] : [];
  });
  const unconfirmed = [...facts.values()].flatMap((fact): BrainNote[] => {
    const words = deniedIn(history, KINDS[fact.fact], fact.value, rules.reader);
    return words === null ? [] : [{ type: "fact", fact: fact.fact, value: "", quotes: [words] }];
  });
  return [...undone, ...unconfirmed];
}

/** Their reply to our saying it back, when that was the last of it and no yes; null when it was one, or nobody said it. */
function deniedIn(history: readonly HistoryEntry[], kind: ValueKind, value: string, reader: Reader): string | null {
  const at = history.findLastIndex(
    (entry) => entry.role === "assistant" && entry.text.includes("?") && reader.isBorneOut(kind, value, entry.text),
  );
  const reply = history.slice(at + 1).find(({ role }) => role === "business" || role === "assistant");
  if (at < 0 || reply?.role !== "business") return null;
  const reading = reader.read(reply.text, kind);
  if (reader.isBorneOut(kind, value, reply.text)) return null;
  const another = reading.found.some((found) => FOUND[kind].includes(found.kind) && isLike(found, value));
  return another || reading.polarity?.yes === false ? reply.text : null;
}

/** Of the same sort: a house number is no price, and "two" no confirmation number. */
function isLike(found: Found, value: string): boolean {
  if (found.kind === "code") return true;
  return found.kind !== "digits" || found.text.length >= Math.min(4, value.replace(/\W/g, "").length);
}
