import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { isSecret, newSecret, signatureFault, signatureHeaders } from "../../src/webhooks/signature.ts";

const BODY = '{"type":"call.ended","data":{"text":"Für zwei, bitte."}}';
const nowMs = Date.now();

describe("a signature", () => {
  it("is one that the library of Standard Webhooks takes, and a changed body is not", () => {
    const secret = newSecret();
    const headers = { ...signatureHeaders("msg_1", nowMs, BODY, [secret]) };
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow("No matching signature found");
    expect(() => new Webhook(newSecret()).verify(BODY, headers)).toThrow("No matching signature found");
    expect(() => new Webhook(secret).verify(BODY, { ...headers, "webhook-id": "msg_2" })).toThrow(
      "No matching signature found",
    );
  });

  it("is the one of the specification's own example", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const body = '{"test": 2432232314}';
    const headers = signatureHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330_000, body, [secret]);
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("of two secrets satisfies whoever knows either", () => {
    const [before, after] = [newSecret(), newSecret()];
    const headers = { ...signatureHeaders("msg_1", nowMs, BODY, [after, before]) };
    for (const secret of [before, after]) expect(new Webhook(secret).verify(BODY, headers)).toBeTruthy();
  });

  it("that the library makes is one that we take", () => {
    const secret = newSecret();
    const signature = new Webhook(secret).sign("msg_1", new Date(nowMs), BODY);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(nowMs / 1000)),
      "webhook-signature": `v2,abc ${signature}`,
    };
    expect(signatureFault(headers, BODY, secret, nowMs)).toBeNull();
    expect(signatureFault(headers, `${BODY} `, secret, nowMs)).toContain("does not fit");
    expect(signatureFault(headers, BODY, newSecret(), nowMs)).toContain("does not fit");
    expect(signatureFault(headers, BODY, secret, nowMs + 6 * 60_000)).toContain("five minutes");
    expect(signatureFault({ ...headers, "webhook-id": undefined }, BODY, secret, nowMs)).toContain("missing");
  });

  it("needs a secret with 256 random bits, which is told from other words", () => {
    const secret = newSecret();
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(isSecret(secret)).toBe(true);
    for (const word of ["whsec_", "svc_abc", "whsec_short"]) expect(isSecret(word)).toBe(false);
  });
});
