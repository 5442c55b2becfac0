/**
 * A person on the telephone, in short: a dozen recordings of each condition, in real calls. All of them are for
 * `npm run scenarios -- --people`. Real music on hold has no words.
 */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGround } from "../scenarios/ground.ts";
import type { Ground } from "../scenarios/ground.ts";
import { fetchRecordings, pick, sentences } from "./kit.ts";
import type { Recording } from "./kit.ts";
import { CONDITIONS, hearPeople } from "./people.ts";

const life = new AbortController();
let ground: Ground;
let recordings: readonly Recording[] = [];

beforeAll(async () => {
  recordings = sentences(await fetchRecordings());
  ground = await openGround({ businesses: false, engines: "embedded", log: pino({ level: "error" }) }, life.signal);
}, 300_000);

afterAll(async () => {
  await ground?.close();
});

describe("people on the line are understood", () => {
  it("has enough of them to listen to", () => expect(recordings.length).toBeGreaterThan(100));

  it.each(CONDITIONS)(
    "$name",
    async (condition) => {
      const heard = await hearPeople(ground, pick(recordings, 12), condition, 2);
      console.log(`people, ${condition.name}: ${(heard.wrong * 100).toFixed(1)} % of ${heard.words} words wrong`);
      expect(heard.recordings).toBeGreaterThanOrEqual(8);
      // A dozen is few: twice the bound of the whole.
      expect(heard.wrong, JSON.stringify(heard.calls, null, 1)).toBeLessThan(2 * condition.most);
    },
    400_000,
  );
});
