/**
 * What a call's event stream carries (contract section 5). OpenAPI 3.1 has no word for a stream of events: described are
 * the text as a whole, and what each of its events reads as.
 */
import * as z from "zod";
import { callBody, questionNews, statusNews, transcriptNews } from "../api/shapes.ts";

/** What the `data` of each event is the JSON text of; components of the document, so that they can be pointed at. */
export const eventPayloads = {
  StatusNews: statusNews,
  TranscriptNews: transcriptNews,
  QuestionNews: questionNews,
  Call: callBody,
};

const id = z.string().meta({
  pattern: "^[1-9][0-9]*$",
  description: "The number of the event, from 1: the same whenever it is read.",
});

function event(name: string, payload: keyof typeof eventPayloads) {
  const data = z.string().meta({
    contentMediaType: "application/json",
    contentSchema: { $ref: `#/components/schemas/${payload}` },
  });
  return z.object({ id, event: z.literal(name), data });
}

const progressEvent = z
  .union([
    event("status", "StatusNews"),
    event("transcript", "TranscriptNews"),
    event("question", "QuestionNews"),
    event("ended", "Call"),
  ])
  .meta({ id: "ProgressEvent" });

export const eventStream = z.union([
  z.string().meta({ description: "The stream as it is sent: events, a retry time, and comments that keep it open." }),
  progressEvent,
]);
