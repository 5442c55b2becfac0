/**
 * Draws a finished call as the picture that README.md shows: who said what when, and how long each of our answers took.
 *
 *     npm run --silent demo -- --json | node scripts/call-picture.ts > scripts/demo-call.svg
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const call = z
  .object({
    transcript: z.array(
      z.object({
        role: z.enum(["assistant", "business", "system"]),
        text: z.string(),
        offset_s: z.number(),
        latency_ms: z.object({ total: z.number() }).optional(),
      }),
    ),
    outcome: z.object({ success: z.boolean(), summary: z.string() }),
    duration_s: z.number(),
    created_at: z.string(),
    latency_ms: z.object({ p50: z.number(), p95: z.number() }),
  })
  .parse(JSON.parse(readFileSync(0, "utf8")));

const WIDTH = 1000;
const ROW = 21;
const TOP = 46;
const MOST_LETTERS = 118;
const LOOKS = {
  business: { name: "business", colour: "#8a4b08" },
  assistant: { name: "assistant", colour: "#0b5394" },
  system: { name: "agent", colour: "#38761d" },
} as const;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const cut = (text: string): string => (text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1)}…`);

const rows = call.transcript.map(({ role, text, offset_s: at, latency_ms: took }, index) => {
  const y = TOP + ROW * (index + 1);
  const { name, colour } = LOOKS[role];
  const waited = took === undefined ? "" : `${(took.total / 1000).toFixed(1)} s`;
  return [
    `<text x="58" y="${y}" text-anchor="end" class="at">${at.toFixed(1)} s</text>`,
    `<text x="138" y="${y}" text-anchor="end" fill="${colour}" font-weight="600">${name}</text>`,
    `<text x="150" y="${y}">${escaped(cut(text))}</text>`,
    `<text x="${WIDTH - 14}" y="${y}" text-anchor="end" class="at">${waited}</text>`,
  ].join("\n");
});
const height = TOP + ROW * (rows.length + 2) + 12;
const end = TOP + ROW * (rows.length + 1) + 10;
const title = `A call of ${call.duration_s} seconds, as it was heard and spoken on ${call.created_at.slice(0, 10)}`;
const result = call.outcome.success ? "success" : "no success";
const median = `answers after ${(call.latency_ms.p50 / 1000).toFixed(1)} s in the median`;

process.stdout
  .write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1c1c1c" role="img">
<title>${title}</title>
<style>.at { fill: #666; font-size: 12px; } .head { font-size: 15px; font-weight: 600; }</style>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#fbfbf9" stroke="#d5d5d0"/>
<text x="14" y="28" class="head">${title}</text>
<text x="${WIDTH - 14}" y="28" text-anchor="end" class="at">their end of speech to our first sound</text>
${rows.join("\n")}
<text x="14" y="${end}" class="head">${escaped(`${result}; ${median}`)}</text>
</svg>
`);
