/** What is known of a menu that has answered; `menu.ts` decides on it. */
import type { MenuChoice } from "../../../language/en/menus.ts";

export type Menu = {
  /** What it has said, plain, in all its levels. */
  readonly heard: readonly string[];
  /** What it has said at this level, as it was heard: a pause, or a long sentence, parts a choice from its key. */
  readonly level: string;
  /** What it offers at this level. */
  readonly offered: readonly MenuChoice[];
  /** Pressed, and not answered with anything new yet. */
  readonly pressed: string | null;
  readonly repeats: number;
  readonly presses: number;
};

export const NO_MENU: Menu = { heard: [], level: "", offered: [], pressed: null, repeats: 0, presses: 0 };
