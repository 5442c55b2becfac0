/** Datagrams get lost. Whichever it is, the call comes to the same end, and no leg of it is left. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipPeer, type Script, type SipPeer } from "../support/sip-peer/sip-peer.ts";
import { header, type SipMessage } from "../support/sip-peer/message.ts";

/** The round trip that Asterisk assumes here; 64 of them, and it gives a message up. */
const T1_MS = 60;

let phone: SipPeer;
let exchange: TestExchange;
/** What gets lost now. */
let loses: (message: SipMessage) => boolean = () => false;

beforeAll(async () => {
  phone = await startSipPeer({ loses: (message) => loses(message) });
  exchange = await startTestExchange(udpTrunk(phone.port), { sipT1Ms: T1_MS });
});

afterAll(async () => {
  await exchange.close();
  await phone.close();
});

function start(script: Script, losesNow: (message: SipMessage) => boolean): void {
  phone.follow(script);
  loses = losesNow;
}

/** `INVITE`, `200 INVITE` … */
function titleOf(message: SipMessage): string {
  const method = header(message, "cseq").replace(/^\d+ /, "");
  return message.start.kind === "request" ? message.start.method : `${message.start.status} ${method}`;
}

/** The first so many of them; all, when it says no number. */
function losing(title: string, times = Number.POSITIVE_INFINITY): (message: SipMessage) => boolean {
  let lost = 0;
  return (message) => titleOf(message) === title && (lost += 1) <= times;
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
}

const RINGS_THEN_ANSWERS: Script = {
  progress: [{ status: 180, afterMs: 10 }],
  final: { status: 200, afterMs: 200 },
};

describe("a message that is lost", { timeout: 20_000 }, () => {
  it.each(["INVITE", "100 INVITE", "180 INVITE", "200 INVITE", "ACK", "BYE", "200 BYE"])(
    "once (%s) is said again: answered, hung up, and both ends know",
    async (title) => {
      start(RINGS_THEN_ANSWERS, losing(title, 1));
      const dialled = `+1415555${1000 + phone.calls.length}`;
      const callId = exchange.dial(dialled);
      await exchange.told.until(callId, "answered");
      const call = await phone.nextCall();
      await call.answered;
      exchange.pbx.hangUp(callId);
      expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
      expect(await call.ended).toMatchObject({ by: "caller" });
      expect(phone.calls.filter(({ number }) => number === dialled)).toHaveLength(1);
      expect(exchange.told.types(callId).filter((type) => type !== "ringing")).toEqual(["answered", "ended"]);
      await expectNothingLeft();
    },
  );

  it.each(["CANCEL", "200 CANCEL", "487 INVITE"])("once (%s) leaves nobody's telephone ringing", async (title) => {
    start({ ...RINGS_THEN_ANSWERS, final: "never" }, losing(title, 1));
    const callId = exchange.dial("+14155550102");
    await exchange.told.until(callId, "ringing");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    expect(await (await phone.nextCall()).ended).toMatchObject({ by: "cancel" });
    await expectNothingLeft();
  });

  it("every time (BYE) leaves no channel that waits for its answer", async () => {
    start({}, losing("BYE"));
    const callId = exchange.dial("+14155550103");
    await exchange.told.until(callId, "answered");
    await phone.nextCall();
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectNothingLeft();
  });

  it("every time (CANCEL): who has stopped answering while it rang keeps no channel", async () => {
    start({ ...RINGS_THEN_ANSWERS, final: "never" }, losing("CANCEL"));
    const callId = exchange.dial("+14155550104");
    await exchange.told.until(callId, "ringing");
    await phone.nextCall();
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    await expectNothingLeft();
  });

  it("every time (ACK): the far end says its answer again and again, and the call goes on until it is hung up", async () => {
    start({}, losing("ACK"));
    const callId = exchange.dial("+14155550105");
    await exchange.told.until(callId, "answered");
    await phone.nextCall();
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectNothingLeft();
  });

  it("of theirs (BYE), once, is said again: hung up by the business", async () => {
    start({}, losing("BYE", 1));
    const callId = exchange.dial("+14155550106");
    await exchange.told.until(callId, "answered");
    const call = await phone.nextCall();
    await call.answered;
    await call.hangUp();
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    await expectNothingLeft();
  });
});

describe("a refusal that crosses our CANCEL", { timeout: 20_000 }, () => {
  it("is one end: canceled", async () => {
    let crossing = false;
    start({ progress: [{ status: 180, afterMs: 0 }], final: { status: 486, afterMs: 300 } }, (message) => {
      // The CANCEL is still on its way when the telephone refuses.
      if (titleOf(message) === "CANCEL") crossing = true;
      return titleOf(message) === "CANCEL";
    });
    const callId = exchange.dial("+14155550107");
    await exchange.told.until(callId, "ringing");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    expect(await (await phone.nextCall()).ended).toMatchObject({ by: "refused" });
    expect(crossing).toBe(true);
    expect(exchange.told.types(callId)).toEqual(["ringing", "ended"]);
    await expectNothingLeft();
  });
});
