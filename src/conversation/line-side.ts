/**
 * The telephone line's own business in a conversation, apart from what is said on it: keys, holds, comfort noise, and being
 * connected with somebody else. It decides when the talk has to rest; the conversation asks it before it speaks.
 */
import type { LineNews } from "../calls/ports.ts";
import type { Deed } from "./dialog/reply.ts";
import { Keypad } from "./keypad.ts";
import { LineLife } from "./media/line-life.ts";
import { PassingOn } from "./passing-on.ts";
import type { BrainEvent, HistoryEntry } from "./ports.ts";
import type { Told } from "./conversation-parts.ts";
import { RULES } from "./rules.ts";

export type LineSideDeps = {
  readonly nowMs: () => number;
  readonly tell: (event: Told) => void;
  readonly history: HistoryEntry[];
  /** The caller's own texts: a long number that stands in one of them may be typed. */
  readonly given: readonly string[];
  /** A line of the transcript. */
  readonly note: (text: string) => void;
  readonly ask: (questionId: string, question: string) => boolean;
  readonly bring: (event: BrainEvent) => void;
  /** Drops what is being said, and what waits to be. */
  readonly clear: (why: string) => void;
  /** The talk goes on, as if they had just said something. */
  readonly goOn: () => void;
  readonly expectQuiet: () => void;
  /** Whether words have been heard. */
  readonly heardWords: () => boolean;
  /** The business is connected with somebody else. */
  readonly onConnected: () => void;
};

export class LineSide {
  readonly #deps: LineSideDeps;
  readonly #keypad: Keypad;
  readonly #life: LineLife;
  readonly #passing: PassingOn;

  constructor(deps: LineSideDeps) {
    const { nowMs, tell, history, given, ask } = deps;
    this.#deps = deps;
    this.#keypad = new Keypad({
      ...{ nowMs, given, ask },
      history: () => history,
      order: (pressId, keys) => tell({ type: "press", pressId, keys }),
      record: (keys, problem) => this.#pressed(keys, problem),
    });
    this.#life = new LineLife((again) => tell({ type: "audio_missing", again }));
    this.#passing = new PassingOn({ nowMs, tell, bring: deps.bring });
  }

  /** Whether nobody is to be talked to as usual: what is said is not answered, and quiet means nothing. */
  get rests(): boolean {
    return this.#passing.isUnderWay || this.#life.isHeld;
  }

  /** Whether somebody else is on the line instead of the business. */
  get isAway(): boolean {
    return this.#passing.isAway;
  }

  /** While somebody is being connected: the quiet to wait for, null for none. Undefined: as usual. */
  get quietMs(): number | null | undefined {
    return this.#passing.isUnderWay ? this.#passing.quietMs : undefined;
  }

  /** They pressed a key. */
  onKey(digit: string): void {
    this.#deps.history.push({ role: "keys", by: "business", keys: digit, sent: true });
    this.#deps.note(`The business pressed ${digit}.`);
  }

  /** What was said while the talk rests. */
  onTurn(text: string): void {
    this.#passing.onTurn(text);
  }

  onQuiet(): void {
    this.#passing.onQuiet();
  }

  onReply(event: BrainEvent, said: boolean): void {
    this.#passing.onReply(event, said);
  }

  /** For the brain, but not to be said to whoever is on the line instead of the business. */
  bring(event: BrainEvent): void {
    if (this.isAway) this.#passing.keep(event);
    else this.#deps.bring(event);
  }

  act(deed: Deed, begun: () => void, signal: AbortSignal): Promise<void> {
    if (deed.type === "press") return this.#keypad.press(deed.keys, begun, signal);
    if (this.#passing.ask()) {
      begun();
      this.#deps.history.push({ role: "transfer", result: "asked" });
    }
    return Promise.resolve();
  }

  onNews(news: LineNews): void {
    const { nowMs, clear, bring, history, goOn, expectQuiet, onConnected } = this.#deps;
    switch (news.type) {
      case "pressed":
        return this.#keypad.pressed(news.pressId, news.problem);
      case "held":
        return this.#onHeld(news.held);
      case "comfort_noise":
        return this.#life.noise(nowMs());
      case "transfer_answered":
        clear("somebody else is on the line");
        this.#passing.answered();
        return expectQuiet();
      case "transfer_failed": {
        if (!this.#passing.isUnderWay) return;
        clear("nobody could be connected");
        const later = this.#passing.failed();
        history.push({ role: "transfer", result: news.why });
        goOn();
        bring({ type: "transfer_failed", why: news.why });
        for (const event of later) bring(event);
        return;
      }
      case "transfer_connected":
        return onConnected();
    }
  }

  /** The beat of the thread; why the call has to end, null while it need not. */
  verdict(answeredMs: number, lastFrameMs: number | null, waits: boolean): ReturnType<LineLife["verdict"]> {
    const nowMs = this.#deps.nowMs();
    this.#keypad.tick(nowMs);
    return this.#life.verdict(answeredMs, lastFrameMs, waits, nowMs);
  }

  /** No sound comes in, and not because they are silent. */
  isBroken(lastFrameMs: number): boolean {
    const nowMs = this.#deps.nowMs();
    return nowMs - lastFrameMs >= RULES.framesMissingMs && !this.#life.isSilent(lastFrameMs, nowMs);
  }

  close(): void {
    this.#keypad.close();
  }

  #pressed(keys: string, problem: string | null): void {
    const why = problem === null ? {} : { why: problem };
    this.#deps.history.push({ role: "keys", by: "assistant", keys, sent: problem === null, ...why });
    this.#deps.note(problem === null ? `Pressed ${keys}.` : `Keys were not pressed (${keys.length}): ${problem}.`);
  }

  /** Nobody is expected to say anything meanwhile, and nobody hears us. */
  #onHeld(held: boolean): void {
    const { nowMs, tell, note, goOn, heardWords } = this.#deps;
    if (held === this.#life.isHeld) return;
    this.#life.held(held, nowMs());
    tell({ type: "line_state", state: held ? "hold" : heardWords() ? "human" : "silence" });
    note(held ? "The business has put the call on hold." : "The business is back from hold.");
    if (!held) goOn();
  }
}
