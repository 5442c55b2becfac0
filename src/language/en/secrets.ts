/** What is said in no call, whoever asks and whatever the request holds: a card's number, an answer to a question for a secret. */
import { asksForSecret } from "./asks-for-secret.ts";
import { hasCardNumber } from "./card-numbers.ts";

/** `lastHeard`: what they said last; `open`: digits that are no secret, because they told them or because they are a telephone's. */
export function givesSecretAway(
  text: string,
  digitsSaid: readonly string[],
  lastHeard: string,
  open: readonly string[],
): boolean {
  const runs = [...(text.match(/\d(?:[\s().\-/]*\d)*/g) ?? []), ...digitsSaid].map((run) => run.replaceAll(/\D/g, ""));
  const ours = runs.filter((run) => run.length >= SHORTEST && !open.some((digits) => digits.includes(run)));
  return ours.some((run) => hasCardNumber("", run)) || (ours.length > 0 && asksForSecret(lastHeard));
}

/** A card's security code. */
const SHORTEST = 3;
