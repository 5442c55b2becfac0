/** What can be found in an utterance. `from` and `to` are places among its tokens, `quote` its own words. */
type Place = { readonly from: number; readonly to: number; readonly quote: string };

export type Price = Place & {
  readonly kind: "price";
  /** Written form: "$42.50 per person", "free". */
  readonly text: string;
  /** Where the sum ends; behind it may stand what it is for: "per person", "plus tax". */
  readonly sumTo: number;
  readonly amountCents: number;
  /** Set for a range. */
  readonly upToCents: number | null;
  /** A sum that something depends on ("orders over thirty dollars"), not one to be paid. */
  readonly threshold: boolean;
};

export type Time = Place & {
  readonly kind: "time";
  /** "7:30 PM", or "7:30" when nobody said which half of the day. */
  readonly text: string;
  /** 0 to 23 when `half` is known, else 1 to 12. */
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | null;
  /** Where the hour and its minutes end; behind them may stand the half of the day, in letters or in words. */
  readonly clockTo: number;
};

export type Day = Place & {
  readonly kind: "date";
  /** "Friday, June 12", "tomorrow". */
  readonly text: string;
  readonly weekday: string | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly relative: string | null;
};

export type Code = Place & {
  readonly kind: "code";
  readonly text: string;
  /** Something called it a confirmation number, a reference, an order … */
  readonly labelled: boolean;
};

export type DigitRun = Place & { readonly kind: "digits"; readonly text: string; readonly phone: boolean };

export type Quantity = Place & {
  readonly kind: "quantity";
  /** "2 people", "30 minutes". */
  readonly text: string;
  readonly amount: number;
  readonly unit: string;
};

export type Name = Place & { readonly kind: "name"; readonly text: string };

export type Found = Price | Time | Day | Code | DigitRun | Quantity | Name;

/** What our last turn asked for: it makes bare answers ("forty five", "ten", "david") readable. */
export type Expected = "price" | "time" | "date" | "code" | "digits" | "quantity" | "name" | "yes_no" | null;
