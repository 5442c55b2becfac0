/**
 * The person at the terminal: lines for them to read, and questions to answer. Everything goes to standard error, because
 * standard output is for what was asked for. Lines that come while they type appear above what they type.
 */
import { createInterface } from "node:readline";
import type { Interface } from "node:readline";
import { clearLine, cursorTo } from "node:readline";

export type Person = {
  readonly isThere: boolean;
  tell(line: string): void;
  /** What they type, or null when nobody is there, they close the input, or the signal ends it. */
  ask(prompt: string, signal: AbortSignal): Promise<string | null>;
};

export function personAtTerminal(): Person {
  const isThere = process.stdin.isTTY === true;
  let asking: Interface | null = null;
  const tell = (line: string): void => {
    if (asking === null) return console.error(line);
    cursorTo(process.stderr, 0);
    clearLine(process.stderr, 0);
    console.error(line);
    asking.prompt(true);
  };
  return {
    isThere,
    tell,
    ask(prompt, signal) {
      if (!isThere || signal.aborted) return Promise.resolve(null);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      asking = terminal;
      return new Promise((resolve) => {
        const settle = (answer: string | null): void => {
          // Before it closes, because closing is an answer too: none.
          resolve(answer);
          asking = null;
          signal.removeEventListener("abort", giveUp);
          terminal.close();
        };
        const giveUp = (): void => {
          process.stderr.write("\n");
          settle(null);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        terminal.once("close", () => settle(null));
        // A terminal that is read key by key turns Ctrl-C into a key.
        terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
        terminal.question(prompt, settle);
      });
    },
  };
}
