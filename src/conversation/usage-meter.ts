/**
 * Counts what one call uses of its engines. What is heard and spoken is counted by the engines themselves, in what they
 * send; what of it was for nothing is only known here, from what was really heard of each clause.
 */
import type { CallUsage, HearingUsage, SpeakingUsage, ThinkingUsage } from "../calls/usage.ts";
import type { BrainUsage, Meter } from "./ports.ts";

/** One clause that a voice was given, and by which engines it was rendered. */
type Clause = {
  readonly words: readonly string[];
  readonly rendered: { readonly engine: string; readonly characters: number; lost: boolean }[];
  /** The share of it that they heard; null: not known yet, which in the end means nothing of it. */
  heard: number | null;
};

type Spoken = { cached: number; failures: number };

const UNNAMED = "unnamed";

export class UsageMeter {
  /** Of the ear, whichever engine it is opened with. */
  readonly hearing: Meter = this.#hearingOf(UNNAMED);
  readonly #heard = new Map<string, { seconds: number; failures: number }>();
  readonly #spoken = new Map<string, Spoken>();
  readonly #clauses: Clause[] = [];

  /** Of one clause that is to be spoken. */
  clause(text: string): Meter {
    const clause: Clause = { words: wordsOf(text), rendered: [], heard: null };
    this.#clauses.push(clause);
    return this.#speakingOf(UNNAMED, clause);
  }

  /** These words of ours were heard: the beginning of a clause, or several clauses and perhaps the beginning of one more. */
  heard(text: string): void {
    let left = wordsOf(text);
    while (left.length > 0) {
      const { clause, words } = this.#spokenFirst(left);
      if (clause !== null) clause.heard = words / clause.words.length;
      left = left.slice(Math.max(1, words));
    }
  }

  total(minds: readonly BrainUsage[]): CallUsage {
    return { hearing: this.#hearingTotal(), thinking: thinkingTotal(minds), speaking: this.#speakingTotal() };
  }

  /** Which clause these words begin with, and how many of them are its. Of the same words the last that was rendered. */
  #spokenFirst(left: readonly string[]): { readonly clause: Clause | null; readonly words: number } {
    let best: { readonly clause: Clause | null; readonly words: number } = { clause: null, words: 0 };
    for (const clause of this.#clauses) {
      if (clause.heard !== null || clause.words.length === 0) continue;
      const count = Math.min(clause.words.length, left.length);
      if (count < best.words || clause.words.slice(0, count).some((word, i) => word !== left[i])) continue;
      best = { clause, words: count };
    }
    return best;
  }

  #hearingOf(engine: string): Meter {
    const entry = (): { seconds: number; failures: number } => {
      const known = this.#heard.get(engine) ?? { seconds: 0, failures: 0 };
      this.#heard.set(engine, known);
      return known;
    };
    return {
      sound: (seconds) => void (entry().seconds += seconds),
      text: () => undefined,
      failure: () => void (entry().failures += 1),
      as: (name) => this.#hearingOf(name),
    };
  }

  #speakingOf(engine: string, clause: Clause): Meter {
    const entry = (): Spoken => {
      const known = this.#spoken.get(engine) ?? { cached: 0, failures: 0 };
      this.#spoken.set(engine, known);
      return known;
    };
    return {
      sound: () => undefined,
      text: (characters, kept) => {
        if (kept) entry().cached += characters;
        else {
          entry();
          clause.rendered.push({ engine, characters, lost: false });
        }
      },
      failure: () => {
        entry().failures += 1;
        for (const each of clause.rendered) if (each.engine === engine) each.lost = true;
      },
      as: (name) => this.#speakingOf(name, clause),
    };
  }

  #hearingTotal(): HearingUsage[] {
    return [...this.#heard].map(([engine, { seconds, failures }]) => ({
      engine,
      seconds: Math.round(seconds * 1000) / 1000,
      failures,
    }));
  }

  #speakingTotal(): SpeakingUsage[] {
    return [...this.#spoken].map(([engine, { cached, failures }]) => {
      let [characters, discarded] = [0, 0];
      for (const { rendered, heard } of this.#clauses)
        for (const each of rendered) {
          if (each.engine !== engine) continue;
          characters += each.characters;
          discarded += each.characters * (each.lost ? 1 : 1 - (heard ?? 0));
        }
      return {
        engine,
        characters,
        cachedCharacters: cached,
        discardedCharacters: Math.round(discarded),
        failures,
      };
    });
  }
}

/** Whoever took over from somebody may have taken over again: one entry for each engine. */
function thinkingTotal(minds: readonly BrainUsage[]): ThinkingUsage[] {
  const total = new Map<string, ThinkingUsage>();
  for (const each of minds) {
    const { engine, requests, failures } = each;
    if (requests === 0 && failures === 0) continue;
    const known = total.get(engine);
    total.set(engine, {
      engine,
      requests: requests + (known?.requests ?? 0),
      promptTokens: each.promptTokens + (known?.promptTokens ?? 0),
      completionTokens: each.completionTokens + (known?.completionTokens ?? 0),
      discardedTokens: each.discardedTokens + (known?.discardedTokens ?? 0),
      estimated: each.estimated || known?.estimated === true,
      failures: failures + (known?.failures ?? 0),
    });
  }
  return [...total.values()];
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}
