import { describe, expect, it, vi } from "vitest";
import { decodeMulaw, encodeMulaw } from "../../support/g711.ts";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { parseRtp, writeRtp, writeTelephoneEvent } from "../../support/rtp.ts";
import { decodePayload, encodeInto, payloadTypesOf } from "./codec.ts";
import type { WireFrame } from "./impairment.ts";
import { hiss } from "./made-sounds.ts";
import { createRandom } from "./random.ts";
import { RtpPath, type RtpPathOptions } from "./rtp-path.ts";

const TYPES = payloadTypesOf({
  host: "127.0.0.1",
  port: 4000,
  codecs: [
    { name: "pcmu", payloadType: 0, sampleRateHz: 8000 },
    { name: "pcma", payloadType: 8, sampleRateHz: 8000 },
    { name: "l16", payloadType: 118, sampleRateHz: 16_000 },
  ],
  eventPayloadType: 101,
  direction: "sendrecv",
});

function packet(payload: Uint8Array, payloadType = 0, sequence = 7, timestamp = 9000): Buffer {
  return Buffer.from(writeRtp({ payloadType, marker: false, sequence, timestamp, ssrc: 0xdead_beef, payload }));
}

function path(change: Partial<RtpPathOptions> = {}): {
  readonly path: RtpPath;
  readonly sent: Buffer[];
  readonly frames: WireFrame[];
  readonly keys: string[];
} {
  const sent: Buffer[] = [];
  const frames: WireFrame[] = [];
  const keys: string[] = [];
  const made = new RtpPath({
    send: (bytes) => sent.push(bytes),
    spoil: null,
    suppress: null,
    loses: () => false,
    holdsMs: null,
    now: () => 123,
    onFrame: (frame) => frames.push(frame),
    onKey: (_, digit) => keys.push(digit),
    ...change,
  });
  made.types = TYPES;
  return { path: made, sent, frames, keys };
}

const VOICE = encodeMulaw(hiss(160, -20));

describe("a packet on a good line", () => {
  it.each([
    // Every code of mu-law: one of them would not come back the same from a decoder and an encoder.
    ["sound", packet(Uint8Array.from({ length: 256 }, (_, code) => code))],
    ["a key", packet(writeTelephoneEvent({ digit: "5", ended: false, duration: 160 }), 101)],
    ["a codec that the line does not know", packet(VOICE, 9)],
    ["reports on the same port", Buffer.from([0x80, 200, 0, 6, ...new Uint8Array(24)])],
    ["what is no RTP", Buffer.from("hello")],
  ])("goes out with the bytes it came with: %s", (_, bytes) => {
    const { path: made, sent } = path();
    const before = Buffer.from(bytes);
    made.take(bytes);
    expect(sent[0]).toBe(bytes);
    expect(bytes).toEqual(before);
  });

  it("is heard as the receiver hears it", () => {
    const { path: made, frames } = path();
    made.take(packet(VOICE));
    expect(frames).toEqual([{ atMs: 123, samples: decodeMulaw(VOICE), sent: decodeMulaw(VOICE), lost: false }]);
  });
});

describe("a packet on a bad line", () => {
  it("has the spoilt sound in the same packet, and its own beside it", () => {
    const noise = hiss(160, -30, 4);
    const { path: made, sent, frames } = path({ spoil: () => noise });
    made.take(packet(VOICE));
    const passed = parseRtp(sent[0] ?? new Uint8Array());
    expect(passed).toMatchObject({ payloadType: 0, sequence: 7, timestamp: 9000, ssrc: 0xdead_beef });
    expect(passed?.payload).toEqual(Buffer.from(encodeMulaw(noise)));
    expect(frames[0]).toMatchObject({ samples: noise, sent: decodeMulaw(VOICE) });
  });

  it("is not sent when it is lost, and heard as silence", () => {
    const { path: made, sent, frames } = path({ loses: () => true });
    made.take(packet(VOICE));
    expect(sent).toEqual([]);
    expect(frames).toEqual([{ atMs: 123, samples: new Int16Array(160), sent: decodeMulaw(VOICE), lost: true }]);
  });

  it("takes a key with it when it is lost, but not reports", () => {
    const { path: made, sent, keys } = path({ loses: () => true });
    made.take(packet(writeTelephoneEvent({ digit: "5", ended: false, duration: 160 }), 101));
    made.take(Buffer.from([0x80, 200, 0, 6, ...new Uint8Array(24)]));
    expect([keys, sent.length]).toEqual([[], 1]);
  });

  it("is held back, but never overtakes: the last of ten, held shortest, comes last", async () => {
    vi.useFakeTimers();
    try {
      let now = 0;
      let holdMs = 60;
      const { path: made, sent } = path({ now: () => now, holdsMs: () => (holdMs -= 5) });
      for (let sequence = 0; sequence < 10; sequence += 1) made.take(packet(VOICE, 0, sequence));
      now = 55;
      await vi.advanceTimersByTimeAsync(55);
      expect(sent.map((bytes) => bytes.readUInt16BE(2))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      made.take(packet(VOICE));
      made.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

it("does not overtake by the fraction of a millisecond that timers leave out", () => {
  vi.useFakeTimers();
  try {
    let nowMs = 0;
    const holds = [40, 0];
    const { path: line, sent } = path({ now: () => nowMs, holdsMs: () => holds.shift() ?? 0 });
    line.take(packet(VOICE, 0, 1));
    vi.advanceTimersByTime(19);
    nowMs = 19.99;
    line.take(packet(VOICE, 0, 2));
    vi.advanceTimersByTime(30);
    expect(sent.map((bytes) => bytes.readUInt16BE(2))).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

describe("a gateway on the way that sends no silence", () => {
  it("numbers what it sends without gaps, keeps the times, and marks the sound after a silence", () => {
    const script = (["sound", Uint8Array.of(70), null, null, "sound", "sound"] as const).values();
    const { path: made, sent, frames } = path({ suppress: () => script.next().value ?? null });
    for (let i = 0; i < 6; i += 1) made.take(packet(VOICE, 0, (65_534 + i) & 0xffff, i * 160));
    const packets = sent.map((bytes) => parseRtp(bytes));
    expect(packets.map((one) => one?.sequence)).toEqual([65_534, 65_535, 0, 1]);
    expect(packets.map((one) => one?.timestamp)).toEqual([0, 160, 640, 800]);
    expect(packets.map((one) => one?.payloadType)).toEqual([0, 13, 0, 0]);
    expect(packets.map((one) => one?.marker)).toEqual([false, false, true, false]);
    expect([...(packets[1]?.payload ?? [])]).toEqual([70]);
    expect(frames.map(({ samples }) => dbfs(samples) === -Infinity)).toEqual([false, true, true, true, false, false]);
  });

  it("loses the word of a silence like any packet", () => {
    const { path: made, sent } = path({ suppress: () => Uint8Array.of(70), loses: () => true });
    made.take(packet(VOICE));
    expect(sent).toEqual([]);
  });
});

it("tells a key once, however many packets it has, and the same key again when it is pressed again", () => {
  const { path: made, keys } = path();
  for (const [digit, timestamp] of [
    ["1", 100],
    ["#", 900],
    ["#", 1700],
  ] as const) {
    for (let duration = 160; duration <= 800; duration += 160) {
      const payload = writeTelephoneEvent({ digit, ended: duration === 800, duration });
      made.take(packet(payload, 101, 1, timestamp));
    }
  }
  expect(keys).toEqual(["1", "#", "#"]);
});

it.each([
  ["pcmu", 160, 38],
  ["pcma", 160, 38],
  ["l16", 640, 96],
] as const)("changes the sound of %s in place", (codec, bytes, ratioDb) => {
  const payload = new Uint8Array(bytes);
  const samples = hiss(codec === "l16" ? 320 : 160, -10);
  encodeInto(codec, samples, payload);
  const back = decodePayload(codec, payload);
  expect(back.length).toBe(samples.length);
  const error = back.map((sample, i) => sample - (samples[i] ?? 0));
  expect(-10 - dbfs(error)).toBeGreaterThan(ratioDb - 4);
});

it("has no pattern in its chance, and the same chance for the same seed", () => {
  const [one, again, other] = [createRandom(1), createRandom(1), createRandom(2)];
  const drawn = Array.from({ length: 20_000 }, () => one());
  expect(drawn.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => again()));
  expect(other()).not.toBe(drawn[0]);
  const lost = drawn.map((value) => value < 0.2);
  const share = (list: readonly boolean[]): number => list.filter(Boolean).length / list.length;
  expect(share(lost)).toBeCloseTo(0.2, 1.9);
  // A loss makes the next one neither likelier nor less likely.
  expect(share(lost.filter((_, i) => i > 0 && lost[i - 1] === true))).toBeCloseTo(0.2, 1.5);
});
