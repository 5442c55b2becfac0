/** The sentences of test/fixtures/speech: what is said, how it is written, and what in it must not be misheard. */
import { readFileSync } from "node:fs";

export type Sentence = {
  readonly id: string;
  readonly spoken: string;
  readonly text: string;
  /** The prices, times, codes and names in it, as written. */
  readonly items: readonly string[];
};

export function sentences(side: "business" | "assistant"): Sentence[] {
  return readFileSync(new URL(`../fixtures/speech/${side}.tsv`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [id = "", spoken = "", text = "", items = ""] = line.split("\t");
      return {
        id,
        spoken,
        text,
        items: items.split("|").flatMap((item) => (item === "" ? [] : [item.split("=")[1] ?? ""])),
      };
    });
}

/** So many sentences, no two alike: a voice that keeps what it has said has to make each of them. */
export function longStory(sentences: number, firstPart = 1000): string {
  const parts = Array.from({ length: sentences }, (_, n) => firstPart + n);
  return parts.map((part) => `This is part ${part} of a story whose end is far.`).join(" ");
}
