/**
 * Bringing the one named in the request (`transfer_to`) into a call: whether it may be, at this moment; who is told what;
 * how long each step may take. It stays one call, charged by its duration, and whoever ends it ends this too.
 */
import { refusedTransfer } from "./admission.ts";
import type { TransferStage } from "./call.ts";
import type { Deadlines } from "./deadlines.ts";
import type { DeskContext } from "./desk-context.ts";
import type { NewCall } from "./ports-store.ts";
import type { TranscriptEntry } from "./operations.ts";
import type { PbxEvent, TransferFailure } from "./ports.ts";

/** The exchange ends the ringing by itself; this is for an exchange that does not. */
const RING_GRACE_MS = 5000;
/** From their answer until they have been told who is on the line. */
const BRIEFED_WITHIN_MS = 25_000;
/** From then until the two hear each other. */
const CONNECTED_WITHIN_MS = 8000;

type TransferEvent = Extract<PbxEvent, { readonly type: `transfer_${string}` }>;

export type TransferSteps = {
  /** False when the call does not allow it. */
  readonly enter: (stage: TransferStage) => boolean;
  /** A line of the transcript. */
  readonly note: (text: string) => void;
  /** Counts the number that is about to be dialled among the account's calls of the day. */
  readonly count: (phone: string) => void;
  readonly hangUp: () => void;
};

const CALLING = "Calling the number for transfers.";
const CONNECTED = "Connected with the number for transfers; the assistant has left the call.";

/** What a transcript tells of a transfer that nobody saw the end of. */
export function transferIn(
  transcript: readonly Pick<TranscriptEntry, "role" | "text">[],
): "none" | "calling" | "connected" {
  const told = transcript.findLast(({ role, text }) => role === "system" && /\bnumber for transfers\b/.test(text));
  if (told?.text === CONNECTED) return "connected";
  const underWay = told !== undefined && (told.text === CALLING || told.text.startsWith("To the number"));
  return underWay ? "calling" : "none";
}

const FAILURES: Readonly<Record<TransferFailure, string>> = {
  busy: "it is busy",
  no_answer: "nobody answered",
  voicemail: "a machine answered",
  refused: "the call was refused",
  failed: "the call did not get through",
};

export class CallTransfer {
  readonly #context: DeskContext;
  readonly #placed: NewCall;
  readonly #deadlines: Deadlines;
  readonly #steps: TransferSteps;
  #stage: TransferStage = "none";
  #cancelDeadline: () => void = () => {};

  constructor(context: DeskContext, placed: NewCall, deadlines: Deadlines, steps: TransferSteps) {
    this.#context = context;
    this.#placed = placed;
    this.#deadlines = deadlines;
    this.#steps = steps;
  }

  /** The assistant is not on the line with the business. */
  get isAway(): boolean {
    return this.#stage === "briefing" || this.#stage === "connected";
  }

  /** The assistant has said that it connects them. */
  asked(): void {
    const { pbx, settings, conversations } = this.#context;
    const { callId, brief } = this.#placed;
    if (this.#stage !== "none") return;
    const why = refusedTransfer(this.#context, this.#placed);
    if (why !== null || brief.transferTo === null) {
      this.#steps.note(`Not connected with the number for transfers: ${why ?? "none was given"}.`);
      return conversations.line(callId, { type: "transfer_failed", why: "refused" });
    }
    if (!this.#enter("calling")) return;
    const { ringSeconds } = settings;
    const route = brief.transferTo === settings.demo.phone ? "demo" : "trunk";
    this.#steps.note(CALLING);
    if (route === "trunk") this.#steps.count(brief.transferTo);
    this.#within(ringSeconds * 1000 + RING_GRACE_MS, () => this.drop("no_answer"));
    pbx.transfer({ callId, number: brief.transferTo, route, ringSeconds });
  }

  briefed(by: "human" | "machine"): void {
    if (this.#stage !== "briefing") return;
    if (by === "machine") return this.drop("voicemail");
    this.#within(CONNECTED_WITHIN_MS, () => this.drop("failed"));
    this.#context.pbx.connectTransfer(this.#placed.callId);
  }

  /** Gives it up when it is under way and not connected. */
  drop(why: TransferFailure = "failed"): void {
    if (this.#stage === "calling" || this.#stage === "briefing") {
      this.#context.pbx.dropTransfer(this.#placed.callId, why);
    }
  }

  onPbx(event: TransferEvent): void {
    const { conversations } = this.#context;
    const { callId } = this.#placed;
    switch (event.type) {
      case "transfer_answered":
        if (!this.#enter("briefing")) return;
        this.#within(BRIEFED_WITHIN_MS, () => this.drop("failed"));
        return conversations.line(callId, event);
      case "transfer_failed":
        if (!this.#enter("none")) return;
        this.#cancelDeadline();
        this.#steps.note(`Not connected with the number for transfers: ${FAILURES[event.why]}.`);
        return conversations.line(callId, event);
      case "transfer_connected":
        if (!this.#enter("connected")) return;
        this.#cancelDeadline();
        this.#steps.note(CONNECTED);
        return conversations.line(callId, event);
      case "transfer_left":
        this.#steps.note("The one who was connected has hung up.");
        return this.#steps.hangUp();
    }
  }

  #enter(stage: TransferStage): boolean {
    if (!this.#steps.enter(stage)) return false;
    this.#stage = stage;
    return true;
  }

  #within(ms: number, run: () => void): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.#deadlines.after(ms, run);
  }
}
