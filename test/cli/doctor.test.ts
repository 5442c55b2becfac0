import { execFile, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/cli/checks/check.ts";
import { freeTelephonePorts } from "../../src/cli/free-ports.ts";
import { openDatabase } from "../../src/store/open.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

type Report = { readonly code: number; readonly ok: boolean; readonly checks: Readonly<Record<string, Finding>> };

const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"], { stdio: "ignore" }).status === 0;

const folder = () => mkdtempSync(join(tmpdir(), "outdial-test-"));

async function healthy(): Promise<{
  readonly sip: number;
  readonly rtp: string;
  readonly yaml: string;
  readonly data: string;
}> {
  const { sip, rtp } = await freeTelephonePorts(20);
  const data = join(folder(), "data");
  return {
    sip,
    rtp,
    data,
    yaml: `server: { port: 0 }\ndata_dir: ${data}\nasterisk: { sip_port: ${sip}, rtp_ports: "${rtp}" }\n`,
  };
}

function runDoctor(
  yaml: string,
  args: readonly string[],
  env: Record<string, string> = {},
  within: { readonly command: string; readonly words: readonly string[] } | null = null,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const config = join(folder(), "outdial.yaml");
  writeFileSync(config, yaml);
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string }>();
  const [command = "", ...words] = [
    ...(within === null ? [] : [within.command, ...within.words]),
    ...[process.execPath, join(PROJECT_ROOT, "src/cli/main.ts"), "doctor", ...args],
  ];
  const child = execFile(
    command,
    words,
    { env: { ...process.env, OUTDIAL_CONFIG: config, ...env } },
    (_error, stdout) => resolve({ code: child.exitCode ?? -1, stdout }),
  );
  return promise;
}

async function examine(yaml: string, env: Record<string, string> = {}): Promise<Report> {
  const { code, stdout } = await runDoctor(yaml, ["--json"], env);
  const report = JSON.parse(stdout) as { ok: boolean; checks: readonly Finding[] };
  return { code, ok: report.ok, checks: Object.fromEntries(report.checks.map((check) => [check.name, check])) };
}

describe("npm run doctor", () => {
  it("finds a machine on which a call could be placed, and warns that there is no trunk", async () => {
    const { code, ok, checks } = await examine((await healthy()).yaml);
    const failed = Object.values(checks).filter((check) => !check.ok);
    expect(failed).toEqual([]);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(checks["trunk"]).toMatchObject({
      ok: true,
      warning: true,
      mend: expect.stringContaining("trunk.host") as string,
    });
    expect(checks["asterisk modules"]?.found).toMatch(/^\d\d modules with all their libraries$/);
  });

  it("says it for people too, with what to do", async () => {
    const { code, stdout } = await runDoctor((await healthy()).yaml, []);
    expect(stdout).toMatch(/^ok +configuration/m);
    expect(stdout).toMatch(/^warning +trunk +no trunk is configured.*\n +→ set trunk\.host/m);
    expect(stdout).toContain("A call can be placed.");
    expect(code).toBe(0);
  });

  it("tells every mistake of a configuration and still looks at the rest", async () => {
    const { code, checks } = await examine("server: { prot: 1, host: 5 }\nllm: { provider: openai }\n");
    expect(checks["configuration"]).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^3 mistakes/) as string,
    });
    expect(checks["node"]).toMatchObject({ ok: true });
    expect(code).toBe(1);
  });

  it("names the calls whose record is damaged; others can be placed", async () => {
    const { yaml, data } = await healthy();
    mkdirSync(data, { recursive: true });
    const opened = openDatabase(data);
    const { db } = opened;
    db.exec(`INSERT INTO call(call_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents,
      created_at_ms, questions) VALUES ('call_bad', '+1', '{', 'demo', 1, 100, 300, 25, 0, '[]')`);
    db.exec("INSERT INTO set_aside(call_id, at_ms, why) VALUES ('call_bad', 1, 'SyntaxError')");
    opened.close();
    const { code, checks } = await examine(yaml);
    expect(checks["database"]).toMatchObject({ ok: true, warning: true });
    expect(checks["database"]?.problem).toContain("call_bad");
    expect(code).toBe(0);
  });

  it("names the port that somebody else holds, and the key to change", async () => {
    const { sip, yaml } = await healthy();
    const socket = createSocket("udp4");
    await new Promise<void>((bound) => socket.bind(sip, "127.0.0.1", bound));
    const { code, checks } = await examine(yaml);
    socket.close();
    expect(checks["sip port"]).toMatchObject({ ok: false, problem: `${sip} (udp) is in use by another program` });
    expect(checks["sip port"]?.mend).toContain("asterisk.sip_port");
    expect(code).toBe(1);
  });

  it.each([
    [true, true],
    [false, false],
  ])("an appliance that holds the ports and says ready: %s counts as %s", async (ready, expected) => {
    const server = createServer((_request, response) => {
      response.writeHead(ready ? 200 : 503).end(
        JSON.stringify({
          ready,
          reasons: ready ? [] : ["Asterisk is starting"],
          seats: { total: ready ? 4 : null, used: 0, free: ready ? 4 : null },
          engines: ready ? "hears with Moonshine, speaks with Piper" : null,
        }),
      );
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const { yaml } = await healthy();
    const { checks } = await examine(yaml.replace("port: 0", `port: ${port}`));
    server.close();
    expect(checks["http port"]?.ok).toBe(expected);
    if (!ready) expect(checks["http port"]?.problem).toContain("Asterisk is starting");
  });

  it("tells a port that something else than an appliance holds", async () => {
    const server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const { yaml } = await healthy();
    const { checks } = await examine(yaml.replace("port: 0", `port: ${port}`));
    server.close();
    expect(checks["http port"]).toMatchObject({ ok: false, problem: `127.0.0.1:${port} is in use by another program` });
  });

  it("tells a trunk whose name does not resolve", async () => {
    const { yaml } = await healthy();
    const { checks } = await examine(`${yaml}trunk: { host: nowhere.invalid }\n`);
    expect(checks["trunk"]).toMatchObject({ ok: false, problem: "the name nowhere.invalid does not resolve" });
  });

  it.runIf(canMount)("tells a trunk whose name stands in a file that Asterisk does not read", async () => {
    const { yaml } = await healthy();
    const hosts = join(folder(), "hosts");
    writeFileSync(hosts, "192.0.2.7 carrier-of-ours.test\n");
    const mounted = ["-m", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
    const within = { command: "unshare", words: mounted };
    const { stdout } = await runDoctor(`${yaml}trunk: { host: carrier-of-ours.test }\n`, ["--json"], {}, within);
    const { checks } = JSON.parse(stdout) as { checks: readonly Finding[] };
    expect(checks.find(({ name }) => name === "trunk")).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/no name server knows carrier-of-ours\.test.*192\.0\.2\.7/) as string,
      mend: expect.stringContaining("trunk.host") as string,
    });
  });

  it("tells a missing Asterisk", async () => {
    const { yaml } = await healthy();
    const { code, checks } = await examine(yaml, { OUTDIAL_ASTERISK_ROOT: folder() });
    expect(checks["asterisk"]).toMatchObject({ ok: false, mend: expect.stringContaining("npm run set-up") as string });
    expect(code).toBe(1);
  });

  it("tells a damaged database and a data folder that is a file", async () => {
    const { yaml, data } = await healthy();
    mkdirSync(data);
    writeFileSync(join(data, "outdial.db"), "this is no database, and long enough to be looked at");
    chmodSync(data, 0o700);
    const damaged = await examine(yaml);
    expect(damaged.checks["database"]).toMatchObject({ ok: false });

    const file = join(folder(), "file");
    writeFileSync(file, "");
    const blocked = await examine(yaml.replace(data, file));
    expect(blocked.checks["data folder"]).toMatchObject({
      ok: false,
      mend: expect.stringContaining("data_dir") as string,
    });
  });

  it("asks an Asterisk of one's own whether it answers", async () => {
    const { yaml } = await healthy();
    const external = "mode: external, ari_url: 'http://127.0.0.1:9', ari_username: u, ari_password: p,";
    const { checks } = await examine(yaml.replace("asterisk: {", `asterisk: { ${external}`));
    expect(checks["asterisk's ari"]).toMatchObject({ ok: false, problem: "nobody answers at http://127.0.0.1:9" });
  });
});
