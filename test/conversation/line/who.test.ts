/** The verdicts, with numbers for sound and time. */
import { describe, expect, it } from "vitest";
import { newWho, who } from "../../../src/conversation/line/who.ts";
import type { LineEvent, LineVerdict, Who } from "../../../src/conversation/line/who.ts";

class Listener {
  nowMs = 0;
  readonly verdicts: (LineVerdict & { readonly atMs: number })[] = [];
  #who: Who = newWho("en-US", 0);
  #utterances = 0;

  feed(event: LineEvent): void {
    const [state, verdicts] = who(this.#who, event, this.nowMs);
    this.#who = state;
    this.verdicts.push(...verdicts.map((verdict) => ({ ...verdict, atMs: this.nowMs })));
  }

  pass(ms: number, quietMs = ms): void {
    const until = this.nowMs + ms;
    while (this.nowMs < until) {
      this.nowMs += 20;
      this.feed({ type: "tick", quietMs: Math.min(quietMs, this.nowMs) });
    }
  }

  says(text: string, forMs: number): void {
    const fromMs = this.nowMs;
    this.feed({ type: "began", fromMs });
    this.pass(forMs, 0);
    const toMs = this.nowMs;
    this.pass(500);
    this.feed({ type: "ended", fromMs, toMs });
    this.#utterances += 1;
    this.feed({ type: "words", utterance: this.#utterances, text, final: true });
  }

  weSpeak(forMs: number): void {
    this.feed({ type: "ours", sounding: true });
    this.pass(forMs);
    this.feed({ type: "ours", sounding: false });
  }

  beeps(): void {
    const fromMs = this.nowMs;
    this.nowMs += 600;
    this.feed({ type: "signal", signal: { type: "beep", fromMs, toMs: fromMs + 400, hz: [1000], doubtful: false } });
  }

  get kinds(): string[] {
    return this.verdicts.map((verdict) => (verdict.type === "line" ? verdict.kind : verdict.type));
  }
}

describe("who is on the line", () => {
  it("a greeting is a person's from its first sound, without waiting", () => {
    const listener = new Listener();
    listener.feed({ type: "began", fromMs: 0 });
    expect(listener.kinds).toEqual(["human"]);
  });

  it("somebody who answers us has taken part, and a greeting alone has not", () => {
    const listener = new Listener();
    listener.says("Maple Street Garage.", 1400);
    listener.pass(600);
    expect(listener.kinds).toEqual(["human"]);
    listener.weSpeak(3000);
    listener.pass(400);
    listener.says("Forty two dollars.", 1200);
    expect(listener.kinds).toEqual(["human", "person"]);
  });

  it("a bare greeting is a person's once nothing has followed it", () => {
    const listener = new Listener();
    listener.says("Hi!", 300);
    listener.pass(500);
    expect(listener.kinds).toEqual(["human"]);
    listener.pass(1000);
    expect(listener.kinds).toEqual(["human", "person"]);
  });

  it.each([
    ["while it is being said", false],
    ["and a breath after it", true],
  ])("what begins like a person's greeting may go on as a machine's: %s", (_, final) => {
    const listener = new Listener();
    listener.feed({ type: "began", fromMs: 0 });
    listener.pass(300, 0);
    listener.feed({ type: "words", utterance: 1, text: "Hello,", final });
    if (final) {
      listener.pass(600);
      listener.feed({ type: "ended", fromMs: 0, toMs: 300 });
      listener.pass(100);
      listener.feed({ type: "began", fromMs: listener.nowMs });
    }
    listener.pass(3000, 0);
    const text = "you have reached the mailbox of Dana. Record your message after the tone.";
    listener.feed({ type: "words", utterance: final ? 2 : 1, text: final ? text : `Hello, ${text}`, final: true });
    expect(listener.kinds).toEqual(["human", "voicemail"]);
  });

  it("who talks on while we speak has not answered us", () => {
    const listener = new Listener();
    listener.feed({ type: "began", fromMs: 0 });
    listener.pass(2000);
    listener.weSpeak(1000);
    listener.pass(2000);
    listener.feed({ type: "ended", fromMs: 0, toMs: listener.nowMs });
    expect(listener.kinds).toEqual(["human"]);
  });

  it("who takes the floor from us has not answered us, however short it was", () => {
    const cut = (listener: Listener): void => {
      listener.says("Good evening.", 700);
      listener.weSpeak(700);
      listener.feed({ type: "cut" });
      listener.says("Four.", 500);
    };
    const listener = new Listener();
    cut(listener);
    expect(listener.kinds).not.toContain("person");
    const answered = new Listener();
    answered.says("Good evening.", 700);
    answered.weSpeak(700);
    answered.says("Four.", 500);
    expect(answered.kinds).toContain("person");
  });

  it("a beep after an announcement is a voicemail's, and one after a short word is none", () => {
    const announcement = new Listener();
    announcement.says("", 5000);
    announcement.beeps();
    expect(announcement.kinds.at(-1)).toBe("voicemail");
    const word = new Listener();
    word.says("Hello.", 400);
    word.beeps();
    expect(word.kinds).not.toContain("voicemail");
  });

  it("words of a machine in the mouth of somebody who answers us are not enough", () => {
    const listener = new Listener();
    listener.says("Maple Street Garage, how can I help?", 1500);
    listener.weSpeak(2500);
    listener.pass(300);
    listener.says("You would have to leave a message after the tone.", 2500);
    expect(listener.kinds).toEqual(["human", "person"]);
  });

  it("the same words twice are a recording, whatever they seemed to answer", () => {
    const listener = new Listener();
    const menu = "Welcome to Blue Harbor, please select one of the following options now.";
    listener.says(menu, 4000);
    listener.weSpeak(2000);
    listener.pass(400);
    listener.says(menu, 4000);
    expect(listener.kinds).not.toContain("person");
  });

  it("changes its mind: a menu, music, somebody", () => {
    const listener = new Listener();
    listener.says("For reservations, press 1.", 2500);
    listener.pass(1000);
    listener.feed({ type: "music", playing: true });
    listener.pass(20_000, 0);
    listener.feed({ type: "music", playing: false });
    listener.says("Reservations desk.", 1200);
    listener.pass(1500);
    expect(listener.kinds).toEqual(["human", "ivr", "hold", "human"]);
  });

  it("an announcement between two pieces of music wakes nobody", () => {
    const listener = new Listener();
    listener.feed({ type: "music", playing: true });
    listener.pass(9000, 0);
    listener.feed({ type: "music", playing: false });
    listener.says("Did you know that you can book on our website?", 3000);
    listener.feed({ type: "music", playing: true });
    listener.pass(9000, 0);
    listener.feed({ type: "music", playing: false });
    listener.says(
      "Thank you for your patience. Your call will be answered by the next available representative.",
      5000,
    );
    listener.pass(3000);
    expect(listener.kinds).toEqual(["hold"]);
  });

  it("tells since when", () => {
    const listener = new Listener();
    listener.pass(1000);
    listener.says("Please leave a message after the tone.", 2500);
    expect(listener.verdicts.at(-1)).toMatchObject({ kind: "voicemail", sinceMs: 1000 });
  });
});
