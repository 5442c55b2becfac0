import { defineConfig } from "vitest/config";
import { closingLine } from "./test/support/closing-line.ts";

/** Start our programs as processes of their own, against stand-ins; kill some of them. */
const PROGRAMS = [
  "test/cli/**/*.test.ts",
  "test/{directory/import-command,crashes/faults,flow/kill,http/snippets,set-up/lock}.test.ts",
  "test/{mcp/stdio,mcp/strangers,simulation/simulation,monitoring/monitoring,readme/readme}.test.ts",
];

/** Need real Asterisk, real SIP or a browser, and no moment of theirs is measured closely: two files at a time. */
const TOGETHER = [
  "test/sip/!(goodbye|media-ends|hold).test.ts",
  "test/http/pages/**/*.test.ts",
  "test/flow-real/!(endurance|language-model|start).test.ts",
  "test/{people/people,mcp/agent,soak/soak,conversation/echo/echo}.real.test.ts",
];

/** Measure what is heard and when, in real calls: one file at a time, and the machine to themselves. */
const REAL = ["test/{sip,flow-real,http/pages}/**/*.test.ts", "test/demo/demo.test.ts", "test/**/*.real.test.ts"];

export default defineConfig({
  test: {
    reporters: ["default", closingLine()],
    slowTestThreshold: 5000,
    projects: [
      {
        test: {
          name: "unit",
          // One file after the other in the same process: loading the house anew for each takes longer than the tests.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...PROGRAMS, ...TOGETHER, ...REAL],
          testTimeout: 15_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "programs",
          include: PROGRAMS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "together",
          include: TOGETHER,
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "real",
          include: REAL,
          exclude: TOGETHER,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
