/** One mind takes over from another in mid-call: at every place at which the first can fail, and on speculation. */
import pino from "pino";
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { mindHealth } from "../../../src/conversation/dialog/mind-health.ts";
import { withTakeover } from "../../../src/conversation/dialog/takeover.ts";
import type { Mind } from "../../../src/conversation/dialog/takeover.ts";
import type { Brain, BrainEvent, BrainMove, BrainNote, HistoryEntry } from "../../../src/conversation/ports.ts";
import { FakeClock } from "../../fakes/clock.ts";
import { briefOf } from "./brain-requests.ts";
import { brainBriefOf, NEVER, saidIn, Talk } from "./model/talk.ts";

const BRIEF = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  questions: ["How much is the dinner menu?", "Is there parking nearby?"],
});
const GREETING = "Blue Harbor Bistro, how can I help you?";
const say = (text: string): BrainMove => ({ type: "say", text });

/** What a scripted mind does with an event: moves, a failure, or nothing ever. */
type Step = BrainMove | Error | "hangs";
type Script = (event: BrainEvent, history: readonly HistoryEntry[]) => readonly Step[];

const TOKENS = { promptTokens: 10, completionTokens: 2, discardedTokens: 1, estimated: false };

type Scripted = Mind & { readonly log: string[] };

function scripted(name: string, script: Script): Scripted {
  const log: string[] = [];
  const brain: Brain = {
    openingLine: () => `Hello from ${name}.`,
    retract: () => void log.push("retract"),
    usage: () => [{ engine: name, requests: 1, failures: 0, ...TOKENS }],
    async *respond(event, history, signal) {
      log.push(event.type);
      for (const step of script(event, history)) {
        if (step instanceof Error) throw step;
        if (step === "hangs") {
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
          log.push("given up");
          return;
        }
        yield step;
      }
    },
  };
  return {
    name,
    log,
    brains: {
      begin: (_, history) => {
        log.push(`begun after ${history.length}`);
        return brain;
      },
    },
  };
}

const RULES: Mind = { name: "rules", brains: embeddedBrains(() => "q_rules") };

function rig(...minds: Mind[]) {
  const clock = new FakeClock();
  const warnings: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const brain = withTakeover(minds, { timers: clock, clock, log }).begin(brainBriefOf(BRIEF), []);
  return { clock, brain, talk: new Talk(brain), warnings };
}

/** Lets promises run until nothing moves any more. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

const FAILS = new Error("the model is gone: check llm.base_url");
const on =
  (type: BrainEvent["type"], ...steps: Step[]): Script =>
  (event) =>
    event.type === type ? steps : event.type === "opened" ? [say("Hello from first.")] : [say("Go on.")];

describe("a failure", () => {
  it("before the first word is answered by the next mind, in the same event", async () => {
    const { talk, warnings } = rig(scripted("first", on("heard", FAILS)), RULES);
    await talk.open(GREETING);
    expect(saidIn(await talk.hear("What name should I put that under?"))).toContain("Alex Morgan");
    expect(warnings).toMatchObject([{ failed: "first", next: "rules" }]);
    expect(JSON.stringify(warnings)).toContain("llm.base_url");
  });

  it("is for the rest of the call: the first mind is not asked again", async () => {
    const first = scripted("first", on("heard", FAILS));
    const { talk } = rig(first, RULES);
    await talk.open(GREETING);
    await talk.hear("What name should I put that under?");
    await talk.hear("And a phone number?");
    expect(first.log.filter((entry) => entry === "heard")).toHaveLength(1);
  });

  it("after words goes on with the answer, and says nothing twice", async () => {
    const second = scripted("second", on("heard", say("The name is Alex."), say("Is there parking?")));
    const { talk } = rig(scripted("first", on("heard", say("The name is Alex."), FAILS)), second);
    await talk.open(GREETING);
    expect(saidIn(await talk.hear("What name?"))).toBe("The name is Alex. Is there parking?");
  });

  it("at the opening is answered by the same opening, once", async () => {
    const rules = RULES.brains.begin(brainBriefOf(BRIEF), []);
    for (const steps of [[FAILS], [say(rules.openingLine()), FAILS]] as Step[][]) {
      const { talk } = rig(scripted("first", on("opened", ...steps)), RULES);
      expect(saidIn(await talk.open(GREETING))).toBe(rules.openingLine());
    }
  });

  it("to begin at all, or to know its opening, passes the call on", async () => {
    const unborn: Mind = {
      name: "unborn",
      brains: {
        begin: () => {
          throw FAILS;
        },
      },
    };
    const mute: Mind = {
      name: "mute",
      brains: {
        begin: () => ({
          openingLine: () => {
            throw FAILS;
          },
          retract: () => undefined,
          respond: () => [] as never,
        }),
      },
    };
    const { brain, warnings } = rig(unborn, mute, RULES);
    expect(brain.openingLine()).toMatch(/^Hello, this is Ada/);
    expect(warnings).toHaveLength(2);
  });

  it("after the agent was asked leaves it at that: the answer goes to the next mind", async () => {
    const ask: BrainMove = { type: "ask_agent", questionId: "q_1", question: "Inside or outside?" };
    const { talk } = rig(scripted("first", on("heard", say("One moment."), ask, FAILS)), RULES);
    await talk.open(GREETING);
    expect(await talk.hear("Inside or outside?")).toEqual([say("One moment."), ask]);
    const still = await talk.give({ type: "still_waiting", waitedMs: 12_000 });
    expect(saidIn(still)).toMatch(/holding|waiting/);
    expect(saidIn(await talk.give({ type: "answered", questionId: "q_1", answer: "Outside." }))).toBe(
      "Thank you for waiting. Outside.",
    );
  });

  it("after the goodbye only ends the call", async () => {
    const { talk } = rig(scripted("first", on("heard", say("Thank you, goodbye."), FAILS)), RULES);
    await talk.open(GREETING);
    const moves = await talk.hear("We cannot do that.");
    expect(saidIn(moves)).toBe("Thank you, goodbye.");
    expect(moves.at(-1)).toEqual({ type: "hang_up" });
  });

  it("in the goodbye that was ordered is no second goodbye, but the verdict", async () => {
    const { talk } = rig(scripted("first", on("wrap_up", say("I have to end the call now."), FAILS)), RULES);
    await talk.open(GREETING);
    await talk.hear("We have a table.");
    const moves = await talk.give({ type: "wrap_up", reason: "max_duration" });
    expect(saidIn(moves)).toBe("I have to end the call now.");
    expect(moves.map(({ type }) => type).slice(-2)).toEqual(["conclusion", "hang_up"]);
  });

  it("of the second mind is taken over by the third, and of the last is told", async () => {
    const second = scripted("second", on("heard", FAILS));
    const { talk, warnings } = rig(scripted("first", on("heard", FAILS)), second, RULES);
    await talk.open(GREETING);
    expect(saidIn(await talk.hear("What name should I put that under?"))).toContain("Alex Morgan");
    expect(warnings).toMatchObject([{ next: "second" }, { next: "rules" }]);
    const { talk: alone } = rig(scripted("first", on("heard", FAILS)), scripted("last", on("heard", FAILS)));
    await alone.open(GREETING);
    await expect(alone.hear("What name?")).rejects.toThrow(FAILS);
  });

  it("tells the next one what was noted in the same event", async () => {
    const finding: BrainMove = {
      type: "finding",
      question: "How much is the dinner menu?",
      status: "answered",
      answer: "$42",
      quote: "forty two dollars",
    };
    const seen: HistoryEntry[] = [];
    const second = scripted("second", (_, history) => (seen.push(...history), [say("Go on.")]));
    const { talk } = rig(scripted("first", on("heard", finding, FAILS)), second);
    await talk.open(GREETING);
    await talk.hear("It is forty two dollars.");
    expect(seen.at(-1)).toEqual({ role: "note", note: finding });
  });
});

describe("what was told before", () => {
  const heard = "Your table is booked, and dinner is forty two dollars.";
  const notes: BrainMove[] = [
    { type: "errand", index: 0, reached: true, quotes: ["Your table is booked"] },
    {
      type: "finding",
      question: "How much is the dinner menu?",
      status: "answered",
      answer: "42 dollars",
      quote: "dinner is forty two dollars",
    },
    { type: "fact", fact: "price_quoted", value: "$42", quotes: ["dinner is forty two dollars"] },
  ];

  it("stays: the rules neither ask for it again, nor tell it otherwise at the end", async () => {
    const first = scripted("first", (event) =>
      event.type === "heard" && event.text === heard
        ? [...notes, say("Thank you. Is there parking nearby?")]
        : event.type === "heard"
          ? [FAILS]
          : [say("Hello.")],
    );
    const { talk } = rig(first, RULES);
    await talk.open(GREETING);
    await talk.hear(heard);
    const moves = [
      ...(await talk.hear("Yes, parking is free.")),
      ...(await talk.hear("No, there is none.")),
      ...(await talk.hear("Goodbye.")),
    ];
    expect(saidIn(moves)).not.toMatch(/dinner menu\?|book that/i);
    expect(moves.filter((move) => move.type === "finding" && move.question === "How much is the dinner menu?")).toEqual(
      [],
    );
    expect(moves.filter((move) => move.type === "errand" && !move.reached)).toEqual([]);
    expect(moves).toContainEqual(
      expect.objectContaining({ type: "finding", question: "Is there parking nearby?", status: "answered" }),
    );
    const summary = moves.findLast((move) => move.type === "conclusion")?.summary ?? "";
    expect(summary).toContain("All 2 questions were answered.");
  });
});

describe("a mind that lets the line wait", () => {
  it("before its first words has 4.5 s in all, whatever it notes meanwhile, and is given up", async () => {
    const note: BrainMove = { type: "fact", fact: "price_quoted", value: "$42", quotes: ["forty two"] };
    const first = scripted("first", on("heard", note, "hangs"));
    const { clock, talk } = rig(first, RULES);
    await talk.open(GREETING);
    const answer = talk.hear("What name should I put that under?");
    await settled();
    clock.advance(4499);
    await settled();
    expect(first.log).not.toContain("given up");
    clock.advance(1);
    expect(saidIn(await answer)).toContain("Alex Morgan");
    expect(first.log).toContain("given up");
    expect(clock.waiting).toBe(0);
  });

  it("after words has 5.5 s for the next, counted while somebody waits for them", async () => {
    const { clock, brain } = rig(scripted("first", on("heard", say("One."), "hangs")), RULES);
    const event: BrainEvent = { type: "heard", text: "What name should I put that under?", confidence: null };
    const history: HistoryEntry[] = [
      { role: "assistant", text: brain.openingLine() },
      { role: "business", text: event.text },
    ];
    const moves = brain.respond(event, history, new AbortController().signal)[Symbol.asyncIterator]();
    expect((await moves.next()).value).toEqual(say("One."));
    // The words are being spoken: nobody waits.
    clock.advance(20_000);
    const next = moves.next();
    await settled();
    clock.advance(5499);
    await settled();
    clock.advance(1);
    expect((await next).value).toMatchObject({ type: "say", text: expect.stringContaining("Alex Morgan") });
  });

  it("and is no longer wanted has not failed", async () => {
    const { brain, warnings, clock } = rig(scripted("first", on("heard", "hangs")), RULES);
    const abort = new AbortController();
    const event: BrainEvent = { type: "heard", text: "Hello?", confidence: null };
    const moves = brain.respond(event, [], abort.signal)[Symbol.asyncIterator]();
    const next = moves.next();
    await settled();
    abort.abort(new Error("they took the floor"));
    expect(await next).toMatchObject({ done: true });
    expect(warnings).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe("on speculation", () => {
  const early: BrainEvent = { type: "heard", text: "We have a table", confidence: null };
  const history: HistoryEntry[] = [
    { role: "assistant", text: "Hello, this is Ada." },
    { role: "business", text: early.text },
  ];

  it("nobody is late before it is certain that they have finished", async () => {
    const { brain, clock } = rig(scripted("first", on("heard", "hangs")), RULES);
    const certain = Promise.withResolvers<void>();
    const moves = brain.respond(early, history, new AbortController().signal, certain.promise)[Symbol.asyncIterator]();
    const next = moves.next();
    await settled();
    clock.advance(60_000);
    expect(await Promise.race([next, settled()])).toBeUndefined();
    certain.resolve();
    await settled();
    clock.advance(4500);
    expect((await next).done).toBe(false);
  });

  it("a failure is taken over, and what the next one made of words that never were is undone", async () => {
    const second = scripted("second", on("heard", say("I see.")));
    const { brain } = rig(scripted("first", on("heard", FAILS)), second);
    const abort = new AbortController();
    const moves = brain.respond(early, history, abort.signal, new Promise(() => undefined))[Symbol.asyncIterator]();
    expect((await moves.next()).value).toEqual(say("I see."));
    abort.abort(new Error("they went on speaking"));
    await moves.return?.();
    brain.retract();
    const later: BrainEvent = { type: "heard", text: "We have a table, but only outside", confidence: null };
    const more = [...history, { role: "business", text: "but only outside" } as const];
    for await (const move of brain.respond(later, more, new AbortController().signal))
      expect(move).toEqual(say("I see."));
    // Begun anew with what is true now, not told to forget.
    expect(second.log).toEqual(["begun after 2", "heard", "begun after 3", "heard"]);
  });

  it("a retraction of an event without a failure is the leading mind's to undo", async () => {
    const first = scripted("first", on("heard", say("I see.")));
    const { brain } = rig(first, RULES);
    for await (const move of brain.respond(early, history, new AbortController().signal))
      expect(move).toEqual(say("I see."));
    brain.retract();
    expect(first.log.at(-1)).toBe("retract");
  });

  it("what fails after it was dropped changes nothing", async () => {
    let fail = (): void => undefined;
    const slow = scripted("slow", on("heard", say("Fine.")));
    const failing: Mind = {
      name: "failing",
      brains: {
        begin: () => ({
          openingLine: () => "Hello.",
          retract: () => undefined,
          async *respond() {
            await new Promise<void>((_, reject) => (fail = () => reject(FAILS)));
            yield say("Never.");
          },
        }),
      },
    };
    const { brain, warnings } = rig(failing, slow);
    const abort = new AbortController();
    const moves = brain.respond(early, history, abort.signal)[Symbol.asyncIterator]();
    const next = moves.next();
    await settled();
    abort.abort(new Error("they went on speaking"));
    brain.retract();
    fail();
    expect(await next).toMatchObject({ done: true });
    expect(warnings).toEqual([]);
  });
});

describe("a mind that fails in call after call", () => {
  it("is not asked at the beginning of new ones for a while", async () => {
    const first = scripted("first", on("heard", FAILS));
    const second = scripted("second", on("heard", say("Go on.")));
    const clock = new FakeClock();
    const brains = withTakeover([first, second], { timers: clock, clock, log: pino({ level: "silent" }) });
    const callNow = async (): Promise<number> => {
      const before = first.log.filter((entry) => entry === "heard").length;
      const talk = new Talk(brains.begin(brainBriefOf(BRIEF), []));
      await talk.open(GREETING);
      await talk.hear("Hello?");
      return first.log.filter((entry) => entry === "heard").length - before;
    };
    expect([await callNow(), await callNow(), await callNow()]).toEqual([1, 1, 0]);
    clock.advance(29_999);
    expect(await callNow()).toBe(0);
    clock.advance(1);
    expect([await callNow(), await callNow()]).toEqual([1, 0]);
  });

  it("is forgiven by an answer to the business, not by an opening that needs no model", () => {
    let nowMs = 0;
    const health = mindHealth(2, () => nowMs);
    health.failed(0);
    health.answered(0);
    health.failed(0);
    expect(health.best()).toBe(0);
    health.failed(0);
    expect(health.best()).toBe(1);
    health.failed(1);
    health.failed(1);
    expect(health.best()).toBe(1);
    nowMs = 30_000;
    expect(health.best()).toBe(0);
  });
});

it("tells what each of them has used, and who failed", async () => {
  const second = scripted("second", on("heard", say("Go on.")));
  const { brain, talk } = rig(scripted("first", on("heard", FAILS)), second);
  await talk.open(GREETING);
  await talk.hear("Hello?");
  const nothing = { promptTokens: 0, completionTokens: 0, discardedTokens: 0, estimated: false };
  expect(brain.usage?.()).toEqual([
    { engine: "first", requests: 1, failures: 0, ...TOKENS },
    { engine: "second", requests: 1, failures: 0, ...TOKENS },
    { engine: "first", requests: 0, failures: 1, ...nothing },
  ]);
});

it("looks back with whoever leads in the end, and not at all when that is somebody who cannot", async () => {
  const note: BrainNote = { type: "conclusion", summary: "All is well.", nextSteps: "" };
  const looking = (mind: Scripted): Scripted => ({
    ...mind,
    brains: {
      begin: (brief, history) => ({
        ...mind.brains.begin(brief, history),
        lookBack: () => Promise.resolve([note]),
      }),
    },
  });
  const { brain, talk } = rig(
    looking(scripted("first", on("heard", FAILS))),
    scripted("second", on("heard", say("Go on."))),
  );
  await talk.open(GREETING);
  expect(await brain.lookBack?.([], NEVER)).toHaveLength(1);
  await talk.hear("Hello?");
  expect(await brain.lookBack?.([], NEVER)).toEqual([]);
});

it("needs at least one mind", () => {
  expect(() =>
    withTakeover([], { timers: new FakeClock(), clock: new FakeClock(), log: pino({ level: "silent" }) }),
  ).toThrow(/llm/);
});
