/**
 * The engine process as the appliance runs it: real models, a real process, killed, frozen and overworked. What is said
 * to it is spoken by its own voice, in sentences that stand nowhere else, and by a person.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectEngine } from "../../../src/engines/neural/client.ts";
import type { EngineClient } from "../../../src/engines/neural/client.ts";
import { beginNeuralEngine } from "../../../src/engines/neural/supervisor.ts";
import type { NeuralEngine } from "../../../src/engines/neural/supervisor.ts";
import { fetchMusic, fetchRecordings, pick, readSound, sentences } from "../../people/kit.ts";
import { share, wordErrors } from "../../people/word-errors.ts";
import { makeSound } from "../../scenarios/sounds.ts";

const RATE_HZ = 8000;
let engine: NeuralEngine;
let client: EngineClient;

beforeAll(async () => {
  engine = beginNeuralEngine({ decodings: 1, env: process.env, log: pino({ level: "silent" }) });
  await engine.ready;
  client = connectEngine(engine.socketPath);
}, 60_000);

afterAll(async () => {
  client?.close();
  await engine?.close();
});

async function speak(text: string): Promise<Int16Array> {
  return (await client.order({ type: "speak", sampleRateHz: RATE_HZ, text }).done).sound;
}

async function hear(sound: Int16Array): Promise<string> {
  const { answer } = await client.order({ type: "transcribe", sampleRateHz: RATE_HZ, urgency: "final" }, sound).done;
  return answer.type === "text" ? answer.text : "";
}

/** The process that serves, looked up where the kernel knows it. */
function pidOfEngine(): number {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const [line = ""] = children.split("\n").filter((one) => one.includes("engines/neural/process.ts"));
  return Number.parseInt(line.trim(), 10);
}

function rssOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

describe("the engine process", () => {
  it("hears what its voice says, at the rate of the telephone", async () => {
    const said = [
      "The plumber comes on Thursday between eleven and one.",
      "Our oldest bicycle is in the window, next to the lamps.",
      "Please bring the blue form and two photographs.",
    ];
    const errors = [];
    for (const text of said) errors.push(wordErrors(text, await hear(await speak(text))));
    expect(share(errors)).toBeLessThan(0.15);
  }, 60_000);

  it("hears a person", async () => {
    const errors = [];
    for (const { path, text } of pick(sentences(await fetchRecordings()), 10)) {
      errors.push(wordErrors(text, await hear(await readSound(path, RATE_HZ))));
    }
    expect(share(errors)).toBeLessThan(0.15);
  }, 120_000);

  it("makes no words of what has none", async () => {
    const sounds = [
      makeSound({ kind: "noise", for_ms: 3000, dbfs: -25 }, RATE_HZ),
      makeSound({ kind: "tone", for_ms: 3000, dbfs: -20 }, RATE_HZ),
      makeSound({ kind: "music", for_ms: 4000, dbfs: -20 }, RATE_HZ),
      makeSound({ kind: "cough", for_ms: 500, dbfs: -20 }, RATE_HZ),
      new Int16Array(3 * RATE_HZ),
      // A fax: 1,100 and 2,100 Hz in turn.
      Int16Array.from({ length: 3 * RATE_HZ }, (_, i) =>
        Math.round(8000 * Math.sin((2 * Math.PI * (Math.floor(i / 4000) % 2 === 0 ? 1100 : 2100) * i) / RATE_HZ)),
      ),
    ];
    for (const path of await fetchMusic())
      sounds.push((await readSound(path, RATE_HZ)).slice(20 * RATE_HZ, 25 * RATE_HZ));
    const heard: string[] = [];
    for (const sound of sounds) heard.push(await hear(sound));
    expect(heard.filter((text) => text !== "")).toEqual([]);
  }, 120_000);

  it("has no privilege", () => {
    const status = readFileSync(`/proc/${pidOfEngine()}/status`, "utf8");
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    if (process.getuid?.() !== 0) return;
    expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    // Its network, where the system lets us: one without a way out.
    expect(execFileSync("cat", [`/proc/${pidOfEngine()}/net/dev`], { encoding: "utf8" })).not.toMatch(/eth|ens|enp/);
  });

  it("is replaced when it is killed, and what was under way is heard all the same", async () => {
    const sound = await speak("The museum is closed for repairs until the end of the month.");
    const killed = pidOfEngine();
    const words = hear(sound);
    process.kill(killed, "SIGKILL");
    expect(await words).toMatch(/museum/i);
    expect(pidOfEngine()).not.toBe(killed);
  }, 30_000);

  it("is replaced when it is frozen", async () => {
    const sound = await speak("We repair watches while you wait.");
    const frozen = pidOfEngine();
    process.kill(frozen, "SIGSTOP");
    expect(await hear(sound)).toMatch(/watch/i);
    expect(pidOfEngine()).not.toBe(frozen);
  }, 30_000);

  it("takes no more and more memory", async () => {
    const sounds = [];
    for (const text of ["Yes.", "We open at nine on weekdays.", "The last bus leaves at a quarter past eleven."]) {
      sounds.push(await speak(text));
    }
    const rounds = Number(process.env["OUTDIAL_UTTERANCES"] ?? 60);
    for (let i = 0; i < 15; i += 1) await hear(sounds[i % sounds.length] ?? new Int16Array(0));
    const before = rssOf(pidOfEngine());
    for (let i = 0; i < rounds; i += 1) await hear(sounds[i % sounds.length] ?? new Int16Array(0));
    expect(rssOf(pidOfEngine())).toBeLessThan(before * 1.05 + 20e6);
  }, 600_000);
});
