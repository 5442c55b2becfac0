/**
 * The closed set of what a model can do besides speaking. The same schema that is sent to it checks what comes back: a
 * model writes what it likes.
 */
import { z } from "zod";
import type { ChatTool, ChatToolCall } from "../../ports.ts";

const QUOTES = z
  .array(z.string())
  .describe("Words of the business that it rests on, copied exactly from its turns: one quote for each turn.");
const NUMBER = z.coerce.number().int();

const tools = {
  ask_caller: {
    description:
      "Ask the caller what the request does not say, or whether something it does not cover may be accepted. Tell the business in the same reply that you are checking. The answer comes later.",
    schema: z.object({
      question: z.string().describe("One question that can be understood without having heard the call."),
    }),
  },
  press_keys: {
    description: "Press keys of the telephone, when a machine asks for them.",
    schema: z.object({ keys: z.string().describe("0 to 9, * and # only.") }),
  },
  transfer: {
    description:
      "Connect the business with the one who asked for this call, when the business wants to speak to them or the goal says so. Tell the business in the same reply that you are connecting it; you leave the call when they are connected.",
    schema: z.object({}),
  },
  record_answer: {
    description: "Record what became of a question of the request. A later record of the same question replaces it.",
    schema: z.object({
      question: NUMBER.describe("Number of the question in the request."),
      status: z
        .enum(["answered", "refused", "unknown"])
        .describe("refused: they do not tell. unknown: they do not know."),
      answer: z.string().optional().describe("The answer in a few words, when there is one."),
      quote: z
        .string()
        .optional()
        .describe("Words of the business that hold the answer, copied exactly from one turn."),
    }),
  },
  record_fact: {
    description: "Record a value that the business told. A later one of the same kind replaces it.",
    schema: z.object({
      fact: z.enum(["confirmation_number", "price_quoted", "appointment_time"]),
      value: z.string().describe('As it is written: "B74K9", "$42.50", "Friday at 7:30 PM".'),
      quotes: QUOTES,
    }),
  },
  record_errand: {
    description: "Record that the business says an errand is done or found out, or that it cannot be.",
    schema: z.object({
      errand: NUMBER.describe("Number of the errand in the request."),
      done: z.boolean(),
      quotes: QUOTES,
    }),
  },
  record_objection: {
    description: "Record that they do not want to be called again by anybody.",
    schema: z.object({ quotes: QUOTES }),
  },
  leave_voicemail: {
    description:
      "Call this when a voicemail or an answering machine has taken the call, not a person. The request's message is left after its tone, if there is one, and the call ends. Say nothing yourself.",
    schema: z.object({}),
  },
  wait_on_hold: {
    description:
      "Call this when they have put you on hold, or when music or an announcement of a queue plays. Nothing is said, and you are asked again when somebody speaks.",
    schema: z.object({}),
  },
  end_call: {
    description: "Hang up, after you have said goodbye in the same reply.",
    schema: z.object({}),
  },
} as const;

export type ToolName = keyof typeof tools;

/** What a call comes to: what was asked for, or why it is none. */
export type Asked =
  | { [Name in ToolName]: { readonly name: Name; readonly given: z.output<(typeof tools)[Name]["schema"]> } }[ToolName]
  | { readonly name: null; readonly fault: string };

export const TOOLS: readonly ChatTool[] = Object.entries(tools).map(([name, { description, schema }]) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema);
  return { name, description, parameters };
});

/** Without `transfer` where the request names no number to connect to. */
export const TOOLS_WITHOUT_TRANSFER: readonly ChatTool[] = TOOLS.filter(({ name }) => name !== "transfer");

/** The ones that only note something: all that may be done when nothing can be said any more. */
export const NOTE_TOOLS: readonly ChatTool[] = TOOLS.filter(({ name }) => name.startsWith("record_"));

export function askedBy({ name, arguments: written }: ChatToolCall): Asked {
  const fault = (why: string): Asked => ({ name: null, fault: why });
  if (!isTool(name)) return fault(`There is no tool of this name. There are: ${Object.keys(tools).join(", ")}.`);
  const given = argumentsIn(written);
  if (given === null) return fault("The arguments are no JSON object.");
  return parsed(name, given, fault);
}

function parsed(name: ToolName, given: Readonly<Record<string, unknown>>, fault: (why: string) => Asked): Asked {
  switch (name) {
    case "ask_caller":
      return checked(tools.ask_caller.schema, given, (each) => ({ name: "ask_caller", given: each }), fault);
    case "press_keys":
      return checked(tools.press_keys.schema, given, (each) => ({ name: "press_keys", given: each }), fault);
    case "record_answer":
      return checked(tools.record_answer.schema, given, (each) => ({ name: "record_answer", given: each }), fault);
    case "record_fact":
      return checked(tools.record_fact.schema, given, (each) => ({ name: "record_fact", given: each }), fault);
    case "record_errand":
      return checked(tools.record_errand.schema, given, (each) => ({ name: "record_errand", given: each }), fault);
    case "record_objection":
      return checked(
        tools.record_objection.schema,
        given,
        (each) => ({ name: "record_objection", given: each }),
        fault,
      );
    case "transfer":
      return { name: "transfer", given: {} };
    case "leave_voicemail":
    case "wait_on_hold":
    case "end_call":
      return { name, given: {} };
  }
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  asked: (given: z.output<Schema>) => Asked,
  fault: (why: string) => Asked,
): Asked {
  const result = schema.safeParse(given);
  if (result.success) return asked(result.data);
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
  return fault(`The arguments do not fit. ${wrong.join("; ")}.`);
}

function isTool(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}

/** As models write them: null for what is left out, one quote where a list of them is meant. */
function argumentsIn(written: string): Readonly<Record<string, unknown>> | null {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return null;
  }
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  if (!object.success) return null;
  const entries = Object.entries(object.data).filter(([, each]) => each !== null);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === "quotes" && typeof each === "string" ? [each] : each]),
  );
}
