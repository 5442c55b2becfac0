/** A whole call through a menu, led by the rules, on a line in virtual time. */
import { expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { taskOf } from "../../../src/conversation/dialog/task.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { briefOf } from "../dialog/brain-requests.ts";
import { brainBriefOf } from "../dialog/model/talk.ts";
import { made } from "./made-tones.ts";

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
  expect(pressed(line)).toEqual(["2", "3"]);
  expect(line.spoken()[0]).toMatch(/automated assistant.*oil change/);
  const states = line.events("line_state").flatMap((event) => (event.type === "line_state" ? event.state : []));
  expect(states).toEqual(["silence", "human", "ivr", "human"]);
});

it("a menu that says nothing more is left long before the patience for queues is used up, while ringing is waited for", async () => {
  const brief = briefOf({ goal: "Find out the price of an oil change", questions: ["How much is an oil change?"] });
  const line = new VirtualLine(embeddedBrains().begin(brainBriefOf(brief), []), { task: taskOf(brief) });
  line.conversation.answered();
  await line.pass(500);
  await line.says("Thank you for calling Maple Street Garage. For new cars, press 1. For service, press 2.");
  await line.pass(1000);
  const rings = made(
    [
      [[440, 480], 2000],
      [[], 4000],
    ],
    { rateHz: 16_000 },
  );
  for (let ring = 0; ring < 4; ring += 1) await line.sounds(rings);
  expect(pressed(line)).toEqual(["2"]);
  await line.pass(40_000);
  expect(pressed(line)).toEqual(["2", "2", "0"]);
  expect(line.spoken()).toEqual([]);
  expect(line.events("finished")).toHaveLength(1);
});

it("a menu whose words are known only after our opening has begun gets its key all the same", async () => {
  const brief = briefOf({ goal: "Find out the price of an oil change", questions: ["How much is an oil change?"] });
  const line = new VirtualLine(embeddedBrains().begin(brainBriefOf(brief), []), { task: taskOf(brief) });
  line.withholdsWords = true;
  line.conversation.answered();
  await line.pass(500);
  await line.says("Thank you for calling Maple Street Garage. For new cars, press 1. For service, press 2.", {
    partial: "thank you",
  });
  await line.pass(8000);
  expect(line.mouthState).toBe("playing");
  line.tellWords();
  await line.pass(3000);
  expect(pressed(line)).toEqual(["2"]);
});

it("whoever comes after a menu has repeated itself is somebody", async () => {
  const line = new VirtualLine((event) =>
    event.type === "opened" ? [{ type: "say", text: "Hello, this is Ada." }] : [],
  );
  line.conversation.answered();
  await line.pass(500);
  for (let turn = 0; turn < 2; turn += 1) {
    await line.says("Thank you for calling Maple Street Garage. For new cars, press 1. For service, press 2.");
    await line.pass(3000);
  }
  await line.says("Service department, this is Walter. How can I help you?");
  await line.pass(4000);
  expect(line.spoken()).toEqual(["Hello, this is Ada."]);
  expect(line.events("answered_by").at(-1)).toMatchObject({ by: "human" });
});

it("a menu that no mind leads out of is given up all the same", async () => {
  const line = new VirtualLine(() => []);
  line.conversation.answered();
  await line.pass(500);
  await line.says("Thank you for calling Maple Street Garage. For new cars, press 1. For service, press 2.");
  await line.pass(50_000);
  expect(line.heardByBrain.filter(({ type }) => type === "silence")).toHaveLength(3);
  expect(line.events("finished")).toMatchObject([{ reason: "no_response" }]);
});

it("whoever answers behind a menu is told once who calls", async () => {
  const line = new VirtualLine((event) =>
    event.type === "heard" && event.who !== "menu"
      ? [{ type: "say", text: event.who === "next_person" ? "Hello again." : "I see." }]
      : event.type === "opened"
        ? [{ type: "say", text: "Hello, this is Ada." }]
        : [],
  );
  line.conversation.answered();
  await line.pass(500);
  await line.says("Thank you for calling Maple Street Garage. For new cars, press 1. For service, press 2.");
  await line.pass(2000);
  await line.says("Good morning, this is Walter speaking, how can I help you?");
  await line.pass(6000);
  await line.says("Yes, that is right, go on.");
  await line.pass(4000);
  expect(line.spoken()).toEqual(["Hello, this is Ada.", "I see."]);
});

function pressed(line: VirtualLine): readonly string[] {
  return line.events("press").flatMap((event) => (event.type === "press" ? event.keys : []));
}
