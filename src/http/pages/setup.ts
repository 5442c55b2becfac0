/**
 * The set-up page: exactly the call, its price, and one form. Reading it changes nothing, however often link scanners
 * do; only the person's form does. Afterwards it says what to do next and shows the one-time link to the account.
 */
import type Router from "@koa/router";
import type Koa from "koa";
import type { ConfirmReply, SetupView } from "../../billing/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import { PAGE_PATHS } from "./paths.ts";
import { callCard, priceCard } from "./call-card.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { dollars, notice, sendPage } from "./layout.ts";
import type { Page } from "./layout.ts";
import type { PageContext } from "./context.ts";
import { FormFault, checkPassphrase, paged, providerSignal, readForm } from "./context.ts";
import { CHECKOUT_ORIGIN, openSession, passphraseField, redirect } from "./parts.ts";

export function setupPages(router: Router, api: PageContext): void {
  const { pages } = api;

  const viewOf = (token: string): SetupView => {
    const view = pages.readSetup(token);
    if (view !== null) return view;
    throw new Refusal(
      "not_found",
      "This link is unknown or has expired. Ask your agent to try again: it will get a new one.",
    );
  };
  const show = (context: Koa.ParameterizedContext, token: string, view: SetupView, fault: FormFault | null): void =>
    sendPage(context, fault?.status ?? 200, setupPage(api, token, view, fault?.message ?? null), targets(view));

  router.get(
    PAGE_PATHS.setup(":token"),
    paged(api, (context) => {
      const token = context.params["token"] ?? "";
      show(context, token, viewOf(token), null);
    }),
  );

  router.post(
    PAGE_PATHS.setup(":token"),
    paged(api, async (context) => {
      const token = context.params["token"] ?? "";
      const view = viewOf(token);
      try {
        const form = await readForm(context, api, `setup ${token}`);
        if (view.provider === "house" && isOpen(view)) checkPassphrase(context, api, form);
        const reply = await pages.confirmSetup(token, providerSignal(api));
        if (reply.kind === "redirect") return redirect(context, reply.url);
        if (reply.kind === "failed") throw new FormFault(502, reply.message);
        sendPage(context, 200, donePage(viewOf(token), accountSection(reply)));
      } catch (error) {
        if (!(error instanceof FormFault)) throw error;
        show(context, token, viewOf(token), error);
      }
    }),
  );

  router.get(
    PAGE_PATHS.setupReturn(":token"),
    paged(api, async (context) => {
      const token = context.params["token"] ?? "";
      const view = await pages.settleSetup(token, providerSignal(api));
      if (view === null) return void viewOf(token);
      if (isOpen(view)) return show(context, token, view, null);
      const entry = html`<h2>Your account</h2>
        <form method="post" action="${`${PAGE_PATHS.setup(token)}/account`}">
          <input type="hidden" name="form_token" value="${api.forgery.token(`setup ${token}`)}" />
          <p>See the balance, every charge, and your keys.</p>
          <button class="second">Open the account page</button>
        </form>`;
      sendPage(context, 200, donePage(view, entry));
    }),
  );

  router.post(
    `${PAGE_PATHS.setup(":token")}/account`,
    paged(api, async (context) => {
      const token = context.params["token"] ?? "";
      await readForm(context, api, `setup ${token}`);
      const link = pages.claimAccountLink(token)?.split("/").at(-1);
      const session = link === undefined ? null : pages.signIn({ link });
      if (session !== null) openSession(context, api, session.session, session.expiresAtMs);
      redirect(context, PAGE_PATHS.account);
    }),
  );
}

const isOpen = (view: SetupView): boolean => view.state === "open" || view.state === "paying";
const targets = (view: SetupView): string => (view.provider === "stripe" ? ` ${CHECKOUT_ORIGIN}` : "");

function setupPage(api: PageContext, token: string, view: SetupView, fault: string | null): Page {
  if (!isOpen(view)) return donePage(view, null);
  const amount = dollars(view.amountCents);
  const house = view.provider === "house";
  return {
    title: view.kind === "first_call" ? "Approve a call" : "Top up for a call",
    main: html`<p class="eyebrow">
        ${view.kind === "first_call" ? "Your agent wants to place a call" : "The balance is too small for a call"}
      </p>
      <h1>${view.kind === "first_call" ? "Check the call, then approve it" : "Top up to place this call"}</h1>
      ${fault !== null && notice("bad", fault)}
      ${view.state === "paying" && notice("plain", "The payment has not arrived yet. If you have paid, reload this page in a moment; otherwise start again below.")}
      ${
        view.trunkMissing &&
        notice(
          "bad",
          "No telephone line is configured yet, so this call cannot be placed before the operator has set one up. The credit would wait for it.",
        )
      }
      ${view.brief !== null && callCard(view.brief)} ${priceCard(view.prices, view.amountCents)}
      <form class="confirm" method="post" action="${PAGE_PATHS.setup(token)}">
        <input type="hidden" name="form_token" value="${api.forgery.token(`setup ${token}`)}" />
        ${house && passphraseField(api)}
        <button>${house ? `Add ${amount} and approve the call` : `Continue to payment of ${amount}`}</button>
        <p class="quiet">
          ${
            house
              ? "The credit is this appliance's own: no card is asked for, and nothing leaves this machine."
              : `Your card is saved for auto-reload: when the balance falls below 2.00 USD, ${amount} are added. You can turn that off on the account page at any time.`
          }
          Nothing happens until you press the button.
        </p>
      </form>`,
  };
}

function accountSection(reply: Extract<ConfirmReply, { kind: "confirmed" }>): Html {
  return reply.accountUrl === null
    ? html`<h2>Your account</h2>
        <p>
          The one-time link to the account page has been shown before. Anyone with a key of the account can also
          <a href="${PAGE_PATHS.account}">sign in with it</a>.
        </p>`
    : html`<h2>Your account</h2>
        <p>
          This link opens the account page, once. There you see the balance and every charge, switch auto-reload, and
          make or revoke keys.
        </p>
        <p><a class="button second" href="${reply.accountUrl}">Open the account page</a></p>`;
}

function donePage(view: SetupView, account: Html | null): Page {
  if (view.state === "used") {
    return {
      title: "The call has been placed",
      main: html`<h1>The call has been placed</h1>
        <p class="lead">Nothing more to do here: your agent follows the call and tells you how it went.</p>
        ${view.brief !== null && callCard(view.brief)} ${account}`,
    };
  }
  return {
    title: "Approved",
    main: html`${notice("good", `${dollars(view.amountCents)} of credit added.`)}
      <h1>Now tell your agent that it is done</h1>
      <p class="lead">The agent sends its request again, and the call below is placed. You can close this page.</p>
      ${view.trunkMissing && notice("bad", "No telephone line is configured yet: the call is placed as soon as the operator has set one up and your agent tries again.")}
      ${view.brief !== null && callCard(view.brief)} ${account}`,
  };
}
