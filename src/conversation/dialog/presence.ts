/**
 * That nobody has to listen to nothing: what is said when something of ours takes too long, and when there is nothing left
 * to say anything with. Both are kept as sound from before the answer, so that no engine is needed for them.
 */
import type { BrainEvent } from "../ports.ts";
import type { InterjectingMouth } from "../playout/interjections.ts";
import type { Speaker } from "../playout/speaker.ts";
import type { TurnTaking } from "../turn/turn-taking.ts";
import type { Replies } from "./replies.ts";

/** What is not kept is not said. */
export type KeptWords = {
  /** While something of ours takes too long. */
  readonly moment: string;
  /** Our last words when there is nothing to say any others with. */
  readonly apology: string;
};

/**
 * Nothing has been heard on the line for so long although it is our turn. What is kept then sounds within a second, and
 * nobody is to listen to nothing for eight.
 */
const DEAD_AIR_MS = 5000;

export type PresenceParts = {
  readonly speaker: Speaker;
  readonly mouth: InterjectingMouth;
  readonly turnTaking: TurnTaking;
  readonly replies: Replies;
};

export class Presence {
  readonly #kept: KeptWords | null;
  readonly #parts: PresenceParts;
  #momentMs = -Infinity;
  #apologising = false;
  /** Since when words of ours are owed. */
  #owedMs: number | null = null;

  constructor(kept: KeptWords | null, parts: PresenceParts) {
    this.#kept = kept;
    this.#parts = parts;
  }

  /** What is said now are our last words. They introduce nobody. */
  get isApologising(): boolean {
    return this.#apologising;
  }

  /** The beat: an engine takes long, or fails perhaps. */
  stay(nowMs: number, answeredMs: number): void {
    const kept = this.#kept;
    const { speaker, mouth, turnTaking, replies } = this.#parts;
    if (kept === null || !speaker.isReady(kept.moment)) return;
    const owed = !turnTaking.isSpeaking && (!replies.isIdle || turnTaking.owesWords);
    this.#owedMs = owed ? (this.#owedMs ?? nowMs) : null;
    if (!owed || mouth.state === "paused" || mouth.remainingMs() > 0) return;
    // The quiet before words of our own accord is nothing that they had to listen to.
    const owedMs = replies.isUnasked ? (this.#owedMs ?? nowMs) : 0;
    const sinceMs = Math.max(answeredMs, turnTaking.lastSpeechMs, mouth.lastSoundAtMs() ?? 0, this.#momentMs, owedMs);
    if (nowMs - sinceMs < DEAD_AIR_MS) return;
    this.#momentMs = nowMs;
    replies.interject(kept.moment);
  }

  /** False: there is nothing that could be said any more. */
  apologise(to: BrainEvent): boolean {
    const kept = this.#kept;
    const { speaker, replies } = this.#parts;
    if (kept === null || this.#apologising || !speaker.isReady(kept.apology)) return false;
    this.#apologising = true;
    replies.clear("nothing else can be said");
    replies.say(to, [{ type: "say", text: kept.apology }, { type: "hang_up" }]);
    return true;
  }

  /** Of what was heard, all but that it takes a moment: that answers nothing and is no part of what a mind has said. */
  wordsOf(heard: string): string {
    return this.#kept === null ? heard : heard.replaceAll(this.#kept.moment, "").trim();
  }
}
