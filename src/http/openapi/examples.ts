/** One call told from beginning to end, as the examples of `openapi.json`. Tests check each against its schema. */

export const REQUEST_ID = "req_0Rgr0toGZ2B00000a";
const CALL_ID = "call_3fJ9aKq2LmN8xYw0ZtBvRc";
const QUESTION_ID = "q_5TgB7nHy2WsX9cVf0RdE4z";
export const BASE = "http://127.0.0.1:8080";

export const placeRequest = {
  phone: "+12025550142",
  goal: "Book a haircut for Thursday afternoon.",
  business_name: "Harbor Street Barbers",
  details: "Short on the sides. Name: Sam Rivera.",
  questions: ["What does a haircut cost?", "Do you take cards?"],
  on_behalf_of: "Sam Rivera",
  language: "en-US",
};

export const placed = {
  status: "calling",
  call_id: CALL_ID,
  call_key: "svc_example",
  next_action: `Use call_key as the bearer key for this call. Follow the call with GET /v1/calls/${CALL_ID}?wait=50.`,
};

export const needsSetup = {
  status: "needs_setup",
  setup_url: `${BASE}/setup/example`,
  setup_code: "example",
  message_for_user: `To place this call, open ${BASE}/setup/example and add 10.00 USD to a new account.`,
  next_action:
    "Give your user setup_url. After they have confirmed, send exactly the same request again with setup_code.",
};

const started = {
  call_id: CALL_ID,
  phone: placeRequest.phone,
  goal: placeRequest.goal,
  business_name: placeRequest.business_name,
  created_at: "2026-03-03T14:00:00.120Z",
  answered_at: "2026-03-03T14:00:06.480Z",
  answered_by: "human",
};

const transcript = [
  {
    seq: 1,
    role: "business",
    text: "Harbor Street Barbers, good morning.",
    at: "2026-03-03T14:00:08.100Z",
    offset_s: 0.4,
  },
  {
    seq: 2,
    role: "assistant",
    text: "Hello, this is an AI assistant calling for Sam Rivera. I would like to book a haircut for Thursday afternoon.",
    at: "2026-03-03T14:00:14.020Z",
    offset_s: 2.1,
    latency_ms: { total: 640, endpointing: 320, recogniser: 70, brain: 60, voice: 110, playout: 80 },
  },
  {
    seq: 3,
    role: "business",
    text: "Thursday at three is free. Should it be a wash and cut, or a cut only?",
    at: "2026-03-03T14:00:19.330Z",
    offset_s: 8.2,
  },
];

const pendingQuestion = {
  id: QUESTION_ID,
  question: "Should it be a wash and cut, or a cut only?",
  asked_at: "2026-03-03T14:00:19.800Z",
  expires_at: "2026-03-03T14:01:19.800Z",
  seconds_left: 59,
};

export const callAsked = {
  status: "in_progress",
  transcript,
  pending_question: pendingQuestion,
  answers: {},
  outcome: null,
  duration_s: 14,
  cost_usd: 0,
  ...started,
  ended_at: null,
  end_reason: null,
  line_state: "human",
  questions: placeRequest.questions.map((question) => ({
    question,
    status: "not_asked",
    answer: null,
    quote: null,
    seq: null,
  })),
  latency_ms: { p50: 640, p95: 640 },
  share_url: null,
  usage: null,
  version: 9,
  next_action: `Answer before expires_at with POST /v1/calls/${CALL_ID}/answer.`,
};

const lastWords = "A cut only is thirty dollars, and yes, we take cards. Your confirmation number is 4471.";

export const callEnded = {
  status: "ended",
  transcript: [
    ...transcript,
    { seq: 4, role: "assistant", text: "A cut only, please.", at: "2026-03-03T14:00:31.000Z", offset_s: 23.6 },
    { seq: 5, role: "business", text: lastWords, at: "2026-03-03T14:00:38.700Z", offset_s: 26.2 },
    {
      seq: 6,
      role: "assistant",
      text: "Thank you, goodbye.",
      at: "2026-03-03T14:00:45.900Z",
      offset_s: 39.4,
      latency_ms: { total: 910, endpointing: 500, recogniser: 90, brain: 80, voice: 150, playout: 90 },
    },
  ],
  pending_question: null,
  answers: { "What does a haircut cost?": "thirty dollars", "Do you take cards?": "yes, we take cards" },
  outcome: {
    success: true,
    summary: "The haircut is booked for Thursday at three.",
    confirmation_number: "4471",
    price_quoted: "thirty dollars",
    appointment_time: "Thursday at three",
    next_steps: "Be there on Thursday at three.",
  },
  duration_s: 41,
  cost_usd: 0,
  ...started,
  ended_at: "2026-03-03T14:00:47.900Z",
  end_reason: "completed",
  line_state: null,
  questions: [
    {
      question: "What does a haircut cost?",
      status: "answered",
      answer: "thirty dollars",
      quote: "thirty dollars",
      seq: 5,
    },
    {
      question: "Do you take cards?",
      status: "answered",
      answer: "yes, we take cards",
      quote: "yes, we take cards",
      seq: 5,
    },
  ],
  latency_ms: { p50: 640, p95: 910 },
  share_url: null,
  usage: {
    hearing: [{ engine: "embedded neural", seconds: 14.2, failures: 0 }],
    thinking: [
      {
        engine: "rules",
        requests: 4,
        prompt_tokens: 0,
        completion_tokens: 0,
        discarded_tokens: 0,
        estimated: false,
        failures: 0,
      },
    ],
    speaking: [
      { engine: "embedded neural", characters: 151, cached_characters: 0, discarded_characters: 0, failures: 0 },
    ],
  },
  version: 17,
  next_action: "The call is over and reached its goal. Tell your user the outcome and the answers.",
};

export const callList = {
  calls: [
    {
      call_id: CALL_ID,
      status: "ended",
      phone: placeRequest.phone,
      business_name: placeRequest.business_name,
      goal: placeRequest.goal,
      created_at: started.created_at,
      answered_at: started.answered_at,
      ended_at: callEnded.ended_at,
      end_reason: "completed",
      duration_s: 41,
      cost_usd: 0,
      success: true,
    },
  ],
  next_cursor: null,
};

export const answerRequest = { answer: "A cut only, please." };
export const answered = { ok: true, call_id: CALL_ID, question_id: QUESTION_ID };
export const hungUp = { ok: true, call_id: CALL_ID, status: "in_progress" };

export const account = {
  account_id: "acct_7YhN3bGt5VfR1cDe9XsW2q",
  balance_usd: 8.75,
  held_usd: 1,
  available_usd: 7.75,
  currency: "USD",
  auto_reload: true,
  auto_reload_threshold_usd: 2,
  auto_reload_amount_usd: 10,
  top_up_url: `${BASE}/top-up/example`,
  created_at: "2026-03-01T09:30:00.000Z",
};

export const events = [
  `id: 1\nevent: status\ndata: {"status":"queued","line_state":null,"version":1}\n\n`,
  `id: 2\nevent: status\ndata: {"status":"ringing","line_state":"ringing","version":2}\n\n`,
  `id: 3\nevent: transcript\ndata: ${JSON.stringify({ entry: transcript[0] })}\n\n`,
].join("");

export const plan = {
  opening_line:
    "Hello, this is Ada, an AI assistant calling for Sam Rivera. I would like to book a haircut for Thursday afternoon.",
  checklist: [
    "Introduce itself: Ada, an AI assistant, calling for Sam Rivera.",
    "Pursue the goal: Book a haircut for Thursday afternoon.",
    "Ask: What does a haircut cost?",
  ],
  likely_questions: ["What phone number can we reach you at?"],
  open_now: null,
  cost_estimate: { min_usd: 0, typical_usd: 0, max_usd: 7.25 },
  callable: true,
  blocked: null,
  warnings: ["voicemail_message is missing: if a machine answers, the assistant hangs up without leaving a message."],
};

export const planBlocked = {
  ...plan,
  callable: false,
  blocked: { code: "premium_number", message: "Use an ordinary, mobile or toll-free number of the business." },
};

export const businesses = {
  businesses: [
    {
      name: "Harbor Street Barbers",
      phone: placeRequest.phone,
      address: "14 Harbor Street, Washington, DC 20024, US",
      open_now: true,
      hours_today: "09:00-18:00",
      rating: null,
      timezone: "America/New_York",
    },
  ],
};

export const shared = {
  ok: true,
  url: `${BASE}/s/example`,
  message:
    "Anyone with the link can read the transcript and result of this call. Phone numbers and email addresses are hidden.",
};

export const webhook = {
  webhook_id: "wh_6Qm0bX2cVf9RkLwA1dZsTe",
  url: "https://agents.example.com/outdial",
  events: ["call.answered", "call.question", "call.ended"],
  created_at: "2026-03-02T10:00:00.000Z",
  stopped_at: null,
};
export const newWebhook = { ...webhook, secret: "whsec_…" };
export const deliveries = {
  deliveries: [
    {
      delivery_id: "msg_9f2c4e0b7a5d4c1f8e3b6a2d1c0f9e8d",
      call_id: CALL_ID,
      type: "call.ended",
      state: "delivered",
      created_at: "2026-03-02T10:01:10.000Z",
      next_try_at: null,
      tries: [
        { at: "2026-03-02T10:01:10.020Z", status: 503, ms: 41, error: "it answered 503" },
        { at: "2026-03-02T10:01:15.611Z", status: 204, ms: 38, error: null },
      ],
    },
  ],
  next_cursor: null,
} as const;
export const told = {
  type: "call.question",
  timestamp: "2026-03-02T10:00:41.000Z",
  data: { call_id: CALL_ID, pending_question: callAsked.pending_question },
};
