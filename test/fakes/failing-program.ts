/**
 * The program around an appliance in which, once it runs, something fails that nobody caught. By its argument: the
 * `database` instead, for good; or that and the `disk` with it, so that some of what was started cannot be ended in order;
 * the `drain` besides; and a `stop` that never ends.
 */
import { runProgram } from "../../src/app/program.ts";

const what = process.argv[2] ?? "nothing else";
// Something that was not ended keeps the process, unless it ends itself.
setInterval(() => {}, 1000);

const start = (): ReturnType<Parameters<typeof runProgram>[0]["start"]> => {
  const broken = Promise.withResolvers<string>();
  setTimeout(() => {
    if (what === "database" || what === "disk") broken.resolve("The database failed.");
    else throw new Error("nobody caught this");
  }, 200);
  return Promise.resolve({
    baseUrl: "http://127.0.0.1:1",
    described: null,
    broken: broken.promise,
    drain: async () => {
      // A second one does not end what is being drained.
      setTimeout(() => {
        throw new Error("nor this");
      }, 50);
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (what === "drain") throw new Error("the drain failed");
      process.stdout.write("drained\n");
    },
    stop: async () => {
      await using stack = new AsyncDisposableStack();
      stack.defer(() => void process.stdout.write("stopped\n"));
      if (what === "stop") stack.defer(() => new Promise<void>(() => {}));
      for (const file of what === "disk" ? ["a record", "another"] : []) {
        stack.defer(() => {
          throw new Error(`EROFS: ${file} could not be removed`);
        });
      }
    },
  });
};

process.exit(await runProgram({ env: process.env, start, stopWithinMs: 500 }));
