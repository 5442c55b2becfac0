/**
 * SIP's clock (RFC 3261 section 17). T1 is the round trip that is assumed; an INVITE without any reply is given up after
 * timer B, 64 times T1, and Asterisk then makes up a 408. The standard's T1 is 500 ms. Ours is a little more, so that
 * this 408 (after 33.28 s) can be told from one that the network sends after its own 32 s.
 */
export const SIP_T1_MS = 520;

export function timerBMs(t1Ms: number): number {
  return 64 * t1Ms;
}
