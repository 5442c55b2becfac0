import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { AsteriskInstallation } from "../../src/lib/installation.ts";
import { modulesOf, renderExchange, sipBind } from "../../src/pbx/exchange-config.ts";
import type { ApplianceSettings, CarrierSettings, TrunkSettings } from "../../src/pbx/settings.ts";

const installation: AsteriskInstallation = {
  root: "/opt/root",
  version: "22.10.1",
  command: ["/opt/root/usr/sbin/asterisk"],
  loader: null,
  libraryPath: "/opt/root/usr/lib/x86_64-linux-gnu",
  modulesDir: "/opt/root/usr/lib/x86_64-linux-gnu/asterisk/modules",
  dataDir: "/opt/root/usr/share/asterisk",
};

const common = {
  installation,
  dir: "/data/asterisk",
  mediaLogin: { username: "media", password: "secret" },
  mediaListeners: [
    { name: "media_0", port: 7000 },
    { name: "media_1", port: 7001 },
  ],
  log: pino({ level: "silent" }),
};

const carrierTrunk: TrunkSettings = {
  host: "sip.carrier.example",
  port: 5060,
  transport: "udp",
  username: "alice",
  password: "s3;cret",
  register: false,
  callerId: "+12025550100",
  codecs: ["ulaw", "alaw", "g722"],
};

const resolved = {
  ari: { username: "outdial", password: "ari-secret", port: 8088 },
  sipPort: 5060,
  loopbackPort: 15060,
  rtpPorts: { first: 10000, last: 10999 },
};

function appliance(trunk: Partial<TrunkSettings> | null, change: Partial<ApplianceSettings> = {}): ApplianceSettings {
  return {
    ...common,
    role: "appliance",
    sipPort: 5060,
    rtpPorts: resolved.rtpPorts,
    trunk: trunk === null ? null : { ...carrierTrunk, ...trunk },
    demoPeer: { host: "127.0.0.1", port: 25060 },
    ...change,
  };
}

function pjsip(settings: ApplianceSettings | CarrierSettings): string {
  return renderExchange(settings, resolved).get("pjsip.conf") ?? "";
}

/** The settings of one section, in order. */
function section(text: string, name: string): readonly string[] {
  const lines = text.split("\n");
  const from = lines.indexOf(`[${name}]`);
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => line.startsWith("[") || line.startsWith("#"));
  return (from < 0 ? [] : rest.slice(0, to < 0 ? undefined : to)).filter((line) => /^[a-z0-9_]+ = /.test(line));
}

describe("the appliance's configuration", () => {
  it("without a trunk opens SIP on loopback only and reaches the demo's business", () => {
    const text = pjsip(appliance(null));
    expect(section(text, "loopback-transport")).toContain("bind = 127.0.0.1:5060");
    expect(section(text, "demo-aor")).toContain("contact = sip:127.0.0.1:25060");
    expect(section(text, "demo")).toContain("allow = ulaw");
    expect(text).not.toContain("[trunk]");
  });

  it("with a trunk opens SIP to the world and keeps the demo on loopback", () => {
    const text = pjsip(appliance({}));
    expect(section(text, "trunk-transport")).toEqual(["type = transport", "protocol = udp", "bind = 0.0.0.0:5060"]);
    expect(section(text, "trunk")).toContain("transport = trunk-transport");
    expect(section(text, "loopback-transport")).toContain("bind = 127.0.0.1:15060");
    expect(text).not.toContain("[trunk-identify]");
    expect(section(pjsip(appliance({ host: "192.0.2.1" })), "trunk-identify")).toContain("match = 192.0.2.1");
    expect(section(text, "trunk-auth")).toEqual([
      "type = auth", "auth_type = digest", "username = alice", "password = s3\\;cret",
    ]); // prettier-ignore
    expect(text).toContain("from_user = +12025550100");
    expect(text).toContain("from_domain = sip.carrier.example");
    expect(text).not.toContain("[trunk-registration]");
  });

  it("protects every call: no transfer, no direct media, nothing that comes in", () => {
    const text = pjsip(appliance({}));
    for (const line of ["direct_media = no", "allow_transfer = no", "100rel = no", "rtp_timeout = 40"]) {
      expect(text.split(line)).toHaveLength(3);
    }
    const dialplan = renderExchange(appliance({}), resolved).get("extensions.conf") ?? "";
    expect(dialplan).not.toMatch(/Dial\(|Stasis\(/);
  });

  it("opens SIP on loopback for a trunk on this machine", () => {
    expect(sipBind(appliance({ host: "127.0.0.1" }))).toEqual({ host: "127.0.0.1", protocol: "udp" });
    expect(sipBind(appliance({ host: "localhost" }))).toEqual({ host: "127.0.0.1", protocol: "udp" });
    expect(sipBind(appliance({ host: "192.0.2.1", transport: "tls" }))).toEqual({ host: "0.0.0.0", protocol: "tcp" });
    expect(sipBind(appliance({ host: "2001:db8::1" }))).toEqual({ host: "::", protocol: "udp" });
  });

  it("writes addresses of the sixth version in brackets", () => {
    const text = pjsip(appliance({ host: "2001:db8::1", port: 5070 }));
    expect(section(text, "trunk-aor")).toContain("contact = sip:[2001:db8::1]:5070");
    expect(text).toContain("bind = [::]:5060");
  });

  it("over TLS checks the carrier's certificate and encrypts the audio", () => {
    const text = pjsip(appliance({ transport: "tls", port: 5061 }));
    expect(text).toContain("verify_server = yes");
    expect(text).toContain("media_encryption = sdes");
    expect(section(text, "trunk-aor")).toContain("contact = sip:sip.carrier.example:5061\\;transport=tls");
  });

  it("registers when it is told to", () => {
    const text = pjsip(appliance({ register: true }));
    expect(section(text, "trunk-registration")).toContain("client_uri = sip:alice@sip.carrier.example:5060");
  });

  it("says its outside address when it is behind NAT", () => {
    expect(pjsip(appliance({ externalAddress: "203.0.113.5" }))).toContain("external_media_address = 203.0.113.5");
    expect(pjsip(appliance({}))).not.toContain("external_");
  });

  it.each([
    ["trunk.host", { host: "sip.example;x" }],
    ["trunk.host", { host: "a b" }],
    ["trunk.host", { host: "" }],
    ["trunk.codecs", { codecs: ["opus"] }],
    ["trunk.caller_id", { callerId: "Bob <sip:x@y>" }],
    ["trunk.username", { username: "a@b", register: true }],
    ["trunk.username", { username: null, register: true }],
    ["password", { password: "a\nb" }],
  ] as const)("is refused for a wrong %s: %j", (key, trunk) => {
    expect(() => pjsip(appliance(trunk))).toThrow(expect.objectContaining({ name: "ConfigValueError", key }));
  });

  it("has a section for every place that audio is brought to, with the login it shows there", () => {
    const text = renderExchange(appliance(null), resolved).get("websocket_client.conf") ?? "";
    expect(section(text, "media_1")).toEqual([
      "type = websocket_client",
      "connection_type = per_call_config",
      "uri = ws://127.0.0.1:7001/media",
      "protocols = media",
      "username = media",
      "password = secret",
      "connection_timeout = 500",
      "reconnect_interval = 250",
      "reconnect_attempts = 2",
      "tls_enabled = no",
    ]);
  });

  it("gives each section a name of its own, so that an override can add to it", () => {
    const names = [...pjsip(appliance({ register: true })).matchAll(/^\[(.*)\]$/gm)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
  });

  it("names no folder, and ends every file with what the administrator wants otherwise", () => {
    const files = renderExchange(appliance({}), resolved);
    for (const [name, text] of files) {
      expect(text).not.toContain("/opt/root");
      expect(text).not.toContain("/data");
      expect(text.trimEnd().split("\n").at(-1)).toBe(`#tryinclude "overrides/${name}"`);
    }
    expect(files.get("asterisk.conf")).toContain(
      "astmoddir => /proc/self/fd/3/usr/lib/x86_64-linux-gnu/asterisk/modules",
    );
  });

  it("loads no module that could run a program or dial by itself", () => {
    const modules = modulesOf(renderExchange(appliance({}), resolved));
    expect(modules.length).toBeGreaterThan(40);
    for (const name of [
      "app_system",
      "func_shell",
      "func_curl",
      "res_agi",
      "res_pjsip_refer",
      "app_dial",
      "app_originate",
    ]) {
      expect(modules).not.toContain(`${name}.so`);
    }
  });
});

describe("the carrier's configuration", () => {
  const carrier: CarrierSettings = { ...common, role: "carrier", sipPort: null, rtpPorts: null, app: "business" };

  it("takes calls from this machine only and gives them to its application", () => {
    const text = pjsip(carrier);
    expect(section(text, "loopback-transport")).toContain("bind = 127.0.0.1:5060");
    expect(section(text, "caller-identify")).toContain("match = 127.0.0.1");
    expect(section(text, "caller")).toContain("allow = slin16,ulaw,alaw,g722");
    const dialplan = renderExchange(carrier, resolved).get("extensions.conf") ?? "";
    expect(dialplan).toContain("Stasis(business,incoming,${EXTEN})");
  });

  it("refuses an application whose name says more than a name", () => {
    expect(() => pjsip({ ...carrier, app: "x)\nexten => s,1,System(id" })).toThrow("letters, digits");
  });
});
