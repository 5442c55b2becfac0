import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";
import { Outbox, wholeCall } from "../webhooks/outbox.ts";
import { outdial, start } from "./outdial.ts";
import type { Environment } from "./outdial.ts";

describe("outdial webhooks", { timeout: 60_000 }, () => {
  let appliance: Appliance;
  let account: ReturnType<Appliance["bench"]["fund"]>;
  let env: Environment;
  beforeAll(async () => {
    appliance = await openAppliance();
    account = appliance.bench.fund(10_000);
    env = { OUTDIAL_URL: appliance.base, OUTDIAL_KEY: account.key };
  });
  afterAll(() => appliance.end());

  it("adds one, lists it without its secret, exchanges the secret, and removes it", async () => {
    const added = await outdial(["webhooks", "add", "https://example.com/hook", "--events", "call.ended"], env);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) });
    const { stdout } = await outdial(["webhooks"], env);
    expect(stdout).toMatch(/^wh_\w+ {2}https:\/\/example\.com\/hook {2}call\.ended\n$/);
    const id = stdout.split(" ")[0] ?? "";
    const rotated = await outdial(["webhooks", "rotate", id], env);
    expect(rotated.stdout).toMatch(/^whsec_/);
    expect(rotated.stdout).not.toBe(added.stdout);
    expect((await outdial(["webhooks", "remove", id], env)).code).toBe(0);
    expect((await outdial(["webhooks"], env)).stderr).toContain("No webhooks.");
    const refused = await outdial(["webhooks", "add", "https://192.168.1.1/"], env);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("webhooks.allow") });
  });

  it("listens on this machine, prints what is signed, refuses what is not, and leaves no webhook behind", async () => {
    const outbox = new Outbox(appliance.bench);
    const listener = start(["webhooks", "listen", "--json", "--events", "call.ended"], env);
    await listener.saw("Listening at");
    const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(listener.printed())?.[0] ?? "";
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    outbox.startForReal();
    const callId = await wholeCall(outbox, account.caller);
    await listener.saw(callId);
    const [webhook] = outbox.operations.list(account.caller);
    const id = webhook?.webhookId ?? "";
    await expect.poll(() => outbox.log(account.caller, id)[0]?.state).toBe("delivered");

    const listed = await outdial(["webhooks", "deliveries", id], env);
    expect(listed.stdout).toMatch(
      new RegExp(`^msg_\\w+ {2}call\\.ended {2}delivered {2}${callId}\n {4}\\S+ {2}\\d+ ms {2}204\n$`),
    );
    const deliveryId = listed.stdout.split(" ")[0] ?? "";
    expect((await outdial(["webhooks", "resend", id, deliveryId], env)).code).toBe(0);
    await expect.poll(() => listener.printed().split(deliveryId).length).toBe(3);

    listener.kill("SIGINT");
    const { code, stdout, stderr } = await listener.done;
    expect(code).toBe(130);
    expect(stderr).toContain("Refused: it has no signature");
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ id: deliveryId, type: "call.ended" });
    expect(outbox.operations.list(account.caller)).toEqual([]);
    await outbox.stop();
  });
});
