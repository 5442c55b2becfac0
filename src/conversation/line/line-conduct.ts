/**
 * How we behave towards what is on the line: talk to people, sit out music and queues, leave a message or go, end what
 * is a fax or an announcement of the network. It listens (`line-ear.ts`) and says what is to be done; the conversation
 * does it.
 */
import type { AnsweredBy, EndReason, LineState } from "../../calls/vocabulary.ts";
import type { HearingEvent } from "../ports.ts";
import type { HeardFrame, Voiced } from "../turn/turn-taking.ts";
import { holdSilence, newHoldSilence } from "./hold-silence.ts";
import type { HoldSilence } from "./hold-silence.ts";
import { LineEar } from "./line-ear.ts";
import { menuSilence, MENU_SILENCE_RULES, newMenuSilence } from "./menu-silence.ts";
import type { MenuSilence } from "./menu-silence.ts";
import type { LineKind, LineVerdict } from "./who.ts";
import { beeped, newVoicemail, VOICEMAIL_RULES, waited } from "./voicemail.ts";
import type { Voicemail, VoicemailMove } from "./voicemail.ts";

/**
 * `wait`: on hold. `menu`: what it says is to be answered with keys. `machine`: a voicemail, which we do not talk with.
 * `screen`: a machine that asks who calls; it is told once, and then somebody is waited for.
 */
export type LineMode = "talk" | "wait" | "menu" | "machine" | "screen";

const SCREEN = {
  /** Its question is over when it has been silent for so long. */
  silentMs: 700,
  /** So much of ours in one go has been heard. */
  heardMs: 200,
  /** Nothing of it began to sound for so long: it was lost. */
  againMs: 4000,
  /** So long somebody may take to decide whether they take the call. */
  waitMs: 75_000,
} as const;

export type LineConductOptions = {
  readonly sampleRateHz: 8000 | 16000;
  readonly language: string;
  /** What is left on a voicemail, disclosure and all; null: nothing. */
  readonly message: string | null;
  readonly holdMs: number;
};

export type LineConductListener = {
  readonly onLine: (state: LineState) => void;
  readonly onAnsweredBy: (by: Exclude<AnsweredBy, "unknown">) => void;
  /** `somebodyNew`: whoever speaks now does not know us; `sinceMs`: when what speaks for the mode began. */
  readonly onMode: (mode: LineMode, somebodyNew: boolean, sinceMs: number) => void;
  /** For the transcript. */
  readonly onNote: (text: string) => void;
  /** Nothing that is heard takes the floor from it; then the line is put down. */
  readonly onMessage: (text: string) => void;
  /** Who calls, and why, is to be said now: once, to a machine. */
  readonly onScreened: () => void;
  /** Put down now, without a word. */
  readonly onEnd: (reason: EndReason) => void;
  /** Say goodbye and put down. */
  readonly onGiveUp: (reason: EndReason) => void;
  /** A menu that ought to go on does not. */
  readonly onMenuSilent: (silentMs: number) => void;
  /** Nothing sounds on hold: whether somebody is there is to be asked now. */
  readonly onHoldSilent: (silentMs: number) => void;
};

const MODES: Readonly<Record<LineKind, LineMode>> = {
  silence: "talk",
  human: "talk",
  screening: "screen",
  ivr: "menu",
  hold: "wait",
  voicemail: "machine",
  intercept: "machine",
  fax: "machine",
};

const NOTES: Partial<Readonly<Record<LineKind, string>>> = {
  ivr: "A menu speaks: the assistant listens and does not talk to it.",
  hold: "On hold: the assistant stays silent, and listening and thinking pause until somebody speaks.",
  voicemail: "A voicemail has taken the call.",
  screening: "A machine asks who is calling: it is told, and then the assistant waits for somebody.",
  intercept: "An announcement of the network: the number cannot be reached.",
  fax: "A fax machine has taken the call.",
};

const HELD_MS = 2000;

export class LineConduct {
  readonly #options: LineConductOptions;
  readonly #listener: LineConductListener;
  readonly #ear: LineEar;
  #mode: LineMode = "talk";
  #voicemail: Voicemail | null = null;
  #beepMs: number | null = null;
  /** Since when we have been waiting, in a hold or a menu. */
  #waitsSinceMs: number | null = null;
  #menu: MenuSilence | null = null;
  #hold: HoldSilence | null = null;
  #lastFrameMs = -Infinity;
  /** It has been told who calls. */
  #toldScreener = false;
  #tellingMs: number | null = null;
  #soundingSinceMs: number | null = null;
  #samePerson = false;
  #person = false;
  #machine = false;
  #over = false;
  #heardWords = false;
  #nowMs: number;

  constructor(options: LineConductOptions, listener: LineConductListener, nowMs: number) {
    this.#options = options;
    this.#listener = listener;
    this.#nowMs = nowMs;
    this.#ear = new LineEar(
      {
        ...options,
        onVerdict: (verdict) => this.#onVerdict(verdict),
        onSignal: (signal) => {
          if (signal.type === "beep") this.#onBeep(signal.toMs);
          // It rings: somebody is being called.
          if (this.#menu !== null) this.#menu = newMenuSilence(this.#nowMs);
        },
      },
      nowMs,
    );
  }

  get mode(): LineMode {
    return this.#mode;
  }

  /** Whoever puts the receiver down: this is how such a call ends. */
  get endsAs(): EndReason | null {
    return this.#voicemail === null ? null : "voicemail";
  }

  /**
   * Answers how much of a voice it is for whoever gives the floor: music is none, and what may be music silences us until
   * it is known.
   */
  frame(heard: HeardFrame, nowMs: number): Voiced {
    this.#nowMs = nowMs;
    this.#lastFrameMs = nowMs;
    this.#ear.frame(heard, nowMs);
    const { inMusic, mayBeMusic, repeats, brokeOff } = this.#ear;
    if (inMusic) return { speech: 0, repeats, brokeOff };
    return { speech: mayBeMusic ? 1 : heard.speech, repeats, brokeOff };
  }

  words(event: Extract<HearingEvent, { readonly type: "partial" | "utterance" }>, nowMs: number): void {
    this.#nowMs = nowMs;
    const { utterance, text, type } = event;
    this.#heardWords ||= text.trim() !== "";
    // Known late, they are answered late.
    if (this.#menu !== null) this.#menu = newMenuSilence(nowMs);
    this.#ear.feed({ type: "words", utterance, text, final: type === "utterance" }, nowMs);
  }

  /** Who leads the call takes it for this. Somebody who has answered us is no voicemail. */
  told(kind: "voicemail" | "hold"): void {
    if (this.#over || (kind === "voicemail" && this.#person)) return;
    this.#ear.feed({ type: "told", kind }, this.#nowMs);
  }

  /** They have taken the floor from us. */
  cutOff(nowMs: number): void {
    this.#ear.feed({ type: "cut" }, nowMs);
  }

  /** `owesWords`: they have spoken, and what they said is not known yet. */
  tick(oursSounding: boolean, owesWords: boolean, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#ear.feed({ type: "ours", sounding: oursSounding }, nowMs);
    this.#ear.tick(nowMs);
    if (this.#over) return;
    if (this.#voicemail !== null) {
      const quietMs = this.#ear.speaking ? 0 : nowMs - this.#ear.lastSpeechMs;
      const [state, move] = waited(this.#voicemail, quietMs, nowMs);
      this.#voicemail = state;
      return this.#carry(move);
    }
    if (this.#menu !== null && this.#listenToMenu(this.#menu, oursSounding || owesWords)) return;
    if (this.#hold !== null && this.#listenToHold(this.#hold, oursSounding || owesWords)) return;
    if (this.#mode === "screen") this.#screen(oursSounding, nowMs);
    const { holdMs } = this.#options;
    const mostMs = this.#mode === "screen" ? Math.min(holdMs, SCREEN.waitMs) : holdMs;
    if (this.#waitsSinceMs !== null && nowMs - this.#waitsSinceMs >= mostMs) {
      this.#over = true;
      this.#listener.onNote("The wait was too long: the assistant gives up.");
      this.#listener.onGiveUp("no_response");
    }
  }

  /** Whether the menu is given up. */
  #listenToMenu(menu: MenuSilence, notSilent: boolean): boolean {
    // No packets at all are a hold of their exchange.
    const held = this.#nowMs - this.#lastFrameMs > HELD_MS;
    const sounds = held || notSilent || this.#ear.inMusic || this.#ear.speaking;
    const [next, move] = sounds ? [newMenuSilence(this.#nowMs), null] : menuSilence(menu, this.#nowMs);
    this.#menu = next;
    if (move === null) return false;
    if (move === "tell") {
      this.#listener.onMenuSilent(MENU_SILENCE_RULES.silentMs);
      return false;
    }
    this.#over = true;
    this.#listener.onNote("The menu says nothing any more: the assistant gives up.");
    this.#listener.onEnd("no_response");
    return true;
  }

  /** Whether the hold is given up. */
  #listenToHold(hold: HoldSilence, notSilent: boolean): boolean {
    // No packets at all are a hold of their exchange: nobody would hear us.
    const held = this.#nowMs - this.#lastFrameMs > HELD_MS;
    const [next, move] = holdSilence(hold, held || notSilent ? "other" : this.#ear.sounds, this.#nowMs);
    this.#hold = next;
    if (move === null) return false;
    if (move === "ask") {
      this.#listener.onHoldSilent(this.#nowMs - hold.sinceMs);
      return false;
    }
    this.#over = true;
    this.#listener.onNote("Nothing sounds on hold, and nobody answers: the assistant gives up.");
    this.#listener.onGiveUp("no_response");
    return true;
  }

  /** The call is over. Somebody who spoke, and of whom nothing says that he was a machine, was a person. */
  close(): void {
    const unclear = !this.#person && !this.#machine && this.#ear.kind === "human";
    if (this.#heardWords && unclear) this.#listener.onAnsweredBy("human");
  }

  #onVerdict(verdict: LineVerdict): void {
    switch (verdict.type) {
      case "person":
        this.#person = true;
        return this.#listener.onAnsweredBy("human");
      case "full":
        if (this.#voicemail !== null) this.#voicemail = { ...this.#voicemail, full: true };
        return this.#listener.onNote("The voicemail takes no messages.");
      case "declined":
        if (this.#over) return;
        this.#over = true;
        this.#listener.onNote("The call is not taken by whoever is behind the screener.");
        return this.#listener.onGiveUp("rejected");
      case "line":
        return this.#onLine(verdict);
    }
  }

  /** Said into a pause of its question it was not heard: it is said again after the rest. */
  #screen(oursSounding: boolean, nowMs: number): void {
    if (this.#toldScreener) return;
    if (!oursSounding) this.#soundingSinceMs = null;
    else {
      this.#soundingSinceMs ??= nowMs;
      this.#toldScreener = nowMs - this.#soundingSinceMs >= SCREEN.heardMs;
      return;
    }
    const lately = this.#tellingMs !== null && nowMs - this.#tellingMs < SCREEN.againMs;
    if (lately || this.#ear.speaking || nowMs - this.#ear.lastSpeechMs < SCREEN.silentMs) return;
    this.#tellingMs = nowMs;
    // From here on somebody makes up their mind.
    this.#waitsSinceMs = nowMs;
    this.#listener.onScreened();
  }

  #onLine({ kind, samePerson, sinceMs }: Extract<LineVerdict, { readonly type: "line" }>): void {
    if (this.#over) return;
    if (isMachine(kind) || (kind === "hold" && !samePerson && !this.#person)) this.#tellMachine();
    if (kind !== "intercept" && kind !== "fax") this.#listener.onLine(kind);
    const note = NOTES[kind];
    if (note !== undefined) this.#listener.onNote(note);
    this.#enter(kind, samePerson, sinceMs);
    if (kind !== "intercept" && kind !== "fax") return;
    this.#over = true;
    // Nobody is there who could speak: that is how a fax ends. A number that cannot be reached is the wrong one.
    this.#listener.onEnd(kind === "fax" ? "no_response" : "invalid_number");
  }

  #enter(kind: LineKind, samePerson: boolean, sinceMs: number): void {
    const mode = MODES[kind];
    const before = this.#mode;
    this.#mode = mode;
    this.#menu = mode === "menu" ? newMenuSilence(this.#nowMs) : null;
    this.#hold = mode === "wait" ? newHoldSilence(this.#nowMs) : null;
    const waits = mode === "wait" || mode === "menu" || mode === "screen";
    if (waits) {
      this.#waitsSinceMs ??= this.#nowMs;
      this.#samePerson = samePerson;
    } else {
      this.#noteWait(before);
      this.#waitsSinceMs = null;
    }
    if (kind === "voicemail") {
      const lately =
        this.#beepMs !== null && this.#nowMs - this.#beepMs < VOICEMAIL_RULES.noBeepMs ? this.#beepMs : null;
      this.#voicemail = newVoicemail(this.#options.message !== null, lately, this.#nowMs);
    } else this.#voicemail = null;
    const somebodyNew = before === "menu" || before === "screen" || (before === "wait" && !this.#samePerson);
    if (mode !== before) this.#listener.onMode(mode, somebodyNew, sinceMs);
  }

  #noteWait(before: LineMode): void {
    if (before !== "wait" || this.#waitsSinceMs === null) return;
    const seconds = Math.round((this.#nowMs - this.#waitsSinceMs) / 1000);
    this.#listener.onNote(`Off hold after ${seconds} s.`);
  }

  #onBeep(beepMs: number): void {
    this.#beepMs = beepMs;
    if (this.#voicemail === null || this.#over) return;
    const [state, move] = beeped(this.#voicemail, beepMs, this.#nowMs);
    this.#voicemail = state;
    this.#carry(move);
  }

  #carry(move: VoicemailMove): void {
    if (move === null) return;
    const { message } = this.#options;
    if (move === "hang_up" || message === null) {
      this.#over = true;
      return this.#listener.onEnd("voicemail");
    }
    this.#listener.onMessage(message);
  }

  #tellMachine(): void {
    if (this.#machine) return;
    this.#machine = true;
    this.#listener.onAnsweredBy("machine");
  }
}

function isMachine(kind: LineKind): boolean {
  return kind === "voicemail" || kind === "ivr" || kind === "screening" || kind === "intercept" || kind === "fax";
}
