import { describe, expect, it } from "vitest";

import { turn } from "../../../src/conversation/turn/turn.ts";
import { TURN_RULES, listening } from "../../../src/conversation/turn/turn-state.ts";
import type { MouthState, TurnEvent, TurnMove, TurnState } from "../../../src/conversation/turn/turn-state.ts";

/** Plays a line of events into the rules, 20 ms a frame, and keeps the moves with their times. */
class Line {
  state: TurnState = listening(0);
  nowMs = 0;
  /** When their last sound ended: a moment before the detector notices. */
  saidMs = 0;
  readonly moves: { readonly atMs: number; readonly move: TurnMove }[] = [];

  feed(event: TurnEvent): this {
    const [state, moves] = turn(this.state, event, this.nowMs);
    this.state = state;
    for (const move of moves) this.moves.push({ atMs: this.nowMs, move });
    return this;
  }

  frames(ms: number, speech: number, mouthRemainingMs = 0): this {
    for (let passed = 0; passed < ms; passed += 20) {
      this.nowMs += 20;
      this.feed({ type: "frame", speech, mouthRemainingMs });
    }
    return this;
  }

  speech(ms: number, remainingMs = 0): this {
    this.frames(ms, 0.9, remainingMs);
    this.saidMs = this.nowMs - TURN_RULES.detectorLagMs;
    return this;
  }

  /** Our opening is over: what they say from now on is no greeting. */
  opened(): this {
    return this.mouth("playing").mouth("idle");
  }

  silence(ms: number, remainingMs = 0): this {
    return this.frames(ms, 0.02, remainingMs);
  }

  partial(text: string): this {
    return this.feed({ type: "partial", utterance: this.state.number, text });
  }

  utterance(text: string, confidence: number | null = null, utterance = this.state.number): this {
    return this.feed({ type: "utterance", utterance, text, confidence });
  }

  mouth(state: MouthState): this {
    return this.feed({ type: "mouth", state });
  }

  types(): string[] {
    return this.moves
      .map(({ move }) => move.type)
      .filter((type) => type !== "pause_hearing" && type !== "resume_hearing");
  }

  at(type: TurnMove["type"]): number | undefined {
    return this.moves.find(({ move }) => move.type === type)?.atMs;
  }
}

describe("endpointing", () => {
  it("on hold takes a short stop for none", () => {
    const pausesIn = (line: Line): number => line.moves.filter(({ move }) => move.type === "pause_hearing").length;
    const line = new Line().opened().feed({ type: "rest", resting: true });
    expect(
      pausesIn(
        line
          .speech(600)
          .silence(TURN_RULES.restingPauseMs - 60)
          .speech(600),
      ),
    ).toBe(0);
    expect(pausesIn(line.silence(TURN_RULES.restingPauseMs))).toBe(1);
    line.speech(600).feed({ type: "rest", resting: false });
    expect(pausesIn(line.silence(TURN_RULES.pauseMs))).toBe(2);
  });

  it("begins an utterance after 60 ms of speech, with the preroll", () => {
    const line = new Line().silence(200).speech(100);
    expect(line.at("begin_hearing")).toBe(260);
  });

  it("takes no click of 40 ms for speech", () => {
    expect(new Line().silence(200).speech(40).silence(400).types()).toEqual([]);
  });

  it.each([
    ["we do have a table", 500],
    ["the price is", 1000],
    ["the number is five five", 1400],
  ])("after %j waits %i ms", (partial, waitMs) => {
    const line = new Line().opened().speech(1000).partial(partial).silence(2000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(waitMs);
  });

  it("ends a complete answer after 300 ms once the words are known to be the last ones", () => {
    const line = new Line().opened().speech(800).silence(120).partial("yes").silence(1000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(300);
  });

  it("does not trust a complete partial that is older than the last sound", () => {
    const line = new Line().speech(400).partial("yes").speech(400).silence(1000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(500);
  });

  it("follows the engine's own end of turn", () => {
    const line = new Line().speech(800).feed({ type: "end_of_turn", utterance: 1 });
    expect(line.types()).toEqual(["begin_hearing", "commit_hearing"]);
  });

  it("ends a monologue after 15 s", () => {
    const line = new Line().speech(16_000);
    expect(line.at("commit_hearing")).toBe(15_000);
  });

  it("hands on the words with the times of their end", () => {
    const line = new Line().speech(1000).silence(500).utterance("We open at nine.", 0.8);
    expect(line.moves.at(-1)?.move).toEqual({
      type: "turn_over",
      text: "We open at nine.",
      fresh: "We open at nine.",
      confidence: 0.8,
      speechStartMs: 0,
      speechEndMs: 960,
      committedMs: 1460,
    });
  });

  it("keeps the turn when they go on while the recogniser is thinking", () => {
    const line = new Line().speech(600).silence(500).speech(200).utterance("We open at nine.", null, 1);
    expect(line.types()).toEqual(["begin_hearing", "commit_hearing", "begin_hearing"]);
    line.silence(500).utterance("And close at ten.");
    expect(line.moves.at(-1)?.move).toMatchObject({ type: "turn_over", text: "We open at nine. And close at ten." });
  });

  it("joins utterances whose words come only after the last of them, in the order they were said", () => {
    const line = new Line().opened().speech(600).silence(500).speech(600).silence(500);
    line.utterance("We open at nine.", null, 1);
    expect(line.types()).not.toContain("turn_over");
    line.utterance("And close at ten.", null, 2);
    expect(line.moves.at(-1)?.move).toMatchObject({ type: "turn_over", text: "We open at nine. And close at ten." });
  });

  it("puts words that nobody waited for any more where they were said", () => {
    const line = new Line().opened().speech(600).silence(4000);
    line.utterance("We open at nine.", null, 1);
    const late = { type: "late_words", text: "We open at nine.", speechStartMs: 0, unanswered: true };
    expect(line.moves.at(-1)?.move).toEqual(late);
  });

  it("does not wait for a recogniser that is silent for more than 2.5 s", () => {
    const line = new Line().speech(600).silence(500).speech(300).silence(600);
    line.utterance("First.", null, 1).silence(3000);
    expect(line.types().filter((type) => type === "turn_over")).toHaveLength(1);
  });
});

describe("an engine that tells words after a pause", () => {
  const line = (): Line => {
    const made = new Line();
    made.state = listening(0, "after_pause");
    return made;
  };

  it("is told of a pause once, and that they went on", () => {
    const heard = line().opened().speech(600).silence(200).speech(200).silence(200);
    const told = heard.moves.map(({ move }) => move.type).filter((type) => type.endsWith("hearing"));
    expect(told).toEqual(["begin_hearing", "pause_hearing", "resume_hearing", "pause_hearing"]);
    expect((heard.at("pause_hearing") ?? 0) - 600).toBeLessThanOrEqual(TURN_RULES.pauseMs);
  });

  it.each([
    ["We do have a table.", 620],
    ["The price is", 1000],
    ["Fifty dollars", 620],
  ])("is waited for before the turn ends: %j, known after 600 ms, ends it after %i ms", (partial, waitMs) => {
    const heard = line().opened().speech(1000).silence(560).partial(partial).silence(2000);
    expect((heard.at("commit_hearing") ?? 0) - heard.saidMs).toBe(waitMs);
  });

  it("is not waited for longer than 1.1 s before the turn ends", () => {
    const heard = line().opened().speech(1000).silence(2000);
    expect((heard.at("commit_hearing") ?? 0) - heard.saidMs).toBe(1100);
  });

  it("does not delay our opening: a greeting is over when it sounds so, and its words follow", () => {
    const heard = line().speech(1000).silence(200);
    heard.feed({ type: "turn_judged", utterance: 1, finished: 0.9 }).silence(400);
    const over = heard.moves.find(({ move }) => move.type === "turn_over");
    expect((over?.atMs ?? 0) - heard.saidMs).toBe(300);
    expect(over?.move).toMatchObject({ text: "" });
    heard.utterance("Maple Street Garage.", null, 1);
    expect(heard.moves.at(-1)?.move).toMatchObject({
      ...{ type: "late_words", text: "Maple Street Garage.", unanswered: false },
    });
  });

  it("is waited for by our opening behind a speech that is too long for somebody who picks up", () => {
    const heard = line().speech(TURN_RULES.maxUtteranceMs + 100);
    expect(heard.types()).toEqual(["begin_hearing", "commit_hearing", "begin_hearing"]);
    heard.utterance("Thank you for calling. For sales, press one.", null, 1).speech(2000).silence(1200);
    expect(heard.types()).not.toContain("turn_over");
    heard.utterance("For an operator, press zero.", null, 2);
    expect(heard.moves.at(-1)?.move).toMatchObject({
      ...{ type: "turn_over", text: "Thank you for calling. For sales, press one. For an operator, press zero." },
    });
  });

  it("keeps us paused until it is known what was said over us", () => {
    const heard = line().mouth("playing").speech(300, 5000).mouth("paused").silence(600, 5000);
    expect(heard.types()).not.toContain("resume_mouth");
    heard.partial("Mm-hmm.").silence(20, 5000);
    expect(heard.types().at(-1)).toBe("resume_mouth");
  });

  it("gives up the floor to long speech before its words are known", () => {
    const heard = line().mouth("playing").speech(2000, 5000).mouth("paused").speech(200, 5000);
    expect(heard.types()).toContain("interrupt");
  });

  it("does not keep us paused for ever", () => {
    const heard = line().mouth("playing").speech(300, 5000).mouth("paused").silence(TURN_RULES.wordsOverMs, 5000);
    expect(heard.types().at(-1)).toBe("resume_mouth");
  });
});

describe("what the sound alone says of the end of a turn", () => {
  it.each([
    ["we do have a table", 0.9, 300],
    ["we do have a table", 0.5, 500],
    ["we do have a table", 0.1, 900],
    ["the number is five five", 0.9, 1200],
    ["yes", 0.1, 700],
  ])("after %j, finished with %d, it is over after %i ms", (partial, finished, waitMs) => {
    const heard = new Line().opened().speech(1000).silence(80).partial(partial);
    heard.feed({ type: "turn_judged", utterance: 1, finished }).silence(2000);
    expect((heard.at("commit_hearing") ?? 0) - heard.saidMs).toBe(waitMs);
  });

  it("is forgotten when they go on", () => {
    const heard = new Line().opened().speech(1000).silence(80);
    heard.feed({ type: "turn_judged", utterance: 1, finished: 0.9 }).speech(200);
    heard.silence(80).partial("we do have a table").silence(2000);
    expect((heard.at("commit_hearing") ?? 0) - heard.saidMs).toBe(500);
  });
});

describe("their greeting", () => {
  it.each([
    ["thank you for calling how can i help you", 160],
    ["maple street garage this is dave speaking", 160],
    ["how may i direct your call", 160],
    ["hello", 160],
    ["thank you", 300],
    ["maple street garage", 500],
    ["street garage at the", 600],
    ["you have reached four one five", 600],
  ])("%j is answered after %i ms", (partial, waitMs) => {
    const line = new Line().speech(1000).silence(40).partial(partial).silence(2000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(waitMs);
  });

  it("is no longer one once we have spoken", () => {
    const line = new Line().opened().speech(1000).silence(40).partial("how can i help you").silence(2000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(300);
  });

  it("does not end with words that were not the last", () => {
    const line = new Line().speech(600).partial("how can i help you").speech(600).silence(2000);
    expect((line.at("commit_hearing") ?? 0) - line.saidMs).toBe(500);
  });
});

describe("a sound without words", () => {
  const after = (line: Line) => line.silence(600).utterance("").types().includes("unclear");

  it("of the length of an answer was something that nobody understood", () => {
    expect(after(new Line().opened().speech(1200))).toBe(true);
  });

  it("is nothing when it is short, endless, or comes before our opening", () => {
    expect(after(new Line().opened().speech(400))).toBe(false);
    expect(after(new Line().opened().speech(9000))).toBe(false);
    expect(after(new Line().speech(1200))).toBe(false);
  });
});

describe("words that may be the last", () => {
  const told = (line: Line) => line.moves.filter(({ move }) => /likely/.test(move.type)).map(({ move }) => move);

  it("are told after 100 ms of silence, once", () => {
    const line = new Line().opened().speech(800).silence(40).partial("we open at nine").silence(300);
    expect(told(line)).toEqual([{ type: "likely_turn", text: "we open at nine" }]);
    expect((line.at("likely_turn") ?? 0) - line.saidMs).toBe(100);
  });

  it("are told as the utterance would be written", () => {
    const line = new Line().opened().speech(800).silence(40);
    line.feed({ type: "partial", utterance: 1, text: "it is forty two dollars", written: "It is $42." }).silence(100);
    expect(told(line)).toEqual([{ type: "likely_turn", text: "It is $42." }]);
  });

  it("are taken back when they go on, or turn out to be others", () => {
    const line = new Line().opened().speech(800).silence(60).partial("we open at nine").silence(100).speech(20);
    expect(told(line).map(({ type }) => type)).toEqual(["likely_turn", "unlikely_turn"]);
    const other = new Line()
      .opened()
      .speech(800)
      .silence(60)
      .partial("we open")
      .silence(100)
      .partial("we open at nine");
    expect(told(other.silence(40)).map(({ type }) => type)).toEqual(["likely_turn", "unlikely_turn", "likely_turn"]);
  });

  it("are taken back when there were none after all", () => {
    const line = new Line().opened().speech(800).silence(60).partial("nine").silence(1500).utterance("");
    expect(line.types()).toContain("unlikely_turn");
  });

  it.each([
    ["the price is", 500],
    ["the number is four one five", 700],
  ])("are %j only after %i ms", (partial, waitMs) => {
    const line = new Line().opened().speech(800).silence(40).partial(partial).silence(900);
    expect((line.at("likely_turn") ?? 0) - line.saidMs).toBe(waitMs);
  });

  it("are not none at all", () => {
    expect(told(new Line().opened().speech(800).silence(60).partial("").silence(260))).toEqual([]);
  });

  it("are not looked for over our own speech, nor in a greeting", () => {
    expect(told(new Line().speech(800).silence(60).partial("hello there").silence(260))).toEqual([]);
    const over = new Line().mouth("playing").speech(300, 3000).mouth("paused").silence(60).partial("no").silence(200);
    expect(told(over)).toEqual([]);
  });

  it("come with what was said before in the same turn", () => {
    const line = new Line().opened().speech(600).silence(500).utterance("We have a table.").feed({ type: "replying" });
    line.speech(400).silence(60).partial("but only outside").silence(100);
    expect(told(line).at(-1)).toEqual({ type: "likely_turn", text: "We have a table. but only outside" });
  });
});

describe("a reply that has not sounded yet", () => {
  it("is taken back when they go on, and its words come again with the rest", () => {
    const line = new Line().speech(600).silence(500).utterance("We have a table.");
    line.feed({ type: "replying" }).silence(100).speech(400);
    expect(line.types()).toContain("retract_reply");
    line.silence(500).utterance("But only outside.");
    expect(line.moves.at(-1)?.move).toMatchObject({
      text: "We have a table. But only outside.",
      fresh: "But only outside.",
    });
  });
});

describe("barge-in", () => {
  function speaking(): Line {
    return new Line().feed({ type: "replying" }).mouth("playing").silence(400, 4000);
  }

  it.each([
    [0.95, 40],
    [0.6, 60],
  ])("pauses our playout after sound that is speech with %f for %i ms", (probability, ms) => {
    const line = speaking().frames(100, probability, 4000);
    expect(line.types()).toEqual(["begin_hearing", "pause_mouth"]);
    expect(line.at("pause_mouth")).toBe(400 + ms);
  });

  it("goes on where it stopped after a sound of listening", () => {
    const line = speaking().speech(300, 4000).mouth("paused").partial("mm-hm").silence(400, 4000);
    expect(line.types()).toEqual(["begin_hearing", "pause_mouth", "discard_hearing", "resume_mouth"]);
    expect((line.at("resume_mouth") ?? 0) - line.saidMs).toBe(240);
  });

  it.each(["you", "maple"])("goes on after a hum of which the recogniser has made %j", (word) => {
    const line = speaking().speech(300, 4000).mouth("paused").partial(word).silence(400, 4000);
    expect(line.types()).toEqual(["begin_hearing", "pause_mouth", "discard_hearing", "resume_mouth"]);
  });

  it("takes any word near our end for the answer", () => {
    const line = speaking().speech(300, 800).mouth("paused").partial("outside");
    expect(line.types().at(-1)).toBe("interrupt");
  });

  it("goes on when words turn out to have been a hum", () => {
    const line = speaking().speech(300, 800).mouth("paused").partial("yes").silence(300, 800).utterance("Him.");
    expect(line.types().at(-1)).toBe("resume_mouth");
  });

  it("goes on after a cough without any words", () => {
    const line = speaking().speech(200, 4000).mouth("paused").silence(400, 4000);
    expect(line.types()).toContain("resume_mouth");
  });

  it("gives up the floor at the first word", () => {
    const line = speaking().speech(300, 4000).mouth("paused").partial("wait wait");
    expect(line.types().at(-1)).toBe("interrupt");
  });

  it("gives up the floor to a long sound even without words", () => {
    const line = speaking().speech(100, 4000).mouth("paused").speech(900, 4000);
    expect(line.types()).toContain("interrupt");
  });

  it("takes a yes over the last words of our question for the answer", () => {
    const line = speaking().speech(300, 800).mouth("paused").partial("yes").silence(300, 800);
    expect(line.types()).not.toContain("resume_mouth");
    line.utterance("Yes.");
    expect(line.types().slice(-2)).toEqual(["interrupt", "turn_over"]);
  });

  it("lets us go on when the recogniser found no words after all", () => {
    const line = speaking().speech(300, 800).mouth("paused").partial("yes").silence(300, 800).utterance("");
    expect(line.types().at(-1)).toBe("resume_mouth");
  });
});

describe("sound over ours that is never words", () => {
  /** As after three pauses for nothing. */
  function pausedInVain(): Line {
    const line = new Line().feed({ type: "replying" }).mouth("playing").silence(400, 9000);
    for (let time = 0; time < TURN_RULES.emptyPauses; time += 1) {
      line.speech(200, 9000).mouth("paused").silence(400, 9000).mouth("playing").silence(200, 9000);
    }
    line.moves.splice(0);
    return line;
  }

  it("pauses us no more, and is not asked about", () => {
    const line = pausedInVain().speech(700, 9000).silence(600, 9000).utterance("").silence(400, 9000);
    expect(line.types()).toEqual(["begin_hearing", "discard_hearing"]);
    expect(line.speech(3000, 2000).silence(1000, 600).mouth("idle").utterance("").silence(400).types()).not.toContain(
      "unclear",
    );
  });

  it("takes the floor with the first words all the same, and pauses us again after them", () => {
    const line = pausedInVain().speech(400, 9000).partial("excuse me but who is this");
    expect(line.types()).toEqual(["begin_hearing", "interrupt"]);
    line.mouth("idle").silence(600).utterance("Excuse me, but who is this?").mouth("playing").silence(400, 5000);
    expect(line.speech(100, 5000).types().slice(-2)).toEqual(["begin_hearing", "pause_mouth"]);
  });

  it("ends what we say when its words are known only after it", () => {
    const line = new Line();
    line.state = { ...listening(0, "after_pause"), emptyPauses: TURN_RULES.emptyPauses };
    line.mouth("playing").silence(400, 9000).speech(700, 8000).silence(300, 7700).partial("we charge nine dollars");
    expect(line.types()).toEqual(["begin_hearing", "interrupt"]);
  });
});

describe("quiet", () => {
  it("is told once, counted from the last sound of either side", () => {
    const line = new Line().feed({ type: "expect_quiet", afterMs: 1200 }).silence(3000);
    expect(line.types()).toEqual(["quiet"]);
    expect(line.at("quiet")).toBe(1200);
  });

  it("does not come while we speak or think", () => {
    const line = new Line().feed({ type: "expect_quiet", afterMs: 1000 }).feed({ type: "replying" }).silence(3000);
    line.mouth("playing").silence(3000);
    expect(line.types()).toEqual([]);
    line.mouth("idle").silence(1000);
    expect(line.types()).toEqual(["quiet"]);
  });

  it("comes by the clock between two frames", () => {
    const line = new Line().feed({ type: "expect_quiet", afterMs: 1000 });
    line.nowMs = 1500;
    expect(line.feed({ type: "tick", framesArrive: true }).types()).toEqual(["quiet"]);
  });

  it("does not come on a line that has no frames any more", () => {
    const line = new Line().feed({ type: "expect_quiet", afterMs: 1000 });
    line.nowMs = 5000;
    expect(line.feed({ type: "tick", framesArrive: false }).types()).toEqual([]);
  });
});
