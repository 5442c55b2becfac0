/** A fault of ours in what happens to one call: it costs that call, and nothing else. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { DeskBench } from "../fakes/desk.ts";

let bench: DeskBench;
let caller: KeyHolder;
beforeEach(() => {
  bench = new DeskBench();
  caller = bench.fund(5000).caller;
});
afterEach(() => bench.end());

const fault = (): never => {
  throw new TypeError("a fault of ours");
};
const told = (): unknown[] =>
  bench.logged
    .filter(({ message }) => message === "a call failed by a fault of ours and is ended")
    .map(({ fields }) => fields["call_id"]);

it("in an event of the exchange ends that call, before the answer or after it", async () => {
  const [bad, good] = [await bench.place(caller), await bench.place(caller)];
  const answered = bench.conversations.answered.bind(bench.conversations);
  bench.conversations.answered = (callId) => (callId === bad ? fault() : answered(callId));
  for (const callId of [bad, good]) bench.pbx.answered(callId);
  expect(told()).toEqual([bad]);
  bench.clock.advance(3_000);
  expect(bench.read(bad)).toMatchObject({ status: "ended", endReason: "provider_failure", costCents: 0 });
  expect(bench.read(good)).toMatchObject({ status: "in_progress" });
});

it("in an event of the conversation ends that call, which keeps its transcript and its price", async () => {
  const [bad, good] = [await bench.talk(caller), await bench.talk(caller)];
  bench.conversations.tell(bad, "heard", { text: "Good evening.", atMs: 300 });
  bench.conversations.tell(bad, "spoke", { text: "Hello.", cutOff: null, atMs: 900 } as never);
  bench.clock.advance(3_000);
  expect(told()).toEqual([bad]);
  expect(bench.read(bad)).toMatchObject({ status: "ended", endReason: "provider_failure", costCents: 100 });
  expect(bench.read(bad).transcript.map(({ text }) => text)).toEqual(["Good evening."]);
  bench.conversations.finish(good, "completed");
  expect(bench.read(good)).toMatchObject({ endReason: "completed", costCents: 100 });
  expect(bench.store.verify()).toEqual([]);
});

it("in a wait of a call ends that call", async () => {
  const [bad, good] = [await bench.talk(caller), await bench.talk(caller)];
  const wrapUp = bench.conversations.wrapUp.bind(bench.conversations);
  bench.conversations.wrapUp = (callId, reason) => (callId === bad ? fault() : wrapUp(callId, reason));
  bench.clock.advance(1_800_000);
  expect(told()).toEqual([bad]);
  bench.clock.advance(3_000);
  expect(bench.read(bad)).toMatchObject({ status: "ended", endReason: "provider_failure" });
  expect(bench.read(good)).toMatchObject({ endReason: "max_duration" });
});

it("in the goodbyes of a drain keeps nobody else from theirs", async () => {
  const [bad, good] = [await bench.talk(caller), await bench.talk(caller)];
  const wrapUp = bench.conversations.wrapUp.bind(bench.conversations);
  bench.conversations.wrapUp = (callId, reason) => (callId === bad ? fault() : wrapUp(callId, reason));
  const drained = bench.desk.drain();
  bench.clock.advance(30_000);
  bench.clock.advance(3_000);
  await drained;
  expect(bench.read(bad)).toMatchObject({ endReason: "provider_failure" });
  expect(bench.read(good)).toMatchObject({ endReason: "service_restart" });
});

it("ends the call within its deadlines also when hanging up fails, too", async () => {
  const bad = await bench.talk(caller);
  bench.pbx.hangUp = fault;
  bench.conversations.finish(bad, "completed");
  bench.clock.advance(13_000);
  expect(bench.read(bad)).toMatchObject({ status: "ended", endReason: "completed", costCents: 100 });
});
