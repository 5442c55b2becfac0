/**
 * One call under way, from its dial to its last commit. The rules are `advance` (call.ts) and `settleCall`; this class
 * only carries out what follows from them: it tells the exchange and the conversation what to do, has each change
 * written (call-notes.ts), and sees to it that every wait ends. It lives until its end is on the disk.
 */
import { todayThere, zonesOfCallee } from "./callee-calendar.ts";
import { advance, QUEUED, type Call, type CallEvent } from "./call.ts";
import { CallTransfer } from "./call-transfer.ts";
import { tellChange, tellFact } from "./call-facts.ts";
import { AgentQuestion } from "./agent-question.ts";
import { Backlog } from "./backlog.ts";
import { CallNotes } from "./call-notes.ts";
import { finalise } from "./finalise.ts";
import { setAside } from "./set-aside.ts";
import type { DeskContext } from "./desk-context.ts";
import { saysObjection } from "./objection.ts";
import { Meter } from "../billing/meter.ts";
import type { NewCall } from "./ports-store.ts";
import type { ConversationEvent, Findings, PbxEvent } from "./ports.ts";
import type { EndReason } from "./vocabulary.ts";
import { Deadlines } from "./deadlines.ts";
import { languageOfTag } from "../language/languages.ts";
import { failpoint } from "../lib/failpoint.ts";

/** The conversation may take this long to connect its engines before the call is given up undialled. */
const OPEN_DEADLINE_MS = 20_000;
/** The exchange ends a ringing call by itself; this is for an exchange that does not. */
const RING_GRACE_MS = 20_000;
/** From our hang-up until the exchange must have confirmed it. */
const HANG_UP_DEADLINE_MS = 10_000;
/** What was found has to be told this soon after the line is gone, unless the conversation asks for more time. */
const FINDINGS_DEADLINE_MS = 3_000;
/** So much it may ask for. */
const FINDINGS_MOST_MS = 10_000;
/** From the request to say goodbye to the hard hang-up. */
const GOODBYE_MS = 15_000;

/** What a conversation may make of a line that the business has hung up: it was done, or it had given up already. */
const BETTER_THAN_HANGUP: ReadonlySet<EndReason> = new Set([
  "completed",
  "voicemail",
  "max_duration",
  "insufficient_funds",
]);

type Verdict = { readonly reason: EndReason; readonly sipStatus: number | null; readonly atMs: number };

export class LiveCall {
  readonly placed: NewCall;
  readonly question: AgentQuestion;
  readonly #context: DeskContext;
  readonly #backlog: Backlog;
  readonly #deadlines: Deadlines;
  readonly #notes: CallNotes;
  readonly #transfer: CallTransfer;
  #call: Call = QUEUED;
  #dialled = false;
  #meter: Meter | null = null;
  #wrapping = false;
  /** The network's last word; the conversation may still have something to tell. */
  #verdict: Verdict | null = null;
  #faulty = false;
  #finished: EndReason | null = null;
  /** Nothing more is said or heard, and the conversation makes up its mind until then, on the monotonic clock. */
  #parted: { readonly reason: EndReason; readonly finishesByMs: number } | null = null;
  #cancelFindings: () => void = () => {};
  #lost = false;
  #findings: Findings | null = null;

  constructor(placed: NewCall, context: DeskContext) {
    this.placed = placed;
    this.#context = context;
    this.#backlog = new Backlog(context, placed.callId);
    this.#deadlines = new Deadlines({ after: (delayMs, run) => context.timers.after(delayMs, () => this.#guard(run)) });
    this.#notes = new CallNotes(context, placed, this.#backlog);
    this.#transfer = new CallTransfer(context, placed, this.#deadlines, {
      enter: (stage) => this.#apply({ type: "transfer", stage }),
      note: (text) => this.#system(text),
      count: (phone) => this.#notes.transferred(phone),
      hangUp: () => this.hangUp("completed"),
    });
    this.question = new AgentQuestion(context, placed.callId, this.#backlog, this.#deadlines);
  }

  /** Talk time so far in milliseconds. */
  get talkMs(): number {
    if (this.#call.status === "ended") return this.#call.talkMs;
    if (this.#call.status !== "in_progress") return 0;
    const until = this.#call.stop?.atMs ?? this.#verdict?.atMs ?? this.#now();
    return Math.max(0, until - this.#call.answeredAtMs);
  }

  /** What is stored of it is behind. */
  get behind(): boolean {
    return this.#backlog.behind;
  }

  /** Nothing has gone out to the network: a hang-up now means that it is never dialled. */
  get undialled(): boolean {
    return !this.#dialled;
  }

  /** Gets a conversation ready, then places the call. */
  begin(): void {
    this.#place().catch((error: unknown) => {
      this.#context.log.error({ call_id: this.placed.callId, err: error }, "the call could not be placed");
      this.hangUp("provider_failure");
    });
  }

  onPbx(event: PbxEvent): void {
    this.#guard(() => this.#onPbx(event));
  }

  onConversation(event: ConversationEvent): void {
    this.#guard(() => this.#onConversation(event));
  }

  #onPbx(event: PbxEvent): void {
    switch (event.type) {
      case "ringing":
        if (this.#apply({ type: "ringing", earlyMedia: event.earlyMedia })) this.#notes.save(this.#call, true);
        return;
      case "answered":
        return this.#answered();
      case "pressed":
      case "held":
      case "comfort_noise":
        return this.#context.conversations.line(event.callId, event);
      case "transfer_answered":
      case "transfer_connected":
      case "transfer_failed":
      case "transfer_left":
        return this.#transfer.onPbx(event);
      case "ended":
        return this.#lineGone({ reason: event.reason, sipStatus: event.sipStatus, atMs: this.#now() });
    }
  }

  #onConversation(event: ConversationEvent): void {
    if (event.type === "usage") return this.#notes.usage(event.usage);
    if (this.#call.status === "ended") return;
    switch (event.type) {
      case "heard":
        this.#notes.line(this.#call, { ...event, role: "business", cutOff: null, latency: null });
        // Whatever the assistant makes of it, and whether or not it still can.
        if (speaksForItself(this.#call) && saysObjection(event.text, this.placed.brief.language)) {
          this.#notes.objected([event.text]);
        }
        return;
      case "spoke":
        return this.#notes.line(this.#call, { ...event, role: "assistant" });
      case "noted":
        return this.#notes.line(this.#call, { ...event, role: "system", cutOff: null, latency: null });
      case "line_state":
        if (this.#apply({ type: "line_state", state: event.state })) this.#notes.save(this.#call, true);
        return;
      case "answered_by":
        if (this.#apply({ type: "answered_by", by: event.by })) this.#notes.save(this.#call, true);
        return;
      case "introduced":
        if (this.#apply({ type: "introduced" })) this.#notes.save(this.#call, false);
        return;
      case "alive":
        this.#apply({ type: "alive", talkMs: Math.floor(event.atMs) });
        return;
      case "lost":
        this.#lost = true;
        return this.#stop("provider_failure", { type: "lost", atMs: this.#now() });
      case "objected":
        return this.#notes.objected(event.quotes);
      case "asked":
        return this.question.ask(event.questionId, event.question);
      case "press":
        return this.#context.pbx.press(event);
      case "audio_missing":
        return this.#context.pbx.checkAudio(event.callId, event.again);
      case "transfer_asked":
        return this.#transfer.asked();
      case "transfer_briefed":
        return this.#transfer.briefed(event.by);
      case "ask_prolonged":
        return this.question.prolong(event.questionId, event.byMs);
      case "ask_expired":
        return this.question.expire(event.questionId);
      case "findings":
        // Of a conversation that was lost, what it had told before stands.
        if (this.#lost && this.#findings !== null) return;
        this.#findings = event.findings;
        return this.#notes.findings(event.findings);
      case "parted":
        return this.#onParted(event.reason, event.finishesWithinMs);
      case "finished":
        this.#finished = event.reason;
        if (this.#verdict !== null) return this.#end(this.#verdict);
        return this.#isConnected ? undefined : this.hangUp(event.reason);
    }
  }

  /** Ends the call now, for this reason: on request, because the conversation is over, or because nothing else helps. */
  hangUp(reason: EndReason): void {
    this.#guard(() => this.#stop(reason, { type: "stop", reason, atMs: this.#now() }));
  }

  #system(text: string): void {
    this.#notes.line(this.#call, { role: "system", text, atMs: this.talkMs, cutOff: null, latency: null });
  }

  #stop(reason: EndReason, event: CallEvent): void {
    if (!this.#dialled) return this.#endUndialled(reason === "hangup_api" ? "canceled" : reason);
    // The line is gone already; what is found in these last seconds changes nothing in why.
    if (this.#verdict !== null) return;
    if (!this.#apply(event)) return;
    this.#meter?.stop();
    this.#deadlines.after(HANG_UP_DEADLINE_MS, () =>
      this.#lineGone({ reason: "hangup_api", sipStatus: null, atMs: this.#now() }),
    );
    this.#context.pbx.hangUp(this.placed.callId);
  }

  /** Lets the assistant say goodbye first; `withinMs` later the line is cut in any case. */
  wrapUp(reason: EndReason, withinMs: number = GOODBYE_MS): void {
    this.#guard(() => this.#wrapUp(reason, withinMs));
  }

  #wrapUp(reason: EndReason, withinMs: number): void {
    if (this.#call.status !== "in_progress") return this.hangUp(reason);
    this.#deadlines.after(Math.max(0, withinMs), () => this.hangUp(reason));
    if (this.#wrapping) return;
    this.#wrapping = true;
    // The business would not hear a goodbye. What is paid for is theirs.
    if (this.#transfer.isAway) return reason === "insufficient_funds" ? undefined : this.hangUp(reason);
    this.#transfer.drop();
    this.#context.conversations.wrapUp(this.placed.callId, reason);
  }

  /** Writes that the assistant was alive, when there is news; part of a transaction of the desk. */
  writeAlive(): void {
    if (this.#isConnected) this.#apply({ type: "alive", talkMs: Math.floor(this.talkMs) });
    if (this.#call.status === "in_progress") this.#notes.alive(this.#call);
  }

  get #isConnected(): boolean {
    return this.#call.status === "in_progress" && this.#call.transfer === "connected";
  }

  /** Lets go of every timer; for the end of the process. */
  abandon(): void {
    this.#deadlines.end();
    this.#backlog.stop();
  }

  async #place(): Promise<void> {
    const { conversations, settings, pbx, clock, around } = this.#context;
    const { callId, brief, route } = this.placed;
    const today = todayThere(zonesOfCallee(brief.phone, clock.wallMs(), around.directory), clock.wallMs());
    const cancel = this.#deadlines.after(OPEN_DEADLINE_MS, () => this.#endUndialled("provider_failure"));
    // One second more than is promised: an answer accepted at the last moment is still delivered.
    const answerWaitSeconds = settings.answerWaitSeconds + 1;
    const { assistant, holdSeconds } = settings;
    const hold = holdSeconds === undefined ? {} : { holdSeconds };
    const media = await conversations.open({ callId, brief, route, assistant, answerWaitSeconds, today, ...hold });
    cancel();
    if (this.#call.status === "ended") return conversations.close(callId);
    this.#dialled = true;
    this.#deadlines.after(settings.ringSeconds * 1000 + RING_GRACE_MS, () => this.#ringTooLong());
    const language = languageOfTag(brief.language);
    pbx.dial({ callId, number: brief.phone, route, ringSeconds: settings.ringSeconds, media, language });
    tellFact(this.#context, callId, { type: "dialled", route });
    failpoint("call.dialled");
  }

  #answered(): void {
    const atMs = this.#now();
    if (!this.#apply({ type: "answered", atMs })) return;
    const { settings, conversations } = this.#context;
    const { callId, accountId, free } = this.placed;
    failpoint("call.answered");
    this.#notes.answered(this.#call);
    failpoint("call.answer_written");
    conversations.answered(callId);
    this.#deadlines.after(settings.maxCallSeconds * 1000, () => this.wrapUp("max_duration"));
    if (free || accountId === null) return;
    this.#meter = new Meter(this.#context, {
      call: this.placed,
      accountId,
      answeredAtMs: atMs,
      write: (work) => this.#backlog.write(work),
      later: (delayMs, run) => this.#deadlines.after(delayMs, run),
      fundsEnd: (atTalkMs) => this.wrapUp("insufficient_funds", atTalkMs - this.talkMs),
    });
    this.#meter.start();
  }

  #lineGone(verdict: Verdict): void {
    if (this.#call.status === "ended" || this.#verdict !== null) return;
    this.#verdict = verdict;
    this.#meter?.stop();
    if (this.#call.status !== "in_progress" || this.#finished !== null) {
      this.#context.conversations.close(this.placed.callId);
      return this.#end(verdict);
    }
    this.#awaitFindings(verdict);
    if (this.#parted === null) this.#context.conversations.close(this.placed.callId);
  }

  /** The line goes now; the call ends when the conversation has finished too. */
  #onParted(reason: EndReason, withinMs: number): void {
    this.#parted = { reason, finishesByMs: this.#now() + Math.min(withinMs, FINDINGS_MOST_MS) };
    if (this.#verdict !== null) return this.#awaitFindings(this.#verdict);
    // The assistant has left; the others have not.
    if (!this.#isConnected) this.hangUp(reason);
  }

  #awaitFindings(verdict: Verdict): void {
    this.#cancelFindings();
    const askedForMs = this.#parted === null ? 0 : this.#parted.finishesByMs - this.#now();
    const withinMs = Math.max(FINDINGS_DEADLINE_MS, askedForMs);
    this.#cancelFindings = this.#deadlines.after(withinMs, () => this.#end(verdict));
  }

  #ringTooLong(): void {
    if (this.#call.status === "queued") this.hangUp("trunk_failure");
    if (this.#call.status === "ringing") this.hangUp("no_answer");
  }

  #endUndialled(reason: EndReason): void {
    if (this.#call.status === "ended") return;
    this.#context.conversations.close(this.placed.callId);
    this.#end({ reason, sipStatus: null, atMs: this.#now() });
  }

  #end(verdict: Verdict): void {
    const told = this.#finished ?? this.#parted?.reason ?? null;
    const better = verdict.reason === "hangup_business" && told !== null && BETTER_THAN_HANGUP.has(told);
    if (!this.#apply({ type: "ended", reason: better ? told : verdict.reason, atMs: verdict.atMs })) return;
    const ended = this.#call;
    if (ended.status !== "ended") return;
    this.#deadlines.end();
    this.question.forget();
    const { store, live, clock } = this.#context;
    const { callId } = this.placed;
    // The call was over when the line went, however long its last words were looked through.
    const endedAtMs = clock.wallMs() - Math.max(0, Math.round(this.#now() - verdict.atMs));
    const gone = (): void =>
      store.afterCommit(() => {
        failpoint("call.ended");
        live.delete(callId);
      });
    const life = { ...this.#notes.life(ended), sipStatus: verdict.sipStatus };
    failpoint("call.ending");
    this.#backlog.write(
      () => {
        finalise(this.#context, life, callId, ended, this.#findings, endedAtMs);
        gone();
      },
      (cause) => {
        setAside(this.#context, callId, ended.reason, endedAtMs, cause);
        gone();
      },
    );
  }

  /** Runs what happens to this call. A fault of ours in it ends this call, and no other. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#context.log.error(
        { call_id: this.placed.callId, err: error },
        "a call failed by a fault of ours and is ended",
      );
      // Every step of the end has a deadline of its own, also when this fails too.
      if (!this.#faulty) {
        this.#faulty = true;
        this.hangUp("provider_failure");
      }
    }
  }

  #apply(event: CallEvent): boolean {
    const next = advance(this.#call, event);
    if (next === this.#call) return false;
    tellChange(this.#context, this.placed, this.#call, next);
    this.#call = next;
    return true;
  }

  #now(): number {
    return this.#context.clock.monotonicMs();
  }
}

/** Nobody objects in a recording. */
function speaksForItself(call: Call): boolean {
  return call.status === "in_progress" && !/^(?:ivr|hold|voicemail|screening)$/.test(call.lineState ?? "");
}
