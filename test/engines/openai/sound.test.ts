/** The bytes of sound: WAV headers, PCM in chunks; and what is kept of it. */
import { describe, expect, it } from "vitest";
import { keptPhrases } from "../../../src/engines/kept-phrases.ts";
import { hintFields, isHintAlone } from "../../../src/engines/openai/hints.ts";
import { createPcmReader } from "../../../src/engines/openai/pcm-reader.ts";
import { readWavHeader, wavFile } from "../../../src/engines/openai/wav.ts";
import { readWav, writeWav } from "../../support/wav.ts";

describe("a WAV file", () => {
  it("is read by others as it was written", () => {
    const samples = Int16Array.of(0, 1, -1, 32_767, -32_768);
    expect(readWav(wavFile(samples, 16_000))).toEqual({ sampleRateHz: 16_000, channels: [samples] });
  });

  it("is recognised as soon as its header is there, and not before", () => {
    const file = writeWav({ sampleRateHz: 22_050, channels: [new Int16Array(10), new Int16Array(10)] });
    for (let length = 0; length < 44; length += 1) {
      expect(readWavHeader(file.subarray(0, length)).kind).toBe("more");
    }
    expect(readWavHeader(file.subarray(0, 44))).toEqual({ kind: "pcm", sampleRateHz: 22_050, channels: 2, dataAt: 44 });
  });

  it("has a header that is read past chunks of other kinds", () => {
    const file = Buffer.from(wavFile(new Int16Array(4), 8000));
    const list = Buffer.from("LIST\u0004\u0000\u0000\u0000INFO", "latin1");
    const longer = Buffer.concat([file.subarray(0, 12), list, file.subarray(12)]);
    expect(readWavHeader(longer)).toMatchObject({ kind: "pcm", dataAt: 56 });
  });

  it("is told from sound without a header, and from kinds that are not understood", () => {
    expect(readWavHeader(Buffer.from("RIDE")).kind).toBe("none");
    expect(readWavHeader(Buffer.from("RIFF----AVI LIST")).kind).toBe("none");
    const float = Buffer.from(wavFile(new Int16Array(4), 8000));
    float.writeUInt16LE(3, 20);
    expect(readWavHeader(float).kind).toBe("strange");
  });
});

describe("PCM in chunks", () => {
  it("comes out the same whatever the chunks", () => {
    const samples = Int16Array.from({ length: 500 }, (_, i) => i * 60 - 15_000);
    const bytes = Buffer.from(samples.buffer);
    for (const size of [1, 3, 7, 999, 1000]) {
      const reader = createPcmReader({ serverRateHz: 8000, lineRateHz: 8000 });
      const heard: number[] = [];
      for (let at = 0; at < bytes.length; at += size) heard.push(...reader.push(bytes.subarray(at, at + size)));
      heard.push(...reader.end());
      expect(heard).toEqual([...samples]);
    }
  });

  it("leaves out half a sample at the end", () => {
    const reader = createPcmReader({ serverRateHz: 8000, lineRateHz: 8000 });
    expect([...reader.push(Uint8Array.of(1, 0, 2)), ...reader.end()]).toEqual([1]);
  });
});

describe("names that may be said", () => {
  it("are told to each model as it takes them", () => {
    expect(hintFields("whisper-1", ["Ada", "Blue Harbor"])).toEqual({ prompt: "Ada, Blue Harbor" });
    expect(hintFields("gpt-4o-mini-transcribe", ["Ada"])).toEqual({ prompt: "Ada" });
    expect(hintFields("gpt-transcribe", ["Ada", "Blue Harbor"])).toEqual({ keywords: ["Ada", "Blue Harbor"] });
    expect(hintFields("gpt-realtime-whisper", ["Ada"])).toEqual({});
    expect(hintFields("whisper-1", [])).toEqual({});
  });

  it("are few enough not to be taken for what was said", () => {
    const { prompt = "" } = hintFields(
      "whisper-1",
      Array.from({ length: 100 }, (_, i) => `Name number ${i}`),
    );
    expect(prompt.length).toBeLessThanOrEqual(400);
    expect(prompt).toMatch(/^Name number 0, .*Name number \d+$/);
    expect(isHintAlone("Ada. Blue Harbor.", { prompt: "Ada, Blue Harbor" })).toBe(true);
    expect(isHintAlone("Ada.", { prompt: "Ada, Blue Harbor" })).toBe(false);
    expect(isHintAlone("Ada?", { prompt: "Ada" })).toBe(false);
  });
});

it("phrases are kept up to a limit, the ones wanted last for longest", () => {
  const kept = keptPhrases(25);
  kept.keep("one", new Int16Array(10));
  kept.keep("two", new Int16Array(10));
  expect(kept.find("one")).toHaveLength(10);
  kept.keep("three", new Int16Array(10));
  expect(kept.find("two")).toBeNull();
  expect(kept.find("one")).toHaveLength(10);
  kept.keep("one", new Int16Array(12));
  expect(kept.find("three")).toHaveLength(10);
});
