/** Another process of the benchmark, asked by messages: what is measured must not share a thread with what measures. */
import { fork, type ChildProcess } from "node:child_process";

export interface Child {
  ask<Reply>(question: object): Promise<Reply>;
  end(): Promise<void>;
}

type Envelope = { readonly id: number; readonly question: object };
type Answer = { readonly id: number; readonly reply?: unknown; readonly error?: string };

const ANSWER_WITHIN_MS = 120_000;
const END_WITHIN_MS = 3000;

export function startChild(file: string, args: readonly string[]): Child {
  const child: ChildProcess = fork(file, [...args], { execArgv: ["--expose-gc"], stdio: ["ignore", 2, 2, "ipc"] });
  const waiting = new Map<number, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>();
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.on("message", (message: Answer) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.reply);
    else asked?.reject(new Error(message.error));
  });
  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} has ended`));
    waiting.clear();
  });
  let nextId = 1;
  return {
    async ask<Reply>(question: object) {
      const id = nextId++;
      const { promise, resolve, reject } = Promise.withResolvers<Reply>();
      waiting.set(id, { resolve: (reply) => resolve(reply as Reply), reject });
      const deadline = setTimeout(() => reject(new Error(`${file} did not answer`)), ANSWER_WITHIN_MS);
      child.send({ id, question } satisfies Envelope);
      return promise.finally(() => clearTimeout(deadline));
    },
    async end() {
      if (child.connected) child.disconnect();
      const forced = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS);
      await exited;
      clearTimeout(forced);
    },
  };
}

/** The child's side: one function answers all questions. */
export function answerQuestions(answer: (question: Record<string, unknown>) => Promise<unknown>): void {
  process.on("message", ({ id, question }: { id: number; question: Record<string, unknown> }) => {
    answer(question).then(
      (reply) => process.send?.({ id, reply }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  });
  process.on("disconnect", () => process.exit());
}
