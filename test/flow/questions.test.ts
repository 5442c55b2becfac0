import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { DeskBench } from "../fakes/desk.ts";

const coded = (code: string) => expect.objectContaining({ code });

describe("a question of the business to the agent", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  let callId: string;
  beforeEach(async () => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
    callId = await bench.talk(caller);
  });
  afterEach(() => bench.end());

  const ask = (questionId = "q_1", question = "Inside or outside?"): void =>
    bench.conversations.tell(callId, "asked", { questionId, question });
  const answer = (text = "Outside") => bench.desk.answerQuestion(caller, callId, text);

  it("is shown with its times, answered once, and delivered after the commit", () => {
    ask();
    const nowMs = bench.clock.wallMs();
    expect(bench.read(callId).pendingQuestion).toEqual({
      id: "q_1",
      question: "Inside or outside?",
      askedAtMs: nowMs,
      expiresAtMs: nowMs + 60_000,
    });
    expect(answer()).toEqual({ questionId: "q_1" });
    expect(bench.conversations.answers).toEqual([{ callId, questionId: "q_1", text: "Outside" }]);
    expect(bench.read(callId).pendingQuestion).toBeNull();
    expect(() => answer()).toThrow(coded("question_already_answered"));
    expect(bench.conversations.answers).toHaveLength(1);
  });

  it("cannot be answered before there is one, or in a call that has ended", () => {
    expect(() => answer()).toThrow(coded("no_pending_question"));
    ask();
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId).pendingQuestion).toBeNull();
    expect(() => answer()).toThrow(coded("call_ended"));
  });

  it("can be answered in its last moment, and not a moment later", () => {
    ask();
    bench.clock.advance(59_999);
    expect(answer()).toEqual({ questionId: "q_1" });
    ask("q_2");
    bench.clock.advance(60_000);
    expect(bench.read(callId).pendingQuestion).toBeNull();
    expect(() => answer()).toThrow(coded("question_expired"));
  });

  it("can be answered longer when the business waits longer, and everybody is told until when", () => {
    ask();
    const nowMs = bench.clock.wallMs();
    bench.clock.advance(50_000);
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_1", byMs: 61_000 });
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_1", byMs: 61_000 });
    expect(bench.read(callId).pendingQuestion).toMatchObject({ id: "q_1", expiresAtMs: nowMs + 120_000 });
    const told = bench.desk.readProgress(caller, callId, 0).filter(({ kind }) => kind === "question");
    expect(told).toHaveLength(2);
    bench.clock.advance(69_999);
    expect(answer()).toEqual({ questionId: "q_1" });
  });

  it("that has expired, or is another one, is not brought back by waiting longer", () => {
    ask();
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_0", byMs: 60_000 });
    bench.clock.advance(60_000);
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_1", byMs: 60_000 });
    expect(bench.read(callId).pendingQuestion).toBeNull();
    expect(() => answer()).toThrow(coded("question_expired"));
  });

  it("that was prolonged expires in the end", () => {
    ask();
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_1", byMs: 60_000 });
    bench.clock.advance(120_000);
    expect(bench.read(callId).pendingQuestion).toBeNull();
    expect(() => answer()).toThrow(coded("question_expired"));
  });

  it("expires when the conversation says so, and a new one may follow", () => {
    ask();
    bench.conversations.tell(callId, "ask_expired", { questionId: "q_1" });
    expect(() => answer()).toThrow(coded("question_expired"));
    ask("q_2", "Smoking?");
    expect(answer("No")).toEqual({ questionId: "q_2" });
    bench.conversations.tell(callId, "ask_expired", { questionId: "q_2" });
    expect(() => answer()).toThrow(coded("question_already_answered"));
  });

  it("gives way to the next one", () => {
    ask();
    ask("q_2", "Smoking?");
    expect(bench.read(callId).pendingQuestion).toMatchObject({ id: "q_2" });
    expect(answer("No")).toEqual({ questionId: "q_2" });
    expect(bench.conversations.answers).toEqual([{ callId, questionId: "q_2", text: "No" }]);
  });

  it("is not answered when the transaction that carries the answer fails", () => {
    ask();
    const failing = () =>
      bench.store.atomically(() => {
        answer();
        throw new Error("the answer could not be stored");
      });
    expect(failing).toThrow("the answer could not be stored");
    expect(bench.conversations.answers).toEqual([]);
    expect(bench.read(callId).pendingQuestion).toMatchObject({ id: "q_1" });
    expect(answer()).toEqual({ questionId: "q_1" });
  });

  it("is nobody else's to read or answer", () => {
    ask();
    const stranger = bench.fund(100).caller;
    const refusal = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return { ...(error as object), message: (error as Error).message };
      }
    };
    for (const act of [
      (id: string) => bench.desk.readCall(stranger, id),
      (id: string) => bench.desk.answerQuestion(stranger, id, "Outside"),
      (id: string) => bench.desk.hangUp(stranger, id),
    ]) {
      expect(refusal(() => act(callId))).toEqual(refusal(() => act("call_unknown")));
      expect(refusal(() => act(callId))).toMatchObject({ code: "call_not_found" });
    }
    expect(bench.read(callId).status).toBe("in_progress");
  });
});
