import pino from "pino";
import { expect, it } from "vitest";
import { hostConversations } from "../../src/conversation/hosting.ts";
import type { Hosting } from "../../src/conversation/hosting.ts";
import type { MediaLeg } from "../../src/conversation/media-leg.ts";
import type { FromThread, Mind } from "../../src/conversation/messages.ts";

const ASSISTANT: Mind = {
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
const BUSINESS: Mind = { kind: "business", yaml: "", seed: "1" };

type Scene = {
  readonly hosting: Hosting;
  /** What was asked of whom, in order. */
  readonly steps: string[];
  readonly posted: FromThread[];
  readonly legCame: () => void;
  readonly rendering: Promise<void>;
};

/** A thread whose recogniser never gets ready: what is begun is told, and nothing comes of it. */
function scene(think: () => void = () => undefined): Scene {
  const steps: string[] = [];
  const posted: FromThread[] = [];
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
      recogniser: {
        open: () => {
          steps.push("ear opened");
          return never;
        },
      },
      detector: unused,
      speaker: () => ({
        prepare: () => {
          steps.push("opening rendered");
          rendering.resolve();
          return never;
        },
        clauses: unused,
      }),
      mouth: unused,
      think: () => {
        think();
        return { brain: { openingLine: () => "Hello." } as never, hints: [] };
      },
    },
    ticker: { add: () => () => undefined, stop: () => undefined },
    nowMs: () => performance.now(),
    post: (message) => posted.push(message),
    log: pino({ level: "silent" }),
  });
  return {
    ...{ hosting, steps, posted, rendering: rendering.promise },
    legCame: () => leg.resolve({} as never),
  };
}

function open(hosting: Hosting, mind: Mind): void {
  const order = { callId: "call_1", mind, opens: "after_greeting", sampleRateHz: 8000, language: "en-US" } as const;
  hosting.take({ type: "open", order: { ...order, hints: [], answerWaitSeconds: 60 } });
}

it("a call that we place is prepared for once its leg has come, so that nothing delays its INVITE", async () => {
  const { hosting, steps, legCame, rendering } = scene();
  open(hosting, ASSISTANT);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(steps).toEqual(["leg expected"]);
  legCame();
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual(["leg expected", "ear opened"]);
  await rendering;
  expect(steps).toEqual(["leg expected", "ear opened", "opening rendered"]);
  hosting.close();
});

it("whoever is called prepares while it rings: its leg comes only when it picks up", () => {
  const { hosting, steps } = scene();
  open(hosting, BUSINESS);
  expect(steps).toEqual(["leg expected", "opening rendered", "ear opened"]);
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
