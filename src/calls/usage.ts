/**
 * What a call has used of its engines, for its record and the appliance's figures. An engine that stood in for another one
 * in the same call has an entry of its own. Numbers and names of engines only: nothing of what was said.
 */
export type HearingUsage = {
  readonly engine: string;
  /** Of the line's sound, as far as the engine was given it. */
  readonly seconds: number;
  readonly failures: number;
};

export type ThinkingUsage = {
  readonly engine: string;
  /** Of rules: the events they answered. */
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of both kinds, of replies that were thrown away: they are in neither of the others. */
  readonly discardedTokens: number;
  /** At least a part of the tokens is an estimate: the server did not count, or was cut off before it could. */
  readonly estimated: boolean;
  readonly failures: number;
};

export type SpeakingUsage = {
  readonly engine: string;
  /** Rendered for this call. */
  readonly characters: number;
  /** Spoken from sound that was kept: these cost nothing and are not in `characters`. */
  readonly cachedCharacters: number;
  /** Of `characters`, those that nobody heard: cut off, or rendered ahead and thrown away. */
  readonly discardedCharacters: number;
  readonly failures: number;
};

export type CallUsage = {
  readonly hearing: readonly HearingUsage[];
  readonly thinking: readonly ThinkingUsage[];
  readonly speaking: readonly SpeakingUsage[];
};
