/**
 * A menu that falls silent: nobody waits for it as long as for a queue. Who leads the call is told, and may press again;
 * after a few times in a row there is nothing behind it. Music and ringing are no silence. Pure.
 */
export const MENU_SILENCE_RULES = {
  /** Longer than a menu thinks about a key, and than the pause between two rings. */
  silentMs: 9000,
  /** So often it is told before the menu is given up. */
  mostTold: 3,
} as const;

export type MenuSilence = { readonly sinceMs: number; readonly told: number };

/** From now on: when it begins, and whenever something is heard of it or we speak. */
export function newMenuSilence(nowMs: number): MenuSilence {
  return { sinceMs: nowMs, told: 0 };
}

/** To be asked while nothing sounds. */
export function menuSilence(state: MenuSilence, nowMs: number): readonly [MenuSilence, "tell" | "give_up" | null] {
  const { silentMs, mostTold } = MENU_SILENCE_RULES;
  if (nowMs - state.sinceMs < silentMs) return [state, null];
  if (state.told >= mostTold) return [state, "give_up"];
  return [{ sinceMs: nowMs, told: state.told + 1 }, "tell"];
}
