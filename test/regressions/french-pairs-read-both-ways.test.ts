/**
 * "Soixante-dix quatre-vingts quatre-vingts soixante dix" is 70 80 80 60 10: four numbers of it can be read in two ways,
 * and only the first three were tried both ways, so a known number was shown when it was called a confirmation number.
 */
import { expect, it } from "vitest";
import { redactText } from "../../src/sharing/redaction/redact.ts";

it.each([
  ["7080806010", "soixante-dix quatre-vingts quatre-vingts soixante dix"],
  ["708060106010", "soixante-dix quatre-vingts soixante dix soixante dix"],
])("hides %s in every reading of its pairs", (digits, spoken) => {
  const known = { emails: [], phones: [`+${digits}`], codes: [digits] };
  expect(redactText(`Your confirmation number is ${spoken}`, known)).toBe(
    "Your confirmation number is [phone number hidden]",
  );
});
