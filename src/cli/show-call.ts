/** A call as people read it in a terminal. */
import type { Call } from "./client/connect.ts";
import type { TranscriptLine } from "./follow-call.ts";
import { plain } from "./terminal/paint.ts";
import type { Paint } from "./terminal/paint.ts";

const SPEAKERS = { assistant: "Assistant", business: "Business", system: "" } as const;
const COLUMN = 10;

const STYLES = { assistant: "assistant", business: "business", system: "quiet" } as const;

export function showLine(line: TranscriptLine, paint: Paint = plain): string {
  const time = `${line.offset_s.toFixed(1)} s`.padStart(8);
  const speaker = paint(STYLES[line.role], SPEAKERS[line.role].padEnd(COLUMN));
  const said = line.role === "system" ? `[${line.text}]` : line.text;
  return `${paint("quiet", time)}  ${speaker}${said}${line.cut_off === undefined ? "" : " —"}`;
}

export function showStatus(status: Call["status"]): string | null {
  switch (status) {
    case "queued":
      return "Dialling …";
    case "ringing":
      return "It rings …";
    case "in_progress":
      return "Answered.";
    case "ended":
      return null;
  }
}

export function showEnded(call: Call, paint: Paint = plain): readonly string[] {
  const { outcome } = call;
  const verdict = outcome?.success === true ? paint("good", "Success") : paint("bad", "No success");
  return [
    `${verdict}: ${outcome?.summary ?? "the call has no outcome."}`,
    "",
    ...call.questions.flatMap(showAnswer),
    ...fact("Confirmation number", outcome?.confirmation_number),
    ...fact("Price", outcome?.price_quoted),
    ...fact("Time", outcome?.appointment_time),
    ...fact("Next steps", outcome?.next_steps),
    ...fact("Duration", `${call.duration_s} s`),
    ...fact("Cost", `${call.cost_usd.toFixed(2)} USD`),
    ...fact("Ended by", call.end_reason),
    ...fact("Call", call.call_id),
  ];
}

function showAnswer({ question, status, answer, quote }: Call["questions"][number]): readonly string[] {
  if (status !== "answered") return [`  ${question}`, `    (${status.replace("_", " ")})`];
  return [`  ${question}`, `    ${answer ?? ""}${quote === null ? "" : `   — “${quote}”`}`];
}

function fact(name: string, value: string | null | undefined): readonly string[] {
  return value === null || value === undefined || value === "" ? [] : [`  ${`${name}:`.padEnd(22)}${value}`];
}
