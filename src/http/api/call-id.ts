import { Refusal } from "../../calls/refusal.ts";
import { CALL_ID } from "./patterns.ts";

const FORM = new RegExp(CALL_ID);

/** The id as it may be asked for; anything else is a call that does not exist. */
export function callIdOf(params: Readonly<Record<string, string | undefined>>): string {
  const id = params["id"] ?? "";
  if (FORM.test(id)) return id;
  throw new Refusal("call_not_found", "malformed id");
}
