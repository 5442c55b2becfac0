/**
 * Between the conversation and what is on the line: while nobody is there to talk to, what is said is not answered, what
 * we want to say waits, and the recogniser rests. Whoever is there again gets what was said last, and is told anew who
 * calls when it is somebody else.
 */
import type { EndReason, LineState } from "../../calls/vocabulary.ts";
import type { Replies } from "../dialog/replies.ts";
import { textsOf } from "../dialog/texts/texts.ts";
import type { Brain, HearingEvent, HistoryEntry } from "../ports.ts";
import type { Told } from "../conversation-parts.ts";
import type { HeardFrame, TurnOver, TurnTaking, Voiced } from "../turn/turn-taking.ts";
import { LineConduct } from "./line-conduct.ts";
import { announcesSomebody, handsOverWithin, presentsSomebody } from "./passed-on.ts";
import type { LineConductOptions, LineMode } from "./line-conduct.ts";

export type WhoeverDeps = {
  readonly turnTaking: Pick<TurnTaking, "rest" | "deafen" | "owesWords">;
  readonly replies: Pick<
    Replies,
    "bring" | "bringFirst" | "withdraw" | "withdrawMenu" | "clear" | "hold" | "say" | "sayAndHangUp"
  >;
  readonly brain: Pick<Brain, "openingLine">;
  readonly tell: (event: Told) => void;
  readonly history: HistoryEntry[];
  readonly onNote: (text: string) => void;
  /** What silence means has changed. */
  readonly onMode: () => void;
  /** A message is being left: with its end the call ends. */
  readonly onLeaving: () => void;
  readonly onEnd: (reason: EndReason) => void;
  readonly onGiveUp: (reason: EndReason) => void;
  /** Something of ours has been heard. */
  readonly hasOpened: () => boolean;
  readonly isLeaving: () => boolean;
};

/** The detector of turns and the one of the line find the beginning of speech this far apart at most. */
const SAME_SPEECH_MS = 600;

/** Who was announced comes within so many turns, or not at all. */
const ANNOUNCED_TURNS = 3;

export class Whoever {
  readonly #deps: WhoeverDeps;
  readonly #conduct: LineConduct;
  /** BCP-47, of the call. */
  readonly #language: string;
  /** What was said last while we did not talk: it is answered should it have been a person. */
  #unanswered: TurnOver | null = null;
  /** Whoever speaks next has not been told who calls. */
  #somebodyNew = false;
  /** So many turns of theirs ago they said that somebody else would come; null: they have not. */
  #announced: number | null = null;

  constructor(options: LineConductOptions, deps: WhoeverDeps, nowMs: number) {
    this.#deps = deps;
    this.#language = options.language;
    this.#conduct = new LineConduct(
      options,
      {
        ...deps,
        onLine: (state) => this.#onLine(state),
        onAnsweredBy: (by) => deps.tell({ type: "answered_by", by }),
        onMode: (mode, somebodyNew, sinceMs) => this.#onMode(mode, somebodyNew, sinceMs),
        onMessage: (text) => this.#leaveMessage(text),
        onMenuSilent: (silentMs) => deps.replies.bring({ type: "silence", silentMs, who: "menu" }),
        onHoldSilent: (silentMs) => this.#askWhetherBack(silentMs),
        onScreened: () => this.#tellScreener(),
      },
      nowMs,
    );
  }

  get mode(): LineMode {
    return this.#conduct.mode;
  }

  get endsAs(): EndReason | null {
    return this.#conduct.endsAs;
  }

  /** Answers how much of a voice it is, and whether it was heard before. */
  frame(heard: HeardFrame, nowMs: number): Voiced {
    return this.#conduct.frame(heard, nowMs);
  }

  hearing(event: HearingEvent, nowMs: number): void {
    if (event.type === "partial" || event.type === "utterance") this.#conduct.words(event, nowMs);
  }

  /** Who leads the call takes what is on the line for this. */
  told(kind: "voicemail" | "hold"): void {
    this.#conduct.told(kind);
  }

  /** They have taken the floor from us. */
  cutOff(nowMs: number): void {
    this.#conduct.cutOff(nowMs);
  }

  tick(oursSounding: boolean, nowMs: number): void {
    this.#conduct.tick(oursSounding, this.#deps.turnTaking.owesWords, nowMs);
  }

  close(): void {
    this.#conduct.close();
  }

  /** Their turn is over. True when it is not for the brain to answer as words to us, or has been given to it here. */
  takes(said: TurnOver): boolean {
    const { text, confidence } = said;
    if (this.mode === "talk") {
      if (this.#deps.hasOpened()) this.#somebodyNew ||= this.#isPassedOn(text);
      // Who has not heard our opening is told who calls by it.
      const isNew = this.#somebodyNew && this.#deps.hasOpened();
      this.#somebodyNew = false;
      if (!isNew) return false;
      this.#deps.replies.bringFirst({ type: "heard", text, confidence, who: "next_person" }, said);
      return true;
    }
    this.#unanswered = said;
    if (this.mode === "menu") this.#tellMenu(text, said);
    return true;
  }

  /** Words that are known only after our opening has begun: a menu's are worth as much as ever. */
  takesLate(text: string): void {
    if (this.mode === "menu") this.#tellMenu(text, null);
  }

  /** All of it since our last key: a choice and its key may be parted, and a reply to the first part taken back. */
  #tellMenu(text: string, said: TurnOver | null): void {
    const { replies, history } = this.#deps;
    const whole = menuWords(history);
    replies.withdrawMenu();
    const confidence = said?.confidence ?? null;
    replies.bring({ type: "heard", text: whole === "" ? text : whole, confidence, who: "menu" }, said);
  }

  /** Somebody else has come to the telephone, with nothing between that told of it. */
  #isPassedOn(text: string): boolean {
    if (handsOverWithin(text, this.#language)) return true;
    if (announcesSomebody(text, this.#language)) {
      this.#announced = 0;
      return false;
    }
    if (this.#announced === null) return false;
    this.#announced += 1;
    const comes = presentsSomebody(text, true, this.#language);
    if (comes || this.#announced >= ANNOUNCED_TURNS) this.#announced = null;
    return comes;
  }

  #onLine(state: LineState): void {
    const { history, tell } = this.#deps;
    // That somebody is there goes without saying.
    if (state !== "human" || history.some(({ role }) => role === "line")) history.push({ role: "line", state });
    tell({ type: "line_state", state });
  }

  #onMode(mode: LineMode, somebodyNew: boolean, sinceMs: number): void {
    const { turnTaking, replies, onMode, hasOpened, isLeaving } = this.#deps;
    if (isLeaving()) return;
    turnTaking.rest(mode === "wait");
    if (mode !== "talk") replies.clear("nobody is there to talk to");
    replies.hold(mode !== "talk" && mode !== "menu");
    onMode();
    const said = this.#unanswered;
    this.#unanswered = null;
    if (mode !== "talk") return;
    this.#somebodyNew ||= somebodyNew;
    if (said === null || said.speechStartMs < sinceMs - SAME_SPEECH_MS) return;
    if (this.takes(said)) return;
    const { text, confidence } = said;
    replies.bringFirst(hasOpened() ? { type: "heard", text, confidence } : { type: "opened", heard: text }, said);
  }

  /** Who calls, as what, for whom and why: the first words of the call are just that. */
  #tellScreener(): void {
    if (!this.#deps.isLeaving()) this.#introduce();
  }

  /** The first words of a call say who calls, whatever they are said into. */
  #askWhetherBack(silentMs: number): void {
    const { replies, hasOpened, isLeaving } = this.#deps;
    if (isLeaving()) return;
    if (!hasOpened()) return this.#introduce();
    replies.say({ type: "silence", silentMs }, [{ type: "say", text: textsOf(this.#language).areYouThere }]);
  }

  #introduce(): void {
    const { replies, brain } = this.#deps;
    replies.withdraw("opened");
    replies.say({ type: "opened", heard: null }, [{ type: "say", text: brain.openingLine() }]);
  }

  #leaveMessage(text: string): void {
    this.#deps.onLeaving();
    this.#deps.turnTaking.deafen();
    this.#deps.replies.sayAndHangUp(text, "a message is left");
  }
}

/** What was said to us since we last pressed anything, or since a hold. */
function menuWords(history: readonly HistoryEntry[]): string {
  const from = history.findLastIndex(
    (entry) => (entry.role === "keys" && entry.by === "assistant") || (entry.role === "line" && entry.state === "hold"),
  );
  const said = history.slice(from + 1).flatMap((entry) => (entry.role === "business" ? entry.text : []));
  return said.join(" ");
}
