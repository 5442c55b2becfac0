/** Of the faults that `npm run faults` causes while somebody is on the line, those that no other test causes. */
import { expect, it } from "vitest";
import { LINE_FAULTS } from "../crashes/line-faults.ts";

const HERE = /frozen in a call|SIGTERM/;

it.each(LINE_FAULTS.filter(({ name }) => HERE.test(name)))("$name: nothing is lost", async ({ cause }) => {
  expect((await cause(0)).lost).toEqual([]);
});
