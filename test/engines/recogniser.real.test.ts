/**
 * The embedded engines against each other, the way a call uses them: one voice speaks our sentences, the line carries
 * them, voice activity cuts them out, the recogniser hears them. The bounds are what was measured, with a margin; the
 * "caller" is a synthetic voice, which says nothing about people.
 */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HearingEvent, Recogniser, Voice } from "../../src/conversation/ports.ts";
import type { Connected, EmbeddedVoiceName, EngineHost } from "../../src/engines/embedded.ts";
import { connectRecogniser, startRecogniser } from "../../src/engines/recogniser.ts";
import { openSileroDetector } from "../../src/engines/silero.ts";
import type { SpeechDetector } from "../../src/engines/silero.ts";
import { spokenWords } from "../../src/engines/spoken-words.ts";
import { connectVoice, startVoice } from "../../src/engines/voice.ts";
import { wordErrors } from "./errors.ts";
import { listen } from "./gate.ts";
import { inARoom, joined, noise, TELEPHONE, WIDE } from "./line.ts";
import type { Band } from "./line.ts";
import { sentences } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";

const log = pino({ level: "warn" });
const never = new AbortController().signal;
/** Here lines run faster than time does, on a machine that may be busy. */
const PATIENT = { answerWithinMs: 60_000 };

let speech: EngineHost;
let ears: EngineHost;
let recogniser: Connected<Recogniser>;
let detector: SpeechDetector;
const voices = new Map<EmbeddedVoiceName, Connected<Voice>>();

beforeAll(async () => {
  [speech, ears, detector] = await Promise.all([
    startVoice({ log, warm: ["rms", "awb"] }),
    startRecogniser({ decoders: { warm: 2, most: 3 }, log }),
    openSileroDetector(log),
  ]);
  recogniser = connectRecogniser(ears.connect(), PATIENT);
  for (const name of ["rms", "awb"] as const) voices.set(name, connectVoice(speech.connect(), { voice: name }));
});

afterAll(async () => {
  recogniser.close();
  for (const voice of voices.values()) voice.close();
  await Promise.all([speech.close(), ears.close(), detector.close()]);
});

async function said(text: string, name: EmbeddedVoiceName): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of voices.get(name)?.speak(text, never) ?? []) pieces.push(piece);
  return joined(pieces);
}

/** What an utterance on an otherwise quiet line sounds like. */
async function onTheLine(text: string, name: EmbeddedVoiceName, band: Band): Promise<Int16Array> {
  const before = noise(700, 16000, 12);
  const after = noise(900, 16000, 12, 8);
  return band.carry(joined([before, await said(text, name), after]));
}

type Heard = Exclude<HearingEvent, { type: "partial" }>;

/** Opens an ear and answers what it hears of each line in turn. */
async function hear(
  lines: readonly Int16Array[],
  band: Band,
  hints: readonly string[],
  from = recogniser,
): Promise<Heard[][]> {
  const heard: Heard[][] = [];
  let awaited = 0;
  let settle: () => void = () => undefined;
  const hearing = await from.open(
    { language: "en-US", sampleRateHz: band.sampleRateHz, hints },
    (event: HearingEvent) => {
      if (event.type === "partial") return;
      heard.at(-1)?.push(event);
      if ((awaited -= 1) === 0) settle();
    },
    never,
  );
  for (const line of lines) {
    // One that has heard the line before would cut this one a frame sooner or later.
    const activity = detector.create(band.sampleRateHz);
    heard.push([]);
    const all = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const counting = {
      write: (frame: Int16Array) => hearing.write(frame),
      begin(prerollMs: number) {
        awaited += 1;
        hearing.begin(prerollMs);
      },
      commit: () => hearing.commit(),
    };
    const segments = await listen(line, band.sampleRateHz, activity, counting);
    if (segments.length > 0) await all;
  }
  hearing.close();
  return heard;
}

const texts = (heard: readonly Heard[]): string =>
  heard.map((event) => (event.type === "utterance" ? event.text : event.type)).join(" ");

type Score = {
  readonly wordErrors: number;
  readonly words: number;
  readonly itemsWrong: number;
  readonly items: number;
  readonly wrong: string[];
};

async function score(
  rows: readonly Sentence[],
  voice: EmbeddedVoiceName,
  band: Band,
  hints: readonly string[],
): Promise<Score> {
  const lines: Int16Array[] = [];
  for (const { spoken } of rows) lines.push(await onTheLine(`${spoken}.`, voice, band));
  const middle = Math.ceil(rows.length / 2);
  // Two ears at once, as on two calls.
  const heard = (
    await Promise.all([hear(lines.slice(0, middle), band, hints), hear(lines.slice(middle), band, hints)])
  ).flat();
  let errors = 0;
  let words = 0;
  let itemsWrong = 0;
  const wrong: string[] = [];
  for (const [index, { text, items }] of rows.entries()) {
    const reference = spokenWords(text);
    const got = texts(heard[index] ?? []);
    errors += wordErrors(reference, spokenWords(got));
    words += reference.length;
    itemsWrong += items.filter((item) => !got.includes(item)).length;
    if (got !== text) wrong.push(`${text} | ${got}`);
  }
  return { wordErrors: errors, words, itemsWrong, items: rows.flatMap((row) => row.items).length, wrong };
}

describe("the embedded recogniser hears the embedded voices", () => {
  const business = sentences("business");
  const assistant = sentences("assistant");
  const names = ["Riverside Dental", "Maple Street Garage", "Blue Harbor Bistro"];

  const half = <Row>(rows: readonly Row[]): Row[] => rows.filter((_, index) => index % 2 === 0);

  // The same is heard each time: 2, 8, 4, 4 and 18 words wrong, 0, 2, 1, 1 and 2 items. The bounds leave room for six
  // words and two items more, for other versions of the libraries. Without the filter the noise costs more than twice
  // as many words.
  it.each([
    ["a business, wide band", half(business), "rms", WIDE, names, 8, 2],
    ["a business, on the telephone", business, "rms", TELEPHONE, names, 14, 4],
    ["the assistant, wide band", assistant, "awb", WIDE, ["Alex Morgan"], 10, 3],
    ["the assistant, on the telephone", assistant, "awb", TELEPHONE, ["Alex Morgan"], 10, 3],
    ["a business in a busy room, on the telephone", business, "rms", inARoom(-46), names, 24, 4],
  ] as const)("%s", async (_who, rows, voice, band, hints, mostWordErrors, mostItemsWrong) => {
    const result = await score(rows, voice, band, hints);
    expect(result.wordErrors, JSON.stringify(result, null, 1)).toBeLessThanOrEqual(mostWordErrors);
    expect(result.itemsWrong, JSON.stringify(result, null, 1)).toBeLessThanOrEqual(mostItemsWrong);
  });
});

describe("an ear on the embedded recogniser", () => {
  it("knows a name that is in no dictionary when it is among the hints", async () => {
    const line = await onTheLine("This is Chidi Okonkwo, how can I help you?", "rms", WIDE);
    const [heard = []] = await hear([line], WIDE, ["Chidi Okonkwo"]);
    expect(texts(heard)).toBe("This is Chidi Okonkwo. How can I help you?");
  });

  it("hears the same whatever was heard before and beside it, on whichever decoder", async () => {
    const rows = sentences("business").filter(({ id }) => ["b02", "b09", "b15", "b20"].includes(id));
    const lines: Int16Array[] = [];
    for (const { spoken } of rows) lines.push(await onTheLine(`${spoken}.`, "rms", TELEPHONE));
    const cough = noise(900, 8000, 4000);

    const unused = await startRecogniser({ decoders: { warm: 1, most: 1 }, log });
    const alone = connectRecogniser(unused.connect(), PATIENT);
    const fresh = await hear(lines, TELEPHONE, [], alone);
    const last = await hear(lines.toReversed(), TELEPHONE, [], alone);
    alone.close();
    await unused.close();

    const loud = joined([lines[0] ?? cough, cough, lines[1] ?? cough]).map((sample) => sample * 1.5);
    const crowd = await Promise.all([
      hear(lines, TELEPHONE, []),
      hear([loud], TELEPHONE, ["Chidi Okonkwo"]),
      hear(lines, TELEPHONE, []),
      hear([loud, loud], WIDE, []),
      hear(lines, TELEPHONE, []),
    ]);
    expect(last.toReversed()).toEqual(fresh);
    for (const at of [0, 2, 4]) expect(crowd[at]).toEqual(fresh);
  });

  it("does not hear the names of the calls before", async () => {
    const line = await onTheLine("The restaurant is in Saskatoon.", "rms", WIDE);
    const host = await startRecogniser({ decoders: { warm: 1, most: 1 }, log });
    const one = connectRecogniser(host.connect(), PATIENT);
    const heard: string[] = [];
    for (const name of ["Karen", "Saskatoon", "Maria"])
      heard.push((await hear([line], WIDE, [name], one)).map(texts).join());
    one.close();
    await host.close();
    expect(heard.map((text) => /saskatoon/i.test(text))).toEqual([false, true, false]);
  });

  it("says what it has heard so far with every piece of sound, though no word was added, unless it is behind", async () => {
    const partials: string[] = [];
    const done = Promise.withResolvers<HearingEvent>();
    const hearing = await recogniser.open(
      { language: "en-US", sampleRateHz: 16000, hints: [] },
      (event) => (event.type === "partial" ? partials.push(event.text) : done.resolve(event)),
      never,
    );
    const speech = await said("We have a table for four people on Saturday evening at seven thirty.", "rms");
    hearing.begin(0);
    // Far faster than people speak: the decoder is behind, until the last of it.
    hearing.write(speech);
    for (let n = 0; n < 6; n += 1) {
      const before = partials.length;
      hearing.write(noise(60, 16000, 12, n));
      await expect.poll(() => partials.length, { timeout: 60_000 }).toBeGreaterThan(before);
    }
    expect(new Set(partials)).toEqual(new Set(["we have a table for four people on saturday evening at seven thirty"]));
    hearing.commit();
    const last = await done.promise;
    expect(last).toMatchObject({
      type: "utterance",
      text: "We have a table for four people on Saturday evening at 7:30.",
    });
    expect(last.type === "utterance" && last.confidence).toBeGreaterThan(0.5);
    hearing.close();
  });

  it("loses nothing of what is said before its words and its decoder are loaded", async () => {
    const line = await onTheLine("This is Chidi Okonkwo, how can I help you?", "rms", WIDE);
    const host = await startRecogniser({ decoders: { warm: 1, most: 2 }, log });
    const client = connectRecogniser(host.connect(), PATIENT);
    const options = { language: "en-US", sampleRateHz: 16000, hints: ["Chidi Okonkwo"] } as const;
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const done = Promise.withResolvers<HearingEvent>();
        const told = (event: HearingEvent): void => void (event.type === "partial" || done.resolve(event));
        const hearing = await client.open(options, told, never);
        hearing.begin(0);
        hearing.write(line);
        hearing.commit();
        const event = await done.promise;
        hearing.close();
        return event.type === "utterance" ? event.text : event.type;
      }),
    );
    expect(texts).toEqual(Array(2).fill("This is Chidi Okonkwo. How can I help you?"));
    client.close();
    await host.close();
  });

  it("forgets what was discarded", async () => {
    const events: HearingEvent[] = [];
    const done = Promise.withResolvers<void>();
    const hearing = await recogniser.open(
      { language: "en-US", sampleRateHz: 16000, hints: [] },
      (event) => {
        if (event.type === "partial") return;
        events.push(event);
        done.resolve();
      },
      never,
    );
    const cough = noise(600, 16000, 2000);
    hearing.begin(0);
    hearing.write(cough);
    hearing.discard();
    await listen(await onTheLine("Yes, we do.", "rms", WIDE), 16000, detector.create(16000), hearing);
    await done.promise;
    expect(events).toMatchObject([{ type: "utterance", text: "Yes, we do." }]);
    hearing.close();
  });

  it("hears eight callers at once with three decoders, and mixes nobody up", async () => {
    const rows = sentences("business").slice(3, 11);
    const lines = await Promise.all(rows.map(({ spoken }) => onTheLine(`${spoken}.`, "rms", WIDE)));
    const heard = (await Promise.all(lines.map((line) => hear([line], WIDE, [])))).map(([all = []]) => texts(all));
    // A word may be misheard; a sentence that went to somebody else's call may not.
    const words = (text: string): Set<string> => new Set(text.toLowerCase().split(/\W+/));
    const nearest = heard.map((text) => {
      const mine = words(text);
      const shared = rows.map((row) => [...words(row.text)].filter((word) => mine.has(word)).length);
      return shared.indexOf(Math.max(...shared));
    });
    expect(nearest, heard.join(" | ")).toEqual(rows.map((_, index) => index));
  });

  it("answers within the promised time with the words so far, or says that it cannot", async () => {
    const hurried = connectRecogniser(ears.connect(), { answerWithinMs: 1 });
    const events: HearingEvent[] = [];
    const hearing = await hurried.open(
      { language: "en-US", sampleRateHz: 16000, hints: [] },
      (event) => events.push(event),
      never,
    );
    // Long before the first word, so that it is not decoded in time however late this thread is.
    const line = joined([noise(6000, 16000, 12), await said("You can call us back.", "rms")]);
    for (let n = 0; n < 2; n += 1) {
      hearing.begin(0);
      hearing.write(line);
      hearing.commit();
      await expect.poll(() => events.length, { timeout: 60_000 }).toBeGreaterThan(n);
    }
    expect(events).toMatchObject([
      { type: "utterance", text: "", confidence: null },
      { type: "failed", retryable: true },
    ]);
    hurried.close();
  });

  it("refuses a language that it does not understand", async () => {
    const german = { language: "de-DE", sampleRateHz: 8000, hints: [] } as const;
    await expect(recogniser.open(german, () => undefined, never)).rejects.toThrow("English");
  });

  it("can be given up while it opens", async () => {
    const hints = ["Somebody Nobody Knows Yet"];
    const opening = recogniser.open(
      { language: "en-US", sampleRateHz: 8000, hints },
      () => undefined,
      AbortSignal.abort(new Error("hung up")),
    );
    await expect(opening).rejects.toThrow("hung up");
  });
});
