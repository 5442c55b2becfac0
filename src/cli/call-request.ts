/** What a call is asked for with, on the command line of `call` and `plan`. */
import type { Command } from "commander";
import type { Schemas } from "./client/connect.ts";

export type RequestOptions = {
  readonly question: readonly string[];
  readonly [field: string]: unknown;
};

/** The options that are fields of the request, by the field's name. */
const FIELDS = {
  details: "what the assistant may tell when asked",
  constraints: "what must not happen",
  "business-name": "who is called",
  "on-behalf-of": "for whom",
  "callback-number": "where they can be called back",
  "voicemail-message": "what to say to a machine",
  "transfer-to": "to whom to put them through",
  language: "in which language, such as en-US",
} as const;

export function withRequest(command: Command): Command {
  command
    .argument("<phone>", "the number, such as +14155550123")
    .argument("<goal>", "what the call must achieve")
    .option(
      "--question <text>",
      "a question to ask; may be given several times",
      (text, before: readonly string[]) => [...before, text],
      [],
    );
  for (const [name, description] of Object.entries(FIELDS)) command.option(`--${name} <text>`, description);
  return command;
}

export function requestOf(phone: string, goal: string, options: RequestOptions): Schemas["CallRequest"] {
  const fields = Object.keys(FIELDS).map((name) => {
    const option = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name.replaceAll("-", "_"), options[option]] as const;
  });
  return {
    phone,
    goal,
    ...(options.question.length > 0 ? { questions: [...options.question] } : {}),
    ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
  };
}
