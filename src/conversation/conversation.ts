/**
 * One answered call, from the pick-up to the goodbye. It owns the call's ear, mouth and mind: `turn-taking.ts` tells when the
 * business has finished a turn, the brain is asked for a reply, `reply.ts` carries it out, and `silence-timeouts.ts` says how
 * long to wait for what. It lives in a worker thread and tells what happens in events only; what becomes of the call is
 * decided elsewhere.
 *
 * Used for both ends of a call: the assistant (`opens: "after_greeting"`) and the fictional business that picks up
 * (`opens: "at_once"`) differ in their brains, not in how they listen and speak.
 */
import type { TurnLatency } from "../calls/ports.ts";
import type { EndReason } from "../calls/vocabulary.ts";
import type { ConversationDeps, ConversationPlan } from "./conversation-parts.ts";
import { thinkAfterwards } from "./dialog/conclusion.ts";
import { afterReply, afterWords, isTimeToGo } from "./dialog/goodbye.ts";
import type { Goodbye } from "./dialog/goodbye.ts";
import { TurnTaking } from "./turn/turn-taking.ts";
import type { TurnOver, Unclear } from "./turn/turn-taking.ts";
import { lineVerdict } from "./media/line-watch.ts";
import { withInterjections } from "./playout/interjections.ts";
import type { InterjectingMouth } from "./playout/interjections.ts";
import type { Played } from "./playout/mouth.ts";
import { emptyNotebook, write } from "./dialog/notebook.ts";
import type { Notebook } from "./dialog/notebook.ts";
import { nextQuiet, silenceTimeouts, wait } from "./turn/silence-timeouts.ts";
import type { SilenceTimeouts, SilenceEvent, QuietMeans } from "./turn/silence-timeouts.ts";
import { Presence } from "./dialog/presence.ts";
import type { BrainEvent, HearingEvent, HistoryEntry } from "./ports.ts";
import { Replies } from "./dialog/replies.ts";
import type { SilentMove, ReplyResult } from "./dialog/reply.ts";

const RULES = {
  /** Between two signs of life. */
  aliveMs: 3000,
  /** A goodbye that takes longer than this is cut. */
  goodbyeMs: 12_000,
  /** After our media socket has gone: time for the PBX to tell that the call is over, before it counts as our fault. */
  legGraceMs: 1500,
  /** A beat that comes so late finds a thread, or a process, that was held up or frozen. */
  heldUpMs: 1000,
  /** Without a frame for so long the line is not quiet but broken: nobody is prompted. */
  framesMissingMs: 2000,
  /** So often in a row we ask what a sound without words was: after that it is nobody who speaks to us. */
  unclearInARow: 2,
} as const;

export class Conversation {
  readonly #deps: ConversationDeps & { readonly mouth: InterjectingMouth };
  readonly #plan: ConversationPlan;
  readonly #turnTaking: TurnTaking;
  readonly #replies: Replies;
  readonly #presence: Presence;
  readonly #history: HistoryEntry[] = [];
  #notebook: Notebook;
  #silence: SilenceTimeouts;
  #quietMeans: QuietMeans = "nothing";
  #asking: { readonly questionId: string; readonly sinceMs: number } | null = null;
  /** Why we are saying goodbye, once we are, and until when. */
  #leaving: { readonly reason: EndReason; readonly untilMs: number } | null = null;
  #answeredMs: number | null = null;
  #aliveMs = -Infinity;
  #beatMs = 0;
  /** Something of our opening has been heard. Until then every turn of theirs is part of the greeting. */
  #opened = false;
  /** A full sentence of ours has been played. Into a line that carries no sound it introduces nobody. */
  #sentenceSaid = false;
  #introduced = false;
  #heardWords = false;
  /** Sounds without words since their last words. */
  #unclear = 0;
  /** The brain has given its verdict, and nothing was heard since; `aloud`: they have heard words of ours since. */
  #concluded: "no" | "silently" | "aloud" = "no";
  #goodbye: Goodbye = "unsaid";
  /** When words of ours last began to be heard. */
  #spokeMs = -Infinity;
  #finished = false;
  /** The thread ends: what has been found is all there will be. */
  readonly #hurry = new AbortController();

  constructor(plan: ConversationPlan, deps: ConversationDeps) {
    this.#plan = plan;
    this.#deps = { ...deps, mouth: withInterjections(deps.mouth) };
    this.#notebook = emptyNotebook(plan.task);
    this.#silence = silenceTimeouts(deps.nowMs());
    this.#turnTaking = new TurnTaking(this.#deps, {
      onTurn: (said) => this.#onTurn(said),
      onLikely: (text) => this.#beginEarly(text),
      onUnlikely: () => this.#replies.dropEarly(),
      onUnclear: (said) => this.#onUnclear(said),
      onLateWords: (text, speechStartMs) => this.#onLateWords(text, speechStartMs),
      onQuiet: (quietMs) => this.#onQuiet(quietMs),
      onInterrupt: () => this.#replies.abort("they took the floor"),
      onRetract: () => this.#replies.retract(),
      onKey: (digit) => this.#onKey(digit),
      onDeaf: () => this.#finish("provider_failure"),
    });
    this.#replies = new Replies(this.#deps, this.#turnTaking, {
      history: () => [...this.#history],
      onSilentMove: (move) => this.#do(move),
      onPlayed: (played, latency) => this.#onPlayed(played, latency),
      press: async (keys) => this.#press(keys),
      onVoiceLost: (cause) => deps.log.warn({ err: cause }, "the voice failed in the middle of what it said"),
      onReply: (result, event) => this.#onReply(result, event),
    });
    this.#presence = new Presence(plan.kept, { ...this.#deps, turnTaking: this.#turnTaking, replies: this.#replies });
  }

  /** The far end has picked up. */
  answered(): void {
    if (this.#answeredMs !== null || this.#finished) return;
    this.#answeredMs = this.#deps.nowMs();
    this.#beatMs = this.#answeredMs;
    this.#silence = silenceTimeouts(this.#answeredMs);
    this.#turnTaking.open();
    this.#deps.tell({ type: "line_state", state: "silence" });
    if (this.#plan.opens === "at_once") this.#replies.bring({ type: "opened", heard: null });
    else this.#expectQuiet();
  }

  /** The beat of the thread: everything that depends on time alone. */
  tick(): void {
    if (this.#finished || this.#answeredMs === null) return;
    const nowMs = this.#deps.nowMs();
    if (nowMs - this.#aliveMs >= RULES.aliveMs) {
      this.#aliveMs = nowMs;
      this.#deps.tell({ type: "alive", atMs: nowMs - this.#answeredMs });
    }
    const heldUp = nowMs - this.#beatMs > RULES.heldUpMs;
    this.#beatMs = nowMs;
    // What has come meanwhile is read after this: until then the line is not dead, and nobody is deaf.
    if (heldUp) return;
    this.#introduce();
    const ending = this.#mustEnd(nowMs, this.#answeredMs);
    if (ending !== null) return this.#finish(ending);
    if (this.#asking !== null && nowMs - this.#asking.sinceMs >= this.#plan.answerWaitSeconds * 1000) this.#expireAsk();
    const sinceFrameMs = nowMs - (this.#turnTaking.lastFrameMs ?? this.#answeredMs);
    this.#turnTaking.feed({ type: "tick", framesArrive: sinceFrameMs < RULES.framesMissingMs });
    this.#replies.work();
    if (this.#leaving === null) this.#presence.stay(nowMs, this.#answeredMs);
  }

  /** What the recogniser says; wired by whoever opened the ear. */
  onHearing(event: HearingEvent): void {
    if (this.#finished) return;
    if (event.type !== "failed") return this.#turnTaking.feed(event);
    this.#deps.log.error({ reason: event.message }, "the recogniser gave out");
    this.wrapUp("provider_failure");
  }

  /** The agent's answer; ignored when that question is no longer waited for. */
  answer(questionId: string, text: string): void {
    if (this.#asking?.questionId !== questionId) return;
    this.#asking = null;
    this.#be({ type: "ask_over" });
    this.#history.push({ role: "answer", questionId, answer: text });
    this.#replies.bring({ type: "answered", questionId, answer: text });
  }

  /** Says goodbye and finishes with this reason, within the time of a goodbye. */
  wrapUp(reason: EndReason): void {
    if (this.#leaving !== null || this.#finished) return;
    if (this.#answeredMs === null) return this.#finish(reason);
    this.#leaving = { reason, untilMs: this.#deps.nowMs() + RULES.goodbyeMs };
    this.#be({ type: "leaving" });
    this.#replies.clear("the call is being brought to its end");
    this.#replies.bring({ type: "wrap_up", reason });
  }

  /** The line is gone: stop, tell what was found, finish. */
  close(): void {
    this.#finish(this.#leaving?.reason ?? "hangup_business");
  }

  /** The same at once, whatever could still be found. */
  leave(): void {
    this.#hurry.abort(new Error("the conversation thread ends"));
    this.close();
  }

  /** Something in it has failed by a fault of ours: the same without a goodbye. */
  fail(): void {
    this.#finish("provider_failure");
  }

  // -------------------------------------------------------------- what they do

  #onTurn(said: TurnOver): void {
    if (!this.#heardWords) {
      this.#heardWords = true;
      this.#deps.tell({ type: "answered_by", by: "human" });
      this.#deps.tell({ type: "line_state", state: "human" });
    }
    if (said.fresh !== "") {
      this.#deps.tell({ type: "heard", text: said.fresh, atMs: this.#sinceAnswer(said.speechStartMs) });
      this.#history.push({ role: "business", text: said.fresh });
    }
    this.#unclear = 0;
    this.#concluded = "no";
    this.#goodbye = afterWords(this.#goodbye);
    this.#be({ type: "words" });
    // A goodbye is not answered: whatever they say over ours stays in the transcript.
    if (this.#leaving !== null) return;
    // An opening that still waits is the one that answers their greeting.
    this.#replies.withdraw("opened");
    this.#replies.bring(
      this.#opened
        ? { type: "heard", text: said.text, confidence: said.confidence }
        : { type: "opened", heard: said.text },
      said,
    );
  }

  /** Said, and known too late for its turn. It is answered all the same, unless we have gone on without it. */
  #onLateWords(text: string, speechStartMs: number): void {
    this.#deps.tell({ type: "heard", text, atMs: this.#sinceAnswer(speechStartMs) });
    this.#history.push({ role: "business", text });
    const waiting = this.#opened && this.#leaving === null && this.#spokeMs < speechStartMs && this.#replies.isIdle;
    if (waiting) this.#replies.bring({ type: "heard", text, confidence: null });
  }

  /** Worth asking again, but no sign of a person: music sounds like this too. */
  #onUnclear(said: Unclear): void {
    const expected = this.#opened && this.#leaving === null && this.#asking === null;
    if (!expected || this.#unclear >= RULES.unclearInARow) return;
    this.#unclear += 1;
    this.#goodbye = afterWords(this.#goodbye);
    this.#replies.bring({ type: "heard", text: "", confidence: null }, said);
  }

  #onQuiet(quietMs: number): void {
    switch (this.#quietMeans) {
      case "open":
        return this.#replies.bring({ type: "opened", heard: null });
      case "prompt":
        return this.#replies.bring({ type: "silence", silentMs: quietMs });
      case "reassure":
        return this.#replies.bring({
          type: "still_waiting",
          waitedMs: this.#deps.nowMs() - (this.#asking?.sinceMs ?? 0),
        });
      case "leave":
        return this.wrapUp("no_response");
      case "nothing":
        return;
    }
  }

  #onKey(digit: string): void {
    this.#history.push({ role: "keys", by: "business", keys: digit, sent: true });
    this.#note(`The business pressed ${digit}.`);
  }

  // -------------------------------------------------------------- what we say

  #beginEarly(text: string): void {
    if (this.#opened && this.#leaving === null) this.#replies.beginEarly(text);
  }

  #onReply(result: ReplyResult, event: BrainEvent): void {
    const { goodbye, over } = afterReply(this.#goodbye, result, this.#deps.nowMs());
    this.#goodbye = goodbye;
    if (this.#finished) return;
    if (result.failure !== null) return this.#onFailure(result.failure);
    if (this.#leaving !== null && result.hangUp) return this.#finish(this.#leaving.reason);
    if (over) return this.#finish(this.#leaving?.reason ?? "completed");
    this.#be({ type: "replied", said: result.said, on: event.type === "silence" ? "silence" : "other" });
    this.#replies.work();
  }

  #onPlayed(played: Played, latency: TurnLatency | null): void {
    if (played.heard === "") return;
    const atMs = this.#sinceAnswer(played.firstSoundAtMs ?? this.#deps.nowMs());
    this.#deps.tell({ type: "spoke", text: played.heard, cutOff: played.cutOff, atMs, latency });
    const words = this.#presence.wordsOf(played.heard);
    if (words === "") return;
    this.#spokeMs = played.firstSoundAtMs ?? this.#deps.nowMs();
    this.#opened = true;
    if (this.#concluded === "silently") this.#concluded = "aloud";
    this.#history.push({
      role: "assistant",
      text: words,
      ...(played.cutOff === null ? {} : { cutOff: played.cutOff }),
    });
    this.#sentenceSaid ||= !this.#presence.isApologising && /[.!?]/.test(words);
    this.#introduce();
  }

  #introduce(): void {
    if (this.#introduced || !this.#sentenceSaid || !this.#lineLives()) return;
    this.#introduced = true;
    this.#deps.tell({ type: "introduced" });
  }

  /** Sound has come since the answer. */
  #lineLives(): boolean {
    return (this.#turnTaking.lastFrameMs ?? -Infinity) >= (this.#answeredMs ?? Infinity);
  }

  #do(move: SilentMove): void {
    if (move.type === "objected") return this.#deps.tell({ type: "objected", quotes: move.quotes });
    if (move.type !== "ask_agent") {
      if (move.type === "conclusion") this.#concluded = "silently";
      this.#notebook = write(this.#notebook, move);
      this.#history.push({ role: "note", note: move });
      return;
    }
    if (this.#asking !== null) return;
    this.#asking = { questionId: move.questionId, sinceMs: this.#deps.nowMs() };
    this.#history.push({ role: "asked", questionId: move.questionId, question: move.question });
    this.#be({ type: "asked" });
    this.#deps.tell({ type: "asked", questionId: move.questionId, question: move.question });
  }

  #press(keys: string): void {
    this.#history.push({ role: "keys", by: "assistant", keys, sent: false });
    this.#note(`Keys cannot be pressed on this line: ${keys.length} were asked for.`);
  }

  #onFailure(failure: NonNullable<ReplyResult["failure"]>): void {
    this.#deps.log.error({ err: failure.cause, stage: failure.stage }, "a reply failed");
    // Without a voice there is no goodbye to be said.
    if (failure.stage === "voice" || this.#leaving !== null) this.#apologise();
    else this.wrapUp("provider_failure");
  }

  /** Nothing works any more: what was kept for this is played, and then the line is put down. */
  #apologise(): void {
    const reason = "provider_failure";
    this.#leaving = { reason, untilMs: this.#deps.nowMs() + RULES.goodbyeMs };
    this.#be({ type: "leaving" });
    if (!this.#presence.apologise({ type: "wrap_up", reason })) this.#finish(reason);
  }

  // -------------------------------------------------------------- waiting and ending

  #mustEnd(nowMs: number, answeredMs: number): EndReason | null {
    const { legClosedMs, lastFrameMs } = this.#turnTaking;
    if (legClosedMs !== null && nowMs - legClosedMs < RULES.legGraceMs) return null;
    if (legClosedMs !== null) return this.#lineLives() ? "trunk_failure" : "no_media";
    if (this.#leaving !== null && nowMs >= this.#leaving.untilMs) return this.#leaving.reason;
    if (isTimeToGo(this.#goodbye, nowMs, this.#turnTaking.isQuiet && this.#replies.isIdle)) return "completed";
    return lineVerdict({ answeredMs, lastFrameMs }, nowMs);
  }

  #expireAsk(): void {
    if (this.#asking === null) return;
    const { questionId } = this.#asking;
    this.#asking = null;
    this.#be({ type: "ask_over" });
    this.#deps.tell({ type: "ask_expired", questionId });
    this.#history.push({ role: "answer", questionId, answer: null });
    this.#replies.bring({ type: "answer_expired", questionId });
  }

  #be(event: SilenceEvent): void {
    this.#silence = wait(this.#silence, event, this.#deps.nowMs());
    this.#expectQuiet();
  }

  #expectQuiet(): void {
    const { afterMs, means } = nextQuiet(this.#silence, this.#deps.nowMs());
    this.#quietMeans = means;
    this.#turnTaking.feed({ type: "expect_quiet", afterMs });
  }

  #sinceAnswer(atMs: number): number {
    return Math.max(0, atMs - (this.#answeredMs ?? atMs));
  }

  #note(text: string): void {
    this.#deps.tell({ type: "noted", text, atMs: this.#sinceAnswer(this.#deps.nowMs()) });
  }

  /** Ends everything this conversation owns. The mouth settles first, so that what was heard of it is told. */
  #finish(reason: EndReason): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#turnTaking.close();
    if (this.#asking !== null) this.#deps.tell({ type: "ask_expired", questionId: this.#asking.questionId });
    this.#asking = null;
    void this.#settle(reason);
  }

  async #settle(reason: EndReason): Promise<void> {
    const { brain, mouth, tell, log } = this.#deps;
    await this.#replies.end().catch((cause: unknown) => log.error({ err: cause }, "a reply did not end well"));
    mouth.close();
    // Who puts the receiver down first after the goodbye, or in it, makes no difference.
    const parted = this.#goodbye !== "unsaid" || this.#concluded === "aloud";
    const theirs = reason === "hangup_business" || reason === "no_media" || reason === "trunk_failure";
    await thinkAfterwards({
      ...{ brain, tell, log, hurry: this.#hurry.signal, heardWords: this.#heardWords },
      ending: theirs && parted ? "completed" : reason,
      owesConclusion: this.#concluded === "no" && this.#heardWords,
      history: () => [...this.#history],
      notebook: () => this.#notebook,
      note: (note) => this.#do(note),
    });
  }
}
