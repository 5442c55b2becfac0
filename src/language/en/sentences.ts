/** Where sentences end and which of them ask something, by their form alone. Pure. */

type Words = readonly string[];

const AUXILIARY = "do does did can could may might would will should shall is are was were am have has";
const AUXILIARIES = new Set(AUXILIARY.split(" "));
const SUBJECTS = new Set(
  "i you we they he she it that this there anyone anybody someone your the our my any these those".split(" "),
);
const ASKING = new Set("what when where who whom whose which why how what's when's where's who's how's".split(" "));
/** Openers that a question may follow: "okay what name is it under". */
const OPENERS = new Set(
  "and so okay ok yes yeah no sure well oh right great perfect but or sorry alright hello hi".split(" "),
);
/** After these a question word does not ask: "let me check what we have". */
const SUBORDINATE = new Set(
  "know knows check see tell ask asking me wonder sure is was and or if but that so of about to for on in with at by from exactly understand remember matter depends say said show find out like look looking hear than just only that's it's decide".split(
    " ",
  ),
);

/** True when these words, up to their end, are a question. */
export function isQuestion(words: Words): boolean {
  let at = 0;
  while (at < words.length - 1 && OPENERS.has(words[at] ?? "")) at += 1;
  return asksAt(words, at) || endsAsking(words);
}

function asksAt(words: Words, at: number): boolean {
  const [word = "", next = "", third = ""] = words.slice(at, at + 3);
  if (ASKING.has(word)) {
    // "what a day", "which is fine", "when you arrive ask for david", "how about", "who knows"
    if (word === "what" && next === "a") return false;
    if (word === "which" && (next === "is" || next === "means")) return false;
    if ((word === "when" || word === "where") && !AUXILIARIES.has(next)) return false;
    return words.length - at > 1 || word === "what" || word === "who" || word === "why";
  }
  if (word === "have" && (next === "a" || next === "to")) return false;
  return (
    AUXILIARIES.has(word) &&
    (SUBJECTS.has(next) ||
      /^(?:anything|everything|parking|delivery|breakfast|breakfasts|dogs|pets|children)$/.test(next)) &&
    third !== ""
  );
}

function endsAsking(words: Words): boolean {
  const tail = words.slice(-3).join(" ");
  return (
    /^is (?:that|it|this) (?:right|correct|okay|all right|fine|possible|everything|all)$/.test(tail) ||
    /\b(?:is that all right|did you get that)$/.test(words.slice(-4).join(" "))
  );
}

/**
 * The places at which new sentences begin. Only where it is clear: in front of a question that comes after a statement
 * ("... at seven thirty | what name is it under"), and after a question's tag.
 */
export function sentenceStarts(words: Words): number[] {
  const starts = [0];
  for (let at = 3; at < words.length - 2; at += 1) {
    const begun = at - (starts.at(-1) ?? 0);
    if (begun < 3 || SUBORDINATE.has(words[at - 1] ?? "") || OPENERS.has(words[at - 1] ?? "")) continue;
    if (clearlyAsks(words, at)) starts.push(at);
  }
  return starts;
}

/** A question word with an auxiliary and its subject behind it, or an offer of help: nothing else looks like that. */
function clearlyAsks(words: Words, at: number): boolean {
  const [word = "", second = "", third = "", fourth = ""] = words.slice(at, at + 4);
  if (/^(?:what|how|who|which|when|where|why)$/.test(word)) {
    if (AUXILIARIES.has(second) && SUBJECTS.has(third)) return true;
    if (/^(?:what|which|how)$/.test(word) && /^(?:name|time|day|date|many|much|number|size|kind)$/.test(second)) {
      return AUXILIARIES.has(third) || SUBJECTS.has(fourth) || AUXILIARIES.has(fourth);
    }
    return false;
  }
  if (/^(?:can|could|may)$/.test(word)) return second === "i" && /^(?:have|get|take|ask|help)$/.test(third);
  if (/^(?:do|does|would|is|are)$/.test(word)) {
    if (word === "is" && second === "there") return third === "anything" || third === "something";
    if (word === "is") return (second === "that" || second === "this") && /^(?:right|correct|okay|fine)$/.test(third);
    return (
      (second === "you" || second === "anyone") && /^(?:have|want|like|prefer|need)$/.test(third) && word !== "are"
    );
  }
  return false;
}
