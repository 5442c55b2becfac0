/**
 * What one socket of Deepgram's voice may be asked for: so many characters in one message, so many characters and
 * flushes within a minute, and an hour of life. Kept by us, because the socket is closed for going beyond any but the
 * flushes, and those are passed over in silence. Pure.
 */

export const SPEAK_LIMITS = {
  messageCharacters: 2000,
  characters: 2400,
  flushes: 20,
  windowMs: 60_000,
  /** The hour, less what is being spoken when it is over. */
  lifeMs: 55 * 60_000,
} as const;

export class SpeakAllowance {
  readonly #openedMs: number;
  #spent: { readonly atMs: number; readonly characters: number }[] = [];

  constructor(openedMs: number) {
    this.#openedMs = openedMs;
  }

  isWornOut(nowMs: number): boolean {
    return nowMs - this.#openedMs >= SPEAK_LIMITS.lifeMs;
  }

  /** Whether a text of this length, and its flush, may be sent now. */
  permits(characters: number, nowMs: number): boolean {
    this.#spent = this.#spent.filter(({ atMs }) => nowMs - atMs < SPEAK_LIMITS.windowMs);
    const sum = this.#spent.reduce((total, one) => total + one.characters, 0);
    return this.#spent.length < SPEAK_LIMITS.flushes && sum + characters <= SPEAK_LIMITS.characters;
  }

  spend(characters: number, nowMs: number): void {
    this.#spent.push({ atMs: nowMs, characters });
  }
}

/** A text in parts that one message each may carry, cut where clauses end, and within one only when it must be. */
export function inMessages(clauses: readonly string[]): string[] {
  const parts: string[] = [];
  for (const clause of clauses.flatMap(cut)) {
    const last = parts.at(-1);
    if (last === undefined || last.length + 1 + clause.length > SPEAK_LIMITS.messageCharacters) parts.push(clause);
    else parts[parts.length - 1] = `${last} ${clause}`;
  }
  return parts;
}

function cut(clause: string): string[] {
  const pieces: string[] = [];
  let rest = clause;
  while (rest.length > SPEAK_LIMITS.messageCharacters) {
    const space = rest.lastIndexOf(" ", SPEAK_LIMITS.messageCharacters);
    const at = space > 0 ? space : SPEAK_LIMITS.messageCharacters;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return rest === "" ? pieces : [...pieces, rest];
}
