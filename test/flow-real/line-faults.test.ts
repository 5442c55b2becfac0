/** Of the faults that `npm run faults` causes while somebody is on the line, those that no other test causes. */
import { expect, it } from "vitest";
import { LINE_FAULTS } from "../crashes/line-faults.ts";
import { TALK_FAULTS } from "../crashes/talk-faults.ts";

const HERE =
  /Asterisk is frozen in a call|SIGTERM|media socket stalls|thread hangs|engine process gets SIGSTOP|Asterisk is cut|no more files/;

it.each([...LINE_FAULTS, ...TALK_FAULTS].filter(({ name }) => HERE.test(name)))(
  "$name: nothing is lost",
  async ({ cause }) => {
    expect((await cause(0)).lost).toEqual([]);
  },
);
