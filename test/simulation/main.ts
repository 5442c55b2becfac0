/** Tells stories for so many seconds, and says the seed of the first that breaks something. */
import { Command } from "commander";
import { wholeNumber } from "../support/options.ts";
import { tell } from "./story.ts";

type Options = { readonly seconds: number; readonly seed: number; readonly stories: number };

const {
  seconds,
  seed: first,
  stories: most,
} = new Command("npm run simulate --")
  .description("Tells stories of chance about the call engine until one of them breaks something.")
  .option("--seconds <n>", "for so long", wholeNumber, 60)
  .option("--seed <n>", "beginning with this one", wholeNumber, Math.floor(Math.random() * 1e9))
  .option("--stories <n>", "at most so many", wholeNumber, Number.MAX_SAFE_INTEGER)
  .parse()
  .opts<Options>();
const startedAt = performance.now();
const untilMs = startedAt + seconds * 1000;

const sum = { steps: 0, calls: 0, deaths: 0, transfers: 0 };
const ends = new Map<string, number>();
let stories = 0;
for (let seed = first; performance.now() < untilMs && stories < most; seed += 1) {
  const told = await tell(seed);
  sum.steps += told.steps;
  sum.calls += told.calls;
  sum.deaths += told.deaths;
  sum.transfers += told.transfers;
  for (const [reason, times] of told.ends) ends.set(reason, (ends.get(reason) ?? 0) + times);
  stories += 1;
  if (told.broken.length === 0) continue;
  console.error(
    `Broken after ${told.steps} steps of the story ${seed} (again: npm run simulate -- --seed ${seed} --stories 1):`,
  );
  for (const what of told.broken.slice(0, 20)) console.error(`  ${what}`);
  process.exit(1);
}
const minutes = (performance.now() - startedAt) / 60_000;
console.log(
  `${stories} stories from seed ${first}: ${sum.steps} steps (${Math.round(sum.steps / minutes)} a minute), ` +
    `${sum.calls} calls, ${sum.transfers} transfers, ${sum.deaths} deaths, nothing lost`,
);
const byTimes = [...ends].toSorted(([, a], [, b]) => b - a);
console.log(`The calls ended as ${byTimes.map(([reason, times]) => `${reason} ${times}`).join(", ")}.`);
