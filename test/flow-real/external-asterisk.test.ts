/** An Asterisk of somebody else's, configured beforehand with what asterisk/README.md says, and an appliance that uses it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { anyRtpPorts, freePort } from "../../src/pbx/ports.ts";
import { installedAsterisk, quiet, temporaryFolder } from "../support/asterisk.ts";
import { runAppliance } from "../support/running-appliance.ts";

const PASSWORD = "of the media; known [beforehand]";

/** What is to be copied into a file, as the page has it. */
function snippet(file: string): string {
  const page = readFileSync(join(PROJECT_ROOT, "asterisk/README.md"), "utf8").replaceAll(/^ {3}/gm, "");
  const section = new RegExp(`^; ${file.replace(".", "\\.")}\\n([\\s\\S]*?)(?=^; \\S+\\.conf$|^\`\`\`)`, "m");
  const text = section.exec(page)?.[1];
  if (text === undefined) throw new Error(`the page has nothing for ${file}`);
  return text;
}

it("an external Asterisk that was configured from the page carries the demo call", { timeout: 180_000 }, async () => {
  const folder = temporaryFolder();
  const overrides = join(folder.path, "overrides");
  mkdirSync(overrides);
  const mediaPort = await freePort("127.0.0.1", "tcp");
  const demoPort = await freePort("127.0.0.1", "udp");
  const sockets = snippet("websocket_client.conf")
    .replaceAll(/127\.0\.0\.1:700(\d)/g, (_, nth: string) => `127.0.0.1:${mediaPort + Number(nth)}`)
    .replace(/^password = .*$/m, `password = ${PASSWORD.replace(";", "\\;")}`);
  writeFileSync(join(overrides, "websocket_client.conf"), sockets);
  expect(snippet("chan_websocket.conf")).toContain("control_message_format = json");

  const foreign = await startManagedAsterisk(
    {
      role: "appliance",
      installation: installedAsterisk(),
      dir: folder.path,
      sipPort: null,
      rtpPorts: anyRtpPorts(10),
      trunk: null,
      demoPeer: { host: "127.0.0.1", port: demoPort },
      mediaLogin: { username: "nobody", password: "nothing" },
      mediaListeners: [],
      log: quiet,
    },
    new AbortController().signal,
  );
  const appliance = await runAppliance({
    asterisk: {
      mode: "external",
      ari_url: foreign.ari.url,
      ari_username: foreign.ari.username,
      ari_password: foreign.ari.password,
      media_port: mediaPort,
      media_username: "outdial",
      media_password: PASSWORD,
      demo_sip_port: demoPort,
    },
  });
  try {
    const body = { phone: "+12025550142", goal: "Book a table for two on Friday at 7 PM" };
    const placed = await appliance.request("POST", "/v1/calls", { body });
    expect(placed.status, appliance.log()).toBe(201);
    const [callId, key] = [String(placed.body["call_id"]), String(placed.body["call_key"])];
    await expect
      .poll(
        async () => {
          const { body: call } = await appliance.request("GET", `/v1/calls/${callId}?wait=5`, { key });
          const roles = new Set((call["transcript"] as { role: string }[]).map(({ role }) => role));
          return [call["end_reason"], roles.has("assistant"), roles.has("business")];
        },
        { timeout: 60_000, message: "both sides have been heard" },
      )
      .toEqual([null, true, true]);
    await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key });
    expect(await appliance.untilEnded(callId, key)).toMatchObject({ end_reason: "hangup_api" });
  } finally {
    await appliance.stop();
    await foreign.stop();
    folder.remove();
  }
});
