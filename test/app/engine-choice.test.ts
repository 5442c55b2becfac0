import { describe, expect, it } from "vitest";
import { parseSettings } from "../../src/config/load.ts";
import { demandEmbeddedEngines } from "../../src/app/engine-choice.ts";

function choose(yaml: string): string[] {
  const warned: string[] = [];
  const settings = parseSettings(yaml, "a test", {});
  demandEmbeddedEngines(settings, { warn: (fields: object) => void warned.push(JSON.stringify(fields)) });
  return warned;
}

describe("the choice of engines", () => {
  it("is silent about the embedded ones", () => {
    expect(choose("")).toEqual([]);
  });

  it("says which engines are passed over for the embedded one", () => {
    expect(choose("llm: [{ provider: openai, api_key: key }, { provider: embedded }]")).toEqual([
      JSON.stringify({ key: "llm", others: ["openai"] }),
    ]);
  });

  it("refuses to start when it would have to pretend", () => {
    expect(() => choose("speech: { stt: { provider: deepgram, api_key: key } }")).toThrow(
      /speech\.stt names only deepgram/,
    );
  });
});
