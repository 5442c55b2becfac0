/** The line in a process of its own, so that its own time on the processor can be told: for the measurement only. */
import { pino } from "pino";
import { answerQuestions } from "../../bench/rig/child.ts";
import type { Impairment } from "./impairment.ts";
import { openLine } from "./line.ts";

const [carrierPort, impairment] = process.argv.slice(2);

const line = await openLine({
  carrier: { host: "127.0.0.1", port: Number(carrierPort) },
  impairment: () => JSON.parse(impairment ?? "{}") as Impairment,
  onCall: () => {},
  log: pino({ level: "silent" }),
});

answerQuestions((question) => {
  switch (question["type"]) {
    case "port":
      return Promise.resolve(line.port);
    case "used": {
      const { user, system } = process.cpuUsage();
      return Promise.resolve({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 2 ** 20 });
    }
    default:
      throw new Error("unknown question");
  }
});
