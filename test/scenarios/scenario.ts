/**
 * A scenario: who answers the telephone, what they say and when, what the line does to it, and what must be true of the
 * call afterwards. A file of `calls/` each; a new one needs no code. README.md explains every key.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const pattern = z.string().refine((text) => {
  try {
    return new RegExp(text, "i") instanceof RegExp;
  } catch {
    return false;
  }
}, "is not a regular expression");

const milliseconds = z.number().min(0);
const range = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
const count = z.union([z.number().transform((n) => ({ min: n, max: n })), range]);

const trigger = z.union([
  z.literal("answered"),
  z.strictObject({ they_said: pattern }),
  z.literal("they_paused"),
  z.strictObject({ they_speak_for_ms: milliseconds, speech: z.number().int().min(1).optional() }),
  z.strictObject({ silent_for_ms: milliseconds }),
  z.literal("after_last_line"),
  z.strictObject({ they_pressed: z.string().regex(/^[0-9*#]+$/) }),
]);

const sound = z.strictObject({
  /** `song`: real music on hold. `intercept`: the tones before an announcement of the network. */
  kind: z.enum(["cough", "mm-hm", "tone", "music", "noise", "beep", "fax", "fax_call", "intercept", "song"]),
  /** Of a beep. */
  hz: z.number().min(100).max(3500).optional(),
  for_ms: z.number().min(20).max(600_000).default(300),
  dbfs: z.number().max(0).default(-22),
});

const voice = z.enum(["rms", "awb", "slt", "kal16"]);
const volume = z.number().min(-40).max(12);

const line = z
  .strictObject({
    when: trigger,
    /** From the moment the trigger holds; for turns of theirs from the end of their sound. */
    after_ms: milliseconds.default(500),
    /** How often at most. */
    times: z.union([z.number().int().min(1), z.literal("any")]).default(1),
    say: z.string().optional(),
    /** A WAV file of somebody who says it, instead of a voice. */
    recording: z.string().optional(),
    /** Recordings of a human which Debian packages for Asterisk, by their names: what machines say. */
    prompts: z.array(z.string().regex(/^[\w/-]+$/)).optional(),
    manner: z.enum(["plain", "mumbled"]).default("plain"),
    /** Said by a machine; recordings of \`prompts\` always are. */
    machine: z.boolean().default(false),
    /** Somebody else at their end, or the same person louder or softer; else as the callee. */
    voice: voice.optional(),
    volume_db: volume.optional(),
    sound: sound.optional(),
    press: z
      .string()
      .regex(/^[0-9*#]+$/)
      .optional(),
    /** After the line, or in the middle of it. */
    hang_up: z.union([z.boolean(), z.strictObject({ within_line_ms: milliseconds })]).default(false),
    /** The last line of a voicemail's greeting: from its end it is measured how soon the call is known to be one. */
    greeting_ends: z.boolean().default(false),
    /** From a second after it nothing comes from the callee for so long, not even silence. */
    no_packets_ms: milliseconds.optional(),
    /** Ends in digits or letters, after which a person is given more time than after a sentence. */
    dictated: z.boolean().default(false),
    /** They want no such calls: it has to be over soon. */
    objects: z.boolean().default(false),
    /** A sound of listening: the assistant is expected to go on. */
    backchannel: z.boolean().default(false),
  })
  .refine(
    ({ say, prompts, sound: made, press, hang_up }) =>
      [say, prompts, made, press].some((each) => each !== undefined) || hang_up !== false,
    "does nothing: give it say, prompts, sound, press or hang_up",
  );

const callee = z
  .strictObject({
    rings_ms: milliseconds.default(600),
    voice: voice.default("rms"),
    volume_db: volume.default(0),
    /** The file of a business that listens and answers by itself, instead of lines. */
    business: z.string().optional(),
    lines: z.array(line).default([]),
    /** A SIP status to refuse the call with, instead of taking it. */
    refuses: z.literal([403, 404, 480, 486, 502, 503]).optional(),
  })
  .refine(
    ({ business, lines, refuses }) =>
      [business !== undefined, lines.length > 0, refuses !== undefined].filter(Boolean).length <= 1,
    "has one of business, lines and refuses",
  );

const wireExpectation = z.strictObject({
  barge_in_stop_ms: z.number().optional(),
  resumes_within_ms: z.number().optional(),
  opening_delay_ms: z.number().optional(),
  longest_silence_s: z.number().optional(),
  voicemail_decided_ms: z.number().optional(),
});

const expectation = z.strictObject({
  end_reason: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  success: z.boolean().optional(),
  answered_by: z.string().optional(),
  /** What each answer must match; a question that must stay without one: null. */
  answers: z.record(z.string(), pattern.nullable()).default({}),
  /** Questions that may stay open, but must not be answered in any other way. */
  never_wrong: z.record(z.string(), pattern).default({}),
  confirmation_number: pattern.nullable().optional(),
  price_quoted: pattern.nullable().optional(),
  appointment_time: pattern.nullable().optional(),
  questions_raised: count.optional(),
  assistant_says: z.array(pattern).default([]),
  assistant_never_says: z.array(pattern).default([]),
  business_says: z.array(pattern).default([]),
  /** The transcript's own remarks: holds, menus, voicemails. */
  system_says: z.array(pattern).default([]),
  /** Keys of ours that reached the callee's exchange, in order; "" for none. */
  keys: z
    .string()
    .regex(/^[0-9*#]*$/)
    .optional(),
  /** What no key of ours may ever have been. */
  never_keys: z.array(pattern).default([]),
  /** Seconds of sound that our recogniser was given. */
  recogniser_s: range.optional(),
  /** Lines of ours that were not said to their end. */
  cut_off: count.optional(),
  duration_s: range.optional(),
  cost_usd: z.number().optional(),
  /** Numbers that may be neither pressed nor said. */
  forbidden_digits: z.array(z.string().regex(/^[0-9]+$/)).default([]),
  /** Offers that the request does not allow: in nothing that is agreed to. */
  outside_constraints: z.array(pattern).default([]),
  wire: wireExpectation.default({}),
});

const scenario = z.strictObject({
  about: z.string(),
  /** Part of `npm test`. */
  fast: z.boolean().default(false),
  /** Counts in the score card's twelve of plain talk. */
  plain_talk: z.boolean().default(true),
  /** False: what this call does to latencies says nothing about turn-taking (a mute line, half the packets gone). */
  measured: z.boolean().default(true),
  request: z.looseObject({ goal: z.string(), questions: z.array(z.string()).default([]) }),
  /** What the agent answers when it is asked back; the first that matches. Without one it stays silent. */
  agent: z
    .array(z.strictObject({ asked: pattern, answer: z.string(), after_ms: milliseconds.default(1500) }))
    .default([]),
  line: z
    .strictObject({
      loss_percent: z.number().min(0).max(90).default(0),
      noise_dbfs: z.number().max(0).optional(),
      echo: z.strictObject({ delay_ms: milliseconds, gain_db: z.number().max(0) }).optional(),
      jitter_ms: milliseconds.default(0),
      loss_bursts: z.strictObject({ percent: z.number().min(0).max(90), mean_ms: milliseconds.min(20) }).optional(),
      codec: z.enum(["gsm", "g729"]).optional(),
      comfort_noise: z.boolean().default(false),
      /** People talk behind the callee, this loud. */
      television_dbfs: z.number().max(0).optional(),
    })
    .prefault({}),
  callee,
  expect: expectation,
});

export type Scenario = z.output<typeof scenario> & { readonly name: string };
export type CalleeLine = Scenario["callee"]["lines"][number];
export type Trigger = CalleeLine["when"];
export type SoundSpec = NonNullable<CalleeLine["sound"]>;

const FOLDER = new URL("./calls/", import.meta.url).pathname;

/** Throws with every mistake of the file, by key. */
export function parseScenario(name: string, text: string): Scenario {
  const parsed = scenario.safeParse(parse(text));
  if (parsed.success) return { ...parsed.data, name };
  const mistakes = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`the scenario ${name} is not right:\n${mistakes.join("\n")}`);
}

/** All of them, in the order of their names. */
export function loadScenarios(): Scenario[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => parseScenario(basename(file, ".yaml"), readFileSync(join(FOLDER, file), "utf8")));
}

/** Those whose name was given, or all. Throws when one is unknown, naming those there are. */
export function chooseScenarios(names: readonly string[]): Scenario[] {
  const all = loadScenarios();
  const unknown = names.filter((name) => all.every((each) => each.name !== name));
  if (unknown.length > 0) {
    throw new Error(`no scenario ${unknown.join(", ")}; there are ${all.map(({ name }) => name).join(", ")}`);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}
