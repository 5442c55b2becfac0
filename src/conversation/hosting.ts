/**
 * The calls of one conversation thread: takes orders, assembles what a conversation needs (media leg, ear, mouth,
 * mind), and remembers what is asked of it until it is assembled. Each call ends in exactly one `finished`; a fault in
 * one ends that one alone (call-guard.ts).
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { EndReason } from "../calls/vocabulary.ts";
import { guardCall, guardedLeg, guardedTicker } from "./call-guard.ts";
import type { CallGuard } from "./call-guard.ts";
import { Conversation } from "./conversation.ts";
import type { ConversationPlan, Told } from "./conversation-parts.ts";
import type { FromThread, BrainOrder, ThreadOrder, ToThread } from "./messages.ts";
import type { MediaLeg } from "./media/media-leg.ts";
import { watchLeg } from "./media/leg-life.ts";
import type { MediaListener } from "./media/media-listener.ts";
import { lastWords } from "./last-words.ts";
import type { Mouth } from "./playout/mouth.ts";
import { textsOf } from "./dialog/texts/texts.ts";
import { givenIn } from "./dialog/keys-asked.ts";
import { namesOfRequest } from "./names-of-request.ts";
import type { KeptWords } from "./dialog/presence.ts";
import { emptyNotebook, NO_TASK } from "./dialog/notebook.ts";
import type { Task } from "./dialog/notebook.ts";
import { taskOf } from "./dialog/task.ts";
import { voicemailLine } from "./dialog/voicemail-line.ts";
import type { Brain, HearingEvent, Meter, Recogniser, VoiceActivity } from "./ports.ts";
import { introducing } from "./dialog/introducing.ts";
import { introductionOf } from "./dialog/opening-line.ts";
import { wholeReplies } from "./dialog/whole-replies.ts";
import { orAborted } from "../lib/abort.ts";
import { failpoint, type Failpoint } from "../lib/failpoint.ts";
import { ALL_TIME_SAVERS } from "./time-savers.ts";
import type { TimeSavers } from "./time-savers.ts";
import type { Ticker } from "./media/frame-ticker.ts";
import type { Speaker } from "./playout/speaker.ts";
import { openReconnectingStt } from "./turn/reconnecting-stt.ts";
import { UsageMeter } from "./usage-meter.ts";

export type Engines = {
  readonly recogniserFor: (order: BrainOrder) => Recogniser;
  readonly detector: (sampleRateHz: 8000 | 16000) => VoiceActivity;
  readonly speaker: (
    order: Pick<ThreadOrder, "brain" | "language" | "sampleRateHz">,
    meterOf: ((clause: string) => Meter) | undefined,
  ) => Speaker;
  readonly mouth: (leg: MediaLeg, ticker: Ticker) => Mouth;
  readonly brainFor: (order: BrainOrder) => Brain;
};

export type HostingOptions = {
  readonly listener: MediaListener;
  readonly engines: Engines;
  /** Left out: all of them. */
  readonly timeSavers?: TimeSavers;
  readonly ticker: Ticker;
  readonly nowMs: () => number;
  readonly post: (message: FromThread) => void;
  readonly log: Logger;
};

/** From the arrival of a call's leg until its INVITE is on the wire: some milliseconds, more on a busy machine. */
const INVITE_SENT_MS = 20;

const TOLD_AT: Partial<Record<Told["type"], Failpoint>> = {
  heard: "talk.heard",
  spoke: "talk.spoke",
  findings: "talk.findings",
  finished: "talk.finished",
};

type Hosted = {
  readonly order: ThreadOrder;
  readonly abort: AbortController;
  readonly log: Logger;
  readonly guard: CallGuard;
  /** The far end has answered. */
  readonly pickedUp: PromiseWithResolvers<void>;
  /** What the call uses; null for the fictional business, which costs nobody anything. */
  readonly meter: UsageMeter | null;
  brain: Brain | null;
  conversation: Conversation | null;
  /** Asked for before the conversation was assembled, in order. */
  readonly waiting: ((conversation: Conversation) => void)[];
  /** What it found has been told. */
  noted: boolean;
  failed: boolean;
  over: boolean;
};

export type Hosting = { take(message: Exclude<ToThread, { type: "leave" }>): void; close(): void };

export function hostConversations(options: HostingOptions): Hosting {
  const { timeSavers = ALL_TIME_SAVERS } = options;
  const calls = new Map<string, Hosted>();
  const leaveLastWords = lastWords((words) => options.post({ type: "last_words", words }));
  const stopTicking = options.ticker.add(() => {
    for (const { guard, conversation } of calls.values()) {
      if (conversation === null) continue;
      failpoint("talk.tick");
      guard.within(() => conversation.tick());
    }
  });

  function post({ order: { callId } }: Hosted, event: Told): void {
    options.post({ type: "event", event: { ...event, callId } });
  }

  function tell(hosted: Hosted, event: Told): void {
    if (hosted.over) return;
    const { meter } = hosted;
    const place = TOLD_AT[event.type];
    if (place !== undefined) failpoint(place);
    if (event.type === "spoke") meter?.heard(event.text);
    if (event.type === "findings") hosted.noted = true;
    if (event.type === "finished" && meter !== null)
      post(hosted, { type: "usage", usage: meter.total(hosted.brain?.usage?.() ?? []) });
    post(hosted, event);
    if (event.type !== "finished") return;
    hosted.over = true;
    hosted.abort.abort(new Error("the conversation is over"));
    calls.delete(hosted.order.callId);
  }

  /** Ends a call whose conversation was never assembled, or cannot go on; what it has told already stands. */
  function giveUp(hosted: Hosted, reason: EndReason): void {
    const { brain } = hosted.order;
    if (!hosted.noted) tell(hosted, { type: "findings", findings: emptyNotebook(taskFor(brain)) });
    tell(hosted, { type: "finished", reason });
  }

  /** The conversation tells what it knows, if it still can. */
  function onFault(hosted: Hosted, cause: unknown): void {
    hosted.log.error({ err: cause }, "a conversation failed by a fault of ours and is ended");
    const again = hosted.failed;
    hosted.failed = true;
    if (again || hosted.conversation === null) return giveUp(hosted, "provider_failure");
    hosted.guard.within(() => hosted.conversation?.fail());
  }

  /** Nothing can be heard or said any more; the exchange, which may know nothing of it, is told to hang up. */
  function onLegLost(hosted: Hosted, leg: MediaLeg, why: string): void {
    failpoint("talk.leg_lost");
    hosted.log.error({ why }, "the audio of a call is lost, and the call is ended");
    const { conversation, guard } = hosted;
    if (conversation === null) giveUp(hosted, "trunk_failure");
    else guard.within(() => conversation.fail("trunk_failure"));
    leg.close(why);
  }

  async function assemble(hosted: Hosted): Promise<void> {
    const { order } = hosted;
    const { engines } = options;
    const { signal } = hosted.abort;
    const arriving = options.listener.expect(order.callId, signal);
    // That it does not come is waited for below, unless something else fails first.
    arriving.then(
      (leg) => {
        failpoint("talk.leg");
        watchLeg(leg, (why) => onLegLost(hosted, leg, why), signal);
      },
      () => undefined,
    );
    const ours = order.brain.kind === "assistant";
    // The exchange sends the INVITE of our calls when it has brought their leg: nothing of this must delay that. And
    // nothing is heard before.
    if (ours) await arriving;
    const mind = engines.brainFor(order.brain);
    const polite = order.brain.kind === "assistant" ? introducing(mind, introductionOf(order.brain)) : mind;
    const brain = timeSavers.clauseByClause ? polite : wholeReplies(polite);
    hosted.brain = brain;
    const { meter } = hosted;
    const meterOf = meter === null ? undefined : (clause: string): Meter => meter.clause(clause);
    const speaker = engines.speaker(order, meterOf);
    const { oneMoment: moment, apology } = textsOf(order.language);
    const kept = ours ? { moment, apology } : null;
    const recogniser = engines.recogniserFor(order.brain);
    // It rings. Whatever the three of them are reached over is connected now, and again when they begin to speak: what has
    // been closed meanwhile is open again before they have finished.
    const wake = (): void => {
      for (const stage of [recogniser, brain, speaker]) stage.wake?.();
    };
    if (timeSavers.connectWhileRinging) wake();
    else if (ours) await orAborted(hosted.pickedUp.promise, signal);
    // The opening is made while it rings; a voice that cannot do that says so when it has to speak.
    const prepared = prepare().catch((cause: unknown) => {
      if (!signal.aborted) hosted.log.warn({ err: cause }, "the opening could not be prepared");
    });
    async function prepare(): Promise<void> {
      // Bringing it to the line's rate keeps this thread from its other calls for ten milliseconds: of all there is to
      // do it can wait best.
      if (ours) await delay(INVITE_SENT_MS, undefined, { signal });
      await speaker.prepare(brain.openingLine(), signal);
      // Once for all calls of the thread, so that it is there when no voice is.
      for (const text of Object.values(kept ?? {})) await speaker.keep(text, signal);
      if (kept !== null && !signal.aborted) leaveLastWords(order, speaker, kept.apology);
      if (!timeSavers.phrasesAhead) return;
      for (const text of brain.oftenSaid?.() ?? []) await speaker.prepare(text, signal);
    }
    const heardEarly: HearingEvent[] = [];
    let onHearing = (event: HearingEvent): void => void heardEarly.push(event);
    const [socketLeg, hearing] = await Promise.all([
      arriving,
      openReconnectingStt(
        recogniser,
        {
          language: order.language,
          sampleRateHz: order.sampleRateHz,
          hints: hintsOf(order.brain),
          meter: meter?.hearing,
        },
        (event) => hosted.guard.within(() => onHearing(event)),
        hosted.log,
        signal,
      ),
      // Whoever is called speaks first. Whoever calls listens first, and as soon as may be.
      ours ? null : prepared,
    ]);
    const leg = guardedLeg(socketLeg, hosted.guard);
    const conversation = new Conversation(planFor(order, kept), {
      leg,
      mouth: engines.mouth(leg, guardedTicker(options.ticker, hosted.guard)),
      hearing,
      detector: engines.detector(order.sampleRateHz),
      brain,
      speaker,
      tell: (event) => tell(hosted, event),
      ...(timeSavers.connectWhileRinging ? { wake } : {}),
      timeSavers,
      nowMs: options.nowMs,
      log: hosted.log,
    });
    onHearing = (event) => conversation.onHearing(event);
    for (const event of heardEarly) onHearing(event);
    hosted.conversation = conversation;
    for (const command of hosted.waiting.splice(0)) command(conversation);
  }

  function open(order: ThreadOrder): void {
    const log = options.log.child({ callId: order.callId });
    const hosted: Hosted = {
      order,
      log,
      abort: new AbortController(),
      guard: guardCall((cause) => onFault(hosted, cause)),
      pickedUp: Promise.withResolvers(),
      meter: order.brain.kind === "assistant" ? new UsageMeter() : null,
      brain: null,
      conversation: null,
      noted: false,
      waiting: [],
      failed: false,
      over: false,
    };
    calls.set(order.callId, hosted);
    hosted.guard.within(() => {
      assemble(hosted).catch((cause: unknown) => {
        if (!hosted.abort.signal.aborted) log.error({ err: cause }, "a conversation could not be assembled");
        giveUp(hosted, "provider_failure");
      });
    });
  }

  function command(callId: string, run: (conversation: Conversation) => void): void {
    const hosted = calls.get(callId);
    if (hosted === undefined) return;
    const { conversation } = hosted;
    if (conversation !== null) hosted.guard.within(() => run(conversation));
    else hosted.waiting.push(run);
  }

  return {
    take(message) {
      switch (message.type) {
        case "open":
          return open(message.order);
        case "answered":
          calls.get(message.callId)?.pickedUp.resolve();
          return command(message.callId, (conversation) => conversation.answered());
        case "answer":
          return command(message.callId, (conversation) => conversation.answer(message.questionId, message.text));
        case "line":
          return command(message.callId, (conversation) => conversation.onLine(message.news));
        case "wrap_up":
          return command(message.callId, (conversation) => conversation.wrapUp(message.reason));
        case "close": {
          const hosted = calls.get(message.callId);
          if (hosted?.conversation === null) return giveUp(hosted, "hangup_business");
          return command(message.callId, (conversation) => conversation.close());
        }
      }
    },

    close() {
      stopTicking();
      for (const hosted of [...calls.values()]) {
        if (hosted.conversation === null) giveUp(hosted, "service_restart");
        else command(hosted.order.callId, (conversation) => conversation.leave());
      }
    },
  };
}

/** What the far end will say is told to nobody who listens to it: names of our own request are all an ear may know. */
function hintsOf(order: BrainOrder): readonly string[] {
  return order.kind === "assistant" ? namesOfRequest(order.brief) : [];
}

/** What the caller told us, in its own words. */
function givenBy(order: BrainOrder): readonly string[] {
  return order.kind === "assistant" ? givenIn(order.brief) : [];
}

function planFor(order: ThreadOrder, kept: KeptWords | null): ConversationPlan {
  const { opens, brain, answerWaitSeconds, language, holdSeconds } = order;
  return {
    opens,
    task: taskFor(brain),
    answerWaitSeconds,
    given: givenBy(brain),
    kept,
    language,
    voicemailMessage: brain.kind === "assistant" ? voicemailLine(brain) : null,
    ...(holdSeconds === undefined ? {} : { holdSeconds }),
  };
}

/** The fictional business has none. */
function taskFor(order: BrainOrder): Task {
  return order.kind === "assistant" ? taskOf(order.brief) : NO_TASK;
}
