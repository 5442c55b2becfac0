/** A call in the terminal, for `call` and `tail`: its lines as they are spoken, its questions, and how it ended. */
import type { Appliance } from "./client/connect.ts";
import { EXIT } from "./exit.ts";
import { followCall } from "./follow-call.ts";
import { showEnded, showLine, showStatus } from "./show-call.ts";
import { paintFor } from "./terminal/paint.ts";
import type { Person } from "./terminal/person.ts";

export type Watching = { readonly json: boolean; readonly person: Person };

/** Sets the exit code by the call's success. Standard output is the finished call, so all else is told to the person. */
export async function watchCall(
  appliance: Appliance,
  callId: string,
  { json, person }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const paint = paintFor(process.stderr);
  const still = (): void =>
    person.tell(
      `The call ${callId} goes on: \`outdial tail ${callId}\` follows it, \`outdial hangup ${callId}\` ends it.`,
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
      question: async (question, over) => {
        person.tell(`${paint("strong", "          They ask:")} “${question}”`);
        if (!person.isThere) {
          person.tell(`          Nobody is at this terminal: \`outdial answer ${callId} "…"\` answers it elsewhere.`);
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

function blankIsNone(answer: string | null): string | null {
  return answer === null || answer.trim() === "" ? null : answer;
}
