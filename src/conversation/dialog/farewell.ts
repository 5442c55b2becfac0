/** Where a talk stands between its first word and the line put down: words heard, verdict given, goodbye said. */
import type { EndReason } from "../../calls/vocabulary.ts";
import { afterReply, afterWords, isTimeToGo } from "./goodbye.ts";
import type { Goodbye } from "./goodbye.ts";
import type { ReplyResult } from "./reply.ts";

export class Farewell {
  #heardWords = false;
  /** The brain has given its verdict, and nothing was heard since; `aloud`: they have heard words of ours since. */
  #concluded: "no" | "silently" | "aloud" = "no";
  #goodbye: Goodbye = "unsaid";

  get heardWords(): boolean {
    return this.#heardWords;
  }

  /** Somebody spoke, and the brain has not summed up since. */
  get owesConclusion(): boolean {
    return this.#concluded === "no" && this.#heardWords;
  }

  onWords(): void {
    this.#heardWords = true;
    this.#concluded = "no";
    this.onSound();
  }

  /** A sound of theirs, perhaps words. */
  onSound(): void {
    this.#goodbye = afterWords(this.#goodbye);
  }

  onSpoken(): void {
    if (this.#concluded === "silently") this.#concluded = "aloud";
  }

  onConclusion(): void {
    this.#concluded = "silently";
  }

  /** True when there is nothing to wait for any more. */
  onReply(result: ReplyResult, nowMs: number): boolean {
    const { goodbye, over } = afterReply(this.#goodbye, result, nowMs);
    this.#goodbye = goodbye;
    return over;
  }

  isTimeToGo(nowMs: number, quiet: boolean): boolean {
    return isTimeToGo(this.#goodbye, nowMs, quiet);
  }

  /** Who puts the receiver down first after the goodbye, or in it, makes no difference. */
  endingOf(reason: EndReason): EndReason {
    const parted = this.#goodbye !== "unsaid" || this.#concluded === "aloud";
    const theirs = reason === "hangup_business" || reason === "no_media" || reason === "trunk_failure";
    return theirs && parted ? "completed" : reason;
  }
}
