import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, loadSettings, parseSettings, settingsPath } from "../../src/config/load.ts";

const parse = (yaml: string, env: Record<string, string> = {}) => parseSettings(yaml, "the file", env);

function problemsOf(yaml: string, env: Record<string, string> = {}): readonly string[] {
  try {
    parse(yaml, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ key, message }) => `${key} ${message}`.trim());
    throw error;
  }
  return [];
}

const keysOf = (yaml: string, env: Record<string, string> = {}) =>
  problemsOf(yaml, env).map((line) => line.split(" ")[0] ?? "");

describe("the built-in defaults", () => {
  it("are those of the contract", () => {
    expect(parse("")).toMatchObject({
      server: { host: "127.0.0.1", port: 8080, public_url: null, allowed_hosts: [], drain_seconds: 30 },
      data_dir: "var/data",
      asterisk: { mode: "managed", sip_port: 5060, rtp_ports: "10000-10999" },
      trunk: {
        host: null,
        port: 5060,
        transport: "udp",
        username: null,
        password: null,
        register: false,
        caller_id: null,
        codecs: ["ulaw", "alaw", "g722"],
        number_format: "e164",
      },
      demo: { phone: "+12025550142", calls_per_day: 5 },
      assistant: { disclosure: true, max_call_seconds: 1800, answer_wait_seconds: 60, ring_seconds: 45 },
      speech: { stt: [{ provider: "embedded" }], tts: [{ provider: "embedded" }] },
      llm: [{ provider: "embedded" }],
      billing: { provider: "house" },
      policy: {
        allowed_countries: "low_risk",
        blocked_numbers: [],
        own_numbers: [],
        quiet_hours: null,
        calls_per_number_per_day: 10,
        concurrent_calls_per_account: 20,
        calls_per_account_per_day: 200,
        calls_per_minute: 60,
      },
      directory: { provider: "embedded" },
    });
  });

  it("hold for groups that are written and left empty", () => {
    expect(parse("server:\ntrunk: {}\nspeech: { stt: }\nllm:\nbilling:\n")).toEqual(parse(""));
  });
});

describe("engines", () => {
  it("are a list also when one is written alone", () => {
    const settings = parse('llm: { provider: openai, base_url: "http://127.0.0.1:8081/v1" }');
    expect(settings.llm).toMatchObject([{ provider: "openai", base_url: "http://127.0.0.1:8081/v1", api_key: null }]);
  });

  it("keep the order of preference", () => {
    const settings = parse(
      'speech: { stt: [{ provider: deepgram, api_key: k, base_url: "ws://127.0.0.1:9" }, { provider: embedded }] }',
    );
    expect(settings.speech.stt.map(({ provider }) => provider)).toEqual(["deepgram", "embedded"]);
  });

  it("need a key where the service is a hosted one, none where it is one's own", () => {
    expect(problemsOf("llm: { provider: openai }")).toEqual(["llm.api_key is needed with provider openai"]);
    expect(problemsOf('llm: { provider: openai, base_url: "http://10.0.0.5:8000/v1" }')).toEqual([]);
  });

  it("are named by their place only where several are written", () => {
    expect(keysOf("llm: [{ provider: embedded }, { provider: openai }]")).toEqual(["llm.1.api_key"]);
    expect(keysOf("speech: { tts: { provider: openai, api_key: k, sample_rate_hz: 3 } }")).toEqual([
      "speech.tts.sample_rate_hz",
    ]);
    expect(keysOf("speech: { tts: [{ provider: embedded }, { provider: embedded, sample_rate_hz: 3 }] }")).toEqual([
      "speech.tts.1.sample_rate_hz",
    ]);
  });

  it.each([
    ["speech: { stt: { model: small } }", ["speech", "stt"], [{ provider: "embedded", model: "small" }]],
    [
      "speech: { tts: [{ sample_rate_hz: 16000 }] }",
      ["speech", "tts"],
      [{ provider: "embedded", sample_rate_hz: 16000 }],
    ],
    ["llm: {}", ["llm"], [{ provider: "embedded" }]],
    ["billing: { passphrase: correct horse }", ["billing"], { provider: "house", passphrase: "correct horse" }],
    ["directory: {}", ["directory"], { provider: "embedded" }],
  ])("and other groups are the usual ones where no provider is written: %s", (yaml, path, meant) => {
    expect(path.reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], parse(yaml))).toMatchObject(
      meant,
    );
  });

  it("with keys of another provider have to say which", () => {
    expect(problemsOf("llm: { api_key: hunter2 }")).toEqual(["llm.provider is missing"]);
    expect(problemsOf("billing: { secret_key: hunter2 }")).toEqual(["billing.provider is missing"]);
    expect(problemsOf("speech: { stt: [{ provider: embedded }, { api_key: k }] }")).toEqual([
      "speech.stt.1.provider is missing",
    ]);
  });

  it("are known by name", () => {
    expect(problemsOf("llm: { provider: gemini }")).toEqual(["llm.provider must be one of embedded, openai"]);
    expect(problemsOf("llm: embedded")).toEqual([
      "llm must be a group of keys with a provider: one of embedded, openai",
    ]);
    expect(problemsOf("llm: []")).toEqual(["llm must name at least one engine"]);
  });
});

describe("mistakes", () => {
  it("are told all at once, each by its key", () => {
    const yaml = "server: { port: eighty }\ntrunk: { transport: pigeon }\nassistant: { ring_seconds: 0 }\n";
    expect(problemsOf(yaml)).toEqual([
      "server.port must be a whole number from 0 to 65535",
      "trunk.transport must be one of udp, tcp, tls",
      "assistant.ring_seconds must be a whole number from 1 to 300",
    ]);
  });

  it("are told in one message that begins with their number", () => {
    const error = (() => {
      try {
        return parse("server: { port: -1, hots: x }");
      } catch (caught) {
        return caught;
      }
    })();
    expect(String(error)).toMatch(/^ConfigError: 2 mistakes in the file:\n {2}server\.port .*\n {2}server\.hots .*$/);
  });

  it("of different kinds do not hide each other: a type, an unknown key, a missing variable, two keys that contradict", () => {
    const yaml = [
      "server: { host: 0.0.0.0, prot: 1 }",
      'asterisk: { rtp_ports: "5000-6000" }',
      "trunk: { register: sometimes, password: '${TRUNK_PASSWORD}' }",
    ].join("\n");
    expect(keysOf(yaml).sort()).toEqual([
      "asterisk.sip_port",
      "billing.passphrase",
      "server.prot",
      "trunk.password",
      "trunk.register",
    ]);
  });

  it("in a list are told with the place of each, and one does not cause another", () => {
    expect(keysOf("policy: { allowed_countries: [us, CA, USA] }")).toEqual([
      "policy.allowed_countries.0",
      "policy.allowed_countries.2",
    ]);
    expect(keysOf("policy: { quiet_hours: { from: '25:00' } }").sort()).toEqual([
      "policy.quiet_hours.from",
      "policy.quiet_hours.to",
    ]);
  });

  it("never show the value of a key", () => {
    const yaml = [
      "trunk: { password: { a: hunter2 }, username: [hunter2], host: 7 }",
      "speech: { stt: { provider: hunter2, api_key: hunter2 } }",
      "billing: { provider: stripe, secret_key: 5, hunter3: hunter2, passphrase: hunter2 }",
      "server: { public_url: 'ftp://me:hunter2@example.org' }",
    ].join("\n");
    const message = problemsOf(yaml).join("\n");
    expect(message).not.toContain("hunter2");
    expect(message).toContain("server.public_url");
  });

  it("in the YAML itself are told by line and column, without quoting the line", () => {
    const yaml = "trunk:\n  password: hunter2\n   host: x\n  username: 'hunter2\n";
    const lines = problemsOf(yaml);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toContain("hunter2");
    expect(lines[0]).toMatch(/^line \d+, column \d+: /);
  });

  it("include a key that is there twice, beside what else is wrong", () => {
    expect(problemsOf("server: { port: 1 }\nserver: { port: x }\n")).toEqual([
      "line 2, column 1: this key is there twice",
      "server.port must be a whole number from 0 to 65535",
    ]);
  });

  it("include a file that is no group of keys", () => {
    expect(problemsOf("- a\n- b\n")).toEqual(["must be a group of keys, such as server:, trunk:, llm:"]);
    expect(keysOf("server: 8080\nspeech: loud\n")).toEqual(["server", "speech"]);
  });
});

describe("an unknown key", () => {
  it.each([
    ["server: { prot: 1 }", "server.prot", "server.port"],
    ["asterisk: { sipPort: 1 }", "asterisk.sipPort", "asterisk.sip_port"],
    ["asterisk: { rtp-ports: 1 }", "asterisk.rtp-ports", "asterisk.rtp_ports"],
    ["sip_port: 1", "sip_port", "asterisk.sip_port"],
    ["trnuk: { host: x }", "trnuk", "trunk"],
    ["speech: { stt: { provider: deepgram, api_kye: x } }", "speech.stt.api_kye", "speech.stt.api_key"],
  ])("%s: did you mean", (yaml, key, meant) => {
    expect(problemsOf(yaml)).toEqual([`${key} is not a key of the configuration: did you mean ${meant}?`]);
  });

  it("that resembles nothing is only told", () => {
    expect(problemsOf("zeppelin: 1")).toEqual(["zeppelin is not a key of the configuration"]);
  });
});

describe("environment variables in values", () => {
  it("are put in, in the middle of a text too", () => {
    const settings = parse("trunk: { host: 'sip.${REGION}.example.org', username: u, password: '${PASS}' }", {
      REGION: "eu",
      PASS: "1234",
    });
    expect(settings.trunk).toMatchObject({ host: "sip.eu.example.org", password: "1234" });
  });

  it("may stand for numbers and for true and false", () => {
    const settings = parse("server: { port: '${PORT}' }\nassistant: { disclosure: '${DISCLOSE}' }", {
      PORT: "81",
      DISCLOSE: "false",
    });
    expect([settings.server.port, settings.assistant.disclosure]).toEqual([81, false]);
  });

  it("need no quotes, also between braces", () => {
    const env = { PORT: "81", HOST: "sip.example.org", ARI_PASSWORD: "p", FIRST: "calls.lan" };
    const settings = parse("server: { port: ${PORT}, allowed_hosts: [${FIRST}] }\ntrunk:\n  host: ${HOST}", env);
    expect([settings.server.port, settings.server.allowed_hosts, settings.trunk.host]).toEqual([
      81,
      ["calls.lan"],
      "sip.example.org",
    ]);
    expect(problemsOf("server: { port: ${PORT} }")).toEqual([
      "server.port needs the environment variable PORT, which is not set or empty",
    ]);
    // Where a mistake is stands as it does in the file.
    expect(problemsOf("trunk: { host: ${HOST} ]", env)).toEqual(problemsOf("trunk: { host: seventy ]"));
    expect(keysOf("server: { ${PORT}: 1 }", env)).toEqual(["server.${PORT}"]);
  });

  it("that are not set are told by name; what they were to fill is not told again", () => {
    expect(problemsOf("llm: { provider: openai, api_key: '${OPENAI_API_KEY}' }")).toEqual([
      "llm.api_key needs the environment variable OPENAI_API_KEY, which is not set or empty",
    ]);
  });

  it("do not turn a quoted number into one, and keep their value out of mistakes", () => {
    expect(keysOf('server: { port: "81" }')).toEqual(["server.port"]);
    expect(problemsOf("server: { port: '${PORT}' }", { PORT: "hunter2" })).toEqual([
      "server.port must be a whole number from 0 to 65535",
    ]);
  });

  it("are left alone after a second dollar sign, and a broken reference is told", () => {
    expect(parse("assistant: { name: 'Ada $${X}' }").assistant.name).toBe("Ada ${X}");
    expect(keysOf("assistant: { name: 'Ada ${X' }")).toEqual(["assistant.name"]);
  });

  it("are not looked for inside what a variable brought", () => {
    expect(parse("trunk: { host: h, username: u, password: '${A}' }", { A: "${B}" }).trunk.password).toBe("${B}");
  });
});

describe("keys that depend on each other", () => {
  it.each(["127.0.0.1", "127.8.8.8", "localhost", "'::1'"])("house billing on %s needs no passphrase", (host) => {
    expect(problemsOf(`server: { host: ${host} }`)).toEqual([]);
  });

  it.each(["0.0.0.0", "192.168.1.5", "'::'", "example.org"])("house billing on %s does", (host) => {
    expect(keysOf(`server: { host: ${host} }`)).toEqual(["billing.passphrase"]);
    expect(problemsOf(`server: { host: ${host} }\nbilling: { provider: house, passphrase: correct horse }`)).toEqual(
      [],
    );
  });

  it.each([
    "public_url: 'https://calls.example.org'",
    "public_url: 'http://192.168.1.5:8080'",
    "public_url: 'http://127.0.0.1.example.org'",
    "trusted_proxies: ['127.0.0.1']",
  ])("house billing on a loopback address with %s does too, because others reach it", (shown) => {
    const yaml = `server: { ${shown} }`;
    expect(keysOf(yaml)).toEqual(["billing.passphrase"]);
    expect(problemsOf(yaml).join()).toContain(`server.${shown.split(":")[0]}`);
    expect(problemsOf(`${yaml}\nbilling: { provider: house, passphrase: correct horse }`)).toEqual([]);
  });

  it.each(["http://127.0.0.1:8080", "http://localhost", "http://[::1]:9000/"])(
    "house billing with the public_url %s, which only this machine reaches, needs none",
    (url) => {
      expect(problemsOf(`server: { public_url: '${url}' }`)).toEqual([]);
    },
  );

  it("stripe needs its keys", () => {
    expect(keysOf("billing: { provider: stripe }")).toEqual(["billing.secret_key", "billing.webhook_secret"]);
  });

  it("a registration needs a user and a password, and a trunk its host", () => {
    expect(keysOf("trunk: { host: sip.example.org, register: true }")).toEqual(["trunk.username", "trunk.password"]);
    expect(keysOf("trunk: { username: u, password: p }")).toEqual(["trunk.host"]);
  });

  it("an Asterisk of one's own needs its address and login", () => {
    expect(keysOf("asterisk: { mode: external }")).toEqual([
      "asterisk.ari_url",
      "asterisk.ari_username",
      "asterisk.ari_password",
    ]);
    const yaml = "asterisk: { mode: external, ari_url: 'http://10.0.0.7:8088', ari_username: u, ari_password: p }";
    expect(parse(yaml).asterisk).toMatchObject({ media_port: 7000, media_password: null, demo_sip_port: 5066 });
  });

  it("the SIP port lies outside the ports for audio", () => {
    expect(keysOf("asterisk: { sip_port: 10010 }")).toEqual(["asterisk.sip_port"]);
  });

  it.each(["127.0.0.1", "'::1'", "10.0.0.0/8", "2001:db8::/32"])("%s may be a trusted proxy", (proxy) => {
    const yaml = `server: { trusted_proxies: [${proxy}] }`;
    expect(problemsOf(`${yaml}\nbilling: { provider: house, passphrase: correct horse }`)).toEqual([]);
  });

  it.each(["proxy.example.org", "10.0.0.0/33", "0.0.0.0/0", "''", "7"])("%s is no trusted proxy", (proxy) => {
    expect(keysOf(`server: { trusted_proxies: [${proxy}] }`)).toEqual(["server.trusted_proxies.0"]);
  });

  it.each(["10999-10000", "10000", "80-90", "10000-70000"])("%s is no range of ports", (range) => {
    expect(keysOf(`asterisk: { rtp_ports: "${range}" }`)).toEqual(["asterisk.rtp_ports"]);
  });
});

describe("where the settings come from", () => {
  function project(): string {
    const root = mkdtempSync(join(tmpdir(), "outdial-test-"));
    mkdirSync(join(root, "config"));
    return root;
  }

  it("OUTDIAL_CONFIG before config/outdial.yaml before the defaults", () => {
    const projectRoot = project();
    expect(settingsPath({}, projectRoot)).toBe(null);
    expect(loadSettings({ env: {}, projectRoot }).server.port).toBe(8080);

    writeFileSync(join(projectRoot, "config/outdial.yaml"), "server: { port: 1111 }");
    expect(loadSettings({ env: {}, projectRoot }).server.port).toBe(1111);

    const named = join(projectRoot, "other.yaml");
    writeFileSync(named, "server: { port: 2222 }");
    expect(loadSettings({ env: { OUTDIAL_CONFIG: named }, projectRoot }).server.port).toBe(2222);
    expect(loadSettings({ path: null, env: { OUTDIAL_CONFIG: named }, projectRoot }).server.port).toBe(8080);
  });

  it("a file that is named and not there is a mistake, not the defaults", () => {
    const env = { OUTDIAL_CONFIG: "/nowhere/outdial.yaml" };
    expect(() => loadSettings({ env })).toThrow(/there is no such file: OUTDIAL_CONFIG must name a configuration file/);
  });

  it("the data folder is below the project unless it is absolute", () => {
    const projectRoot = project();
    expect(loadSettings({ env: {}, projectRoot }).data_dir).toBe(join(projectRoot, "var/data"));
    writeFileSync(join(projectRoot, "config/outdial.yaml"), "data_dir: /srv/outdial");
    expect(loadSettings({ env: {}, projectRoot }).data_dir).toBe("/srv/outdial");
  });
});
