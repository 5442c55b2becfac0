/**
 * One answered call, from the pick-up to the goodbye. It owns the call's ear, mouth and mind: `turn-taking.ts` tells when the
 * business has finished a turn, the brain is asked for a reply, `reply.ts` carries it out, and `silence-timeouts.ts` says how
 * long to wait for what. It lives in a worker thread and tells what happens in events only; what becomes of the call is
 * decided elsewhere.
 *
 * Used for both ends: the assistant (`opens: "after_greeting"`) and the fictional business (`opens: "at_once"`).
 */
import type { LineNews, TurnLatency } from "../calls/ports.ts";
import type { EndReason } from "../calls/vocabulary.ts";
import { lineOptions, type ConversationDeps, type ConversationPlan } from "./conversation-parts.ts";
import { thinkAfterwards } from "./dialog/conclusion.ts";
import { Farewell } from "./dialog/farewell.ts";
import { TurnTaking } from "./turn/turn-taking.ts";
import type { HeardFrame, LateWords, TalkingOn, TurnOver, Unclear, Voiced } from "./turn/turn-taking.ts";
import { Beat } from "./beat.ts";
import { Introduction } from "./introduction.ts";
import { Quiet } from "./quiet.ts";
import { Asking } from "./asking.ts";
import { LineSide } from "./line-side.ts";
import { withInterjections } from "./playout/interjections.ts";
import type { InterjectingMouth } from "./playout/interjections.ts";
import type { Played } from "./playout/mouth.ts";
import { emptyNotebook, write } from "./dialog/notebook.ts";
import type { Notebook } from "./dialog/notebook.ts";
import { Presence } from "./dialog/presence.ts";
import type { BrainEvent, HearingEvent, HistoryEntry } from "./ports.ts";
import { Whoever } from "./line/whoever.ts";
import { RULES } from "./rules.ts";
import { Replies } from "./dialog/replies.ts";
import type { SilentMove, ReplyResult } from "./dialog/reply.ts";

export class Conversation {
  readonly #deps: ConversationDeps & { readonly mouth: InterjectingMouth };
  readonly #plan: ConversationPlan;
  readonly #turnTaking: TurnTaking;
  readonly #replies: Replies;
  readonly #line: LineSide;
  readonly #asking: Asking;
  readonly #presence: Presence;
  readonly #quiet: Quiet;
  readonly #introduction: Introduction;
  readonly #history: HistoryEntry[] = [];
  #notebook: Notebook;
  /** Why we are saying goodbye, once we are, and until when. */
  #leaving: { readonly reason: EndReason; readonly untilMs: number } | null = null;
  #answeredMs: number | null = null;
  #beat: Beat | null = null;
  /** Something of our opening has been heard. Until then every turn of theirs is part of the greeting. */
  #opened = false;
  /** Sounds without words since their last words. */
  #unclear = 0;
  readonly #farewell = new Farewell();
  /** When words of ours last began to be heard. */
  #spokeMs = -Infinity;
  #finished = false;
  /** What is on the line, of whoever we call. Whoever is called takes everybody for a person. */
  #whoever: Whoever | null = null;
  /** The thread ends: what has been found is all there will be. */
  readonly #hurry = new AbortController();

  constructor(plan: ConversationPlan, deps: ConversationDeps) {
    this.#plan = plan;
    this.#deps = { ...deps, mouth: withInterjections(deps.mouth) };
    this.#notebook = emptyNotebook(plan.task);
    this.#introduction = new Introduction(deps.tell);
    this.#turnTaking = new TurnTaking(this.#deps, {
      onTurn: (said) => this.#onTurn(said),
      onLikely: (text) => this.#beginEarly(text),
      onUnlikely: () => this.#replies.dropEarly(),
      onUnclear: (said) => this.#onUnclear(said),
      onTalkingOn: (said) => this.#onTalkingOn(said),
      onLateWords: (late) => this.#onLateWords(late),
      onQuiet: (quietMs) => this.#onQuiet(quietMs),
      onInterrupt: () => this.#replies.abort("they took the floor"),
      onRetract: () => this.#replies.retract(),
      onFrame: (heard, atMs) => this.#onFrame(heard, atMs),
      onKey: (digit) => this.#line.onKey(digit),
      onDeaf: () => this.#finish("provider_failure"),
    });
    this.#replies = new Replies(this.#deps, this.#turnTaking, {
      history: () => [...this.#history],
      onSilentMove: (move) => this.#do(move),
      onPlayed: (played, latency) => this.#onPlayed(played, latency),
      act: (deed, begun, signal) => this.#line.act(deed, begun, signal),
      onVoiceLost: (cause) => deps.log.warn({ err: cause }, "the voice failed in the middle of what it said"),
      onReply: (result, event) => this.#onReply(result, event),
    });
    const { nowMs, tell } = deps;
    this.#asking = new Asking({
      ...{ nowMs, tell, history: this.#history, language: plan.language ?? "en-US" },
      waitMs: plan.answerWaitSeconds * 1000,
      bring: (event) => this.#line.bring(event),
      say: (event, moves, turn) => this.#replies.sayInTurn(event, moves, turn),
      be: (event) => this.#quiet.be(event),
    });
    this.#line = new LineSide({
      ...{ nowMs, tell, history: this.#history, given: plan.given ?? [] },
      note: (text) => this.#note(text),
      ask: (questionId, question) => this.#asking.askSilently(questionId, question),
      bring: (event) => this.#replies.bring(event),
      clear: (why) => this.#replies.clear(why),
      goOn: () => this.#quiet.be({ type: "words" }),
      expectQuiet: () => this.#quiet.expect(),
      heardWords: () => this.#farewell.heardWords,
      onConnected: () => this.#finish("completed"),
    });
    this.#quiet = new Quiet({
      nowMs,
      expect: (afterMs) => this.#turnTaking.feed({ type: "expect_quiet", afterMs }),
      instead: () => this.#line.quietMs ?? (this.#mayTalk ? undefined : null),
    });
    this.#presence = new Presence(plan.kept, { ...this.#deps, turnTaking: this.#turnTaking, replies: this.#replies });
  }

  /** The far end has picked up. */
  answered(): void {
    if (this.#answeredMs !== null || this.#finished) return;
    this.#answeredMs = this.#deps.nowMs();
    this.#beat = new Beat(this.#answeredMs, this.#deps.tell);
    this.#quiet.begin();
    this.#turnTaking.open();
    if (this.#plan.opens === "after_greeting") this.#whoever = this.#watchLine(this.#answeredMs);
    this.#deps.tell({ type: "line_state", state: "silence" });
    if (this.#plan.opens === "at_once") this.#replies.bring({ type: "opened", heard: null });
    else this.#quiet.expect();
  }

  /** The beat of the thread: everything that depends on time alone. */
  tick(): void {
    if (this.#finished || this.#answeredMs === null) return;
    const nowMs = this.#deps.nowMs();
    // What has come meanwhile is read after this: until then the line is not dead, and nobody is deaf.
    if (this.#beat?.strike(nowMs, nowMs - this.#answeredMs) === true) return;
    this.#introduction.look(this.#lineLives());
    this.#whoever?.tick(this.#deps.mouth.state === "playing", nowMs);
    const ending = this.#mustEnd(nowMs, this.#answeredMs);
    if (ending !== null) return this.#finish(ending);
    if (this.#leaving === null) this.#asking.tick(this.#mayTalk && this.#turnTaking.isQuiet && this.#replies.isIdle);
    const frameMs = this.#turnTaking.lastFrameMs ?? this.#answeredMs;
    this.#turnTaking.feed({ type: "tick", framesArrive: !this.#line.isBroken(frameMs) });
    this.#replies.work();
    if (this.#leaving === null && this.#mayTalk) this.#presence.stay(nowMs, this.#answeredMs);
  }

  /** What the recogniser says; wired by whoever opened the ear. */
  onHearing(event: HearingEvent): void {
    if (this.#finished) return;
    if (!this.#line.isAway) this.#whoever?.hearing(event, this.#deps.nowMs());
    if (event.type !== "failed") return this.#turnTaking.feed(event);
    this.#deps.log.error({ reason: event.message }, "the recogniser gave out");
    this.wrapUp("provider_failure");
  }

  /** The agent's answer; ignored when that question is no longer waited for. */
  answer(questionId: string, text: string): void {
    this.#asking.answer(questionId, text);
  }

  /** What the exchange says of the line. */
  onLine(news: LineNews): void {
    if (!this.#finished) this.#line.onNews(news);
  }

  /** Says goodbye and finishes with this reason, within the time of a goodbye. */
  wrapUp(reason: EndReason): void {
    if (this.#leaving !== null || this.#finished) return;
    if (this.#answeredMs === null) return this.#finish(reason);
    this.#leave(reason, "the call is being brought to its end");
    this.#replies.bring({ type: "wrap_up", reason });
  }

  /** The line is gone: stop, tell what was found, finish. */
  close(): void {
    this.#finish(this.#leaving?.reason ?? this.#whoever?.endsAs ?? "hangup_business");
  }

  /** The same at once, whatever could still be found. */
  leave(): void {
    this.#hurry.abort(new Error("the conversation thread ends"));
    this.close();
  }

  /** Something in it has failed by a fault of ours: the same without a goodbye. */
  fail(reason: EndReason = "provider_failure"): void {
    this.#finish(reason);
  }

  // -------------------------------------------------------------- what they do

  /** How much of a voice it is. Somebody else who is on the line instead of them is not judged. */
  #onFrame(heard: HeardFrame, atMs: number): Voiced {
    return (this.#line.isAway ? null : this.#whoever?.frame(heard, atMs)) ?? { speech: heard.speech, repeats: false };
  }

  #onTurn(said: TurnOver): void {
    if (this.#line.isAway) return this.#line.onTurn(said.text);
    this.#record(said.fresh, said.speechStartMs);
    this.#unclear = 0;
    this.#farewell.onWords();
    this.#quiet.be({ type: "words" });
    // A goodbye is not answered: whatever they say over ours stays in the transcript.
    if (this.#leaving !== null) return;
    if (this.#line.rests) return this.#line.onTurn(said.text);
    if (this.#whoever?.takes(said) === true) return;
    // An opening that still waits is the one that answers their greeting.
    this.#replies.withdraw("opened");
    const { text, confidence } = said;
    if (this.#asking.hears(text, confidence, said)) return;
    this.#replies.bring(this.#opened ? { type: "heard", text, confidence } : { type: "opened", heard: text }, said);
  }

  /** Said, and known too late for its turn. It is answered all the same, with the next one if we have gone on without it. */
  #onLateWords({ text, speechStartMs, unanswered }: LateWords): void {
    if (this.#line.isAway) return;
    this.#record(text, speechStartMs);
    this.#whoever?.takesLate(text);
    if (!this.#mayTalk || this.#leaving !== null || this.#asking.hears(text, null, null)) return;
    const waiting = this.#opened && this.#spokeMs < speechStartMs && this.#replies.isIdle;
    if (waiting) this.#replies.bring({ type: "heard", text, confidence: null });
    else if (unanswered) this.#turnTaking.hearWithNext(text);
  }

  /** Nobody else gets a word in. When there is no end to it we say goodbye over their words. */
  #onTalkingOn({ fresh, heldMs, speechStartMs }: TalkingOn): void {
    this.#record(fresh, speechStartMs);
    this.#farewell.onWords();
    if (heldMs < RULES.theirFloorMs || !this.#mayTalk) return;
    this.#turnTaking.deafen();
    this.wrapUp("completed");
  }

  #record(text: string, speechStartMs: number): void {
    if (text === "" || this.#line.isAway) return;
    this.#deps.tell({ type: "heard", text, atMs: this.#sinceAnswer(speechStartMs) });
    this.#history.push({ role: "business", text });
  }

  /** Worth asking again, but no sign of a person: music sounds like this too. */
  #onUnclear(said: Unclear): void {
    const expected = this.#mayTalk && this.#opened && this.#leaving === null && !this.#asking.isOpen;
    if (!expected || this.#unclear >= RULES.unclearInARow) return;
    this.#unclear += 1;
    this.#farewell.onSound();
    this.#replies.bring({ type: "heard", text: "", confidence: null }, said);
  }

  #onQuiet(quietMs: number): void {
    if (this.#line.rests) return this.#line.onQuiet();
    const due = this.#mayTalk ? this.#quiet.due(quietMs) : null;
    if (due === "leave") this.wrapUp("no_response");
    else if (due === "reassure") this.#asking.onQuiet();
    else if (due !== null) this.#replies.bring(due);
  }

  // -------------------------------------------------------------- what we say

  #beginEarly(text: string): void {
    const theirs = this.#mayTalk && this.#opened && this.#leaving === null;
    if (theirs && !this.#asking.isOpen) this.#replies.beginEarly(text);
  }

  #onReply(result: ReplyResult, event: BrainEvent): void {
    const over = this.#farewell.onReply(result, this.#deps.nowMs());
    if (this.#finished) return;
    if (result.failure !== null) return this.#onFailure(result.failure);
    if (this.#leaving !== null && result.hangUp) return this.#finish(this.#leaving.reason);
    if (over) return this.#finish(this.#leaving?.reason ?? "completed");
    this.#line.onReply(event, result.said);
    this.#quiet.be({ type: "replied", said: result.said, on: event.type === "silence" ? "silence" : "other" });
    if (this.#leaving === null) this.#asking.replied();
    this.#replies.work();
  }

  #onPlayed(played: Played, latency: TurnLatency | null): void {
    if (played.heard === "") return;
    if (this.#line.isAway) return this.#note(`To the number for transfers: ${played.heard}`);
    const atMs = this.#sinceAnswer(played.firstSoundAtMs ?? this.#deps.nowMs());
    this.#deps.tell({ type: "spoke", text: played.heard, cutOff: played.cutOff, atMs, latency });
    const words = this.#presence.wordsOf(played.heard);
    if (words === "") return;
    this.#spokeMs = played.firstSoundAtMs ?? this.#deps.nowMs();
    this.#opened = true;
    this.#farewell.onSpoken();
    const cut = played.cutOff === null ? {} : { cutOff: played.cutOff };
    this.#history.push({ role: "assistant", text: words, ...cut });
    if (played.cutOff !== null) this.#whoever?.cutOff(this.#deps.nowMs());
    if (!this.#presence.isApologising) this.#introduction.heard(words);
    this.#introduction.look(this.#lineLives());
  }

  /** Sound has come since the answer. */
  #lineLives(): boolean {
    return (this.#turnTaking.lastFrameMs ?? -Infinity) >= (this.#answeredMs ?? Infinity);
  }

  #do(move: SilentMove): void {
    if (move.type === "line_is") return this.#whoever?.told(move.line);
    if (move.type === "objected") return this.#deps.tell({ type: "objected", quotes: move.quotes });
    if (move.type === "ask_agent") return void this.#asking.ask(move.questionId, move.question);
    if (move.type === "conclusion") this.#farewell.onConclusion();
    this.#notebook = write(this.#notebook, move);
    this.#history.push({ role: "note", note: move });
  }

  #onFailure(failure: NonNullable<ReplyResult["failure"]>): void {
    this.#deps.log.error({ err: failure.cause, stage: failure.stage }, "a reply failed");
    // Without a voice there is no goodbye to be said but one that was kept.
    if (failure.stage === "voice" || this.#leaving !== null) this.#apologise();
    else this.wrapUp("provider_failure");
  }

  #leave(reason: EndReason, why: string, withinMs: number = RULES.goodbyeMs): void {
    this.#leaving = { reason, untilMs: this.#deps.nowMs() + withinMs };
    this.#quiet.be({ type: "leaving" });
    this.#replies.hold(false);
    this.#replies.clear(why);
  }

  /** Nothing works any more: what was kept for this is played, and then the line is put down. */
  #apologise(): void {
    const reason = "provider_failure";
    this.#leave(reason, "nothing else can be said");
    if (!this.#presence.apologise({ type: "wrap_up", reason })) this.#finish(reason);
  }

  // -------------------------------------------------------------- waiting and ending

  #mustEnd(nowMs: number, answeredMs: number): EndReason | null {
    const { legClosedMs, lastFrameMs } = this.#turnTaking;
    const lineEnds = this.#line.verdict(answeredMs, lastFrameMs, this.#whoever?.mode === "wait");
    if (legClosedMs !== null && nowMs - legClosedMs < RULES.legGraceMs) return null;
    if (legClosedMs !== null) return this.#lineLives() ? "trunk_failure" : "no_media";
    if (this.#leaving !== null && nowMs >= this.#leaving.untilMs) return this.#leaving.reason;
    if (this.#farewell.isTimeToGo(nowMs, this.#turnTaking.isQuiet && this.#replies.isIdle)) return "completed";
    return lineEnds;
  }

  #watchLine(nowMs: number): Whoever {
    const { tell, leg, brain } = this.#deps;
    return new Whoever(
      lineOptions(this.#plan, leg.sampleRateHz),
      {
        ...{ tell, brain, turnTaking: this.#turnTaking },
        replies: this.#replies,
        history: this.#history,
        onNote: (text) => this.#note(text),
        onMode: () => this.#quiet.be({ type: "words" }),
        onLeaving: () => {
          if (this.#leaving === null) this.#leave("voicemail", "a message is left", RULES.messageMs);
        },
        onEnd: (reason) => this.#finish(this.#leaving?.reason ?? reason),
        onGiveUp: (reason) => this.wrapUp(reason),
        hasOpened: () => this.#opened,
        isLeaving: () => this.#leaving !== null,
      },
      nowMs,
    );
  }

  /** Somebody is there who can be talked to. */
  get #mayTalk(): boolean {
    return !this.#line.rests && (this.#whoever?.mode ?? "talk") === "talk";
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
    this.#line.close();
    this.#whoever?.close();
    this.#turnTaking.close();
    this.#asking.end();
    void this.#settle(reason);
  }

  async #settle(reason: EndReason): Promise<void> {
    const { brain, mouth, tell, log } = this.#deps;
    await this.#replies.end().catch((cause: unknown) => log.error({ err: cause }, "a reply did not end well"));
    mouth.close();
    await thinkAfterwards({
      ...{ brain, tell, log, hurry: this.#hurry.signal, heardWords: this.#farewell.heardWords },
      ...{ ending: this.#farewell.endingOf(reason), language: this.#plan.language ?? "en-US" },
      owesConclusion: this.#farewell.owesConclusion,
      history: () => [...this.#history],
      notebook: () => this.#notebook,
      note: (note) => this.#do(note),
    });
  }
}
