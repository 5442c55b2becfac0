/** Pieces that several pages share: the passphrase field and the session cookie. */
import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import type { PageContext } from "./context.ts";

/** Where a form may lead to when Stripe is configured. */
export const CHECKOUT_ORIGIN = "https://checkout.stripe.com";

/** Asked for where not everybody who can open a page may give out the house's credit. */
export function passphraseField(api: PageContext): Html | null {
  if (api.passphrase === null) return null;
  return html`<p class="field">
    <label for="passphrase">The operator's passphrase</label>
    <input id="passphrase" name="passphrase" type="password" required autocomplete="current-password" />
  </p>`;
}

/** To another page, by GET. */
export function redirect(context: Koa.ParameterizedContext, url: string): void {
  context.status = 303;
  context.set("Location", url);
  context.body = "";
}

export function openSession(
  context: Koa.ParameterizedContext,
  api: PageContext,
  session: string,
  expiresAtMs: number,
): void {
  setCookie(context, api, session, Math.max(0, Math.floor((expiresAtMs - api.clock.wallMs()) / 1000)));
}

export function endSession(context: Koa.ParameterizedContext, api: PageContext): void {
  setCookie(context, api, "", 0);
}

function setCookie(context: Koa.ParameterizedContext, api: PageContext, value: string, seconds: number): void {
  const { name, secure } = api.sessionCookie;
  // Lax, not Strict: with Strict the person who follows a link from elsewhere would seem to be signed out.
  const parts = [`${name}=${value}`, "Path=/account", `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  context.set("Set-Cookie", [...parts, ...(secure ? ["Secure"] : [])].join("; "));
}

export function sessionOf(request: IncomingMessage, api: PageContext): string | null {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === api.sessionCookie.name && value !== undefined && value !== "") return value;
  }
  return null;
}
