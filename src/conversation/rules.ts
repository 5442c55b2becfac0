/** How long a conversation as a whole puts up with what. */
export const RULES = {
  /** Between two signs of life. */
  aliveMs: 3000,
  /** A goodbye that takes longer than this is cut. */
  goodbyeMs: 12_000,
  /** For so long they may talk without letting us in. */
  theirFloorMs: 75_000,
  /** The longest message on a voicemail. */
  messageMs: 150_000,
  /** The longest wait in music, queues and menus. */
  holdSeconds: 600,
  /** After our media socket has gone: time for the PBX to tell that the call is over, before it counts as our fault. */
  legGraceMs: 1500,
  /** A beat that comes so late finds a thread, or a process, that was held up or frozen. */
  heldUpMs: 1000,
  /** Without a frame for so long the line is not quiet but broken: nobody is prompted. */
  framesMissingMs: 2000,
  /** So often in a row we ask what a sound without words was: after that it is nobody who speaks to us. */
  unclearInARow: 2,
} as const;
