/**
 * The program around an appliance in which, once it runs, something fails that nobody caught; or its database; or that and
 * the disk with it, so that some of what was started cannot be ended in order.
 */
import { runProgram } from "../../src/app/program.ts";

const database = process.argv[2] === "database" || process.argv[2] === "disk";
const disk = process.argv[2] === "disk";
// What could not be ended.
if (disk) setInterval(() => {}, 1000);

const start = (): ReturnType<Parameters<typeof runProgram>[0]["start"]> => {
  const broken = Promise.withResolvers<string>();
  setTimeout(() => {
    if (database) broken.resolve("The database failed.");
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
      process.stdout.write("drained\n");
    },
    stop: async () => {
      await using stack = new AsyncDisposableStack();
      stack.defer(() => void process.stdout.write("stopped\n"));
      if (!disk) return;
      for (const what of ["a record", "another"]) {
        stack.defer(() => {
          throw new Error(`EROFS: ${what} could not be removed`);
        });
      }
    },
  });
};

process.exit(await runProgram({ env: process.env, start }));
