/** People's names: "this is maria speaking", "under the name johnson", "ask for david". */
import type { Name } from "./found.ts";
import { smallNumber } from "./numbers.ts";
import { plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const INTRODUCTIONS: readonly (readonly string[])[] = [
  ["this", "is"],
  ["my", "name", "is"],
  ["my", "name's"],
  ["name", "is"],
  ["name's"],
  ["names"],
  ["under", "the", "name"],
  ["under", "the", "name", "of"],
  ["in", "the", "name", "of"],
  ["under"],
  ["ask", "for"],
  ["speak", "to"],
  ["speak", "with"],
  ["talk", "to"],
  ["you're", "speaking", "with"],
  ["speaking", "with"],
  ["i'm"],
  ["i", "am"],
  ["called"],
  ["see"],
];
const LAST_WORDS = new Set(INTRODUCTIONS.map((words) => words.at(-1)));
const NEVER_A_NAME =
  /^(a|an|the|this|that|these|those|there|here|it|its|it's|i|i'm|i'll|you|your|we|our|us|my|me|he|she|they|them|his|her|their|sorry|afraid|not|calling|just|going|looking|checking|sure|fine|good|great|okay|ok|yes|no|yeah|happy|glad|unable|able|in|on|at|to|for|of|from|with|and|or|but|so|if|is|are|was|be|been|do|does|did|have|has|had|can|could|will|would|should|what|which|who|when|where|how|why|today|tomorrow|tonight|now|then|any|all|some|one|more|free|open|closed|available|booked|confirmed|still|very|too|also|about|regarding|construction|warranty|the|manager|reception|desk|someone|anyone|name|number|please|thank|thanks|right|correct|only|by|as|an|monday|tuesday|wednesday|thursday|friday|saturday|sunday|how|may|might|must|let|get|got|need|want|like|speaking|spelled|customer|front|time|day|always|usually|probably|definitely|currently|really|exactly|absolutely|indeed|perfect|perfectly|certainly|correctly|true|spot|sir|madam|ma'am|yep|yup|mhm|nope|huh|yessir|righto|bingo|precisely|totally|affirmative|cheers|ta|cool|lovely|wonderful|excellent|alrighty|roger|wow|gosh|ugh|bet|hey|hello|hi|bye|goodbye)$/;
const ENDS_A_NAME =
  /^(speaking|when|at|from|how|and|for|or|who|on|is|may|with|in|can|what|if|of|to|here|please|then|but|so|that|i|we|you|he|she|they|will|would|the|a|until|by|under|over|there|are|today|tomorrow|calling|right|correct|was|has)$/;

export function names(text: string, run: readonly Token[], expected: boolean): Name[] {
  const found: Name[] = [];
  const bare: Name[] = [];
  for (let i = 0; i < run.length; i++) {
    if (!expected && !LAST_WORDS.has(wordAt(run, i - 1))) continue;
    const introduced = INTRODUCTIONS.find((words) =>
      words.every((word, n) => wordAt(run, i - words.length + n) === word),
    );
    const strong = introduced !== undefined && introduced.length > 1;
    const called = expected && isCalled(text, run, i);
    if (introduced === undefined && !called && !(expected && i === firstContent(run))) continue;
    if (introduced?.[0] === "see" || (introduced?.[0] === "called" && !called)) continue;
    const to = nameEnd(run, i);
    if (to === i) continue;
    if (!strong && !expected && !(introduced?.[0] === "under" || likelyName(text, run, i, to))) continue;
    const quote = quoteOf(text, run, i, to);
    const name: Name = { kind: "name", from: i, to, quote, text: capitals(plain(run, i, to)) };
    if (introduced === undefined && !called) bare.push(name);
    else found.push(name);
    i = to - 1;
  }
  // "Mechanic's called Dariusz": what stands first is a name where nothing is called one.
  return found.length > 0 ? found : bare;
}

function nameEnd(run: readonly Token[], from: number): number {
  let i = from;
  while (i < run.length && i - from < 3) {
    const word = wordAt(run, i);
    const title = /^(dr|mr|mrs|ms|doctor)$/.test(word) && i === from;
    const fits = /^[a-z][a-z'.]*$/.test(word) && (word.length > 1 || i > from) && smallNumber(run, i) === null;
    if (!title && (!fits || NEVER_A_NAME.test(word) || (i > from && ENDS_A_NAME.test(word)))) break;
    i++;
    if (run[i - 1]?.stop !== "") break;
    if (!title && i - from === 2 && !/^(dr|mr|mrs|ms|doctor)$/.test(wordAt(run, from))) break;
  }
  return i;
}

/** "i'm maria": capital letters in the text, or the end of what was said, speak for a name. */
function likelyName(text: string, run: readonly Token[], from: number, to: number): boolean {
  const first = run[from];
  const capital = first !== undefined && /^[A-Z]/.test(text.slice(first.start, first.end));
  return capital || (to === run.length && to - from <= 2) || wordAt(run, to) === "speaking";
}

/** Asked for a name: "the mechanic is called dariusz", "our manager is Susan Miller". */
function isCalled(text: string, run: readonly Token[], i: number): boolean {
  const named = /^(called|named|is|was)$/.test(wordAt(run, i - 1)) && !/^(called|named)$/.test(wordAt(run, i));
  return named && likelyName(text, run, i, nameEnd(run, i));
}

function firstContent(run: readonly Token[]): number {
  let i = 0;
  while (
    /^(yes|yeah|sure|okay|ok|um|uh|well|so|it's|its|it|is|that's|that|would|be|the|you|want|should|ask|for|name)$/.test(
      wordAt(run, i),
    )
  )
    i++;
  return i;
}

function capitals(words: string): string {
  return words.replace(/(^|[ '])([a-z])/g, (_, before: string, first: string) => before + first.toUpperCase());
}
