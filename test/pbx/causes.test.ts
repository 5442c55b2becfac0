import { describe, expect, it } from "vitest";
import { endReason, type CallEnd } from "../../src/pbx/causes.ts";
import { SIP_T1_MS, timerBMs } from "../../src/pbx/settings.ts";

const TIMER_B_MS = timerBMs(SIP_T1_MS);

const unanswered: CallEnd = {
  answered: false,
  rang: false,
  gaveUp: null,
  sipStatus: null,
  q850: null,
  lastedMs: 200,
  timerBMs: TIMER_B_MS,
};

describe("an unanswered call that the network ended", () => {
  it.each([
    ["invalid_number", [404, 410, 484, 604]],
    ["rejected", [403, 603, 607, 608]],
    ["busy", [486, 600]],
    ["no_answer", [408, 480]],
    ["trunk_failure", [301, 302, 305, 400, 401, 402, 405, 407, 415, 420, 481, 482, 483, 485, 487, 488, 491, 493]],
    ["trunk_failure", [500, 501, 502, 503, 504, 505, 513, 580, 606]],
  ] as const)("is %s for %j", (reason, statuses) => {
    for (const sipStatus of statuses) expect(endReason({ ...unanswered, sipStatus })).toBe(reason);
  });

  it("is no answer for a 487 after it rang", () => {
    expect(endReason({ ...unanswered, rang: true, sipStatus: 487 })).toBe("no_answer");
  });

  it("is believed over the Q.850 cause that blurs it", () => {
    expect(endReason({ ...unanswered, sipStatus: 607, q850: 127 })).toBe("rejected");
    expect(endReason({ ...unanswered, sipStatus: 410, q850: 22 })).toBe("invalid_number");
  });

  it("is judged by its Q.850 cause when no SIP answer came", () => {
    expect(endReason({ ...unanswered, q850: 17 })).toBe("busy");
    expect(endReason({ ...unanswered, q850: 1 })).toBe("invalid_number");
    expect(endReason({ ...unanswered, q850: 21 })).toBe("rejected");
    for (const q850 of [18, 19]) {
      expect(endReason({ ...unanswered, rang: true, q850 })).toBe("no_answer");
      expect(endReason({ ...unanswered, q850 })).toBe("trunk_failure");
    }
    expect(endReason({ ...unanswered, q850: 34 })).toBe("trunk_failure");
    expect(endReason({ ...unanswered, q850: 44 })).toBe("trunk_failure");
    expect(endReason({ ...unanswered, rang: true, q850: 44 })).toBe("no_answer");
    expect(endReason(unanswered)).toBe("trunk_failure");
  });
});

describe("a 408", () => {
  it("that Asterisk makes up when no reply came is the trunk's failure", () => {
    for (const lastedMs of [TIMER_B_MS - 100, TIMER_B_MS, TIMER_B_MS + 400, TIMER_B_MS + 2500]) {
      expect(endReason({ ...unanswered, sipStatus: 408, q850: 18, lastedMs })).toBe("trunk_failure");
    }
  });

  it("of the network is no answer, also after the 32 s of its own timer", () => {
    for (const lastedMs of [50, 5000, 32_000, 32_400, 33_000, 60_000]) {
      expect(endReason({ ...unanswered, sipStatus: 408, q850: 18, lastedMs })).toBe("no_answer");
    }
  });

  it("after ringing is the network's whenever it comes", () => {
    const rang = { ...unanswered, rang: true, sipStatus: 408, lastedMs: TIMER_B_MS };
    expect(endReason(rang)).toBe("no_answer");
  });
});

describe("a call that we gave up", () => {
  it("is canceled before the answer and hung up after it", () => {
    expect(endReason({ ...unanswered, gaveUp: "hung_up", sipStatus: 487 })).toBe("canceled");
    expect(endReason({ ...unanswered, answered: true, gaveUp: "hung_up" })).toBe("hangup_api");
  });

  it("because its ring time was over is no answer only if it rang", () => {
    expect(endReason({ ...unanswered, rang: true, gaveUp: "ring_time_over" })).toBe("no_answer");
    expect(endReason({ ...unanswered, gaveUp: "ring_time_over" })).toBe("trunk_failure");
  });

  it("because its audio broke is the trunk's failure, answered or not: there was a line", () => {
    expect(endReason({ ...unanswered, answered: true, gaveUp: "media_lost" })).toBe("trunk_failure");
    expect(endReason({ ...unanswered, rang: true, gaveUp: "media_lost" })).toBe("trunk_failure");
  });

  it("because the exchange failed is the trunk's failure, answered or not", () => {
    expect(endReason({ ...unanswered, gaveUp: "exchange_failed" })).toBe("trunk_failure");
    expect(endReason({ ...unanswered, answered: true, gaveUp: "exchange_failed" })).toBe("trunk_failure");
  });
});

describe("an answered call that the far end ended", () => {
  it("was hung up by the business, whatever cause its BYE named", () => {
    for (const q850 of [0, 16, 17, 31, 127, null]) {
      expect(endReason({ ...unanswered, answered: true, q850 })).toBe("hangup_business");
    }
  });

  it("is the trunk's failure when its audio had stopped for so long that Asterisk ended it", () => {
    expect(endReason({ ...unanswered, answered: true, q850: 44 })).toBe("trunk_failure");
  });
});
