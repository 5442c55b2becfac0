/**
 * Connecting the business with the number for transfers, as the conversation lives it: the business is kept company while
 * it rings; who answers is told in one sentence who is on the line, and then the conversation is over. What is said to them
 * is no part of the talk with the business, and neither is what they say.
 */
import { actOf } from "../language/en/reading.ts";
import { LANGUAGES } from "../language/languages.ts";
import { readerOf } from "../language/readers.ts";
import type { BrainEvent } from "./ports.ts";

export type PassingOnDeps = {
  readonly nowMs: () => number;
  readonly bring: (event: BrainEvent) => void;
  readonly tell: (event: { type: "transfer_asked" } | { type: "transfer_briefed"; by: "human" | "machine" }) => void;
};

const RULES = {
  /** Between two signs of life while it rings, and the least when they speak in between. */
  companyMs: 12_000,
  companyAgainMs: 6000,
  /** Of somebody who picks up and says nothing. */
  greetingMs: 1500,
} as const;

/** In whatever language: theirs need not be that of the call. */
function isVoicemail(text: string): boolean {
  return LANGUAGES.some((language) => actOf(readerOf(language).read(text), "voicemail") !== null);
}

export class PassingOn {
  readonly #deps: PassingOnDeps;
  #stage: "no" | "calling" | "greeting" | "briefing" | "briefed" = "no";
  #sinceMs = 0;
  #companyMs = 0;
  /** What the brain could not be told meanwhile. */
  #later: BrainEvent[] = [];

  constructor(deps: PassingOnDeps) {
    this.#deps = deps;
  }

  get isUnderWay(): boolean {
    return this.#stage !== "no";
  }

  /** Our audio is with the one who was called. */
  get isAway(): boolean {
    return this.isUnderWay && this.#stage !== "calling";
  }

  /** The quiet to wait for; null: none. */
  get quietMs(): number | null {
    if (this.#stage === "calling") return RULES.companyMs;
    return this.#stage === "greeting" ? RULES.greetingMs : null;
  }

  /** False when it is under way already. */
  ask(): boolean {
    if (this.isUnderWay) return false;
    this.#stage = "calling";
    this.#sinceMs = this.#deps.nowMs();
    this.#companyMs = this.#sinceMs;
    this.#deps.tell({ type: "transfer_asked" });
    return true;
  }

  answered(): void {
    if (this.#stage === "calling") this.#stage = "greeting";
  }

  /** What the brain is to be told now that the business is back. */
  failed(): readonly BrainEvent[] {
    this.#stage = "no";
    return this.#later.splice(0);
  }

  /** Not for those who are on the line now. */
  keep(event: BrainEvent): void {
    this.#later.push(event);
  }

  onTurn(text: string): void {
    if (this.#stage === "calling") return this.#keepCompany(RULES.companyAgainMs);
    if (this.#stage !== "greeting") return;
    if (isVoicemail(text)) {
      this.#stage = "briefed";
      return this.#deps.tell({ type: "transfer_briefed", by: "machine" });
    }
    this.#brief();
  }

  onQuiet(): void {
    if (this.#stage === "calling") this.#keepCompany(0);
    if (this.#stage === "greeting") this.#brief();
  }

  onReply(event: BrainEvent, said: boolean): void {
    if (event.type !== "transfer_answered" || this.#stage !== "briefing") return;
    // They spoke before a sound of ours: they are told when they have finished.
    this.#stage = said ? "briefed" : "greeting";
    if (said) this.#deps.tell({ type: "transfer_briefed", by: "human" });
  }

  #brief(): void {
    this.#stage = "briefing";
    this.#deps.bring({ type: "transfer_answered" });
  }

  #keepCompany(leastMs: number): void {
    const nowMs = this.#deps.nowMs();
    if (nowMs - this.#companyMs < leastMs) return;
    this.#companyMs = nowMs;
    this.#deps.bring({ type: "connecting", waitedMs: nowMs - this.#sinceMs });
  }
}
