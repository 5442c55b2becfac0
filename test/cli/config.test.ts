import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { outdial } from "./outdial.ts";

const SECRET = "hunter2-very-secret";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-command-"));
  file = join(folder, "outdial.yaml");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("outdial config check", () => {
  it("tells every mistake at once by its key, without a secret, and exits 78", async () => {
    writeFileSync(
      file,
      `server: { prot: 1 }\nllm: { provider: openai, api_key: ${SECRET}, base_url: x }\ntrunk: { port: -1 }\n`,
    );
    const plain = await outdial(["config", "check", file]);
    expect(plain.code).toBe(78);
    for (const key of ["server.prot", "llm.base_url", "trunk.port"]) expect(plain.stdout).toContain(key);
    const { code, stdout } = await outdial(["config", "check", "--json"], { OUTDIAL_CONFIG: file });
    const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: { key: string }[] };
    expect(code).toBe(78);
    expect(ok).toBe(false);
    expect(problems.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["server.prot", "llm.base_url", "trunk.port"]),
    );
    expect(plain.stdout + stdout).not.toContain(SECRET);
  });

  it("finds nothing wrong with a right one, and none with a file that is not there", async () => {
    writeFileSync(file, "server: { port: 9090 }\n");
    expect(await outdial(["config", "check", file])).toMatchObject({ code: 0, stdout: `No mistakes in ${file}.\n` });
    const missing = await outdial(["config", "check", join(folder, "nothing.yaml")]);
    expect(missing).toMatchObject({ code: 78, stdout: expect.stringMatching(/there is no such file/) });
  });
});

describe("outdial config diff", () => {
  it("shows what differs from the defaults, and names secrets without showing them", async () => {
    writeFileSync(
      file,
      [
        "server: { port: 9090, drain_seconds: 30 }",
        `trunk: { host: sip.example, username: me, password: "${SECRET}" }`,
        `llm: { provider: openai, api_key: ${SECRET}, base_url: "http://me:${SECRET}@127.0.0.1:8081/v1" }`,
      ].join("\n"),
    );
    const { code, stdout } = await outdial(["config", "diff", file]);
    expect(stdout).toContain("server.port: 9090   (default 8080)\n");
    expect(stdout).toContain('trunk.host: "sip.example"   (default null)\n');
    expect(stdout).toContain('trunk.password: "(not shown)"');
    expect(stdout).toContain('llm.provider: "openai"   (default "embedded")\n');
    expect(stdout).not.toContain("drain_seconds");
    const json = await outdial(["config", "diff", file, "--json"]);
    const { changed } = JSON.parse(json.stdout) as { changed: unknown[] };
    expect(changed).toContainEqual({ key: "server.port", default: 8080, value: 9090 });
    expect(stdout + json.stdout).not.toContain(SECRET);
    expect(code).toBe(0);
  });

  it("says when nothing differs, and what is wrong where nothing can be compared", async () => {
    writeFileSync(file, "server: { port: 8080 }\n");
    expect(await outdial(["config", "diff", file])).toMatchObject({ code: 0, stdout: "" });
    writeFileSync(file, "server: { prot: 8080 }\n");
    const { code, stdout } = await outdial(["config", "diff", file, "--json"]);
    expect(code).toBe(78);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "configuration", problems: [{ key: "server.prot" }] } });
  });
});
