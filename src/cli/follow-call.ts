/** Follows one call to its end, telling each new thing once the moment it happens, and answers what it asks. */
import { ApiError, got } from "./client/connect.ts";
import type { Appliance, Call, Schemas } from "./client/connect.ts";
import { followProgress } from "./client/progress.ts";

export type TranscriptLine = Schemas["TranscriptEntry"];

export type Watcher = {
  status(status: Call["status"]): void;
  line(line: TranscriptLine): void;
  /** What to answer, or null to let the question expire. The signal ends when it is too late to answer. */
  question(question: string, secondsLeft: number, signal: AbortSignal): Promise<string | null>;
  /** The answer was given too late, or somebody else was faster. */
  tooLate(message: string): void;
};

/** Resolves with the ended call. Rejects when the appliance refuses or is gone, or with the signal's reason. */
export async function followCall(
  appliance: Appliance,
  callId: string,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Call> {
  const answers = new Answers(appliance, callId, watcher, signal);
  try {
    let status: Call["status"] | null = null;
    for await (const { event, data } of followProgress(appliance, callId, answers.failing)) {
      switch (event) {
        case "status":
          if (data.status !== status) watcher.status(data.status);
          status = data.status;
          break;
        case "transcript":
          watcher.line(data.entry);
          break;
        case "question":
          answers.see(data.pending_question);
          break;
        case "ended":
          break;
      }
    }
    return await readCall(appliance, callId, answers.failing);
  } finally {
    await answers.end();
  }
}

export function readCall({ api }: Appliance, callId: string, signal: AbortSignal): Promise<Call> {
  return got(api.GET("/calls/{id}", { params: { path: { id: callId } }, signal }));
}

/** Answers the question that is pending, while the call is followed on: a person may take their time. */
class Answers {
  /** Ends with the caller's signal, or when an answer could not be given. */
  readonly failing: AbortSignal;
  readonly #failed = new AbortController();
  readonly #give: (asked: NonNullable<Call["pending_question"]>, signal: AbortSignal) => Promise<void>;
  #pending: { readonly id: string; readonly over: AbortController } | null = null;
  #giving: Promise<void> = Promise.resolve();

  constructor({ api }: Appliance, callId: string, watcher: Watcher, signal: AbortSignal) {
    this.failing = AbortSignal.any([signal, this.#failed.signal]);
    this.#give = async ({ question, seconds_left: left }, over) => {
      const answer = await watcher.question(question, left, over);
      if (answer === null) return;
      const { data, error, response } = await api.POST("/calls/{id}/answer", {
        params: { path: { id: callId } },
        body: { answer },
        signal: this.failing,
      });
      if (data !== undefined) return;
      const refused = new ApiError(response.status, error);
      if (refused.status !== 409) throw refused;
      watcher.tooLate(refused.message);
    };
  }

  see(question: Call["pending_question"]): void {
    if (question?.id === this.#pending?.id) return;
    this.#pending?.over.abort(new Error("the question is no longer pending"));
    this.#pending = null;
    if (question === null) return;
    const over = new AbortController();
    this.#pending = { id: question.id, over };
    const give = this.#give(question, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) this.#failed.abort(error);
    });
    this.#giving = Promise.all([this.#giving, give]).then(() => undefined);
  }

  async end(): Promise<void> {
    this.#pending?.over.abort(new Error("the call has ended"));
    await this.#giving;
  }
}
