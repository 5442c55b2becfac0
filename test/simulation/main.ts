/**
 * Tells stories for so many seconds, and says the seed of the first that breaks something.
 *
 *   --seconds N   how long (60)
 *   --seed N      begins with this story; the following ones have the following numbers
 */
import { parseArgs } from "node:util";
import { tell } from "./story.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string" }, stories: { type: "string" } },
});
const first = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);
const most = values.stories === undefined ? Number.POSITIVE_INFINITY : Number(values.stories);
const startedAt = performance.now();
const untilMs = startedAt + Number(values.seconds) * 1000;

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
