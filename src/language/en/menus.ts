/** Menus of telephones: which key is for what, and whether they want to be talked to instead. Pure. */

/** `about`: the menu's words for it, without capitals and punctuation. */
export type MenuChoice = { readonly keys: string; readonly about: string };

const DIGITS: Readonly<Record<string, string>> = {
  ...{ zero: "0", oh: "0", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8" },
  ...{ nine: "9", star: "*", asterisk: "*", pound: "#", hash: "#" },
};
const KEY = String.raw`(?:the )?(?:number )?(\d{1,2}|zero|oh|one|two|three|four|five|six|seven|eight|nine|star|asterisk|pound|hash)(?: (?:key|sign|button))?`;
const VERB = "(?:press|dial|push|hit|select|enter|choos)(?:e|ing)?";
/** A key with another behind it belongs to a number: nobody is to dial the nine of "nine one one". */
const ALONE = String.raw`(?! (?:\d+|zero|oh|one|two|three|four|five|six|seven|eight|nine)\b)`;
const PRESS = new RegExp(String.raw`\b(?:please )?${VERB}(?: or say)? ${KEY}\b${ALONE}`, "g");
const OPTION = new RegExp(String.raw`\boption ${KEY}\b(?: is| for)?`, "g");
/** "For sales, press one. For service, two": once a key was named, the verb may be left out. */
const WITHOUT_VERB = new RegExp(
  String.raw`(?<= \. |^)(?:and )?(?:(?:for|to) )(?:(?!${VERB}\b)[a-z']+ ){1,7}?(?=${KEY}(?: \.|$))`,
  "g",
);
/** "Billing, two. Technical support, three": where they call it a menu. */
const BARE = new RegExp(String.raw`(?<= \. |^)(?:(?!${VERB}\b)[a-z']+ ){1,4}?(?=${KEY}(?: \.|$))`, "g");
const CALLED_A_MENU = /\b(?:menu|following|options|choose|select)\b/;
const LEAST_BARE = 2;
/** What a choice is introduced by; a recogniser writes "4 tires" for it. */
const INTRODUCES = /\b(?:for|to|if|about|regarding)\b|^\s*(?:4|2) [a-z]/;

/** No choice, though it stands before the first key. */
const GREETS =
  /\b(?:welcome|thank|thanks|hello|hi|good (?:morning|afternoon|evening)|you have reached|you've reached|options?|menu|listen|please|now|then|next)\b/;

/** In the order in which they are told; empty when the words are no menu. */
export function menuChoices(text: string): readonly MenuChoice[] {
  const words = plainOf(text);
  const found = keysIn(words);
  const [first] = found;
  if (first === undefined) return [];
  const keyLast = tellsKeysLast(words.slice(0, first.from), words.slice(found.at(-1)?.to));
  return found.map(({ keys, from, to }, i) => {
    const before = words.slice(found[i - 1]?.to ?? 0, from);
    const after = words.slice(to, found[i + 1]?.from ?? words.length);
    return { keys, about: aboutOf(keyLast ? lastSentence(before) : firstSentence(after)) };
  });
}

type Key = { readonly keys: string; readonly from: number; readonly to: number };

function keysIn(words: string): readonly Key[] {
  const pressed = [...words.matchAll(PRESS)].map(keyIn);
  const options = [...words.matchAll(OPTION)].map(keyIn);
  const named = pressed.length > 0 ? pressed : options.length >= LEAST_BARE ? options : [];
  const bare = [...words.matchAll(BARE)].map(keyBehind);
  if (named.length === 0) return CALLED_A_MENU.test(words) && bare.length >= LEAST_BARE ? bare : [];
  const further = pressed.length === 0 ? [] : [...words.matchAll(WITHOUT_VERB)].map(keyBehind);
  return [...named, ...further].toSorted((a, b) => a.from - b.from);
}

function keyIn(match: RegExpExecArray): Key {
  return { keys: keysOf(match[1] ?? ""), from: match.index, to: match.index + match[0].length };
}

/** Of a match that ends before the key: its words are what the key is for. */
function keyBehind(match: RegExpExecArray): Key {
  const from = match.index + match[0].length;
  return { keys: keysOf(match[1] ?? ""), from, to: from + (match[1]?.length ?? 0) };
}

/**
 * "For sales, press 1" or "Press 1 for sales": as the first of them goes, so go all. Where a recogniser has written
 * "4. Sales, press 1", what stands behind the last key decides: nothing does when each of them comes last.
 */
function tellsKeysLast(before: string, behind: string): boolean {
  const said = lastSentence(before);
  if (INTRODUCES.test(said)) return true;
  if (/(?:^| )[42] \. [a-z][^.]*$/.test(before.trimEnd())) return true;
  return said !== "" && !GREETS.test(said) && firstSentence(behind).trim() === "";
}

/** It breaks off in a choice whose key is still to come: "For sales, press 1. To speak with". */
export function isUnfinished(text: string): boolean {
  const words = plainOf(text);
  const found = keysIn(words);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (!INTRODUCES.test(lastSentence(words.slice(0, first.from)))) return false;
  return /^\s*(?:\. )?(?:for|to|if|about|regarding) \w+/.test(words.slice(last.to));
}

/** Said instead of pressed: "say billing or support", "in a few words, tell me why you are calling". */
export function asksForWords(text: string): boolean {
  const words = plainOf(text);
  if (menuChoices(text).length > 0) return false;
  return /\b(?:(?:please |just |you can |simply )say\b|in a few words|tell me (?:what|why|how|the reason|briefly)|how (?:can|may) i help you today|what (?:are you|is the reason you are|can we help you))/.test(
    words,
  );
}

/** Somebody to talk to, whatever it is about. */
export function isSomebody(about: string): boolean {
  return /\b(?:operator|representative|agent|associate|receptionist|reception|front desk|host|somebody|someone|person|staff|team member|speak (?:to|with)|talk (?:to|with)|all other|any other|other (?:inquiries|questions|calls|matters)|everything else|anything else|general (?:inquiries|questions|information)|customer (?:service|care|support)|assistance)\b/.test(
    about,
  );
}

/** The sentences' marks stay: they tell which words belong together. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/[^a-z0-9'.?!;#*]+/g, " ")
    .replace(/ ?[.?!;]+ ?/g, " . ")
    .trim();
}

function keysOf(written: string): string {
  return DIGITS[written] ?? written;
}

function lastSentence(words: string): string {
  return words.split(" . ").findLast((sentence) => sentence.trim() !== "" && sentence.trim() !== ".") ?? "";
}

function firstSentence(words: string): string {
  return words.split(" . ")[0] ?? "";
}

function aboutOf(words: string): string {
  const from = INTRODUCES.exec(words)?.index ?? 0;
  return words
    .slice(from)
    .replace(/[.]/g, " ")
    .replace(/^\s*(?:for|to|if|about|regarding)\s+/, "")
    .replace(/\s+/g, " ")
    .trim();
}
