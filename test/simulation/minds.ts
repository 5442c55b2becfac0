/**
 * Conversations that say anything a conversation may say, in any order: twice, too late, about calls that are over. They
 * outlive no appliance.
 */
import type { ConversationOrder, Conversations, Findings, LineNews, MediaPoint } from "../../src/calls/ports.ts";
import type { ConversationEvent } from "../../src/calls/ports.ts";
import type { EndReason, LineState } from "../../src/calls/vocabulary.ts";
import type { FakeClock } from "../fakes/clock.ts";
import type { Chance } from "./chance.ts";

const LINES = ["Good evening.", "A table for two is fine.", "It is 42 dollars.", "Press one for reservations.", ""];
const STATES: readonly LineState[] = ["human", "ivr", "hold", "voicemail", "silence"];
const REASONS: readonly EndReason[] = ["completed", "completed", "voicemail", "no_response", "provider_failure"];

export class SimulatedMinds implements Conversations {
  readonly #clock: FakeClock;
  readonly #chance: Chance;
  /** Every call it was ever asked to hold, ended or not. */
  readonly #orders: ConversationOrder[] = [];
  readonly #answeredAtMs = new Map<string, number>();
  readonly #pending = new Map<string, string>();
  readonly #gone = new Set<string>();
  #asked = 0;
  #dead = false;
  #listener: (event: ConversationEvent) => void = () => undefined;

  constructor(clock: FakeClock, chance: Chance) {
    this.#clock = clock;
    this.#chance = chance;
  }

  die(): void {
    this.#dead = true;
  }

  async open(order: ConversationOrder): Promise<MediaPoint> {
    this.#orders.push(order);
    const fate = this.#chance.weighted({ ready: 95, fails: 3, never: 2 });
    const { promise, resolve, reject } = Promise.withResolvers<MediaPoint>();
    this.#clock.after(this.#chance.between(1, 800), () => {
      if (fate === "ready") resolve({ listener: "media_0", sampleRateHz: 8000 });
      if (fate === "fails") reject(new Error("no engine"));
    });
    return await promise;
  }

  answered(callId: string): void {
    this.#answeredAtMs.set(callId, this.#clock.monotonicMs());
  }

  answer(callId: string, questionId: string, text: string): void {
    this.#pending.delete(callId);
    this.#soon(callId, () =>
      this.#tell({ type: "spoke", callId, text: `${questionId} ${text}`, ...this.#whole(callId) }),
    );
  }

  line(callId: string, news: LineNews): void {
    if (news.type === "transfer_answered" && this.#chance.maybe(0.8)) {
      const by = this.#chance.maybe(0.8) ? "human" : "machine";
      this.#soon(callId, () => this.#tell({ type: "transfer_briefed", callId, by }));
    }
    if (news.type === "transfer_connected" && this.#chance.maybe(0.8)) this.#finish(callId, "completed");
  }

  wrapUp(callId: string, reason: EndReason): void {
    if (this.#chance.maybe(0.8)) this.#finish(callId, reason);
  }

  close(callId: string): void {
    this.#gone.add(callId);
    if (this.#answeredAtMs.has(callId) && this.#chance.maybe(0.9)) this.#finish(callId, "hangup_business");
  }

  notReady(): string | null {
    return null;
  }

  onEvent(listener: (event: ConversationEvent) => void): void {
    this.#listener = listener;
  }

  /** One of them does something of its own. */
  stir(): void {
    const talking = this.#orders.filter(({ callId }) => this.#answeredAtMs.has(callId));
    if (talking.length === 0) return;
    // Mostly one of the latest; now and then one that has long been over.
    const { callId } = this.#chance.pick(this.#chance.maybe(0.95) ? talking.slice(-8) : talking);
    if (this.#gone.has(callId) && this.#chance.maybe(0.7)) return;
    const atMs = this.#atMs(callId);
    switch (
      this.#chance.weighted({
        ...{ introduced: 4, heard: 6, spoke: 5, noted: 1, line_state: 2, answered_by: 1, asked: 2, press: 1, alive: 2 },
        ...{
          ask_expired: 1,
          objected: 0.3,
          transfer_asked: 3,
          audio_missing: 0.5,
          lost: 0.2,
          parted: 0.7,
          finished: 1,
        },
      })
    ) {
      case "introduced":
        return this.#tell({ type: "introduced", callId });
      case "heard":
        return this.#tell({ type: "heard", callId, text: this.#chance.pick(LINES), atMs });
      case "spoke":
        return this.#tell({ type: "spoke", callId, text: this.#chance.pick(LINES), ...this.#whole(callId) });
      case "noted":
        return this.#tell({ type: "noted", callId, text: "[something]", atMs });
      case "line_state":
        return this.#tell({ type: "line_state", callId, state: this.#chance.pick(STATES) });
      case "answered_by":
        return this.#tell({
          type: "answered_by",
          callId,
          by: this.#chance.pick(["human", "machine", "unknown"] as const),
        });
      case "asked":
        return this.#ask(callId);
      case "press":
        return this.#tell({ type: "press", callId, pressId: `p${atMs}`, keys: "1" });
      case "alive":
        return this.#tell({ type: "alive", callId, atMs });
      case "ask_expired":
        return this.#tell({ type: "ask_expired", callId, questionId: this.#pending.get(callId) ?? "q_unknown" });
      case "objected":
        return this.#tell({ type: "objected", callId, quotes: ["Good evening."] });
      case "transfer_asked":
        return this.#tell({ type: "transfer_asked", callId });
      case "audio_missing":
        return this.#tell({ type: "audio_missing", callId, again: this.#chance.maybe(0.5) });
      case "lost":
        this.#tell({ type: "lost", callId });
        return this.#finish(callId, "provider_failure");
      case "parted":
        this.#tell({ type: "parted", callId, reason: this.#chance.pick(REASONS), finishesWithinMs: 5000 });
        if (this.#chance.maybe(0.8)) this.#finish(callId, this.#chance.pick(REASONS));
        return;
      case "finished":
        return this.#finish(callId, this.#chance.pick(REASONS));
    }
  }

  #ask(callId: string): void {
    this.#asked += 1;
    const another = `q_${this.#asked}_${callId}`;
    const questionId = this.#chance.maybe(0.1) ? (this.#pending.get(callId) ?? another) : another;
    this.#pending.set(callId, questionId);
    this.#tell({ type: "asked", callId, questionId, question: "Inside or outside?" });
  }

  #finish(callId: string, reason: EndReason): void {
    this.#soon(callId, () => {
      if (this.#chance.maybe(0.7)) this.#tell({ type: "findings", callId, findings: this.#findings(callId) });
      if (this.#chance.maybe(0.05)) return;
      this.#tell({ type: "finished", callId, reason });
      this.#gone.add(callId);
    });
  }

  /** What it believes, right or wrong. */
  #findings(callId: string): Findings {
    const brief = this.#orders.find((order) => order.callId === callId)?.brief;
    const quote = this.#chance.pick(LINES);
    return {
      questions: (brief?.questions ?? []).map((question) => ({ question, status: "answered", answer: quote, quote })),
      errands: [{ text: "book a table", kind: "do", reached: this.#chance.maybe(0.7), quotes: [quote] }],
      confirmationNumber: null,
      priceQuoted: this.#chance.maybe(0.5) ? { value: "$42", quotes: ["It is 42 dollars."] } : null,
      appointmentTime: null,
      summary: "Something was said.",
      nextSteps: "",
    };
  }

  #atMs(callId: string): number {
    return this.#clock.monotonicMs() - (this.#answeredAtMs.get(callId) ?? this.#clock.monotonicMs());
  }

  #whole(callId: string): { readonly cutOff: null; readonly latency: null; readonly atMs: number } {
    return { cutOff: null, latency: null, atMs: this.#atMs(callId) };
  }

  #soon(callId: string, run: () => void): void {
    this.#clock.after(this.#chance.between(0, this.#gone.has(callId) ? 100 : 2000), run);
  }

  #tell(event: ConversationEvent): void {
    if (!this.#dead) this.#listener(event);
  }
}
