/** What watches the appliance, held against the figures it really tells: by Prometheus's own checker, out of Debian. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { CallUsage } from "../../src/calls/usage.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";

const PROMTOOL = join(PROJECT_ROOT, "var/prometheus/promtool");
const MONITORING = join(PROJECT_ROOT, "config/monitoring");

const THOUGHT = { requests: 3, promptTokens: 900, completionTokens: 60, discardedTokens: 310, estimated: false };
const USAGE: CallUsage = {
  hearing: [{ engine: "deepgram nova-3", seconds: 12.5, failures: 2 }],
  thinking: [{ engine: "openai big", failures: 0, ...THOUGHT }],
  speaking: [{ engine: "openai tts", characters: 120, cachedCharacters: 30, discardedCharacters: 12, failures: 1 }],
};

let appliance: Appliance;
/** Of an appliance that has had a call. */
let figures = "";

beforeAll(async () => {
  const metrics = createMetrics();
  appliance = await openAppliance(
    { seats: 4, onFact: (fact) => metrics.count(fact), onUsage: (usage) => metrics.countUsage(usage) },
    {},
    { metrics },
  );
  const { bench } = appliance;
  metrics.ask(() => ({
    store: bench.store.figures(),
    writesWaiting: bench.desk.writesWaiting(),
    asterisk: true,
    trunks: { trunk: true },
    ready: true,
  }));
  metrics.countDelay("main", 1.5);
  const callId = await bench.talk(bench.fund(500).caller);
  const latency = { totalMs: 700, endpointingMs: 500, recogniserMs: 10, brainMs: 0, voiceMs: 180, playoutMs: 10 };
  bench.conversations.tell(callId, "spoke", { text: "Hello.", cutOff: null, atMs: 1630, latency });
  bench.conversations.tell(callId, "usage", { usage: USAGE });
  bench.conversations.finish(callId, "completed");
  bench.pbx.ended(callId, "hangup_api", null);
  figures = await (await fetch(`${appliance.base}/metrics`)).text();
});
afterAll(() => appliance.end());

type Ended = { readonly code: number | null; readonly said: string };

function promtool(args: readonly string[], input = ""): Promise<Ended> {
  const child = spawn(PROMTOOL, args, { cwd: PROJECT_ROOT, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
}

/** Name of each series with the names of its labels. */
function told(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of figures.split("\n")) {
    const [, name, labels = ""] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = found.get(name) ?? new Set(["job", "instance"]);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** What an expression asks for that is not told: series, and labels of series. */
function unknownIn(expression: string): readonly string[] {
  const known = told();
  return [...expression.matchAll(/\b((?:outdial|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = "", matchers = ""]) => {
      const labels = known.get(name);
      if (labels === undefined) return [name];
      return [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)]
        .map(([, label = ""]) => label)
        .filter((label) => !labels.has(label))
        .map((label) => `${name}{${label}}`);
    },
  );
}

const gridPos = z.strictObject({ h: z.int().min(1), w: z.int().min(1).max(24), x: z.int().min(0).max(23), y: z.int() });
const source = z.strictObject({ type: z.literal("prometheus"), uid: z.literal("${datasource}") });
const shown = z.strictObject({
  id: z.int(),
  type: z.enum(["timeseries", "stat"]),
  title: z.string().min(1),
  description: z.string(),
  datasource: source,
  gridPos,
  fieldConfig: z.strictObject({ defaults: z.looseObject({ unit: z.string() }), overrides: z.array(z.unknown()) }),
  options: z.looseObject({}),
  targets: z
    .array(
      z.strictObject({
        refId: z.string().regex(/^[A-Z]$/),
        datasource: source,
        expr: z.string().min(1),
        legendFormat: z.string(),
        range: z.boolean(),
        instant: z.boolean(),
      }),
    )
    .min(1),
});
const row = z.strictObject({
  id: z.int(),
  type: z.literal("row"),
  title: z.string().min(1),
  collapsed: z.literal(false),
  gridPos,
  panels: z.array(z.never()),
});
const dashboard = z.looseObject({
  title: z.literal("Outdial"),
  uid: z.string().regex(/^[a-z]{1,40}$/),
  schemaVersion: z.int().min(36),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.enum(["datasource", "query"]) })) }),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  panels: z.array(z.union([row, shown])),
});

describe("the figures", () => {
  it("are named as Prometheus wants them", async () => {
    expect(await promtool(["check", "metrics"], figures)).toEqual({ code: 0, said: "" });
  });

  it("tell nothing personal: every label is one of a few words", () => {
    const values = [...figures.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== "le");
    for (const [, label, value = ""] of values)
      expect(`${label} ${value}`).toMatch(/^[a-z_]+ [a-z][a-z0-9 ._-]{0,60}$/);
    expect(new Set(values.map(([, label]) => label))).toEqual(
      new Set(["state", "route", "end_reason", "code", "result", "stage", "engine", "kind", "thread", "trunk"]),
    );
  });
});

describe("the alerts", () => {
  const rules = z
    .object({ groups: z.array(z.object({ rules: z.array(z.looseObject({ alert: z.string(), expr: z.string() })) })) })
    .parse(parse(readFileSync(join(MONITORING, "alerts.yaml"), "utf8")))
    .groups.flatMap((group) => group.rules);

  it("are rules, and so is the configuration that names them", async () => {
    const checked = await promtool(["check", "rules", "config/monitoring/alerts.yaml"]);
    expect(checked).toMatchObject({ code: 0, said: expect.stringContaining(`${rules.length} rules found`) });
    expect(await promtool(["check", "config", "config/monitoring/prometheus.yaml"])).toMatchObject({ code: 0 });
  });

  it("ask for nothing that is not told", () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it("fire when they should and not before, each of them", async () => {
    expect(await promtool(["test", "rules", "test/monitoring/alerts-test.yaml"])).toMatchObject({ code: 0 });
    const tests = readFileSync(join(PROJECT_ROOT, "test/monitoring/alerts-test.yaml"), "utf8");
    expect(rules.map(({ alert }) => alert).filter((alert) => !tests.includes(alert))).toEqual([]);
  });
});

describe("the dashboard", () => {
  const text = readFileSync(join(MONITORING, "grafana-dashboard.json"), "utf8");
  const { panels, templating } = dashboard.parse(JSON.parse(text));
  const expressions = panels.flatMap((panel) => (panel.type === "row" ? [] : panel.targets.map(({ expr }) => expr)));

  it("has panels of their own ids that do not lie over each other", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const overlapping = panels.flatMap((one, index) =>
      panels
        .slice(index + 1)
        .filter(
          ({ gridPos: b }) =>
            one.gridPos.x < b.x + b.w &&
            b.x < one.gridPos.x + one.gridPos.w &&
            one.gridPos.y < b.y + b.h &&
            b.y < one.gridPos.y + one.gridPos.h,
        )
        .map(({ title }) => `${one.title} over ${title}`),
    );
    expect(overlapping).toEqual([]);
  });

  it("asks for nothing that is not told, with variables that it has", () => {
    expect(expressions.flatMap(unknownIn)).toEqual([]);
    const variables = new Set([...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
    const own = templating.list.map(({ name }) => name);
    expect([...variables].filter((name) => !own.includes(String(name)))).toEqual(["__all", "__rate_interval"]);
  });

  it("shows every figure of ours", () => {
    const all = [...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
    expect(
      all.filter((name) => !expressions.some((expr) => new RegExp(`\\b${name}\\b|\\b${name}_bucket\\b`).test(expr))),
    ).toEqual([]);
  });

  it("asks in words that Prometheus understands", async () => {
    const plain = expressions.map((expr) => expr.replaceAll("$__rate_interval", "1m").replaceAll(/\$\w+/g, ".*"));
    const record = (expr: string, index: number) => ({ record: `panel:${index}`, expr });
    const file = JSON.stringify({ groups: [{ name: "panels", rules: plain.map(record) }] });
    const folder = mkdtempSync(join(tmpdir(), "outdial-monitoring-"));
    const path = join(folder, "panels.json");
    writeFileSync(path, file);
    const checked = await promtool(["check", "rules", path]);
    rmSync(folder, { recursive: true });
    expect(checked).toMatchObject({ code: 0, said: expect.stringContaining(`${plain.length} rules found`) });
  });
});
