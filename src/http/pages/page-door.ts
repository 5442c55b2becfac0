/**
 * What the pages work with, and how their forms are read. A page's refusal is a page, in the same statuses as the API.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { AroundOperations } from "../../calls/operations-around.ts";
import type { PageOperations } from "../../calls/operations-pages.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { Clock } from "../../lib/clock.ts";
import { ClientGone, mediaType, readBytes } from "../body.ts";
import type { Log } from "../door.ts";
import { ERROR_RULES } from "../errors.ts";
import type { Forgery } from "./forgery.ts";
import { html } from "./html.ts";
import { notice, sendPage } from "./layout.ts";

export type PageDoor = {
  readonly pages: PageOperations;
  readonly readShared: AroundOperations["readShared"];
  readonly baseUrl: () => string;
  readonly forgery: Forgery;
  /** The operator's passphrase for house credit; null where anyone who can open the page may approve. */
  readonly passphrase: string | null;
  readonly mayTry: (address: string) => boolean;
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
export function providerSignal(door: PageDoor): AbortSignal {
  return AbortSignal.any([door.signal, AbortSignal.timeout(PROVIDER_DEADLINE_MS)]);
}

/** The fields of a form that one of our own pages sent; anything else is refused. */
export async function readForm(
  context: Koa.ParameterizedContext,
  door: PageDoor,
  bound: string,
): Promise<URLSearchParams> {
  const bytes = await readBytes(context.req);
  const form = new URLSearchParams(
    mediaType(context.req) === "application/x-www-form-urlencoded" ? bytes.toString() : "",
  );
  if (!door.forgery.genuine(context.req, bound, form.get("form_token"))) {
    throw new FormFault(
      403,
      "This form is out of date, or was not sent from this page. Nothing was changed; please try again.",
    );
  }
  return form;
}

/** Throws unless the operator's passphrase is right, or none is needed. */
export function checkPassphrase(context: Koa.ParameterizedContext, door: PageDoor, form: URLSearchParams): void {
  if (door.passphrase === null) return;
  if (!door.mayTry(door.addressOf(context.req))) {
    throw new FormFault(429, "Too many tries. Wait a minute, then try again.");
  }
  const hash = (text: string): Buffer => createHash("sha256").update(text.normalize("NFC")).digest();
  if (!timingSafeEqual(hash(form.get("passphrase") ?? ""), hash(door.passphrase))) {
    throw new FormFault(403, "This is not the operator's passphrase. Nothing was paid.");
  }
}

/** A page route whose refusals and bugs are told as pages. */
export function paged(
  door: PageDoor,
  show: (context: Koa.ParameterizedContext & { params: Record<string, string> }) => void | Promise<void>,
) {
  return async (context: Koa.ParameterizedContext & { params: Record<string, string> }): Promise<void> => {
    try {
      await show(context);
    } catch (error) {
      if (error instanceof ClientGone || context.headerSent) throw error;
      const [status, message] = told(error);
      if (status === 500) door.log.error({ err: error, request_id: context.state["requestId"] }, "page failed");
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
