import type { Call } from "../../src/cli/client/connect.ts";
import type { Progress } from "../../src/cli/client/progress.ts";

const BASE: Call = {
  status: "queued",
  transcript: [],
  pending_question: null,
  answers: {},
  outcome: null,
  duration_s: 0,
  cost_usd: 0,
  call_id: "call_1",
  phone: "+12025550142",
  goal: "Book a table for two on Friday at 7 PM",
  business_name: "Blue Harbor Bistro",
  created_at: "2026-03-01T09:30:00.000Z",
  answered_at: null,
  ended_at: null,
  answered_by: null,
  end_reason: null,
  line_state: null,
  questions: [{ question: "How much is it?", status: "not_asked", answer: null, quote: null, seq: null }],
  latency_ms: null,
  share_url: null,
  usage: null,
  version: 1,
  next_action: "Poll.",
};

const LINES: Call["transcript"] = [
  { seq: 1, role: "business", text: "Blue Harbor Bistro, hello.", at: "2026-03-01T09:30:05.000Z", offset_s: 0.8 },
  { seq: 2, role: "assistant", text: "Hello, this is Ada.", at: "2026-03-01T09:30:07.000Z", offset_s: 2.4 },
  { seq: 3, role: "business", text: "Inside or outside?", at: "2026-03-01T09:30:09.000Z", offset_s: 5 },
];

/** The call as it is the nth time somebody looks: queued, then line by line, then asking. */
export function runningCall(look: number): Call {
  if (look === 1) return BASE;
  const asking = look > 3;
  return {
    ...BASE,
    status: "in_progress",
    answered_at: "2026-03-01T09:30:04.000Z",
    answered_by: "human",
    line_state: "human",
    transcript: LINES.slice(0, look - 1),
    version: look,
    pending_question: asking
      ? {
          id: "q_1",
          question: "Inside or outside?",
          asked_at: "2026-03-01T09:30:09.000Z",
          expires_at: "2026-03-01T09:31:09.000Z",
          seconds_left: 48,
        }
      : null,
  };
}

export function finishedCall({ success, answer }: { readonly success: boolean; readonly answer: string }): Call {
  return {
    ...runningCall(4),
    status: "ended",
    pending_question: null,
    transcript: [
      ...LINES,
      { seq: 4, role: "assistant", text: answer, at: "2026-03-01T09:30:12.000Z", offset_s: 8, cut_off: "thank you" },
    ],
    answers: success ? { "How much is it?": "45 dollars" } : {},
    questions: [
      {
        question: "How much is it?",
        status: success ? "answered" : "refused",
        answer: success ? "45 dollars" : null,
        quote: success ? "It is 45 dollars." : null,
        seq: success ? 3 : null,
      },
    ],
    outcome: {
      success,
      summary: success ? "A table is booked." : "They have no table.",
      confirmation_number: success ? "B74K9" : null,
      price_quoted: null,
      appointment_time: success ? "Friday 7 PM" : null,
      next_steps: "",
    },
    duration_s: 42,
    ended_at: "2026-03-01T09:30:46.000Z",
    end_reason: "completed",
    line_state: null,
    version: 9,
  };
}

const IN_PROGRESS = { status: "in_progress", line_state: "human" } as const;

/** What is told until the business has asked. */
export function progressBefore(): readonly Progress[] {
  return [
    { event: "status", data: { status: "queued", line_state: null, version: 1 } },
    { event: "status", data: { ...IN_PROGRESS, version: 2 } },
    ...LINES.map((entry) => ({ event: "transcript", data: { entry } }) as const),
    { event: "question", data: { pending_question: runningCall(4).pending_question } },
  ];
}

/** What is told once it has been answered. */
export function progressAfter(success: boolean, answer: string): readonly Progress[] {
  const call = finishedCall({ success, answer });
  return [
    { event: "question", data: { pending_question: null } },
    ...call.transcript.slice(LINES.length).map((entry) => ({ event: "transcript", data: { entry } }) as const),
    { event: "ended", data: call },
  ];
}
