/**
 * The settings as the file spells them (contract section 2), with units, ranges and defaults. Only `config.ts` reads
 * this. Messages never repeat a value: any value may be a secret in the wrong place.
 */
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { z } from "zod";

type Shape = Record<string, z.ZodType>;

const KEYS_BY_PATH = new Map<string, Set<string>>();

/** Every key that may stand in the mapping at a dotted path: what "did you mean" chooses from. */
export function knownKeys(): ReadonlyMap<string, ReadonlySet<string>> {
  return KEYS_BY_PATH;
}

function section<S extends Shape>(path: string, shape: S) {
  const keys = KEYS_BY_PATH.get(path) ?? new Set<string>();
  for (const key of Object.keys(shape)) keys.add(key);
  KEYS_BY_PATH.set(path, keys);
  return z.strictObject(shape, { error: "must be a group of keys" });
}

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
};
const yesOrNo = () => z.boolean("must be true or false");
const text = () => z.string("must be text: put it in quotes").trim().min(1, "must not be empty");
/** Taken as it is: a password may begin with a space. */
const secret = () => z.string("must be text: put it in quotes").min(1, "must not be empty").meta({ secret: true });
const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, `must be ${words.length === 1 ? words[0] : `one of ${words.join(", ")}`}`);
const listOf = <T extends z.ZodType>(item: T) => z.array(item, "must be a list");
const seconds = (most: number) => whole(1, most);
const port = (least: 0 | 1) => whole(least, 65535);

const phone = () => {
  const message = 'must be a telephone number in quotes with its country code, such as "+14155550123"';
  return z.string(message).regex(/^\+[1-9]\d{6,14}$/, message);
};

/** A number or the beginning of one. */
const phonePrefix = () => {
  const message = 'must be a telephone number or the beginning of one, in quotes, such as "+1900"';
  return z.string(message).regex(/^\+?[1-9]\d{0,14}$/, message);
};

const timeOfDay = () => {
  const message = 'must be a time of day in quotes, such as "21:00"';
  return z.string(message).regex(/^([01]\d|2[0-3]):[0-5]\d$/, message);
};

const country = () => {
  const message = "must be an ISO country code of two capital letters, such as US";
  return z.string(message).regex(/^[A-Z]{2}$/, message);
};

const address = (...schemes: readonly string[]) => {
  const message = `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`;
  return z
    .string(message)
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), message)
    .transform((value) => value.replace(/\/+$/, ""));
};

const addressRange = () => {
  const message = 'must be an address or a range of addresses in quotes, such as "10.0.0.0/8"';
  return z.string(message).refine((value) => {
    try {
      return value !== "" && proxyAddr.compile(value) !== null;
    } catch {
      return false;
    }
  }, message);
};

/** A host name, an address, or a range of addresses; no port. */
const hostOrRange = () => {
  const message = 'must be a host name, an address or a range of addresses, such as hooks.lan or "10.0.0.0/8"';
  return z.string(message).refine((value) => {
    const [address = "", bits] = value.split("/");
    if (isIP(address) !== 0) {
      return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
    }
    return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value);
  }, message);
};

const portRange = () => {
  const message = 'must be two ports from 1024 to 65535 with a hyphen between, in quotes, such as "10000-10999"';
  return z
    .string(message)
    .regex(/^\d{4,5}-\d{4,5}$/, message)
    .refine((value) => {
      const { first, last } = readPortRange(value);
      return first >= 1024 && first < last && last <= 65535;
    }, message);
};

/** `"10000-10999"` as numbers. */
export function readPortRange(value: string): { readonly first: number; readonly last: number } {
  const [first, last] = value.split("-").map(Number);
  return { first: first ?? 0, last: last ?? 0 };
}

export const DEEPGRAM_URL = "wss://api.deepgram.com";
export const OPENAI_URL = "https://api.openai.com/v1";

const embedded = { provider: z.literal("embedded") };
/** Which of the embedded engines: the neural ones where the machine can carry them, or one of the two in any case. */
const embeddedSpeech = { ...embedded, model: z.enum(["auto", "neural", "small"]).default("auto") };
const deepgram = {
  provider: z.literal("deepgram"),
  api_key: secret().nullable().default(null),
  base_url: address("wss:", "ws:").default(DEEPGRAM_URL),
};
const openai = {
  provider: z.literal("openai"),
  api_key: secret().nullable().default(null),
  base_url: address("https:", "http:").default(OPENAI_URL),
};
/** Any model of sherpa-onnx, as its folder is published. */
const sherpa = { provider: z.literal("sherpa"), model_dir: text() };
/** Of a server or a folder of one's own: what it hears or speaks; null: what is known of its model. */
const languages = {
  languages: listOf(oneOf("en", "es", "fr", "de"))
    .min(1, "must name at least one language")
    .nullable()
    .default(null),
};
const voice = {
  /** Null: the engine's own default. */
  voice: text().nullable().default(null),
  sample_rate_hz: whole(8000, 48000).nullable().default(null),
};

/** For a group whose other keys depend on its provider. */
const providers = (...names: readonly string[]) => ({
  error: (issue: { readonly code?: string }) =>
    issue.code === "invalid_union"
      ? `must be one of ${names.join(", ")}`
      : `must be a group of keys with a provider: one of ${names.join(", ")}`,
});
const sttEngine = z.discriminatedUnion(
  "provider",
  [
    section("speech.stt", embeddedSpeech),
    section("speech.stt", { ...deepgram, ...languages, model: text().default("nova-3") }),
    section("speech.stt", {
      ...openai,
      ...languages,
      base_url: address("https:", "http:", "wss:", "ws:").default(OPENAI_URL),
      model: text().default("gpt-4o-mini-transcribe"),
    }),
    section("speech.stt", { ...sherpa, ...languages }),
  ],
  providers("embedded", "deepgram", "openai", "sherpa"),
);
const ttsEngine = z.discriminatedUnion(
  "provider",
  [
    section("speech.tts", { ...embeddedSpeech, ...voice }),
    section("speech.tts", { ...deepgram, ...voice, ...languages, model: text().default("aura-2-thalia-en") }),
    section("speech.tts", { ...openai, ...voice, ...languages, model: text().default("gpt-4o-mini-tts") }),
    section("speech.tts", { ...sherpa, ...voice, ...languages }),
  ],
  providers("embedded", "deepgram", "openai", "sherpa"),
);
const llmEngine = z.discriminatedUnion(
  "provider",
  [section("llm", embedded), section("llm", { ...openai, model: text().default("gpt-4.1-mini") })],
  providers("embedded", "openai"),
);
/** One engine or several in order of preference; always a list once read. */
const preference = <T extends z.ZodType>(engine: T) => listOf(engine).min(1, "must name at least one engine");

const billing = z.discriminatedUnion(
  "provider",
  [
    section("billing", {
      provider: z.literal("house"),
      passphrase: secret().min(8, "must have at least 8 characters").nullable().default(null),
    }),
    section("billing", {
      provider: z.literal("stripe"),
      secret_key: secret().nullable().default(null),
      webhook_secret: secret().nullable().default(null),
      /** Null: Stripe itself; another address for a stand-in. */
      base_url: address("https:", "http:").nullable().default(null),
    }),
  ],
  providers("house", "stripe"),
);

const directory = z.discriminatedUnion(
  "provider",
  [
    section("directory", { provider: z.literal("embedded") }),
    section("directory", {
      provider: z.literal("openstreetmap"),
      nominatim_url: address("https:", "http:").default("https://nominatim.openstreetmap.org"),
      overpass_url: address("https:", "http:").default("https://overpass-api.de/api/interpreter"),
      /** Who asks, as the usage rules demand: an address at which the operator can be reached. */
      contact: text().nullable().default(null),
    }),
    section("directory", {
      provider: z.literal("google"),
      api_key: secret().nullable().default(null),
      base_url: address("https:", "http:").default("https://places.googleapis.com"),
      requests_per_day: whole(0, 1_000_000).default(1000),
    }),
  ],
  providers("embedded", "openstreetmap", "google"),
);

/**
 * Where a provider may be left out, and which one it is then: only beside keys that this one knows, because the others
 * have keys of their own and nobody should find out in a call which was meant.
 */
export const USUAL_PROVIDERS: readonly {
  readonly path: readonly string[];
  readonly provider: string;
  readonly keys: ReadonlySet<string>;
}[] = [
  usual(["speech", "stt"], sttEngine),
  usual(["speech", "tts"], ttsEngine),
  usual(["llm"], llmEngine),
  usual(["billing"], billing),
  usual(["directory"], directory),
];

function usual(
  path: readonly string[],
  { options: [first] }: { readonly options: readonly [z.ZodObject<{ provider: z.ZodLiteral<string> }>, ...unknown[]] },
) {
  return { path, provider: first.shape.provider.value, keys: new Set(Object.keys(first.shape)) };
}

export const settingsSchema = section("", {
  server: section("server", {
    host: text().default("127.0.0.1"),
    port: port(0).default(8080),
    /** Null: the address it listens on. */
    public_url: address("http:", "https:").nullable().default(null),
    allowed_hosts: listOf(text()).default([]),
    /** Addresses and ranges of reverse proxies whose X-Forwarded-For is believed. */
    trusted_proxies: listOf(addressRange()).default([]),
    drain_seconds: whole(0, 3600).default(30),
    /** Null: as many as come. */
    max_concurrent_calls: whole(1, 100_000).nullable().default(null),
    refuse_when_strained: yesOrNo().default(true),
  }),
  log: section("log", {
    level: oneOf("trace", "debug", "info", "warn", "error", "silent").default("info"),
  }),
  telemetry: section("telemetry", {
    /** Null: no traces. */
    otlp_url: address("http:", "https:").nullable().default(null),
  }),
  data_dir: text().default("var/data"),
  backup: section("backup", {
    /** By the machine's clock; null: no backups by themselves. */
    at: timeOfDay().nullable().default("03:30"),
    keep: whole(1, 1000).default(14),
  }),
  disk: section("disk", {
    /** Below this, no new calls. */
    min_free_mb: whole(16, 1_000_000).default(64),
  }),
  asterisk: section("asterisk", {
    mode: oneOf("managed", "external").default("managed"),
    /** 0: any free port. */
    sip_port: port(0).default(5060),
    rtp_ports: portRange().default("10000-10999"),
    ari_url: address("http:", "https:").nullable().default(null),
    ari_username: text().nullable().default(null),
    ari_password: secret().nullable().default(null),
    /** Where an external Asterisk brings the audio to: `media_0` here, `media_1` at the next port, four at most. */
    media_host: text().default("127.0.0.1"),
    media_port: whole(1024, 65_532).default(7000),
    /** Null: the login of ARI. */
    media_username: text().nullable().default(null),
    media_password: secret().nullable().default(null),
    /** Where an external Asterisk reaches the business at the demo number, on this machine. */
    demo_sip_port: port(1).default(5066),
  }),
  trunk: section("trunk", {
    host: text().nullable().default(null),
    port: port(1).default(5060),
    transport: oneOf("udp", "tcp", "tls").default("udp"),
    username: text().nullable().default(null),
    password: secret().nullable().default(null),
    register: yesOrNo().default(false),
    caller_id: phone().nullable().default(null),
    codecs: listOf(oneOf("ulaw", "alaw", "g722"))
      .min(1, "must name at least one codec")
      .default(["ulaw", "alaw", "g722"]),
    number_format: oneOf("e164", "digits").default("e164"),
    /** How keys are pressed; `auto`: RFC 4733 where the carrier takes it, else as tones. */
    dtmf: oneOf("auto", "rfc4733", "info", "inband").default("auto"),
    dtmf_key_ms: whole(40, 2000).default(100),
    dtmf_gap_ms: whole(40, 2000).default(100),
    /** The address the world sees us under when we are behind NAT. */
    external_address: text().nullable().default(null),
  }),
  demo: section("demo", {
    phone: phone().default("+12025550142"),
    calls_per_day: whole(0, 1_000_000).default(5),
  }),
  assistant: section("assistant", {
    name: text().max(60, "must have at most 60 characters").default("Ada"),
    disclosure: yesOrNo().default(true),
    max_call_seconds: seconds(14_400).default(1800),
    answer_wait_seconds: seconds(600).default(60),
    hold_seconds: seconds(7200).default(600),
    ring_seconds: seconds(300).default(45),
  }),
  speech: section("speech", {
    stt: preference(sttEngine).prefault([{ provider: "embedded" }]),
    tts: preference(ttsEngine).prefault([{ provider: "embedded" }]),
  }),
  llm: preference(llmEngine).prefault([{ provider: "embedded" }]),
  /** What is done so that they need not wait. */
  latency: section("latency", {
    connect_while_ringing: yesOrNo().default(true),
    phrases_ahead: yesOrNo().default(true),
    speculative_reply: yesOrNo().default(true),
    clause_by_clause: yesOrNo().default(true),
    filler: yesOrNo().default(true),
  }),
  billing: billing.prefault({ provider: "house" }),
  policy: section("policy", {
    allowed_countries: z
      .union(
        [z.enum(["low_risk", "all"]), z.array(country()).min(1)],
        "must be low_risk, all, or a list of ISO country codes such as [US, CA]",
      )
      .default("low_risk"),
    blocked_numbers: listOf(phonePrefix()).default([]),
    own_numbers: listOf(phone()).default([]),
    /** In which country's national spelling numbers may be given; null: only with their country code. */
    default_country: country().nullable().default(null),
    quiet_hours: section("policy.quiet_hours", { from: timeOfDay(), to: timeOfDay() }).nullable().default(null),
    calls_per_number_per_day: whole(1, 1_000_000).default(10),
    concurrent_calls_per_account: whole(1, 1_000_000).default(20),
    calls_per_account_per_day: whole(1, 1_000_000).default(200),
    calls_per_minute: whole(1, 1_000_000).default(60),
    keyless_requests_per_minute: whole(1, 1_000_000).default(1200),
    keyless_requests_per_minute_in_all: whole(1, 10_000_000).default(6000),
  }),
  webhooks: section("webhooks", {
    /** Where else than to public addresses they may lead. */
    allow: listOf(hostOrRange()).default([]),
    timeout_seconds: seconds(60).default(10),
    concurrency: whole(1, 256).default(8),
    per_account: whole(0, 100).default(5),
    keep_days: whole(1, 365).default(30),
  }).prefault({}),
  directory: directory.prefault({ provider: "embedded" }),
});

export type Settings = z.output<typeof settingsSchema>;
