import { describe, expect, it } from "vitest";
import { isElsewhere, loadOf, seatsFor, seatsWithPorts } from "../../src/app/seats.ts";

it("are more on a machine with more cores, and fewer where the engines are slower", () => {
  const load = { hearing: 0.2, speaking: 0.09 };
  const two = seatsFor(2, load);
  expect(two).toBeGreaterThanOrEqual(8);
  expect(seatsFor(4, load)).toBeGreaterThanOrEqual(2 * two);
  expect(seatsFor(2, { hearing: 0.6, speaking: 0.3 })).toBeLessThan(two / 2);
});

it("are no more than one thread can hear, however many cores there are", () => {
  const load = { hearing: 0.2, speaking: 0.01 };
  expect(seatsFor(64, { ...load, hearingCores: 1 })).toBe(8);
  expect(seatsFor(1, { ...load, hearingCores: 1 })).toBe(seatsFor(1, load));
});

it("are never none", () => {
  expect(seatsFor(1, { hearing: 9, speaking: 9 })).toBe(1);
});

describe("with hosted engines", () => {
  const measured = { embedded: { hearing: 0.5, speaking: 0.3 }, folder: { hearing: 0.1, speaking: 0.1 } };
  const seats = (stt: string[], tts: string[]): number => {
    const named = (names: string[]) => names.map((provider) => ({ provider }));
    return seatsFor(2, loadOf({ stt: named(stt), tts: named(tts) }, measured));
  };
  const embedded = seats(["embedded"], ["embedded"]);

  it("what the embedded ones behind them cost does not count", () => {
    expect(seats(["deepgram", "embedded"], ["openai", "embedded"])).toBeGreaterThanOrEqual(45);
    expect(isElsewhere({ stt: [{ provider: "deepgram" }], tts: [{ provider: "openai" }] })).toBe(true);
  });

  it("what an embedded one in front of them costs does", () => {
    expect(seats(["embedded", "deepgram"], ["embedded", "openai"])).toBe(embedded);
  });

  it("only one of the two elsewhere is a part of the way", () => {
    expect(seats(["deepgram"], ["embedded"])).toBeGreaterThan(embedded);
    expect(seats(["deepgram"], ["embedded"])).toBeLessThan(100);
    expect(isElsewhere({ stt: [{ provider: "deepgram" }], tts: [{ provider: "embedded" }] })).toBe(false);
  });

  it("a folder counts as it was measured", () => {
    expect(seats(["sherpa"], ["sherpa"])).toBe(seatsFor(2, measured.folder));
  });
});

it("there are no more seats than ports for sound", () => {
  const managed = { mode: "managed", rtp_ports: "20000-20007" } as const;
  expect(seatsWithPorts(15, managed)).toBe(4);
  expect(seatsWithPorts(null, managed)).toBe(4);
  expect(seatsWithPorts(3, managed)).toBe(3);
  expect(seatsWithPorts(15, { ...managed, mode: "external" })).toBe(15);
});
