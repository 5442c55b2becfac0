/**
 * The fast scenarios, over real SIP and RTP with the embedded engines. A telephone call between two speech engines is no
 * exact thing: one that is not as expected is placed once more, and has to be then. Latencies are for
 * `npm run scenarios`, which has the machine to itself.
 */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGround } from "./ground.ts";
import type { Ground } from "./ground.ts";
import { prove } from "./proving.ts";
import type { Proof } from "./proving.ts";
import { loadScenarios } from "./scenario.ts";
import { scoreCard } from "./score.ts";

const scenarios = loadScenarios().filter(({ fast }) => fast);
const PARALLEL = 2;

/** The ground ends with it. */
const life = new AbortController();
let ground: Ground;
const proofs = new Map<string, Proof>();

async function proveAll(names: readonly string[]): Promise<void> {
  const chosen = scenarios.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) return;
  const options = { repeat: 1, parallel: PARALLEL, apartMs: 1000, folder: null, onProof: () => undefined };
  for (const proof of await prove(ground, chosen, options)) proofs.set(proof.scored.name, proof);
}

beforeAll(async () => {
  ground = await openGround({ businesses: false, engines: "embedded", log: pino({ level: "error" }) }, life.signal);
  await proveAll(scenarios.map(({ name }) => name));
  await proveAll([...proofs.values()].filter(({ scored }) => scored.wrong.length > 0).map(({ scored }) => scored.name));
}, 400_000);

afterAll(async () => {
  await ground?.close();
});

describe("on a real line, with real ears and voices", () => {
  it.each(scenarios)("$name: $about", ({ name }) => {
    const proof = proofs.get(name);
    expect(proof?.scored.wrong, JSON.stringify(proof?.call, null, 1)).toEqual([]);
  });

  it("is told by the score card", () => {
    const card = scoreCard([...proofs.values()].map(({ scored }) => scored));
    console.log(`score card of the fast scenarios: ${JSON.stringify(card, null, 1)}`);
    expect(card).toMatchObject({ runs: scenarios.length, passed: scenarios.length, cut_ins: 0 });
  });
});
