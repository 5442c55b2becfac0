/** What may stand in a query: contract sections 5 and 7. */
import * as z from "zod";
import { CALL_STATUSES } from "../calls/vocabulary.ts";
import { onceOf, onceText, onceTextOrNone, wholeNumber } from "./fields.ts";

export const MAX_WAIT_SECONDS = 50;

export const getCallQuery = z.object({
  wait: wholeNumber(0, MAX_WAIT_SECONDS).optional(),
});

export const listCallsQuery = z.object({
  limit: wholeNumber(1, 100).optional(),
  cursor: onceText(500).optional(),
  status: onceOf(CALL_STATUSES).optional(),
});

export const businessesQuery = z.object({
  query: onceText(200).meta({ description: "Words of a name, or what kind of business it is." }),
  near: onceTextOrNone(200).optional().meta({ description: "A place name, or latitude,longitude." }),
});
