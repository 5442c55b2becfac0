/**
 * "Yes, that is correct." — a breath — "Is there anything else I can help you with?" Our goodbye had just begun to sound
 * in that breath. The verdict, which stood behind the goodbye, was lost with it, and the call that had reached its goal
 * was told as "No success"; besides, we hung up without a word.
 */
import { expect, it } from "vitest";
import { embeddedBrains } from "../../src/conversation/dialog/brain/brain.ts";
import { taskOf } from "../../src/conversation/dialog/task.ts";
import { briefOf } from "../conversation/dialog/brain-requests.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";

const QUESTION = "How much is lunch?";

async function cutInGoodbye(): Promise<VirtualLine> {
  const brief = briefOf({ goal: "Find out prices", questions: [QUESTION] });
  const mind = embeddedBrains().begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
  const line = new VirtualLine(mind, { task: taskOf(brief) });
  line.conversation.answered();
  await line.says("Thank you for calling. How can I help you?");
  await line.pass(9000);
  await line.says("Lunch is twenty four dollars.");
  await line.pass(9000);
  expect(line.spoken().at(-1)).toContain("Is that correct?");
  await line.says("Yes, that is correct.");
  while (line.mouthState !== "playing") await line.pass(20);
  return line;
}

it("answers what was said into the goodbye, and succeeds", async () => {
  const line = await cutInGoodbye();
  await line.says("Is there anything else I can help you with?");
  await line.pass(9000);
  expect(line.spoken().at(-1)).toMatch(/^No, that is all/);
  await line.says("Thank you, goodbye.");
  await line.pass(5000);
  expect(line.events("findings")).toMatchObject([{ findings: { errands: [{ reached: true }] } }]);
  expect(line.events("finished")).toMatchObject([{ reason: "completed" }]);
});

it("succeeds when they hang up in it", async () => {
  const line = await cutInGoodbye();
  line.conversation.close();
  await line.pass(60);
  expect(line.events("findings")).toMatchObject([{ findings: { errands: [{ reached: true }] } }]);
});

it("does not keep a verdict that what they said afterwards has overturned", async () => {
  const line = await cutInGoodbye();
  await line.pass(10 * WORD_MS + 300);
  await line.says("Oh wait, that is wrong, lunch is thirty dollars. Okay?");
  await line.pass(700);
  line.conversation.close();
  await line.pass(60);
  const [told] = line.events("findings");
  expect(told).toMatchObject({ findings: { questions: [{ answer: expect.stringContaining("$30") as string }] } });
  expect(told?.type === "findings" && told.findings.summary).not.toBe("");
});
