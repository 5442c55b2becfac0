/** `npm run doctor -- --measure` with hosted engines, which are simulated, and the small embedded ones behind them. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { MeasuredEngine } from "../../src/app/measure-engines.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../simulators/deepgram/server.ts";
import { inTurn, OpenAiChatServer } from "../simulators/openai-chat/server.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";
import { levelSpeech } from "../simulators/spoken-levels.ts";

const WRONG_KEY = "sk-wrong-key-of-the-measure";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function doctor(
  config: object,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const path = join(mkdtempSync(join(tmpdir(), "outdial-test-")), "outdial.yaml");
  writeFileSync(path, JSON.stringify(config));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(PROJECT_ROOT, "src/cli/main.ts"), "doctor", ...args],
      { env: { ...process.env, OUTDIAL_CONFIG: path } },
      (_error, stdout, stderr) => resolve({ stdout, stderr }),
    );
  });
}

async function settings(): Promise<object> {
  const deepgram = await startDeepgram();
  const openai = new OpenaiSimulator();
  openai.speaks = levelSpeech;
  const mind = new OpenAiChatServer(inTurn({ text: "Good morning." }));
  const [openaiUrl, mindUrl] = await Promise.all([openai.listen(), mind.listen()]);
  closing.push(
    () => deepgram.close(),
    () => openai.close(),
    () => mind.close(),
  );
  const speech = { provider: "openai", base_url: openaiUrl, model: "tts-small" };
  return {
    server: { port: 0 },
    speech: {
      stt: [
        { provider: "openai", base_url: openaiUrl, api_key: "sk-good", model: "whisper-large" },
        { provider: "deepgram", base_url: deepgram.baseUrl, api_key: DEEPGRAM_KEY },
        { provider: "embedded", model: "small" },
      ],
      tts: [
        { ...speech, api_key: WRONG_KEY },
        { ...speech, api_key: "sk-good" },
        { provider: "embedded", model: "small" },
      ],
    },
    llm: { provider: "openai", base_url: mindUrl, api_key: "sk-good", model: "scripted" },
  };
}

it("measures each engine in the order of its list, says before what will be sent, and tells no key", async () => {
  const config = await settings();
  const { stdout, stderr } = await doctor(config, ["--measure", "--json"]);
  const { measured } = JSON.parse(stdout) as { measured: readonly MeasuredEngine[] };
  expect(measured.map(({ setting, does, place }) => [setting, does, place])).toEqual([
    ["speech.stt.0", "hears", 1],
    ["speech.stt.1", "hears", 2],
    [null, "hears", 3],
    ["speech.tts.0", "speaks", 1],
    ["speech.tts.1", "speaks", 2],
    [null, "speaks", 3],
    ["llm", "thinks", 1],
  ]);
  for (const { setting, figures, problem } of measured) {
    if (setting === "speech.tts.0") expect(problem).toMatch(/speech\.tts\.0\.api_key/);
    else expect(figures, `${setting}: ${problem}`).toMatchObject({ ends_ms: expect.any(Number) as number });
  }
  expect(measured[0]?.figures?.text).toBe("We are open.");
  expect(stderr).toMatch(/What is sent: to each hosted engine for hearing \(2\), about 10 seconds of sound/);
  for (const secret of [DEEPGRAM_KEY, WRONG_KEY, "sk-good"]) expect(stdout + stderr).not.toContain(secret);
});

it("prints a line for each, and sends nothing anywhere when all are embedded", async () => {
  const embedded = { provider: "embedded", model: "small" };
  const config = { server: { port: 0 }, speech: { stt: embedded, tts: embedded } };
  const { stdout, stderr } = await doctor(config, ["--measure"]);
  expect(stderr).toContain("Nothing leaves this machine.");
  expect(stdout).toMatch(
    /^hears 1 +embedded, small +ready after \d+ ms, .*last words, from the end of the speech, after \d+ ms/m,
  );
  expect(stdout).toMatch(/^speaks 1 +embedded, small +first time \d+ ms, sound after \d+ ms, whole after \d+ ms/m);
});
