/**
 * What the pages work with, and how their forms are read. A page's refusal is a page, in the same statuses as the API.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { AroundOperations } from "../../planning/operations.ts";
import type { PageOperations } from "../../billing/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { Clock } from "../../lib/clock.ts";
import { ClientGone, mediaType, readBytes } from "../body.ts";
import type { Log } from "../api/context.ts";
import { ERROR_RULES } from "../api/errors.ts";
import type { Forgery } from "./forgery.ts";
import { html } from "./html.ts";
import { notice, sendPage } from "./layout.ts";
import type { Guesses } from "./throttle.ts";

export type PageContext = {
  readonly pages: PageOperations;
  readonly readShared: AroundOperations["readShared"];
  readonly baseUrl: () => string;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  readonly forgery: Forgery;
  /** The operator's passphrase for house credit; null where anyone who can open the page may approve. */
  readonly passphrase: string | null;
  readonly guesses: Guesses;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly sessionCookie: { readonly name: string; readonly secure: boolean };
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** A form that was refused for what was typed into it: the page is shown again with this sentence. */
export class FormFault extends Error {
  override readonly name = "FormFault";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const PROVIDER_DEADLINE_MS = 20_000;

/** For what may have to reach the payment provider. */
export function providerSignal(api: PageContext): AbortSignal {
  return AbortSignal.any([api.signal, AbortSignal.timeout(PROVIDER_DEADLINE_MS)]);
}

/** The fields of a form that one of our own pages sent; anything else is refused. */
export async function readForm(
  context: Koa.ParameterizedContext,
  api: PageContext,
  bound: string,
): Promise<URLSearchParams> {
  const bytes = await readBytes(context.req);
  const form = new URLSearchParams(
    mediaType(context.req) === "application/x-www-form-urlencoded" ? bytes.toString() : "",
  );
  if (!api.forgery.genuine(context.req, bound, form.get("form_token"))) {
    throw new FormFault(
      403,
      "This form is out of date, or was not sent from this page. Nothing was changed; please try again.",
    );
  }
  return form;
}

/** Throws unless this person may give out house credit: by the operator's passphrase, or where none is needed. */
export function checkPassphrase(context: Koa.ParameterizedContext, api: PageContext, form: URLSearchParams): void {
  const { passphrase } = api;
  if (passphrase === null) return refuseForwarded(context.req);
  const hash = (text: string): Buffer => createHash("sha256").update(text.normalize("NFC")).digest();
  const right = guess(context, api, () => timingSafeEqual(hash(form.get("passphrase") ?? ""), hash(passphrase)));
  if (!right) throw new FormFault(403, "This is not the operator's passphrase. Nothing was paid.");
}

/** Whether a secret that was typed in is right; not looked at when this address has guessed wrong too often. */
export function guess<Right>(context: Koa.ParameterizedContext, api: PageContext, look: () => Right): Right {
  const address = api.addressOf(context.req);
  if (!api.guesses.allowed(address)) throw new FormFault(429, "Too many tries. Wait a minute, then try again.");
  const right = look();
  if (right === false || right === null) api.guesses.wrong(address);
  return right;
}

/**
 * What a proxy adds to a request. Nothing in the settings spoke of one, or there would be a passphrase: whoever stands
 * behind it is not known to be on this machine.
 */
const FORWARDED = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

function refuseForwarded(request: IncomingMessage): void {
  if (FORWARDED.every((name) => request.headers[name] === undefined)) return;
  throw new FormFault(
    403,
    "This page was opened through a proxy, so others may reach it too. Nothing was paid: open it on the appliance's own machine, or let the operator set billing.passphrase.",
  );
}

/** A page route whose refusals and bugs are told as pages. */
export function paged(
  api: PageContext,
  show: (context: Koa.ParameterizedContext & { params: Record<string, string> }) => void | Promise<void>,
) {
  return async (context: Koa.ParameterizedContext & { params: Record<string, string> }): Promise<void> => {
    try {
      await show(context);
    } catch (error) {
      if (error instanceof ClientGone || context.headerSent) throw error;
      const [status, message] = told(error);
      if (status === 500) api.log.error({ err: error, request_id: context.state["requestId"] }, "page failed");
      if (status === 503 || status === 429) context.set("Retry-After", "30");
      sendPage(context, status, {
        title: "Not possible",
        main: html`<h1>${status === 404 ? "There is nothing here" : "That did not work"}</h1>
          ${notice("bad", message)}
          <p class="quiet">Reference for the operator: <code>${String(context.state["requestId"])}</code></p>`,
      });
    }
  };
}

function told(error: unknown): readonly [number, string] {
  if (error instanceof FormFault) return [error.status, error.message];
  if (error instanceof Refusal) return [ERROR_RULES[error.code].status, error.message];
  return [500, "The appliance made a mistake. Nothing is known to have happened."];
}
