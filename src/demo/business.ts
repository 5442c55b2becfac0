/**
 * The fictional business as data: what it sells, when it has a place, what it asks back, what it says. A file in
 * `config/businesses/` is one business; a new one needs no code.
 */
import { parse } from "yaml";
import { z } from "zod";

const line = z.string().trim().min(1).max(300);
const words = z.array(z.string().trim().toLowerCase().min(1)).min(1);

const request = z.strictObject({
  about: line,
  when: words,
  /** Said when a place is offered. Without it the request needs none, and `accept` is said. */
  offer: line.optional(),
  /** Said when they have not said when; without it the first free place is offered. */
  asks_when: line.optional(),
  /** Said when the time they want is taken. */
  instead: line.optional(),
  accept: line.optional(),
  asks: z.array(z.string()).default([]),
  done: line,
  /** Whether it ends with a confirmation number. */
  number: z.boolean().default(false),
});

const ask = z.strictObject({
  question: line,
  /** What counts as an answer: a name, a run of digits, anything, or one of these words. */
  listen: z.union([z.enum(["name", "digits", "anything"]), words]),
  thanks: line,
});

const businessSchema = z
  .strictObject({
    name: line,
    voice: z.enum(["rms", "awb", "slt", "kal16"]).default("rms"),
    greeting: line,
    goodbye: line,
    anything_else: line,
    unknown: line,
    say_again: line,
    requests: z.array(request),
    free: z.array(z.strictObject({ day: z.string().trim().toLowerCase(), times: z.array(line).min(1) })).default([]),
    asks: z.record(z.string(), ask).default({}),
    services: z.array(z.strictObject({ name: line, when: words, price: line })).default([]),
    answers: z.array(z.strictObject({ when: words, say: line })).default([]),
    confirmation: z.strictObject({
      /** One sign a letter: `d` a digit, `l` a letter; up to six. */
      pattern: z.string().regex(/^[dl]{3,6}$/),
      say: line.refine((text) => text.includes("{number}"), "must contain {number}"),
    }),
  })
  .superRefine((business, context) => {
    for (const [index, each] of business.requests.entries()) {
      for (const name of each.asks) {
        if (business.asks[name] === undefined) {
          context.addIssue({
            code: "custom",
            path: ["requests", index, "asks"],
            message: `there is no ask named "${name}"`,
          });
        }
      }
      if (each.offer === undefined && each.accept === undefined) {
        context.addIssue({ code: "custom", path: ["requests", index], message: "needs an `offer` or an `accept`" });
      }
      if (each.offer !== undefined && business.free.length === 0) {
        context.addIssue({
          code: "custom",
          path: ["free"],
          message: `"${each.about}" offers places, but none is free`,
        });
      }
    }
  });

export type Business = z.infer<typeof businessSchema>;
export type BusinessRequest = Business["requests"][number];
export type BusinessAsk = Business["asks"][string];

/** Reads a business; throws an Error that names every mistake by its key. */
export function parseBusiness(yaml: string): Business {
  const result = businessSchema.safeParse(parse(yaml));
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => `${issue.path.join(".") || "file"}: ${issue.message}`);
  throw new Error(`The business cannot be used: ${mistakes.join("; ")}`);
}
