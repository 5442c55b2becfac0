/**
 * Asterisk and the network behind it, as far as our exchange can tell them apart from the real ones: channels, bridges,
 * requests that are slow, refused or never answered, events that come late, twice, in another order or not at all. It
 * outlives the appliance, and may itself be started again.
 */
import { AriError, type AriRequest } from "../../src/pbx/ari-rest.ts";
import type { ExchangeLink } from "../../src/pbx/asterisk-pbx.ts";
import type { FakeClock } from "../fakes/clock.ts";
import type { Chance } from "./chance.ts";

type Channel = {
  readonly id: string;
  readonly isLeg: boolean;
  state: "Down" | "Ringing" | "Up";
  bridge: string | null;
};

type Answer = { readonly status: number; readonly body?: unknown };

const REQUEST_TIMEOUT_MS = 5000;
/** What a SIP network may say instead of 200, with the Q.850 cause that Asterisk makes of it. */
const REFUSALS: readonly (readonly [number, number])[] = [
  [404, 1],
  [408, 18],
  [480, 19],
  [486, 17],
  [487, 127],
  [488, 58],
  [503, 38],
  [603, 21],
];

export class SimulatedAsterisk {
  readonly #clock: FakeClock;
  readonly #chance: Chance;
  readonly #dialled: (channelId: string) => void;
  /** Every request is served, and every event is brought, once and in order. */
  readonly isCalm: boolean;
  readonly #channels = new Map<string, Channel>();
  readonly #bridges = new Set<string>();
  #startedAt = 1;
  #link: SimulatedLink | null = null;
  #lastEventMs = 0;

  constructor(clock: FakeClock, chance: Chance, isCalm: boolean, dialled: (channelId: string) => void) {
    this.#clock = clock;
    this.#chance = chance;
    this.isCalm = isCalm;
    this.#dialled = dialled;
  }

  /** What is off the hook or taken. */
  get left(): readonly string[] {
    return [...this.#channels.keys(), ...this.#bridges];
  }

  /** The connection of a new appliance; that of the one before is dead. */
  connect(): SimulatedLink {
    this.#link = new SimulatedLink(this, this.#clock, this.#chance);
    return this.#link;
  }

  /** Everything in it is gone, and nobody is told. */
  restart(): void {
    this.#channels.clear();
    this.#bridges.clear();
    this.#startedAt += 1;
    this.#link?.cut();
  }

  cut(): void {
    this.#link?.cut();
  }

  /** The far end of some call does something of its own. */
  stir(): void {
    const there = [...this.#channels.values()];
    if (there.length === 0) return;
    const channel = this.#chance.pick(there);
    if (channel.isLeg) {
      // The media socket is cut: the conversation has gone, or the network between.
      if (this.#chance.maybe(0.1)) this.#destroy(channel.id, null, 16);
      return;
    }
    const what = this.#chance.weighted({ hangs_up: 3, ring: 1, answer: 1, refuse: 1, hold: 1, unhold: 1, digit: 1 });
    switch (what) {
      case "hangs_up":
        return this.#destroy(channel.id, channel.state === "Up" ? null : 487, 16);
      case "ring":
        return this.#ring(channel);
      case "answer":
        return this.#answer(channel);
      case "refuse":
        if (channel.state !== "Up") this.#destroy(channel.id, ...this.#chance.pick(REFUSALS));
        return;
      case "hold":
        return this.#tell({ type: "ChannelHold", channel: shown(channel) });
      case "unhold":
        return this.#tell({ type: "ChannelUnhold", channel: shown(channel) });
      case "digit":
        return this.#tell({ type: "ChannelDtmfReceived", channel: shown(channel), digit: "5", duration_ms: 100 });
    }
  }

  serve({ method, path, query = {} }: AriRequest): Answer {
    const [kind = "", rawId = "", verb = ""] = path.split("/");
    const id = decodeURIComponent(rawId);
    switch (`${method} ${kind}${verb === "" ? "" : ` ${verb}`}`) {
      case "POST channels":
        if (id === "create") return this.#create(query["channelId"] ?? "", false);
        return this.#create(query["channelId"] ?? "", true);
      case "POST channels dial":
        return this.#dial(id);
      case "POST channels variable":
      case "POST channels dtmf":
        return { status: this.#channels.has(id) ? 204 : 404 };
      case "DELETE channels":
        if (!this.#channels.has(id)) return { status: 404 };
        this.#destroy(id, null, 16);
        return { status: 204 };
      case "POST bridges":
        return this.#makeBridge(query["bridgeId"] ?? "");
      case "POST bridges addChannel":
        return this.#join(id, (query["channel"] ?? "").split(","));
      case "POST bridges removeChannel":
        return this.#leave(id, (query["channel"] ?? "").split(","));
      case "DELETE bridges":
        return { status: this.#bridges.delete(id) ? 204 : 404 };
      case "GET channels":
        return { status: 200, body: [...this.#channels.values()].map(shown) };
      case "GET channels rtp_statistics":
        return this.#channels.has(id)
          ? { status: 200, body: { rxcount: this.#chance.between(0, 500) } }
          : { status: 404 };
      case "GET bridges":
        return {
          status: 200,
          body: [...this.#bridges].map((bridge) => ({ id: bridge, channels: this.#members(bridge) })),
        };
      case "GET applications":
        return { status: 200, body: { channel_ids: [...this.#channels.keys()], bridge_ids: [...this.#bridges] } };
      case "GET asterisk":
      case "GET asterisk info":
        return { status: 200, body: { status: { startup_time: String(this.#startedAt) } } };
      default:
        throw new Error(`the simulation knows no ${method} ${path}`);
    }
  }

  #create(id: string, isLeg: boolean): Answer {
    if (this.#channels.has(id)) return { status: 409 };
    const channel: Channel = { id, isLeg, state: isLeg ? "Up" : "Down", bridge: null };
    this.#channels.set(id, channel);
    // A listener that is not there: the leg never arrives, and is gone a little later.
    if (isLeg && this.#chance.maybe(0.02)) this.#clock.after(200, () => this.#destroy(id, null, 38));
    else this.#tell({ type: "StasisStart", channel: shown(channel), args: [] });
    return { status: 200, body: shown(channel) };
  }

  #makeBridge(id: string): Answer {
    this.#bridges.add(id);
    return { status: 200 };
  }

  #join(bridge: string, ids: readonly string[]): Answer {
    if (!this.#bridges.has(bridge)) return { status: 404 };
    if (!ids.every((id) => this.#channels.has(id))) return { status: 400 };
    for (const id of ids) {
      const channel = this.#channels.get(id);
      if (channel !== undefined) channel.bridge = bridge;
    }
    return { status: 204 };
  }

  #leave(bridge: string, ids: readonly string[]): Answer {
    if (!this.#bridges.has(bridge)) return { status: 404 };
    if (!ids.every((id) => this.#channels.get(id)?.bridge === bridge)) return { status: 422 };
    for (const id of ids) {
      const channel = this.#channels.get(id);
      if (channel !== undefined) channel.bridge = null;
    }
    return { status: 204 };
  }

  #members(bridge: string): readonly string[] {
    return [...this.#channels.values()].filter((channel) => channel.bridge === bridge).map(({ id }) => id);
  }

  #dial(id: string): Answer {
    const channel = this.#channels.get(id);
    if (channel === undefined) return { status: 404 };
    this.#dialled(id);
    const soon = (leastMs: number, mostMs: number, run: () => void): void =>
      void this.#clock.after(this.#chance.between(leastMs, mostMs), run);
    const fate = this.#chance.weighted({ answers: 8, refuses: 2, rings_on: 1, nothing: 1, early: 1 });
    if (fate === "answers" || fate === "rings_on") soon(20, 400, () => this.#ring(channel));
    if (fate === "answers") soon(300, 9000, () => this.#answer(channel));
    if (fate === "refuses") {
      const refusal = this.#chance.pick(REFUSALS);
      soon(10, 3000, () => this.#destroy(id, ...refusal));
    }
    if (fate === "early")
      soon(20, 300, () => this.#tell({ type: "Dial", peer: shown(channel), dialstatus: "PROGRESS" }));
    return { status: 204 };
  }

  #ring(channel: Channel): void {
    if (this.#channels.get(channel.id) !== channel || channel.state !== "Down") return;
    channel.state = "Ringing";
    this.#tell({ type: "ChannelStateChange", channel: shown(channel) });
    this.#tell({ type: "Dial", peer: shown(channel), dialstatus: "RINGING" });
  }

  #answer(channel: Channel): void {
    if (this.#channels.get(channel.id) !== channel || channel.state === "Up") return;
    channel.state = "Up";
    this.#tell({ type: "ChannelStateChange", channel: shown(channel) });
    this.#tell({ type: "Dial", peer: shown(channel), dialstatus: "ANSWER" });
  }

  #destroy(id: string, sipStatus: number | null, cause: number): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) return;
    const technical = sipStatus === null ? {} : { tech_cause: sipStatus };
    this.#channels.delete(id);
    this.#tell({ type: "ChannelHangupRequest", channel: shown(channel), cause, ...technical });
    this.#tell({ type: "StasisEnd", channel: shown(channel) });
    this.#tell({ type: "ChannelDestroyed", channel: shown(channel), cause, ...technical });
  }

  /** In order and once, most of the time. */
  #tell(event: unknown): void {
    const fate = this.isCalm ? "in_order" : this.#chance.weighted({ in_order: 94, late: 2, twice: 3, never: 1 });
    if (fate === "never") return;
    this.#lastEventMs = Math.max(this.#lastEventMs, this.#clock.monotonicMs() + this.#chance.between(0, 5));
    const delayMs = this.#lastEventMs - this.#clock.monotonicMs();
    const deliver = (): void => this.#link?.bring(event);
    this.#clock.after(fate === "late" ? delayMs + this.#chance.between(1, 2000) : delayMs, deliver);
    if (fate === "twice") this.#clock.after(delayMs + this.#chance.between(0, 500), deliver);
  }
}

function shown({ id, state }: Channel): { readonly id: string; readonly name: string; readonly state: string } {
  return { id, name: id, state };
}

/** The connection of one life of the appliance. */
export class SimulatedLink implements ExchangeLink {
  readonly #asterisk: SimulatedAsterisk;
  readonly #clock: FakeClock;
  readonly #chance: Chance;
  readonly #waiting = new Set<(error: AriError) => void>();
  #up = false;
  #dead = false;
  #onMessage: (message: unknown) => void = () => undefined;
  #onUp: () => void = () => undefined;
  #onDown: () => void = () => undefined;

  constructor(asterisk: SimulatedAsterisk, clock: FakeClock, chance: Chance) {
    this.#asterisk = asterisk;
    this.#clock = clock;
    this.#chance = chance;
  }

  open(onMessage: (message: unknown) => void, onUp: () => void, onDown: () => void): void {
    [this.#onMessage, this.#onUp, this.#onDown] = [onMessage, onUp, onDown];
    this.#reconnect();
  }

  isUp(): boolean {
    return this.#up;
  }

  bring(event: unknown): void {
    if (this.#up) this.#onMessage(event);
  }

  request(request: AriRequest): Promise<unknown> {
    // Whoever waits in a dead process waits for ever.
    if (this.#dead) return new Promise(() => undefined);
    if (!this.#up) return Promise.reject(new AriError("not_connected", "not connected to Asterisk"));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const fail = (error: AriError): void => {
      this.#waiting.delete(fail);
      reject(error);
    };
    this.#waiting.add(fail);
    const served = this.#asterisk.isCalm;
    const fate = served ? "served" : this.#chance.weighted({ served: 985, refused: 5, unanswered: 5, lost: 5 });
    this.#clock.after(this.#chance.between(1, 30), () => {
      if (this.#dead || !this.#waiting.has(fail)) return;
      if (fate === "lost") return;
      if (fate === "refused") return fail(new AriError("refused", "500", 500));
      const { status, body } = this.#asterisk.serve(request);
      if (fate === "unanswered") return;
      if (status >= 300) return fail(new AriError("refused", `${request.path}: ${status}`, status));
      this.#waiting.delete(fail);
      resolve(body);
    });
    this.#clock.after(REQUEST_TIMEOUT_MS, () => {
      if (this.#waiting.has(fail)) fail(new AriError("timeout", "no answer from Asterisk"));
    });
    return promise;
  }

  cut(): void {
    if (!this.#up) return;
    this.#up = false;
    for (const fail of this.#waiting) fail(new AriError("connection_lost", "the connection to Asterisk was lost"));
    this.#onDown();
    this.#reconnect();
  }

  /** The process on our side is no more. */
  die(): void {
    this.#dead = true;
    this.#up = false;
    this.#waiting.clear();
  }

  close(): Promise<void> {
    this.die();
    return Promise.resolve();
  }

  #reconnect(): void {
    this.#clock.after(this.#chance.maybe(0.3) ? this.#chance.between(2000, 8000) : this.#chance.between(1, 400), () => {
      if (this.#dead || this.#up) return;
      this.#up = true;
      this.#onUp();
    });
  }
}
