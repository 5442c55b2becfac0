/** The program around an appliance in which, once it runs, something fails that nobody caught. */
import { runProgram } from "../../src/app/program.ts";

const start = (): ReturnType<Parameters<typeof runProgram>[0]["start"]> => {
  setTimeout(() => {
    throw new Error("nobody caught this");
  }, 200);
  return Promise.resolve({
    baseUrl: "http://127.0.0.1:1",
    described: null,
    drain: async () => {
      // A second one does not end what is being drained.
      setTimeout(() => {
        throw new Error("nor this");
      }, 50);
      await new Promise((resolve) => setTimeout(resolve, 200));
      process.stdout.write("drained\n");
    },
    stop: () => {
      process.stdout.write("stopped\n");
      return Promise.resolve();
    },
  });
};

process.exit(await runProgram({ env: process.env, start }));
