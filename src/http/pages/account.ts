/**
 * The account page's routes: in with a key or a one-time link, and one form for everything that can be done there.
 * A form that changed something leads back to the page, so that a reload repeats nothing.
 */
import type Router from "@koa/router";
import { randomBytes } from "node:crypto";
import type Koa from "koa";
import type { ConfirmReply } from "../../billing/operations.ts";
import { tidy } from "../api/fields.ts";
import { PAGE_PATHS } from "./paths.ts";
import { accountPage } from "./account-page.ts";
import type { Shown } from "./account-page.ts";
import { enterPage, signInPage } from "./sign-in-page.ts";
import { sendPage } from "./layout.ts";
import type { PageContext } from "./context.ts";
import { FormFault, checkPassphrase, guess, paged, providerSignal, readForm } from "./context.ts";
import { CHECKOUT_ORIGIN, endSession, openSession, redirect, sessionOf } from "./parts.ts";

type Signed = { readonly session: string; readonly accountId: string };
type Action = (context: Koa.ParameterizedContext, signed: Signed, form: URLSearchParams) => void | Promise<void>;

const KEY_NAME_LENGTH = 60;

export function accountPages(router: Router, api: PageContext): void {
  const { pages } = api;

  const signedIn = (context: Koa.ParameterizedContext): Signed | null => {
    const session = sessionOf(context.req, api);
    const known = session === null ? null : pages.readSession(session);
    return session === null || known === null ? null : { session, accountId: known.accountId };
  };

  const show = (context: Koa.ParameterizedContext, signed: Signed, shown: Shown, status = 200): void => {
    const before = /^\d{1,15}$/.test(String(context.query["before"])) ? Number(context.query["before"]) : null;
    const page = pages.readAccountPage(signed.accountId, before);
    const token = api.forgery.token(`account ${signed.session}`);
    const attempt = randomBytes(16).toString("base64url");
    const view = accountPage({
      page,
      before,
      token,
      attempt,
      passphrase: api.passphrase !== null && page.provider === "house",
      shown,
    });
    sendPage(context, status, view, page.provider === "stripe" ? ` ${CHECKOUT_ORIGIN}` : "");
  };

  router.get(
    PAGE_PATHS.account,
    paged(api, (context) => {
      const signed = signedIn(context);
      if (signed === null) sendPage(context, 200, signInPage(api.forgery.token("sign-in"), null));
      else show(context, signed, {});
    }),
  );

  router.post(
    "/account/sign-in",
    paged(api, async (context) => {
      try {
        const form = await readForm(context, api, "sign-in");
        const opened = guess(context, api, () => pages.signIn({ key: (form.get("key") ?? "").trim() }));
        if (opened === null) throw new FormFault(401, "This is not a key of an account here. Keys begin with svc_.");
        openSession(context, api, opened.session, opened.expiresAtMs);
        redirect(context, PAGE_PATHS.account);
      } catch (error) {
        if (!(error instanceof FormFault)) throw error;
        sendPage(context, error.status, signInPage(api.forgery.token("sign-in"), error.message));
      }
    }),
  );

  router.get(
    PAGE_PATHS.enter(":link"),
    paged(api, (context) => {
      const link = context.params["link"] ?? "";
      sendPage(context, 200, enterPage(link, api.forgery.token(`enter ${link}`)));
    }),
  );

  router.post(
    PAGE_PATHS.enter(":link"),
    paged(api, async (context) => {
      const link = context.params["link"] ?? "";
      await readForm(context, api, `enter ${link}`);
      const opened = pages.signIn({ link });
      if (opened === null) {
        const told = "This link has been used or has expired. Sign in with a key of the account instead.";
        return sendPage(context, 410, signInPage(api.forgery.token("sign-in"), told));
      }
      openSession(context, api, opened.session, opened.expiresAtMs);
      redirect(context, PAGE_PATHS.account);
    }),
  );

  /** A form of the account page; without a session it leads to the sign-in. */
  const action = (path: string, act: Action): void => {
    router.post(
      path,
      paged(api, async (context) => {
        const signed = signedIn(context);
        if (signed === null) return redirect(context, PAGE_PATHS.account);
        try {
          await act(context, signed, await readForm(context, api, `account ${signed.session}`));
          if (context.status === 404) redirect(context, PAGE_PATHS.account);
        } catch (error) {
          if (!(error instanceof FormFault)) throw error;
          show(context, signed, { fault: error.message }, error.status);
        }
      }),
    );
  };

  action("/account/sign-out", (context, { session }) => {
    pages.signOut(session);
    endSession(context, api);
  });
  action("/account/auto-reload", (_context, { accountId }, form) =>
    pages.switchAutoReload(accountId, form.get("on") === "true"),
  );
  action("/account/keys", (context, signed, form) => {
    const { key } = pages.createKey(signed.accountId, keyName(form));
    show(context, signed, { newKey: key });
  });
  action("/account/keys/:id/name", (context, { accountId }, form) => {
    found(pages.renameKey(accountId, idOf(context), keyName(form)));
  });
  action("/account/keys/:id/revoke", (context, { accountId }) => {
    found(pages.revokeKey(accountId, idOf(context)));
  });
  action("/account/top-up", async (context, signed, form) => {
    if (pages.readAccountPage(signed.accountId, null).provider === "house") checkPassphrase(context, api, form);
    const reply: ConfirmReply = await pages.topUp(signed.accountId, form.get("attempt") ?? "", providerSignal(api));
    if (reply.kind === "failed") throw new FormFault(502, reply.message);
    if (reply.kind === "redirect") redirect(context, reply.url);
  });
}

function idOf(context: Koa.ParameterizedContext): string {
  return String((context as { params?: Record<string, string> }).params?.["id"] ?? "");
}

function found(yes: boolean): void {
  if (!yes) throw new FormFault(404, "The account has no such key.");
}

function keyName(form: URLSearchParams): string | null {
  const name = tidy((form.get("name") ?? "").replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " "));
  if ([...name].length > KEY_NAME_LENGTH)
    throw new FormFault(400, `A name may have at most ${KEY_NAME_LENGTH} characters.`);
  return name === "" ? null : name.toWellFormed();
}
