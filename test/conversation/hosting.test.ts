import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { hostConversations } from "../../src/conversation/hosting.ts";
import type { Hosting } from "../../src/conversation/hosting.ts";
import type { InboundEvent, MediaLeg } from "../../src/conversation/media/media-leg.ts";
import type { Mouth } from "../../src/conversation/playout/mouth.ts";
import { ALL_TIME_SAVERS } from "../../src/conversation/time-savers.ts";
import type { FromThread, BrainOrder } from "../../src/conversation/messages.ts";

const ASSISTANT: Extract<BrainOrder, { kind: "assistant" }> = {
  kind: "assistant",
  brief: {
    phone: "+14155550123",
    goal: "Ask when they open",
    businessName: null,
    details: null,
    questions: [],
    onBehalfOf: null,
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
  },
  assistant: { name: "Ada", disclosure: true },
};
/** It lives, and that is all. */
const QUIET_LEG = { closed: new Promise<string>(() => undefined), status: () => Promise.resolve(0) };
const BUSINESS: BrainOrder = { kind: "business", yaml: "", seed: "1" };

type Scene = {
  readonly hosting: Hosting;
  /** What was asked of whom, in order. */
  readonly steps: string[];
  readonly posted: FromThread[];
  /** What each ear was told beforehand. */
  readonly hints: (readonly string[])[];
  readonly legCame: () => void;
  readonly rendering: Promise<void>;
};

/** A thread whose recogniser never gets ready: what is begun is told, and nothing comes of it. */
function scene(think: () => void = () => undefined, connectWhileRinging = true): Scene {
  const steps: string[] = [];
  const posted: FromThread[] = [];
  const hints: (readonly string[])[] = [];
  const leg = Promise.withResolvers<MediaLeg>();
  const rendering = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  const unused = (): never => {
    throw new Error("no conversation is assembled here");
  };
  const hosting = hostConversations({
    listener: {
      port: 0,
      expect: (_callId, signal) => {
        steps.push("leg expected");
        signal.addEventListener("abort", () => leg.reject(signal.reason), { once: true });
        return leg.promise;
      },
      close: () => Promise.resolve(),
    },
    engines: {
      recogniserFor: () => ({
        wake: () => void steps.push("recogniser woken"),
        open: (options) => {
          steps.push("ear opened");
          hints.push(options.hints);
          return never;
        },
      }),
      detector: unused,
      speaker: () => ({
        wake: () => void steps.push("voice woken"),
        prepare: () => {
          steps.push("opening rendered");
          rendering.resolve();
          return never;
        },
        keep: unused,
        isReady: unused,
        clauses: unused,
      }),
      mouth: unused,
      brainFor: () => {
        think();
        return { openingLine: () => "Hello.", wake: () => void steps.push("mind woken") } as never;
      },
    },
    timeSavers: { ...ALL_TIME_SAVERS, connectWhileRinging },
    ticker: { add: () => () => undefined, stop: () => undefined },
    nowMs: () => performance.now(),
    post: (message) => posted.push(message),
    log: pino({ level: "silent" }),
  });
  return {
    ...{ hosting, steps, posted, hints, rendering: rendering.promise },
    legCame: () => leg.resolve(QUIET_LEG as never),
  };
}

function open(hosting: Hosting, brain: BrainOrder): void {
  const order = { callId: "call_1", brain, opens: "after_greeting", sampleRateHz: 8000, language: "en-US" } as const;
  hosting.take({ type: "open", order: { ...order, answerWaitSeconds: 60 } });
}

it.each([
  ["es-MX", ["Hello.", textsOf("es").oneMoment, textsOf("es").apology]],
  ["de", ["Hello.", textsOf("de").oneMoment, textsOf("de").apology]],
  ["en-GB", ["Hello.", textsOf("en").oneMoment, textsOf("en").apology]],
])("what is made of a call in %s while it rings: %j", async (language, made) => {
  const said: string[] = [];
  const leg = Promise.withResolvers<MediaLeg>();
  const never = new Promise<never>(() => undefined);
  const hosting = hostConversations({
    listener: { port: 0, expect: () => leg.promise, close: () => Promise.resolve() },
    engines: {
      recogniserFor: () => ({ open: () => never }),
      detector: () => ({ feed: () => Promise.resolve(0) }),
      speaker: () => ({
        prepare: (text) => {
          said.push(text);
          return Promise.resolve();
        },
        keep: (text) => {
          said.push(text);
          return Promise.resolve();
        },
        isReady: () => false,
        clauses: () => [],
      }),
      mouth: () => ({}) as never,
      brainFor: () => ({ openingLine: () => "Hello." }) as never,
    },
    ticker: { add: () => () => undefined, stop: () => undefined },
    nowMs: () => performance.now(),
    post: () => undefined,
    log: pino({ level: "silent" }),
  });
  const order = { callId: "call_1", brain: ASSISTANT, opens: "after_greeting", sampleRateHz: 8000, language } as const;
  hosting.take({ type: "open", order: { ...order, answerWaitSeconds: 60 } });
  leg.resolve(QUIET_LEG as never);
  await expect.poll(() => said, { timeout: 10_000 }).toEqual(made);
  hosting.close();
});

it("a call that we place is prepared for once its leg has come, so that nothing delays its INVITE", async () => {
  const { hosting, steps, legCame, rendering } = scene();
  open(hosting, ASSISTANT);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(steps).toEqual(["leg expected"]);
  legCame();
  await new Promise((resolve) => setImmediate(resolve));
  const woken = ["recogniser woken", "mind woken", "voice woken"];
  expect(steps).toEqual(["leg expected", ...woken, "ear opened"]);
  await rendering;
  expect(steps).toEqual(["leg expected", ...woken, "ear opened", "opening rendered"]);
  hosting.close();
});

it("without connections while it rings, nothing is prepared before the answer", async () => {
  const { hosting, steps, legCame, rendering } = scene(() => undefined, false);
  open(hosting, ASSISTANT);
  legCame();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(steps).toEqual(["leg expected"]);
  hosting.take({ type: "answered", callId: "call_1" });
  await rendering;
  expect(steps).toEqual(["leg expected", "ear opened", "opening rendered"]);
  hosting.close();
});

it("whoever is called prepares while it rings: its leg comes only when it picks up", () => {
  const { hosting, steps } = scene();
  open(hosting, BUSINESS);
  const woken = ["recogniser woken", "mind woken", "voice woken"];
  expect(steps).toEqual(["leg expected", ...woken, "opening rendered", "ear opened"]);
  hosting.close();
});

it("a call that is over before its leg has come ends once, and nothing is prepared for it", async () => {
  const { hosting, steps, posted, legCame } = scene();
  open(hosting, ASSISTANT);
  hosting.take({ type: "close", callId: "call_1" });
  legCame();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(steps).toEqual(["leg expected"]);
  const finished = posted.filter((message) => message.type === "event" && message.event.type === "finished");
  expect(finished).toHaveLength(1);
});

it("a mind that cannot be made costs its call, not the thread", async () => {
  const { hosting, posted } = scene(() => {
    throw new Error("no such business");
  });
  open(hosting, BUSINESS);
  await new Promise((resolve) => setImmediate(resolve));
  expect(posted.at(-1)).toMatchObject({ event: { type: "finished", reason: "provider_failure" } });
});

describe("a fault in a conversation", () => {
  type Line = { inbound: (event: InboundEvent) => void; faultyEar: boolean; faultyMouth: boolean; frames: number };
  const FRAME: InboundEvent = { type: "frame", samples: new Int16Array(160) };

  /** Two answered calls in one thread, on lines that carry frames. */
  async function talking(): Promise<{
    readonly lines: Map<string, Line>;
    readonly tick: () => void;
    readonly ended: () => readonly string[];
    readonly hosting: Hosting;
  }> {
    const lines = new Map<string, Line>();
    const ticks = new Set<(nowMs: number) => void>();
    const posted: FromThread[] = [];
    const lineOf = (callId: string): Line => {
      const line = lines.get(callId) ?? { inbound: () => undefined, faultyEar: false, faultyMouth: false, frames: 0 };
      lines.set(callId, line);
      return line;
    };
    const leg = (callId: string): MediaLeg =>
      ({
        callId,
        sampleRateHz: 8000,
        frameSamples: 160,
        ...QUIET_LEG,
        onInbound: (to: Line["inbound"]) => (lineOf(callId).inbound = to),
      }) as unknown as MediaLeg;
    let opened = 0;
    const hosting = hostConversations({
      listener: {
        port: 0,
        expect: (callId) => Promise.resolve(leg(callId)),
        close: () => Promise.resolve(),
      },
      engines: {
        recogniserFor: () => ({
          open: () => {
            const line = lineOf(`call_${(opened += 1)}`);
            const write = (): void => {
              line.frames += 1;
              if (line.faultyEar) throw new TypeError("a fault of ours");
            };
            const nothing = (): void => undefined;
            const rest = { begin: () => 1, pause: nothing, resume: nothing, commit: nothing, discard: nothing };
            return Promise.resolve({ tellsWords: "as_spoken", write, ...rest, close: nothing });
          },
        }),
        detector: () => ({ feed: () => Promise.resolve(0) }),
        speaker: () => ({
          prepare: () => Promise.resolve(),
          keep: () => Promise.resolve(),
          isReady: () => false,
          clauses: () => [] as never,
        }),
        mouth: ({ callId }, ticker) => {
          ticker.add(() => {
            if (lineOf(callId).faultyMouth) throw new TypeError("a fault of ours");
          });
          return {
            state: "idle",
            remainingMs: () => 0,
            onSound: () => undefined,
            close: () => undefined,
          } as unknown as Mouth;
        },
        brainFor: () => ({ openingLine: () => "Hello." }) as never,
      },
      ticker: {
        add: (onTick) => {
          ticks.add(onTick);
          return () => ticks.delete(onTick);
        },
        stop: () => undefined,
      },
      nowMs: () => 1000,
      post: (message) => posted.push(message),
      log: pino({ level: "silent" }),
    });
    for (const callId of ["call_1", "call_2"]) {
      const order = {
        callId,
        brain: ASSISTANT,
        opens: "after_greeting",
        sampleRateHz: 8000,
        language: "en-US",
      } as const;
      hosting.take({ type: "open", order: { ...order, answerWaitSeconds: 60 } });
      await new Promise((resolve) => setImmediate(resolve));
      hosting.take({ type: "answered", callId });
    }
    return {
      ...{ lines, hosting },
      tick: () => {
        for (const onTick of ticks) onTick(1000);
      },
      ended: () =>
        posted.flatMap((message) =>
          message.type === "event" && message.event.type === "finished"
            ? [`${message.event.callId} ${message.event.reason}`]
            : [],
        ),
    };
  }

  it.each(["faultyEar", "faultyMouth"] as const)("(%s) ends that one, and the other goes on", async (fault) => {
    const { lines, tick, ended, hosting } = await talking();
    const [bad, good] = [lines.get("call_1"), lines.get("call_2")];
    if (bad === undefined || good === undefined) throw new Error("two calls were opened");
    bad[fault] = true;
    for (let time = 0; time < 3; time += 1) {
      for (const line of [bad, good]) line.inbound(FRAME);
      tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ended()).toEqual(["call_1 provider_failure"]);
    expect(good.frames).toBe(3);
    hosting.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended()).toEqual(["call_1 provider_failure", "call_2 hangup_business"]);
  });
});

it("an ear is told the names of our request and nothing of what is asked; the business's ear is told nothing", async () => {
  const { hosting, hints, legCame, rendering } = scene();
  const brief = {
    ...ASSISTANT.brief,
    businessName: "Maple Street Garage",
    goal: "Ask Joe for the price of four tires on Friday",
    questions: ["Is it eighty dollars at Maple Street Garage?"],
  };
  open(hosting, { ...ASSISTANT, brief });
  legCame();
  await rendering;
  open(hosting, BUSINESS);
  expect(hints).toEqual([["Maple Street Garage", "Joe"], []]);
  hosting.close();
});

it("tells what each call of ours has used, just before its end; the business that is called costs nobody anything", () => {
  const used = (brain: BrainOrder): readonly string[] => {
    const { hosting, posted } = scene();
    open(hosting, brain);
    hosting.close();
    return posted.map((message) => (message.type === "event" ? message.event.type : message.type));
  };
  expect(used(ASSISTANT)).toEqual(["findings", "usage", "finished"]);
  expect(used(BUSINESS)).toEqual(["findings", "finished"]);
});
