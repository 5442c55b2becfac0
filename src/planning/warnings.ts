/** What the agent had better know before it places the call, and nobody refuses. For the agent, hence in English. */
import { quietNow } from "../policy/quiet-hours.ts";
import type { PlanInput } from "./plan.ts";

/** When people are not called at home in most places; only warned of, the operator's own hours are policy. */
const UNSOCIABLE = { from: "21:00", to: "08:00" };
const MOST_UNKNOWN_FIELDS = 10;

export function warningsOf(input: PlanInput): string[] {
  return [
    ...unknownFields(input),
    ...numbers(input),
    ...hours(input),
    ...(input.brief.voicemailMessage === null
      ? ["voicemail_message is missing: if a machine answers, the assistant hangs up without leaving a message."]
      : []),
    ...(input.trunkMissing
      ? [
          "This appliance has no telephone trunk, so only its demo number can be called until the operator configures trunk.host.",
        ]
      : []),
  ];
}

function unknownFields({ unknownFields: fields, knownFields }: PlanInput): string[] {
  const told = fields.slice(0, MOST_UNKNOWN_FIELDS).map((field) => {
    const meant = knownFields.find((known) => isSlip(field, known));
    const name = JSON.stringify(field.slice(0, 60));
    return `The field ${name} is unknown and will be ignored${meant === undefined ? "." : `: did you mean ${JSON.stringify(meant)}?`}`;
  });
  const more = fields.length - told.length;
  return more > 0 ? [...told, `${more} more unknown fields will be ignored.`] : told;
}

function numbers({ brief, phone, transferTo }: PlanInput): string[] {
  const warnings: string[] = [];
  if (phone && !phone.assigned) {
    warnings.push("phone is a possible number, but not one that is assigned to anybody: check its digits.");
  }
  if (transferTo && !transferTo.assigned) {
    warnings.push("transfer_to is a possible number, but not one that is assigned to anybody: check its digits.");
  }
  if (brief.callbackNumber !== null && brief.callbackNumber === brief.phone) {
    warnings.push("callback_number is the number that is called: the business would call itself back.");
  }
  return warnings;
}

function hours({ business, blocked, phone, nowMs }: PlanInput): string[] {
  const warnings: string[] = [];
  if (business?.openNow === false) {
    const today = business.hoursToday === null ? "" : ` Hours today: ${business.hoursToday}.`;
    warnings.push(`The business is closed now.${today}`);
  }
  const quiet = phone && quietNow(UNSOCIABLE, phone.e164, nowMs);
  if (quiet && blocked?.code !== "quiet_hours" && business?.openNow !== true) {
    warnings.push(
      `It is ${quiet.localTime} in ${quiet.zone}, where this number may be: probably too late or too early to call.`,
    );
  }
  return warnings;
}

/** The same but for case, separators and one letter: `phoneNumber` is not `phone`, `businessName` is `business_name`. */
function isSlip(field: string, known: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const [a, b] = [bare(field), bare(known)];
  return a === b || (a.length > 3 && (ALIASES[a] === known || isOneLetterOff(a, b)));
}

const ALIASES: Readonly<Record<string, string>> = {
  phonenumber: "phone",
  number: "phone",
  tophone: "phone",
  task: "goal",
  objective: "goal",
  prompt: "goal",
  business: "business_name",
  company: "business_name",
  name: "on_behalf_of",
  callername: "on_behalf_of",
  context: "details",
  notes: "details",
  callback: "callback_number",
  voicemail: "voicemail_message",
  transfer: "transfer_to",
  locale: "language",
};

function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return [
    [a.slice(at + 1), b.slice(at)],
    [a.slice(at), b.slice(at + 1)],
    [a.slice(at + 1), b.slice(at + 1)],
  ].some(([x, y]) => x === y);
}
