/** The audio of one call on the line: a pair of ports towards each side, and a path for each direction between them. */
import type { Logger } from "pino";
import type { Codec } from "../../support/rtp-stream.ts";
import type { Offer } from "../../support/sip-peer/sdp.ts";
import { payloadTypesOf } from "./codec.ts";
import { otherSide, SIDES, type Impairment, type Side } from "./impairment.ts";
import { openMediaPorts, type MediaPorts } from "./media-ports.ts";
import { createSilenceSuppression } from "./comfort-noise.ts";
import { createLoss } from "./loss.ts";
import { createRandom } from "./random.ts";
import { RtpPath, type PacketTime, type Spoil } from "./rtp-path.ts";
import { Spoiling } from "./spoiling.ts";
import type { WireRecord } from "./wire-record.ts";

export class CallMedia {
  /** By the side that they face. */
  readonly ports: Readonly<Record<Side, MediaPorts>>;
  readonly #paths: Readonly<Record<Side, RtpPath>>;
  readonly #record: WireRecord;
  readonly #log: Logger;
  readonly #spoiling: Spoiling;
  readonly #described: Record<Side, Offer | null> = { assistant: null, callee: null };
  #lastPacketAtMs: number;

  constructor(ports: Record<Side, MediaPorts>, impairment: Impairment, record: WireRecord, log: Logger) {
    this.ports = ports;
    this.#log = log;
    this.#record = record;
    this.#lastPacketAtMs = performance.now();
    const spoiling = new Spoiling(impairment);
    this.#spoiling = spoiling;
    const spoil: Spoil | null = spoiling.isNeeded ? (...sound) => spoiling.spoil(...sound) : null;
    this.#paths = {
      assistant: this.#path("assistant", impairment, null, (...sound) => spoiling.heard(...sound)),
      callee: this.#path("callee", impairment, spoil, () => {}),
    };
    for (const side of SIDES) {
      const [from, to, path] = [ports[side], ports[otherSide(side)], this.#paths[side]];
      from.onRtp = (bytes) => {
        this.#lastPacketAtMs = performance.now();
        path.take(bytes);
      };
      // Reports go through as they are: what they say of losses and delay is true of this line.
      from.onRtcp = (bytes) => to.sendRtcp(bytes);
    }
  }

  get lastPacketAtMs(): number {
    return this.#lastPacketAtMs;
  }

  /** A side has said where and how it takes audio. Null: it takes none for now. */
  describe(side: Side, stream: Offer | null): void {
    if (stream === null) return;
    this.ports[side].remote = stream;
    this.#described[side] = stream;
    for (const speaker of SIDES) {
      // The receiver says what its numbers mean; for those it has not named yet the speaker's own meaning is the best.
      const [own, theirs] = [this.#described[speaker], this.#described[otherSide(speaker)]];
      this.#paths[speaker].types = new Map([
        ...(own === null ? [] : payloadTypesOf(own)),
        ...(theirs === null ? [] : payloadTypesOf(theirs)),
      ]);
    }
    const other = this.#described[otherSide(side)];
    const agreed = stream.codecs.find(({ name }) => other?.codecs.some((codec) => codec.name === name));
    this.#record.sampleRateHz ??= agreed?.sampleRateHz ?? null;
    if (other !== null && agreed === undefined) {
      this.#log.warn({ sipCallId: this.#record.sipCallId }, "a call's codec is unknown to the line: it hears nothing");
    }
  }

  /** From here on the callee's room is heard. */
  answered(): void {
    this.#spoiling.answered();
  }

  async close(): Promise<void> {
    for (const side of SIDES) this.#paths[side].close();
    await Promise.all(SIDES.map((side) => this.ports[side].close()));
  }

  #path(
    side: Side,
    impairment: Impairment,
    spoil: Spoil | null,
    onSound: (samples: Int16Array, packet: PacketTime, codec: Codec) => void,
  ): RtpPath {
    const { jitterMs = 0, seed = 1, comfortNoise = false } = impairment;
    // The two directions lose their packets independently of each other.
    const chance = createRandom(seed * 2 + SIDES.indexOf(side));
    const isMute = (side === "callee" ? impairment.calleeIsMute : undefined) ?? (() => false);
    const loses = createLoss(impairment, chance);
    return new RtpPath({
      send: (bytes) => this.ports[otherSide(side)].sendRtp(bytes),
      spoil,
      suppress: comfortNoise && side === "callee" ? createSilenceSuppression() : null,
      loses: () => isMute() || loses(),
      holdsMs: jitterMs === 0 ? null : () => chance() * jitterMs,
      now: () => performance.now(),
      onFrame: (frame, packet, codec) => {
        if (!frame.lost) onSound(frame.samples, packet, codec);
        this.#record.takeFrame(side, frame, codec.sampleRateHz);
      },
      onKey: (atMs, digit) => this.#record.takeKey({ atMs, digit, side }),
    });
  }
}

export async function openCallMedia(
  host: string,
  impairment: Impairment,
  record: WireRecord,
  log: Logger,
): Promise<CallMedia> {
  const assistant = await openMediaPorts(host);
  try {
    return new CallMedia({ assistant, callee: await openMediaPorts(host) }, impairment, record, log);
  } catch (error) {
    await assistant.close();
    throw error;
  }
}
