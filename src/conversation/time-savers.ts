/**
 * What is done so that the far end need not wait, each of which can be left out: by whoever has to pay for it, and to
 * measure what it saves.
 */
export type TimeSavers = {
  /** Engines are connected, and the opening is rendered, while it rings; connections are seen to at each onset. */
  readonly connectWhileRinging: boolean;
  /** What replies mostly begin with is rendered while it rings, and kept. */
  readonly phrasesAhead: boolean;
  /** A reply is begun when they have probably finished. */
  readonly speculativeReply: boolean;
  /** A reply is spoken while it is still being written. */
  readonly clauseByClause: boolean;
  /** One phrase, when a reply is long in coming. */
  readonly filler: boolean;
};

export const ALL_TIME_SAVERS: TimeSavers = {
  connectWhileRinging: true,
  phrasesAhead: true,
  speculativeReply: true,
  clauseByClause: true,
  filler: true,
};
