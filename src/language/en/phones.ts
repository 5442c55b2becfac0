/** Telephone numbers as they are written and said: in groups, never as one number. */
import { spelledOut } from "./spelling.ts";

/** "2025550142" as "202-555-0142", "5550142" as "555-0142"; what is no American number stays as it is. */
export function telephone(digits: string): string {
  const groups = nationalGroups(digits);
  if (groups === null) return digits;
  return (digits.length === 11 ? ["1", ...groups] : groups).join("-");
}

/** "+12025550142" as "2 0 2, 5 5 5, 0 1 4 2". */
export function phoneAloud(e164: string): string {
  const digits = e164.replace(/\D/g, "");
  const groups = e164.startsWith("+1") ? nationalGroups(digits) : null;
  return groups === null ? `plus ${grouped(inThrees(digits))}` : grouped(groups);
}

function grouped(groups: readonly string[]): string {
  return groups.map(spelledOut).join(", ");
}

function nationalGroups(digits: string): string[] | null {
  const found = /^(?:1?(\d{3}))?(\d{3})(\d{4})$/.exec(digits);
  return found === null ? null : found.slice(1).filter((group) => group !== undefined);
}

/** A number whose groups nobody knows. */
export function inThrees(digits: string): string[] {
  return digits.match(/\d{1,3}/g) ?? [];
}
