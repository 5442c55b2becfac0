/** The sentences of an outcome that the conversation cannot give: nobody spoke, or what it claims is not proven. */
import type { Brief } from "./brief.ts";
import type { Ended } from "./call.ts";
import type { Errand } from "./ports.ts";
import type { EndReason } from "./vocabulary.ts";

export function summaryOf(call: Ended, brief: Brief, believed: string, overclaimed: boolean): string {
  const whom = brief.businessName ?? "The business";
  const told = believed.trim();
  if (call.transferred) {
    const after = call.reason === "service_restart" ? ` ${howItEnded(call.reason)}` : "";
    return `${told} ${whom} was then connected with the number for transfers.${after}`.trim();
  }
  if (call.transferring === true) {
    return `${told === "" ? `${whom} answered.` : told} While the number for transfers was being called the service was restarted, which ended the call: nobody was connected.`;
  }
  if (told === "") return happened(call, whom);
  if (overclaimed) return `Not borne out by what the business said, so read the transcript: ${told}`;
  return call.reason === "completed" ? told : `${told} ${howItEnded(call.reason)}`.trim();
}

/** The summary, with the errands that were not reached. */
export function withOpen(summary: string, open: readonly Errand[]): string {
  return open.length === 0 ? summary : `${summary} Not reached: ${named(open)}.`;
}

/** The next steps, with the same. */
export function stillToDo(steps: string, open: readonly Errand[]): string {
  return open.length === 0 ? steps : `${steps} Still to be done: ${named(open)}.`;
}

function named(errands: readonly Errand[]): string {
  return errands.map(({ text }) => `"${text}"`).join(", ");
}

/** One sentence for a call of which there is nothing else to tell. */
function happened({ reason, answered, answeredBy }: Ended, whom: string): string {
  const machine = answeredBy === "machine";
  switch (reason) {
    case "completed":
      return `${whom} answered and the call came to its end; there is no summary of it.`;
    case "hangup_business":
      return `${whom} answered and hung up before anything was settled.`;
    case "no_response":
      return machine
        ? `A machine answered for ${inSentence(whom)}, and nobody came to the telephone.`
        : `${whom} answered, but nobody spoke.`;
    case "no_answer":
      return `${whom} did not answer.`;
    case "busy":
      return `The line of ${inSentence(whom)} was busy.`;
    case "rejected":
      return answered
        ? `A machine asked who was calling, and the call was not taken.`
        : `The call was rejected by the other side.`;
    case "invalid_number":
      return `The number is not in service or is incomplete.`;
    case "canceled":
      return `The call was canceled before it was answered.`;
    case "hangup_api":
      return `The call was hung up on request before anything was settled.`;
    case "voicemail":
      return `${whom} did not answer in person; a voicemail system took the call.`;
    case "max_duration":
      return `The call reached its longest allowed duration before anything was settled.`;
    case "insufficient_funds":
      return `The balance did not allow another minute, so the call was ended before anything was settled.`;
    case "no_media":
      return `${whom} answered, but no sound came over the line. Nothing was charged.`;
    case "provider_failure":
      return answered
        ? `${whom} answered, but the assistant's speech or language engine failed.`
        : `The assistant's speech or language engine failed before the call was answered.`;
    case "trunk_failure":
      return answered
        ? `The telephone line failed during the call.`
        : `The telephone line failed; the call did not get through.`;
    case "service_restart":
      return answered
        ? `The service was restarted during the call, which ended it.`
        : `The service was restarted before the call was answered.`;
  }
}

/** What to add to a summary when the conversation did not end by itself. */
function howItEnded(reason: EndReason): string {
  switch (reason) {
    case "hangup_business":
      return "The business hung up before the assistant was done.";
    case "no_response":
      return "After that nobody spoke any more.";
    case "hangup_api":
      return "The call was hung up on request.";
    case "max_duration":
      return "The call was ended at its longest allowed duration.";
    case "insufficient_funds":
      return "The call was ended because the balance did not allow another minute.";
    case "no_media":
    case "trunk_failure":
      return "Then the telephone line failed.";
    case "provider_failure":
      return "Then the assistant's speech or language engine failed.";
    case "service_restart":
      return "Then the service was restarted, which ended the call.";
    case "voicemail":
      return "It was a voicemail system that took the call.";
    case "completed":
    case "no_answer":
    case "busy":
    case "rejected":
    case "invalid_number":
    case "canceled":
      return "";
  }
}

/** What to do now, when the conversation has not said. */
export function nextStepsAfter(call: Ended): string {
  if (call.transferred) return "Ask the one who was connected what was agreed: the assistant did not hear it.";
  switch (call.reason) {
    case "completed":
    case "hangup_business":
    case "hangup_api":
      return "Read the transcript; call again if something is still open.";
    case "no_response":
    case "no_answer":
      return "Try again at another time, within the opening hours of the business.";
    case "busy":
      return "Try again in a few minutes.";
    case "rejected":
      return "Do not repeat the call at once; reach the business in another way or at another time.";
    case "invalid_number":
      return "Check the number and place the call again with the right one.";
    case "canceled":
      return "Nothing to do; place the call again if it is still wanted.";
    case "voicemail":
      return "Try again within the opening hours, or wait for a call back if a message was left.";
    case "max_duration":
      return "Read the transcript; place another call for what is still open.";
    case "insufficient_funds":
      return "Top up the account, then place another call for what is still open.";
    case "no_media":
      return "Place the call again; if it happens twice, the operator should check the trunk's media settings.";
    case "provider_failure":
      return "Place the call again; if it happens twice, the operator should check the speech and language engines.";
    case "trunk_failure":
      return "Try again in a few minutes; if it persists, the operator should check the trunk.";
    case "service_restart":
      return call.answered
        ? "Read the transcript, then place the call again for what is still open."
        : "Place the call again.";
  }
}

function inSentence(whom: string): string {
  return whom === "The business" ? "the business" : whom;
}
