/** What may stand in a query: contract sections 5 and 7. */
import * as z from "zod";
import { CALL_STATUSES } from "../../calls/vocabulary.ts";
import { onceLike, onceOf, onceText, onceTextOrNone, wholeNumber } from "./fields.ts";
import { CALL_ID } from "./patterns.ts";

const MAX_WAIT_SECONDS = 50;
export const DEFAULT_LIMIT = 20;

export const getCallQuery = z.object({
  wait: wholeNumber(0, MAX_WAIT_SECONDS)
    .optional()
    .meta({ description: "Seconds to wait for news, written in digits and given once; 0 or none answers at once." }),
});

export const listCallsQuery = z.object({
  limit: wholeNumber(1, 100)
    .optional()
    .meta({ description: `Calls on a page; ${DEFAULT_LIMIT} when absent.` }),
  cursor: onceLike(CALL_ID, "must be the next_cursor of an earlier page, or be left away")
    .optional()
    .meta({ description: "The next_cursor of an earlier page; 404 when no call of yours has that id." }),
  status: onceOf(CALL_STATUSES).optional(),
});

export const businessesQuery = z.object({
  query: onceText(200).meta({ description: "Words of a name, or what kind of business it is." }),
  near: onceTextOrNone(200)
    .optional()
    .meta({ description: "A place name, or latitude,longitude; blank is the same as absent." }),
});
