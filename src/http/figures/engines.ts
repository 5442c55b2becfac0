/** What calls have used of their engines, and how often these failed. */
import type { CallUsage } from "../../calls/usage.ts";
import type { Make } from "./make.ts";

export function engineFigures(make: Make): (usage: CallUsage) => void {
  const seconds = make.counter("outdial_hearing_seconds_total", "Seconds of the line's sound given to recognisers.", [
    "engine",
  ]);
  const requests = make.counter(
    "outdial_thinking_requests_total",
    "Requests to language models, and events for the rules.",
    ["engine"],
  );
  const tokens = make.counter(
    "outdial_thinking_tokens_total",
    "Tokens of language models. discarded: of both kinds, of replies that were thrown away.",
    ["engine", "kind"],
  );
  const characters = make.counter(
    "outdial_speaking_characters_total",
    "Characters that voices spoke. cached: from sound that was kept. discarded: of the spoken, those that nobody heard.",
    ["engine", "kind"],
  );
  const failures = make.counter("outdial_engine_failures_total", "Failures of engines in calls.", ["stage", "engine"]);

  return ({ hearing, thinking, speaking }) => {
    for (const { engine, ...used } of hearing) {
      seconds.inc({ engine }, used.seconds);
      failures.inc({ stage: "hearing", engine }, used.failures);
    }
    for (const { engine, ...used } of thinking) {
      requests.inc({ engine }, used.requests);
      tokens.inc({ engine, kind: "prompt" }, used.promptTokens);
      tokens.inc({ engine, kind: "completion" }, used.completionTokens);
      tokens.inc({ engine, kind: "discarded" }, used.discardedTokens);
      failures.inc({ stage: "thinking", engine }, used.failures);
    }
    for (const { engine, ...used } of speaking) {
      characters.inc({ engine, kind: "spoken" }, used.characters);
      characters.inc({ engine, kind: "cached" }, used.cachedCharacters);
      characters.inc({ engine, kind: "discarded" }, used.discardedCharacters);
      failures.inc({ stage: "speaking", engine }, used.failures);
    }
  };
}
