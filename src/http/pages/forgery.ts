/**
 * Keeps other sites from sending our forms. A form carries a token that only a page of ours can have held: it is bound
 * to what the form is for (a link, a session), dated, and signed with a secret of this process. Browsers also say where
 * a request comes from; what they say is believed when it speaks against the request.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../lib/clock.ts";

const FORM_LIFE_MS = 12 * 60 * 60 * 1000;

export type Forgery = {
  /** A token for a form; `bound` names what it may be used for. */
  token(bound: string): string;
  /** True when the token was made for this by this process, not too long ago, and nothing says that another site sent it. */
  genuine(request: IncomingMessage, bound: string, token: string | null): boolean;
};

export function forgery(clock: Clock, ourHost: string | null): Forgery {
  const secret = randomBytes(32);
  const sign = (bound: string, madeAt: string): string =>
    createHmac("sha256", secret).update(`${madeAt}\n${bound}`).digest("base64url");

  return {
    token(bound) {
      const madeAt = clock.wallMs().toString(36);
      return `${madeAt}.${sign(bound, madeAt)}`;
    },
    genuine(request, bound, token) {
      if (token === null || fromElsewhere(request, ourHost)) return false;
      const [madeAt = "", signature = ""] = token.split(".", 2);
      const age = clock.wallMs() - parseInt(madeAt, 36);
      const expected = Buffer.from(sign(bound, madeAt));
      const given = Buffer.from(signature);
      return age >= 0 && age < FORM_LIFE_MS && given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function fromElsewhere(request: IncomingMessage, ourHost: string | null): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = request.headers;
  if (origin === undefined || (origin === "null" && site === "same-origin")) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host === null || (host !== request.headers.host && host !== ourHost);
}
