/**
 * The rules for the form of strings as `openapi.json` shows them. Written so that every engine reads them alike: no
 * `\s`, `\d` or `\w`, whose meaning differs from one to the next, and no looking ahead.
 */

const CONTROL = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f";
/** What is trimmed off, without the control characters that may not stand anywhere. */
const BLANK = "\\t\\n \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const CHARACTER = `(?:[^${CONTROL}]|\\r\\n)`;

/** No control characters but tabs and line breaks. */
export const TEXT = `^${CHARACTER}*$`;
/** The same, and not blank. */
export const SOME_TEXT = `^(?:[${BLANK}]|\\r\\n)*[^${CONTROL}${BLANK}]${CHARACTER}*$`;
export const CALL_ID = "^call_[0-9A-Za-z]{1,64}$";
export const WEBHOOK_ID = "^wh_[0-9A-Za-z]{1,64}$";
export const DELIVERY_ID = "^msg_[0-9a-f]{32}$";
export const IDEMPOTENCY_KEY = "^[!-~](?:[ -~]{0,253}[!-~])?$";
/** Schemas of what counts as nothing in an optional field. */
export const ABSENT = [{ type: "string", pattern: `^(?:[${BLANK}]|\\r\\n)*$` }, { type: "null" }] as const;
