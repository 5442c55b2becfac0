/**
 * A model's text as something to be said: without markdown, stage directions, thoughts and calls written out as text,
 * no longer than a turn may be, and in pieces: the first up to its first pause, so that it sounds early, then whole
 * sentences. A piece that was given is never changed by what follows it.
 */
import { cutFirst, sentencesOf } from "../../../language/speech-pieces.ts";

export type SpeechCutter = {
  /** The pieces that this text completes. */
  push(text: string): readonly string[];
  /** What is left, once the text is over. */
  end(): readonly string[];
  /** All that may be said has been given. */
  readonly isFull: boolean;
};

export const SPEECH_LIMITS = { sentences: 4, characters: 600 } as const;

export function speechCutter(): SpeechCutter {
  let raw = "";
  /** How much of the cleaned text was given; always at the end of a piece. */
  let given = 0;
  let sentences = 0;
  let full = false;

  function take(piece: string, whole: boolean, pieces: string[]): void {
    given += piece.length + 1;
    if (full) return;
    if (/[\p{L}\p{N}]/u.test(piece)) pieces.push(piece);
    if (whole) sentences += 1;
    full = sentences >= SPEECH_LIMITS.sentences;
  }

  function cut(over: boolean): string[] {
    const whole = plain(over ? raw : upToOpen(raw));
    const isLong = whole.length > SPEECH_LIMITS.characters;
    const text = isLong ? whole.slice(0, SPEECH_LIMITS.characters).replace(/\S*$/, "") : whole;
    const rest = sentencesOf(text.slice(given));
    const last = rest.pop();
    const pieces: string[] = [];
    for (const sentence of rest) take(sentence, true, pieces);
    // Half a sentence is only said where there is nothing else to say.
    if (isLong && sentences > 0) full = true;
    if (last === undefined) return pieces;
    if (over || isLong) take(last, true, pieces);
    else if (given === 0) {
      const [first, second] = cutFirst(last);
      if (first !== undefined && second !== undefined) take(first, false, pieces);
    }
    return pieces;
  }

  return {
    push(text) {
      raw += text;
      return cut(false);
    },
    end: () => cut(true),
    get isFull() {
      return full;
    },
  };
}

const HIDDEN = /<(think|thinking|reasoning|tool_call|function_call)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi;
const TAG = /<[/|!a-z][^<>]*>/gi;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const BRACKETED = /\[[^\]]*\]|\((?![^)]*\d)[^)]*\)/g;
const BOLD = /(\*\*|__)(?=\S)([\s\S]*?\S)\1/g;
const STAGE_DIRECTION = /(?<![\w*])\*[^*\n]+\*(?![\w*])/g;
const LINE_MARK = /^[ \t]*(?:#{1,6}|[-*•>]|\d{1,2}[.)])[ \t]+/gm;
const SPEAKER = /^\s*(?:assistant|ai)\s*:\s*/i;
/** A call or an object that was written out: neither it nor what follows is speech. */
const WRITTEN_OUT = /```[\s\S]*$|[{][\s\S]*$/;

function plain(text: string): string {
  return text
    .replaceAll(HIDDEN, " ")
    .replace(WRITTEN_OUT, " ")
    .replaceAll(TAG, " ")
    .replaceAll(LINK, "$1")
    .replaceAll(BOLD, "$2")
    .replaceAll(LINE_MARK, " ")
    .replaceAll(STAGE_DIRECTION, " ")
    .replaceAll(BRACKETED, " ")
    .replace(SPEAKER, "")
    .replaceAll(/[*`#~|"“”\p{Extended_Pictographic}\u{FE0F}\u{200D}]+/gu, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,;:!?])/g, "$1")
    .trimStart();
}

/** The text up to a mark that is still open: whether what follows is said shows when it closes. */
function upToOpen(text: string): string {
  const hidden = text.replaceAll(/<(think|thinking|reasoning|tool_call|function_call)\b[^>]*>[\s\S]*?<\/\1>/gi, (all) =>
    "\u0000".repeat(all.length),
  );
  const opens = [/<[^<>]*$/, /<(?:think|thinking|reasoning|tool_call|function_call)\b/i, /\[[^\]]*$/, /\([^)]*$/, /`/];
  const places = [...opens.map((open) => hidden.search(open)), openStar(hidden)].filter((at) => at >= 0);
  // A word may go on, and a mark at its end may become another.
  const whole = text.slice(0, places.length === 0 ? undefined : Math.min(...places));
  return whole.replace(/[^\s]*$/, "");
}

/** Where a star or a pair of them opens and does not close. */
function openStar(text: string): number {
  const stars = [...text.matchAll(/\*+/g)];
  return stars.length % 2 === 0 ? -1 : (stars.at(-1)?.index ?? -1);
}
