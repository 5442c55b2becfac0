/** What is exported and taken in again is what was there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { briefTo, DEMO_PHONE, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";
import { outdial } from "./outdial.ts";
import type { Ran } from "./outdial.ts";

const KINDS = ["calls", "transcripts", "ledger"] as const;
type Kind = (typeof KINDS)[number];
type Format = "jsonl" | "csv";

/** What spreadsheets and readers of CSV fall over. */
const HOSTILE = [
  "=1+1",
  "'=1+1",
  "''@x",
  "-",
  "+1 a",
  'say "hi", they said',
  "two\nlines",
  "Ünï✓ 日本 🙂",
  " spaced ",
  "007",
  "true",
];

describe("outdial records import", { timeout: 60_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), "records-import-"));
  const bench = new DeskBench();
  beforeAll(async () => {
    const rich = bench.fund(2000).caller;
    const poor = bench.fund(125).caller;
    const first = await bench.talk(
      rich,
      briefTo(SHOP_PHONE, { questions: ["How much?", "=A1"], details: "'=x", businessName: "-Bar" }),
    );
    for (const text of HOSTILE) bench.conversations.tell(first, "heard", { text, atMs: 400 });
    const latency = { totalMs: 640, endpointingMs: 320, recogniserMs: 70, brainMs: 60, voiceMs: 110, playoutMs: 80 };
    bench.conversations.tell(first, "spoke", { text: "Goodbye.", cutOff: "=never", atMs: 900, latency });
    bench.conversations.tell(first, "asked", { questionId: "q_1", question: "Inside?" });
    bench.desk.answerQuestion(rich, first, "Outside.");
    // Three minutes more than are included; the poor one can pay for one of them.
    const second = await bench.talk(poor);
    bench.clock.advance(8 * 60_000);
    bench.conversations.finish(first, "completed");
    bench.conversations.finish(second, "completed");
    bench.pbx.ended(await bench.place(rich), "busy");
    const demo = await bench.talk({ kind: "anonymous", address: "203.0.113.9" }, briefTo(DEMO_PHONE));
    bench.conversations.finish(demo, "completed");
    // Charged and given back: it was our fault.
    const lost = await bench.place(rich);
    bench.pbx.answered(lost);
    bench.pbx.ended(lost, "no_media");
    expect(bench.store.calls.unended()).toEqual([]);
    expect(bench.store.verify()).toEqual([]);
    await exportAll(bench.folder, "jsonl");
    await exportAll(bench.folder, "csv");
    const ledger = readFileSync(fileOf("ledger", "csv"), "utf8");
    for (const code of ["topup", "hold", "charge", "release", "refund"]) expect(ledger).toContain(`,${code},`);
  });
  afterAll(async () => {
    await bench.end();
    rmSync(root, { recursive: true });
  });

  const configOf = (folder: string): string => {
    const path = join(root, `${folder.replaceAll("/", "_")}.yaml`);
    writeFileSync(path, `data_dir: ${folder}\n`);
    return path;
  };
  const fileOf = (kind: Kind, format: Format, name = "first"): string => join(root, `${name}-${kind}.${format}`);

  async function exportAll(folder: string, format: Format, name?: string): Promise<void> {
    const OUTDIAL_CONFIG = configOf(folder);
    const ran = KINDS.map((kind) => {
      const output = fileOf(kind, format, name);
      rmSync(output, { force: true });
      return outdial(["export", kind, "--format", format, "--output", output], { OUTDIAL_CONFIG });
    });
    for (const one of await Promise.all(ran)) expect(one).toMatchObject({ code: 0, stderr: "" });
  }
  const importAll = (folder: string, format: Format, more: Partial<Record<Kind, string>> = {}): Promise<Ran> =>
    outdial(["records", "import", ...KINDS.flatMap((kind) => [`--${kind}`, more[kind] ?? fileOf(kind, format)])], {
      OUTDIAL_CONFIG: configOf(folder),
    });

  it.each(["jsonl", "csv"] as const)("brings back from %s every record as it was, and every cent", async (format) => {
    const folder = join(root, `into-${format}`);
    const ran = await importAll(folder, format);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("5 calls") });
    await exportAll(folder, format, "second");
    for (const kind of KINDS)
      expect(readFileSync(fileOf(kind, format, "second"), "utf8"), kind).toBe(
        readFileSync(fileOf(kind, format), "utf8"),
      );
    const verified = await outdial(["verify", "--all"], { OUTDIAL_CONFIG: configOf(folder) });
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is lost: 5 calls") });
    const again = await importAll(folder, format);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });
  });

  it("takes nothing at all when the files do not fit, and says which line is wrong", async () => {
    const folder = join(root, "nothing");
    mkdirSync(folder);
    const changed = (kind: Kind, change: (lines: string[]) => readonly string[]): string => {
      const path = join(root, `changed-${kind}.jsonl`);
      const lines = readFileSync(fileOf(kind, "jsonl"), "utf8").trimEnd().split("\n");
      writeFileSync(path, `${change(lines).join("\n")}\n`);
      return path;
    };
    const ledgerWithout = changed("ledger", (lines) => lines.slice(0, -1));
    expect(await importAll(folder, "jsonl", { ledger: ledgerWithout })).toMatchObject({ code: 1, stdout: "" });
    const transcripts = changed("transcripts", (lines) => lines.toSpliced(1, 1));
    expect((await importAll(folder, "jsonl", { transcripts })).stderr).toContain("Line 2 of the transcripts");
    const calls = changed("calls", ([first = "", ...rest]) => [first, "no json", ...rest]);
    expect((await importAll(folder, "jsonl", { calls })).stderr).toContain("Line 2 of the calls");
    const running = changed("calls", (lines) =>
      lines.map((line) => line.replace('"status":"ended"', '"status":"queued"')),
    );
    expect((await importAll(folder, "jsonl", { calls: running })).stderr).toContain("has not ended");
    expect((await importAll(folder, "jsonl")).code).toBe(0);
  });

  it("is refused while an appliance runs on the folder", async () => {
    expect(await importAll(bench.folder, "jsonl")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Another appliance is running"),
    });
  });
});
