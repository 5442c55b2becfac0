/** What the product itself says in a call, whoever leads it: one table a language. Short, polite, and easily understood. */
export type SpokenTexts = {
  /** The first sentence of a call: who speaks, that it is a machine, and for whom. */
  readonly introduction: (name: string, whom: string) => string;
  readonly plainIntroduction: (name: string, whom: string) => string;
  readonly someCustomer: string;
  readonly theBusiness: string;
  readonly thanks: readonly [string, ...string[]];
  readonly allRight: readonly [string, ...string[]];
  /** Up to its first mark a phrase of its own. */
  readonly moment: readonly [string, ...string[]];
  readonly stillChecking: readonly [string, ...string[]];
  /** To "are you there?" while they wait. */
  readonly stillHere: readonly [string, ...string[]];
  /** To "hurry up". */
  readonly hurrying: readonly [string, ...string[]];
  /** The wait has nearly run out: whether they wait a little longer. */
  readonly waitLonger: string;
  /** They do. */
  readonly thankYouForTime: readonly [string, ...string[]];
  /** They do not. */
  readonly cannotWait: string;
  /** They need no answer. */
  readonly goOnWithout: string;
  /** They ask something else meanwhile, which is asked next; and now it is. */
  readonly alsoAsking: string;
  readonly askingNext: string;
  readonly sureHold: string;
  readonly notUnderstood: readonly [string, ...string[]];
  /** To "are you a robot?". */
  readonly robot: (whom: string) => string;
  readonly areYouThere: string;
  readonly nobody: string;
  readonly noAnswer: string;
  readonly willCallBack: string;
  readonly isThatAnObjection: string;
  readonly objection: string;
  readonly wrongNumber: string;
  readonly connecting: string;
  readonly stillConnecting: readonly [string, ...string[]];
  readonly notConnected: string;
  /** To whoever a call is passed on to: who speaks, who waits on the line, and about what. */
  readonly onTheLine: (name: string, business: string, about: string) => string;
  readonly goodbye: string;
  readonly shortGoodbye: string;
  readonly wrapUp: string;
  /** For when everything takes too long. */
  readonly oneMoment: string;
  /** When nothing of ours works any more; made while it rings. Thanks for nothing, and ends with a goodbye. */
  readonly apology: string;
};
