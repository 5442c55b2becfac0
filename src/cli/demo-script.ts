/** What the demo asks for and what it answers when the business asks back: config/demo-call.yaml. */
import { parse } from "yaml";
import * as z from "zod";

const scriptSchema = z.strictObject({
  request: z.looseObject({ phone: z.string(), goal: z.string() }),
  answers: z.array(z.strictObject({ when: z.string(), say: z.string() })).default([]),
  otherwise: z.string(),
});

export type DemoScript = z.output<typeof scriptSchema>;

/** Throws with one sentence when the text is not such a script. */
export function parseDemoScript(text: string): DemoScript {
  const script = scriptSchema.safeParse(parse(text));
  if (script.success) return script.data;
  const mistakes = script.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`the demo's script is not right: ${mistakes.join("; ")}`);
}

/** The first answer whose pattern is found in the question, in whatever case. */
export function answerTo(script: DemoScript, question: string): string {
  return script.answers.find(({ when }) => new RegExp(when, "i").test(question))?.say ?? script.otherwise;
}
