/**
 * What a call is for, as the domain sees it: checked, trimmed, canonical. The HTTP edge makes one from the body
 * of POST /v1/calls (specification section 2.1); nothing behind that edge sees the raw request.
 */
export type Brief = {
  /** Canonical E.164, `+` and digits only. The only form of a number that may come near a dial string. */
  readonly phone: string;
  readonly goal: string;
  readonly businessName: string | null;
  readonly details: string | null;
  /** Exactly as they were sent: each is a key of the later `answers`. */
  readonly questions: readonly string[];
  readonly onBehalfOf: string | null;
  readonly callbackNumber: string | null;
  readonly constraints: string | null;
  readonly voicemailMessage: string | null;
  /** Canonical E.164, passed by the same policy as `phone`. */
  readonly transferTo: string | null;
  /** BCP-47, one of the supported languages. */
  readonly language: string;
};
