/** What programs of ours read from their command lines. */
import { InvalidArgumentError } from "commander";

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError("It has to be a whole number.");
}
