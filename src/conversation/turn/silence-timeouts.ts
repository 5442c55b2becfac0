/**
 * How long to wait, and for what. Pure: what happened on the line comes in, and out comes how much quiet to expect
 * next and what the quiet will mean.
 *
 * A line that carries sound but on which nobody speaks must end within 45 s of the answer (contract section 5,
 * `no_response`): 1.2 s for the greeting, our opening, then two prompts 6 s apart and a goodbye.
 */
const SILENCE_RULES = {
  /** Silence after the answer that we take for "your turn": people who pick up and wait for the caller to speak. */
  greetingMs: 1200,
  promptMs: 6000,
  /** Between two reassurances while the agent is being asked. */
  reassuranceMs: 12_000,
  /** Between two looks at a line on hold, and the longest hold without a word. */
  holdLookMs: 15_000,
  holdBudgetMs: 600_000,
  promptsBeforeLeaving: 2,
} as const;

export type SilenceTimeouts = {
  readonly phase: "greeting" | "talk" | "asking" | "hold" | "leaving";
  /** Prompts spoken since their last words. */
  readonly prompts: number;
  readonly lastWordsMs: number;
};

export type SilenceEvent =
  | { readonly type: "words" }
  /** Our reply is over. `said`: it made a sound. `on`: what it was an answer to. */
  | { readonly type: "replied"; readonly said: boolean; readonly on: "silence" | "other" }
  | { readonly type: "asked" }
  | { readonly type: "ask_over" }
  | { readonly type: "leaving" };

/** What the next quiet means. */
export type QuietMeans = "open" | "prompt" | "reassure" | "leave" | "nothing";

export function silenceTimeouts(nowMs: number): SilenceTimeouts {
  return { phase: "greeting", prompts: 0, lastWordsMs: nowMs };
}

export function wait(state: SilenceTimeouts, event: SilenceEvent, nowMs: number): SilenceTimeouts {
  if (state.phase === "leaving") return state;
  switch (event.type) {
    case "words":
      return { phase: state.phase === "asking" ? "asking" : "talk", prompts: 0, lastWordsMs: nowMs };
    case "asked":
      return { ...state, phase: "asking" };
    case "ask_over":
      return { phase: "talk", prompts: 0, lastWordsMs: nowMs };
    case "leaving":
      return { ...state, phase: "leaving" };
    case "replied":
      if (state.phase === "greeting") return { ...state, phase: "talk" };
      if (event.on !== "silence" || state.phase === "asking") return state;
      // A brain that keeps silent when told of silence knows that it is on hold.
      return event.said ? { ...state, phase: "talk", prompts: state.prompts + 1 } : { ...state, phase: "hold" };
  }
}

/** The quiet to wait for from now on, in milliseconds, and what it will mean. */
export function nextQuiet(
  state: SilenceTimeouts,
  nowMs: number,
): { readonly afterMs: number | null; readonly means: QuietMeans } {
  switch (state.phase) {
    case "greeting":
      return { afterMs: SILENCE_RULES.greetingMs, means: "open" };
    case "asking":
      return { afterMs: SILENCE_RULES.reassuranceMs, means: "reassure" };
    case "hold": {
      const over = nowMs - state.lastWordsMs >= SILENCE_RULES.holdBudgetMs;
      return { afterMs: SILENCE_RULES.holdLookMs, means: over ? "leave" : "prompt" };
    }
    case "talk": {
      const over = state.prompts >= SILENCE_RULES.promptsBeforeLeaving;
      return { afterMs: SILENCE_RULES.promptMs, means: over ? "leave" : "prompt" };
    }
    case "leaving":
      return { afterMs: null, means: "nothing" };
  }
}
