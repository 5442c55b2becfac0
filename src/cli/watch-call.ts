/** A call in the terminal, for `call` and `tail`: its lines as they are spoken, its questions, and how it ended. */
import { setTimeout as delay } from "node:timers/promises";
import type { Appliance } from "./client/connect.ts";
import { EXIT } from "./exit.ts";
import { followCall } from "./follow-call.ts";
import { showEnded, showLine, showStatus } from "./show-call.ts";
import { paintFor } from "./terminal/paint.ts";
import type { Person } from "./terminal/person.ts";

const BREATH_MS = 100;

export type Watching = {
  readonly json: boolean;
  readonly person: Person;
  /** Of this call alone: nobody else can follow it without. Null: the person has the key. */
  readonly callKey: string | null;
};

/** Sets the exit code by the call's success. Standard output is the finished call, so all else is told to the person. */
export async function watchCall(
  appliance: Appliance,
  callId: string,
  { json, person, callKey }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const paint = paintFor(process.stderr);
  const withKey = callKey === null ? "" : ` --key ${callKey}`;
  const still = (): void =>
    person.tell(
      `The call ${callId} goes on: \`outdial tail ${callId}${withKey}\` follows it, \`outdial hangup ${callId}${withKey}\` ends it.`,
    );
  signal.addEventListener("abort", still, { once: true });
  const ended = await followCall(
    appliance,
    callId,
    {
      status: (status) => {
        const line = showStatus(status);
        if (line !== null) person.tell(paint("quiet", line));
      },
      line: (line) => person.tell(showLine(line, paint)),
      question: async (question, left, over) => {
        if (await isOverSoon(over)) return null;
        person.tell(
          `${paint("strong", "          They ask:")} “${question}” ${paint("quiet", `(${left} s left to answer)`)}`,
        );
        if (!person.isThere) {
          person.tell(
            `          Nobody is at this terminal: \`outdial answer ${callId} "…"${withKey}\` answers it elsewhere.`,
          );
          return null;
        }
        return blankIsNone(await person.ask("          Your answer: ", AbortSignal.any([signal, over])));
      },
      tooLate: (message) => person.tell(`          ${message}`),
    },
    signal,
  ).finally(() => signal.removeEventListener("abort", still));
  if (json) console.log(JSON.stringify(ended, null, 2));
  else for (const line of ["", ...showEnded(ended, paintFor(process.stdout))]) console.log(line);
  process.exitCode = ended.outcome?.success === true ? EXIT.success : EXIT.failure;
}

/** A call is told from its beginning, and with it, in one breath, questions that are answered already. */
async function isOverSoon(over: AbortSignal): Promise<boolean> {
  await delay(BREATH_MS, undefined, { signal: over }).catch(() => undefined);
  return over.aborted;
}

function blankIsNone(answer: string | null): string | null {
  return answer === null || answer.trim() === "" ? null : answer;
}
