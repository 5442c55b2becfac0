/** Follows one call to its end by long-poll, telling each new thing once, and answers what it asks. */
import type { CallBody } from "../http/api/shapes.ts";
import type { Api, ReadCall } from "./api.ts";
import { ApiError, readCall } from "./api.ts";

export type TranscriptLine = CallBody["transcript"][number];

export type Watcher = {
  status(status: CallBody["status"]): void;
  line(line: TranscriptLine): void;
  /** What to answer, or null to let the question expire. The signal ends when it is too late to answer. */
  question(question: string, signal: AbortSignal): Promise<string | null>;
  /** The answer was given too late, or somebody else was faster. */
  tooLate(message: string): void;
};

/** Lines of the transcript end no wait, so while people talk the waits are short enough to read along. */
const WAIT_SECONDS = { queued: 20, ringing: 20, in_progress: 1, ended: 0 } as const;

/** Resolves with the ended call. Rejects when the appliance refuses or is gone, or with the signal's reason. */
export async function followCall(
  api: Api,
  callId: string,
  key: string | null,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<ReadCall> {
  const answers = new Answers(api, callId, key, watcher, signal);
  try {
    let status: CallBody["status"] | null = null;
    let lines = 0;
    for (;;) {
      const read = await readCall(api, callId, status === null ? 0 : WAIT_SECONDS[status], key, answers.failing);
      const { call } = read;
      if (call.status !== status) watcher.status(call.status);
      status = call.status;
      for (const line of call.transcript.slice(lines)) watcher.line(line);
      lines = call.transcript.length;
      answers.see(call.pending_question);
      if (call.status === "ended") return read;
    }
  } finally {
    await answers.end();
  }
}

/** Answers the question that is pending, while the call is followed on: a person may take their time. */
class Answers {
  /** Ends with the caller's signal, or when an answer could not be given. */
  readonly failing: AbortSignal;
  readonly #failed = new AbortController();
  readonly #give: (question: string, signal: AbortSignal) => Promise<void>;
  #pending: { readonly id: string; readonly over: AbortController } | null = null;
  #giving: Promise<void> = Promise.resolve();

  constructor(api: Api, callId: string, key: string | null, watcher: Watcher, signal: AbortSignal) {
    this.failing = AbortSignal.any([signal, this.#failed.signal]);
    this.#give = async (question, over) => {
      const answer = await watcher.question(question, over);
      if (answer === null) return;
      const reply = await api.send("POST", `/v1/calls/${callId}/answer`, { key, body: { answer } }, this.failing);
      if (reply.status === 409) watcher.tooLate(new ApiError(reply).message);
      else if (reply.status !== 200) throw new ApiError(reply);
    };
  }

  see(question: CallBody["pending_question"]): void {
    if (question?.id === this.#pending?.id) return;
    this.#pending?.over.abort(new Error("the question is no longer pending"));
    this.#pending = null;
    if (question === null) return;
    const over = new AbortController();
    this.#pending = { id: question.id, over };
    const give = this.#give(question.question, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) this.#failed.abort(error);
    });
    this.#giving = Promise.all([this.#giving, give]).then(() => undefined);
  }

  async end(): Promise<void> {
    this.#pending?.over.abort(new Error("the call has ended"));
    await this.#giving;
  }
}
