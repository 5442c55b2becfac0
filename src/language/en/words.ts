/**
 * An utterance as words with their places. Everything the brain finds is a run of tokens, and the quote of a run is
 * cut out of the utterance as it was given: a quote made here is always found verbatim in the transcript.
 */
export type Token = {
  /** Lower case, without the punctuation around it. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** The punctuation that followed: none, a pause, the end of a sentence, the end of a question. */
  readonly stop: "" | "," | "." | "?";
};

/** Of a longer utterance the end is read: nobody says more in one turn, and what is said last is what wants a reply. */
const MOST_WORDS = 250;

const OPENING = /^[([{"'“”‘’¿…*_-]+/;
const CLOSING = /[)\]}"'“”‘’.,;:!?…*_-]+$/;
/** Sounds, not words: a quote keeps them, the rules never see them. */
const HESITATION = /^(uh|um|uhm|er|erm|umm|uhh|hm|hmm|mm)$/;
/** "Uh-huh" and "uh-uh": a yes and a no in two sounds, which are one word. */
const AGREES = /^(uh[- ]huh|(mm+|m|hm+)[- ](hm+|huh))$/;
const REFUSES = /^((uh|nuh)[- ]uh|mm+[- ](mm+|uh))$/;
const ABBREVIATIONS = new Set(["am", "pm", "mr", "mrs", "ms", "dr", "st", "no", "vs", "etc"]);

/** "Uh-huh", and else what stands between blanks and dashes; of "QX-7PL", "555-0142", "6/12" and "$40-$50" the parts stay together. */
const CHUNK =
  /\b(?:[Uu]h|[Mm]+|[Hh]m+)[- ](?:huh|hm+|mm+|uh)\b|\b[Nn]uh[- ]uh\b|(?=[A-Z-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)+(?![\w-]|:\d)|[^\s—–/-]+(?:[-–/](?=[$\d])[^\s—–/-]+)*/g;
const CLOCK_END = String.raw`\d{1,2}(?::\d\d)?(?:[ap]m)?`;
/** "$40-$50", "9am-5pm", "10-12": two values, and not a telephone number. */
const RANGE = new RegExp(
  String.raw`^(\$[\d,]*\d(?:\.\d\d)?|${CLOCK_END})[-–](\$?[\d,]*\d(?:\.\d\d)?|${CLOCK_END})([.,;!?]*)$`,
  "i",
);

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(CHUNK)) {
    const range = /[-–]/.test(match[0]) ? RANGE.exec(match[0]) : null;
    if (range?.[1] !== undefined && range[2] !== undefined) {
      const middle = match.index + range[1].length;
      add(found, range[1], match.index);
      found.push({ word: "to", start: middle, end: middle + 1, stop: "" });
      add(found, range[2] + (range[3] ?? ""), middle + 1);
    } else add(found, match[0], match.index);
  }
  return found.length <= MOST_WORDS ? found : found.slice(-MOST_WORDS);
}

function add(found: Token[], chunk: string, at: number): void {
  const token = tokenOf(chunk, at);
  if (token !== null) found.push(token);
  else closeBefore(found, chunk);
}

function tokenOf(chunk: string, at: number): Token | null {
  const lead = OPENING.exec(chunk)?.[0].length ?? 0;
  const tail = CLOSING.exec(chunk.slice(lead))?.[0] ?? "";
  const core = chunk.slice(lead, chunk.length - tail.length);
  if (core === "") return null;
  const word = wordOf(core);
  if (HESITATION.test(word)) return null;
  return { word, start: at + lead, end: at + lead + core.length, stop: stopOf(tail, word) };
}

/** A dash or a lone mark ends nothing, but "word ?" with a space before the mark still asks. */
function closeBefore(found: Token[], chunk: string): void {
  const last = found.at(-1);
  const stop = stopOf(chunk, "");
  if (last !== undefined && stop !== "") found[found.length - 1] = { ...last, stop };
}

function wordOf(core: string): string {
  const lower = core.toLowerCase().replace(/[‘’`]/g, "'");
  if (lower === "o'clock" || lower === "o’clock") return "oclock";
  if (/^[ap]\.m$/.test(lower)) return lower.replace(".", "");
  if (AGREES.test(lower)) return "mhm";
  if (REFUSES.test(lower)) return "nope";
  return lower;
}

function stopOf(tail: string, word: string): Token["stop"] {
  if (tail.includes("?")) return "?";
  if (/[.!;…]/.test(tail)) return ABBREVIATIONS.has(word) && tail === "." ? "" : ".";
  return /[,:]/.test(tail) ? "," : "";
}

/** The words of a run of tokens exactly as they stand in the text. */
export function quoteOf(text: string, run: readonly Token[], from: number, to: number): string {
  const first = run[from];
  const last = run[to - 1];
  return first === undefined || last === undefined ? "" : text.slice(first.start, last.end);
}

/** The words alone, one blank between: what patterns are written against. */
export function plain(run: readonly Token[], from = 0, to = run.length): string {
  let words = "";
  for (let i = Math.max(0, from); i < Math.min(to, run.length); i++) words += (words === "" ? "" : " ") + run[i]!.word;
  return words;
}

/** The word at a place, or an empty one outside the utterance. */
export function wordAt(run: readonly Token[], i: number): string {
  return run[i]?.word ?? "";
}

/** True when nothing ends a sentence between two neighbouring tokens. */
export function joined(run: readonly Token[], i: number): boolean {
  const stop = run[i]?.stop;
  return stop === "" || stop === ",";
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
