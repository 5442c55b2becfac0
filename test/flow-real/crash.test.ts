/** The whole appliance is killed in the middle of a call: the telephone, the record, the money, and the next start. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { runningIn } from "../support/asterisk-scene.ts";
import { runCommand } from "../support/run-command.ts";
import { runAppliance, type Json } from "../support/running-appliance.ts";
import { startSipPeer, type SipPeer } from "../support/sip-peer/sip-peer.ts";

const PHONE = "+14155550177";
const BODY = { phone: PHONE, goal: "Ask when they open", questions: ["When do you open?"] };

let folder: string;
let peer: SipPeer;
let settings: Json;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "outdial-crash-"));
  peer = await startSipPeer({ script: { final: { status: 200, afterMs: 100 } } });
  settings = {
    data_dir: join(folder, "data"),
    trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] },
    policy: { allowed_countries: "all" },
  };
  writeFileSync(join(folder, "outdial.yaml"), stringify(settings));
});
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true, force: true });
});
const verify = async () =>
  await runCommand("src/cli/main.ts", join(folder, "outdial.yaml"), ["verify", "--all", "--json"]);

it("hangs up within 10 s, leaves nothing running, loses nothing, and takes calls again", async () => {
  const first = await runAppliance(settings);
  const { key, callId } = await first.openAccount(BODY);
  const call = await peer.nextCall();
  await call.answered;
  const told = async (): Promise<Json> => (await first.request("GET", `/v1/calls/${callId}?wait=2`, { key })).body;
  while ((await told())["status"] !== "in_progress") await call.answered;
  expect(await verify()).toMatchObject({ code: 0 });

  first.process.kill("SIGKILL");
  const killedMs = performance.now();
  expect((await call.ended).by).toBe("caller");
  expect(performance.now() - killedMs).toBeLessThan(10_000);
  await expect.poll(() => runningIn(join(folder, "data")), { timeout: 10_000 }).toEqual([]);
  expect(JSON.parse((await verify()).out)).toMatchObject({ ok: false, problems: [expect.stringContaining(callId)] });

  expect(await first.stop()).toBeNull();
  const second = await runAppliance(settings);
  try {
    const { body } = await second.request("GET", `/v1/calls/${callId}`, { key });
    expect(body).toMatchObject({ status: "ended", end_reason: "service_restart" });
    expect(body["outcome"]).toMatchObject({ success: false });
    expect((await second.request("GET", "/v1/account", { key })).body).toMatchObject({ held_usd: 0 });
    expect(peer.calls).toHaveLength(1);
    expect(await verify()).toMatchObject({ code: 0 });
    const placed = await second.request("POST", "/v1/calls", { key, body: BODY });
    expect(placed.status).toBe(201);
    await (
      await peer.nextCall()
    ).answered;
  } finally {
    expect(await second.stop()).toBe(0);
  }
  expect(await verify()).toMatchObject({ code: 0 });
  expect(runningIn(join(folder, "data"))).toEqual([]);
});
