/**
 * Whether a recording speaks that takes messages. A call ends on this verdict, so one sentence that a person may say as
 * well ("he can't come to the phone", "you can leave a message with me") is only a hint; two of them together, or one
 * that only machines say ("after the tone"), are a machine.
 */
export type Machine = { readonly strong: boolean; readonly index: number; readonly words: string };

const STRONG =
  /\b((after|at|following) the (tone|beep|signal)|(record|leave) your message\b|(you've|you have|you) reached the (voice ?mail|mailbox|answering machine)|(voice ?mail|mail) ?(box|system) (of|for|is full)|mailbox is full|(the )?(person|party|customer|number) (that )?you('re| are)? (have |trying to |are )?(called|calling|dialed|reach|call) (is|was) (not available|unavailable)|not available .*\b(message|tone|beep)\b|to leave a (callback|call back) number)/;

const HINTS: readonly RegExp[] = [
  /(?<!\b(like to|want to|can|could|may|wish to|prefer to|let me|i'll|i will) )\bleave (us |me |him |her )?((a|your) (short |brief |detailed )*(message|voice ?mail)|your name\b)/,
  /\b(can't|cannot|can not|unable to|not able to) (come to the phone|take your call|answer (the phone|your call|the call))/,
  /\b(get back to you|return your call|call you back|call you right back)\b/,
  /\b(you've|you have|you) reached\b/,
  /\b(we are|we're|i am|i'm|nobody is|no one is) (currently |presently )?(not available|unavailable|not in|not here|away from)\b/,
  /\b(we are|we're) (currently |presently )closed\b|\bour (office|business|opening|store) hours are\b/,
];

/** Somebody who asks how to help is there. */
const PERSON =
  /\b(speaking|how (can|may) (i|we)|(can|may|could) i (help|take|ask|have|get)|would you like|do you want|who('s| is) (this|calling)|let me (get|see|check|ask))\b/;

export function machine(words: string): Machine | null {
  const sure = STRONG.exec(words);
  if (sure !== null) return { strong: true, index: sure.index, words: sure[0] };
  const found = HINTS.map((pattern) => pattern.exec(words)).filter((match) => match !== null);
  const first = found[0];
  if (first === undefined || PERSON.test(words)) return null;
  return { strong: found.length > 1, index: first.index, words: first[0] };
}
