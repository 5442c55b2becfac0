import pino from "pino";
import { afterEach, expect, it } from "vitest";
import { hearingWith } from "../../src/app/engine-lists.ts";
import { loadHosted } from "../../src/app/hosted-engines.ts";
import type { HearingEvent, Recogniser } from "../../src/conversation/ports.ts";
import { listsWith } from "../faults/servers.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";

const server = new OpenaiSimulator();
afterEach(() => server.close());

it("an ear that hears by files has the end of a turn judged from the sound, where a model for it runs", async () => {
  const port = Number(new URL(await server.listen()).port);
  const lists = listsWith(new Map([["openai_file", port]]), false);
  const embedded: Recogniser = { open: () => Promise.reject(new Error("nobody asks it")) };
  const ways = {
    embedded,
    sherpa: null,
    hosted: await loadHosted(lists),
    eagerEndOfTurn: true,
    judgeTurn: () => Promise.resolve(0.75),
  };
  const hearing = hearingWith(lists.stt, ways, pino({ level: "silent" }));
  const judged = Promise.withResolvers<HearingEvent>();
  const life = new AbortController();
  const ear = await hearing.engine.open(
    { language: "en-US", sampleRateHz: 8000, hints: [] },
    (event) => void (event.type === "turn_judged" && judged.resolve(event)),
    life.signal,
  );
  ear.begin(0);
  for (let ms = 0; ms < 600; ms += 20) ear.write(new Int16Array(160).fill(3000));
  ear.pause();
  expect(await judged.promise).toEqual({ type: "turn_judged", utterance: 1, finished: 0.75 });
  ear.close();
  hearing.close();
});
