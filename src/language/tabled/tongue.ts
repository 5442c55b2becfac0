/**
 * What has to be known of a language to read what is said in it and to say numbers in it: tables and a few small
 * functions, one folder a language (`es`, `fr`, `de`). What is done with them is the same for all and stands beside this
 * file. English is older and knows far more (`en`): the rules can lead a call in it. Words are compared as `folded` makes
 * them: lower case, without accents, hyphens and apostrophes are blanks.
 */
import type { ActKind } from "../en/talk.ts";
import type { Token } from "../en/words.ts";
import type { Language } from "../languages.ts";

/** `count`: how many of the words it is made of. `article`: it may only be "a". */
export type NumberRead = { readonly value: number; readonly count: number; readonly article?: boolean };

/** Hour as it was said, 0 to 24, and where it ends. */
/** `noon`: twelve at noon, whatever follows. */
export type ClockRead = {
  readonly hour: number;
  readonly minute: number;
  readonly next: number;
  readonly noon?: true;
};

export type DayPart = "morning" | "afternoon" | "night";

export type Tongue = {
  readonly language: Language;

  /** The longest number at the beginning of these words, spelled out. */
  readonly numberIn: (words: readonly string[]) => NumberRead | null;
  /** "twelfth" as the day of a month. */
  readonly ordinalIn: (word: string) => number | null;
  /** A time of day that is said as one in words or with a word beside the digits; `asked`: we asked for a time. */
  readonly clockIn: (run: readonly Token[], from: number, asked: boolean) => ClockRead | null;
  /** What may stand behind a time, from its first word on. */
  readonly dayParts: readonly (readonly [words: RegExp, part: DayPart])[];

  /** By the words for it: €, $, £, CHF. */
  readonly currencies: Readonly<Record<string, string>>;
  readonly cents: RegExp;
  /** Between units and cents: "con", "virgule", "Komma". `decimal`: behind it a single digit is a tenth. */
  readonly joins: readonly (readonly [word: string, decimal: boolean])[];
  readonly free: RegExp;
  /** Behind a price, in its own words: per person, per night … */
  readonly per: readonly (readonly [words: RegExp, unit: string])[];

  readonly weekdays: Readonly<Record<string, string>>;
  readonly months: readonly string[];
  /** Longer before shorter. */
  readonly relativeDays: readonly (readonly [words: RegExp, day: string])[];

  /** Beside a day of the week: in which week it is; relative days as English ones, and others may be more than one day. */
  readonly weeks: {
    readonly behind: readonly (readonly [words: RegExp, relative: string])[];
    readonly before: readonly (readonly [words: RegExp, relative: string])[];
  };
  /** The word of a weekday, and one before it: every week on that day. */
  readonly everyWeek: RegExp;

  /** By the name of the letter; those that are common words as well are in `weakLetters`. */
  readonly letters: Readonly<Record<string, string>>;
  readonly weakLetters: ReadonlySet<string>;
  /** "B de Barcelona", "B wie Berta". */
  readonly asIn: RegExp;
  /** Of spelling alphabets; their first letter is meant. */
  readonly alphabet: ReadonlySet<string>;
  readonly twice: RegExp;

  readonly acts: readonly (readonly [ActKind, RegExp, unless?: RegExp])[];
  readonly yes: RegExp;
  readonly no: RegExp;
  /** Opens a question where nobody put a question mark. */
  readonly asks: RegExp;
  /** Small words of a value ("at", "per") that nobody has to have said. */
  readonly small: RegExp;

  readonly cardinal: (value: number) => string;
  readonly spoken: SpokenForms;
};

/** How what is written in signs is said. */
export type SpokenForms = {
  readonly clock: (hour: number, minute: number) => string;
  /** Words behind the digits that `clock` says itself: "h", "Uhr". */
  readonly clockWord: RegExp;
  readonly money: (units: number, cents: number, sign: string) => string;
  readonly date: (day: number, month: number, year: number | null) => string;
  readonly signs: Readonly<Record<string, string>>;
};
