/** The numbers by which `who.ts` tells what is on the line. */
export const WHO_RULES = {
  /** So much evidence makes a verdict. */
  enough: 3,
  /** What one of their answers to us counts against a machine, and how many of them count. */
  reaction: 1.5,
  mostReactions: 2,
  /** Ours that lasted this long can be reacted to, by speech that begins this soon after its end, and is this short. */
  saidMs: 600,
  reactsWithinMs: 4000,
  reactionMs: 9000,
  /** Speech before a beep that makes it the beep of a voicemail, and how long it may be ago. */
  announcementMs: 1200,
  beforeBeepMs: 8000,
  beep: 3,
  /** Speech this long without a stop for us is more an announcement than a greeting. */
  monologueMs: 7000,
  monologue: 0.5,
  /** After "one moment please" a silence this long is a hold. */
  heldAfterMs: 4000,
  /** On hold, words that nobody but a person need have said are a person's once it has been quiet for so long. */
  wakesAfterMs: 900,
  /** Half a sentence of a person with this weight is one already: "how can I help". */
  asks: 2.5,
  /** After a mere greeting a machine goes on sooner. */
  greetedMs: 1500,
  /** Words may be told so long before the beginning of their sound is. */
  earlyWordsMs: 300,
  /** The same on a line that is never quiet. */
  wakesInNoiseMs: 2500,
  /** Words that are said again, this many of them, are a recording. */
  repeatWords: 6,
  /** Of what was said, so much is weighed. */
  keptUtterances: 12,
} as const;
