/** The figures as Prometheus reads them. */
import { describe, expect, it } from "vitest";
import type { CallUsage } from "../../src/calls/usage.ts";
import { createMetrics } from "../../src/http/metrics.ts";

const SEATS = { total: null, used: 0 };
const THOUGHT = { requests: 3, promptTokens: 900, completionTokens: 60, discardedTokens: 310, estimated: false };
const USAGE: CallUsage = {
  hearing: [
    { engine: "deepgram nova-3", seconds: 12.5, failures: 2 },
    { engine: "embedded neural", seconds: 4, failures: 0 },
  ],
  thinking: [{ engine: "openai big", failures: 0, ...THOUGHT }],
  speaking: [{ engine: "openai tts", characters: 120, cachedCharacters: 30, discardedCharacters: 12, failures: 1 }],
};

const ENGINES = /^outdial_(hearing|thinking|speaking|engine)_/;

async function figures(usages: readonly CallUsage[], seats: { total: number | null; used: number } = SEATS) {
  const metrics = createMetrics();
  for (const usage of usages) metrics.countUsage(usage);
  const { type, text } = await metrics.read(seats);
  return { type, lines: text.split("\n").filter((line) => ENGINES.test(line)) };
}

describe("the figures", () => {
  it("are those of the engines, added up over all calls", async () => {
    const { type, lines } = await figures([USAGE, USAGE]);
    expect(type).toContain("text/plain; version=0.0.4");
    expect(lines).toEqual([
      'outdial_hearing_seconds_total{engine="deepgram nova-3"} 25',
      'outdial_hearing_seconds_total{engine="embedded neural"} 8',
      'outdial_thinking_requests_total{engine="openai big"} 6',
      'outdial_thinking_tokens_total{engine="openai big",kind="prompt"} 1800',
      'outdial_thinking_tokens_total{engine="openai big",kind="completion"} 120',
      'outdial_thinking_tokens_total{engine="openai big",kind="discarded"} 620',
      'outdial_speaking_characters_total{engine="openai tts",kind="spoken"} 240',
      'outdial_speaking_characters_total{engine="openai tts",kind="cached"} 60',
      'outdial_speaking_characters_total{engine="openai tts",kind="discarded"} 24',
      'outdial_engine_failures_total{stage="hearing",engine="deepgram nova-3"} 4',
      'outdial_engine_failures_total{stage="hearing",engine="embedded neural"} 0',
      'outdial_engine_failures_total{stage="thinking",engine="openai big"} 0',
      'outdial_engine_failures_total{stage="speaking",engine="openai tts"} 2',
    ]);
  });

  it("of seats that nobody has measured are left out, also when they were measured before", async () => {
    const metrics = createMetrics();
    expect((await metrics.read({ total: 8, used: 3 })).text).toContain("\noutdial_seats 8\n");
    const { text } = await metrics.read({ total: null, used: 4 });
    expect(text).toContain("\noutdial_seats_used 4\n");
    expect(text).not.toMatch(/^outdial_seats \d/m);
  });

  it("of two appliances in one process are apart", async () => {
    expect((await figures([USAGE])).lines).toHaveLength(13);
    expect((await figures([])).lines).toEqual([]);
  });
});
