/** A whole call through a menu, led by the rules, on a line in virtual time. */
import { expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { taskOf } from "../../../src/conversation/dialog/task.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { briefOf } from "../dialog/brain-requests.ts";
import { brainBriefOf } from "../dialog/model/talk.ts";

it("a menu of two levels gets its keys, and whoever comes then is told who calls", async () => {
  const brief = briefOf({ goal: "Find out the price of an oil change", questions: ["How much is an oil change?"] });
  const line = new VirtualLine(embeddedBrains().begin(brainBriefOf(brief), []), { task: taskOf(brief) });
  line.conversation.answered();
  await line.pass(500);
  await line.says(
    "Thank you for calling Maple Street Garage. For new cars, press 1. For service and repairs, press 2.",
  );
  await line.pass(3000);
  await line.says("For tires, press 1. To speak with someone about an oil change or other service, press 3.");
  await line.pass(3000);
  expect(line.spoken()).toEqual([]);
  await line.says("Good morning, this is Walter speaking, how can I help you?");
  await line.pass(20_000);
  const keys = line.events("press").flatMap((event) => (event.type === "press" ? event.keys : []));
  expect(keys).toEqual(["2", "3"]);
  expect(line.spoken()[0]).toMatch(/automated assistant.*oil change/);
  const states = line.events("line_state").flatMap((event) => (event.type === "line_state" ? event.state : []));
  expect(states).toEqual(["silence", "human", "ivr", "human"]);
});
