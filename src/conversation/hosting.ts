/**
 * The calls of one conversation thread: takes orders, assembles what a conversation needs (media leg, ear, mouth,
 * mind), and remembers what is asked of it until it is assembled. Each call ends in exactly one `finished`.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { EndReason } from "../calls/vocabulary.ts";
import { Conversation } from "./conversation.ts";
import type { Told } from "./conversation.ts";
import type { FromThread, Mind, ThreadOrder, ToThread } from "./messages.ts";
import type { MediaLeg } from "./media-leg.ts";
import type { MediaListener } from "./media-listener.ts";
import type { Mouth } from "./mouth.ts";
import { emptyNotebook } from "./notebook.ts";
import type { Brain, HearingEvent, Recogniser, VoiceActivity } from "./ports.ts";
import type { Ticker } from "./silence-filler.ts";
import type { Speaker } from "./speaker.ts";
import { openSteadyEar } from "./steady-ear.ts";

export type Engines = {
  readonly recogniser: Recogniser;
  readonly detector: (sampleRateHz: 8000 | 16000) => VoiceActivity;
  readonly speaker: (mind: Mind, sampleRateHz: 8000 | 16000) => Speaker;
  readonly mouth: (leg: MediaLeg) => Mouth;
  /** The mind, and words that are likely to be heard by it. */
  readonly think: (mind: Mind) => { readonly brain: Brain; readonly hints: readonly string[] };
};

export type HostingOptions = {
  readonly listener: MediaListener;
  readonly engines: Engines;
  readonly ticker: Ticker;
  readonly nowMs: () => number;
  readonly post: (message: FromThread) => void;
  readonly log: Logger;
};

/** From the arrival of a call's leg until its INVITE is on the wire: some milliseconds, more on a busy machine. */
const INVITE_SENT_MS = 20;

type Hosted = {
  readonly order: ThreadOrder;
  readonly abort: AbortController;
  readonly log: Logger;
  conversation: Conversation | null;
  /** Asked for before the conversation was assembled, in order. */
  readonly waiting: ((conversation: Conversation) => void)[];
  over: boolean;
};

export type Hosting = { take(message: Exclude<ToThread, { type: "leave" }>): void; close(): void };

export function hostConversations(options: HostingOptions): Hosting {
  const calls = new Map<string, Hosted>();
  const stopTicking = options.ticker.add(() => {
    for (const hosted of calls.values()) hosted.conversation?.tick();
  });

  function tell(hosted: Hosted, event: Told): void {
    if (hosted.over) return;
    options.post({ type: "event", event: { ...event, callId: hosted.order.callId } });
    if (event.type !== "finished") return;
    hosted.over = true;
    hosted.abort.abort(new Error("the conversation is over"));
    calls.delete(hosted.order.callId);
  }

  /** Ends a call whose conversation was never assembled. */
  function giveUp(hosted: Hosted, reason: EndReason): void {
    const { mind } = hosted.order;
    const questions = mind.kind === "assistant" ? mind.brief.questions : [];
    tell(hosted, { type: "findings", findings: emptyNotebook(questions) });
    tell(hosted, { type: "finished", reason });
  }

  async function assemble(hosted: Hosted): Promise<void> {
    const { order } = hosted;
    const { engines } = options;
    const { signal } = hosted.abort;
    const arriving = options.listener.expect(order.callId, signal);
    // Waited for below, unless something else fails first.
    arriving.catch(() => undefined);
    const ours = order.mind.kind === "assistant";
    // The exchange sends the INVITE of our calls when it has brought their leg: nothing of this must delay that. And
    // nothing is heard before.
    if (ours) await arriving;
    const { brain, hints } = engines.think(order.mind);
    const speaker = engines.speaker(order.mind, order.sampleRateHz);
    // The opening is made while it rings; a voice that cannot do that says so when it has to speak.
    const prepared = prepare().catch((cause: unknown) => {
      if (!signal.aborted) hosted.log.warn({ err: cause }, "the opening could not be prepared");
    });
    async function prepare(): Promise<void> {
      // Bringing it to the line's rate keeps this thread from its other calls for ten milliseconds: of all there is to
      // do it can wait best.
      if (ours) await delay(INVITE_SENT_MS, undefined, { signal });
      await speaker.prepare(brain.openingLine(), signal);
    }
    const heardEarly: HearingEvent[] = [];
    let onHearing = (event: HearingEvent): void => void heardEarly.push(event);
    const [leg, hearing] = await Promise.all([
      arriving,
      openSteadyEar(
        engines.recogniser,
        { language: order.language, sampleRateHz: order.sampleRateHz, hints: [...hints, ...order.hints] },
        (event) => onHearing(event),
        hosted.log,
        signal,
      ),
      // Whoever is called speaks first. Whoever calls listens first, and as soon as may be.
      ours ? null : prepared,
    ]);
    const conversation = new Conversation(
      { opens: order.opens, questions: questionsOf(order.mind), answerWaitSeconds: order.answerWaitSeconds },
      {
        leg,
        mouth: engines.mouth(leg),
        hearing,
        detector: engines.detector(order.sampleRateHz),
        brain,
        speaker,
        tell: (event) => tell(hosted, event),
        nowMs: options.nowMs,
        log: hosted.log,
      },
    );
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
      conversation: null,
      waiting: [],
      over: false,
    };
    calls.set(order.callId, hosted);
    assemble(hosted).catch((cause: unknown) => {
      if (!hosted.abort.signal.aborted) log.error({ err: cause }, "a conversation could not be assembled");
      giveUp(hosted, "provider_failure");
    });
  }

  function command(callId: string, run: (conversation: Conversation) => void): void {
    const hosted = calls.get(callId);
    if (hosted === undefined) return;
    if (hosted.conversation !== null) run(hosted.conversation);
    else hosted.waiting.push(run);
  }

  return {
    take(message) {
      switch (message.type) {
        case "open":
          return open(message.order);
        case "answered":
          return command(message.callId, (conversation) => conversation.answered());
        case "answer":
          return command(message.callId, (conversation) => conversation.answer(message.questionId, message.text));
        case "wrap_up":
          return command(message.callId, (conversation) => conversation.wrapUp(message.reason));
        case "close": {
          const hosted = calls.get(message.callId);
          if (hosted?.conversation === null) return giveUp(hosted, "hangup_business");
          return hosted?.conversation?.close();
        }
      }
    },

    close() {
      stopTicking();
      for (const hosted of [...calls.values()]) {
        if (hosted.conversation === null) giveUp(hosted, "service_restart");
        else hosted.conversation.close();
      }
    },
  };
}

function questionsOf(mind: Mind): readonly string[] {
  return mind.kind === "assistant" ? mind.brief.questions : [];
}
