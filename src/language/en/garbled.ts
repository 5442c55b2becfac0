/**
 * Sentences that nobody says: what a recogniser writes when it did not understand. A value found in one is worth a
 * question back, and the words around it are worth nothing.
 */

/** "no and …", "at the can …", "is are": neighbours that English does not have. */
const ODD_NEIGHBOURS =
  /\b((no|yes) (and|or|of) (?!i\b|we\b|you\b|it\b|that\b|there\b|the\b)\w+|(the|a|an|my|our|your) (and|or|of|is|are|was|can|could|to|at|the|a|an|for|we|you|in|on|do|does|it)\b|(and|or|of|at|to|from|for) (and|or|of|is|are|was)\b|(is|are) (is|are)\b|(can|could|will|would) (my|your|our|the|a|an|of|and|at)\b(?= \w+$))/;
/** "Anything I can help you with" is at its end, and so is "I'd be glad to". */
const BREAKS_OFF =
  /\b(the|a|an|of|and|or|my|your|our|from|(?<!\b(help|assist) you )with|(?<!\b(happy|glad|love|like|want|wanted|able|going|have|need|used|supposed|allowed) )to)$/;
/** "nine morning": the small words between are lost. */
const LOST_BETWEEN =
  /\b(\d{1,2}(:\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (morning|afternoon|evening)$/;

export function isGarbled(words: string): boolean {
  return ODD_NEIGHBOURS.test(words) || BREAKS_OFF.test(words) || LOST_BETWEEN.test(words);
}

const SAYS_NOTHING = new Set(
  "a an and are as at be but by can could did do does for from had has have he her him his i if in is it its just like me my of off on or our out she so such than that the their them then there these they this those to too up us was we well were will with would you your ah oh eh huh-uh hm mm".split(
    " ",
  ),
);

/** "You.", "The.", "And": a sound that became a word. At most two of them, or they may be a sentence. */
export function saysNothing(words: string): boolean {
  const list = words.split(" ");
  return words !== "" && list.length <= 2 && list.every((word) => SAYS_NOTHING.has(word));
}
