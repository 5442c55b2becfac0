/** The public top-up link of an account: it takes money in, and shows and opens nothing else. */
import type Router from "@koa/router";
import { randomBytes } from "node:crypto";
import type Koa from "koa";
import { PRICES } from "../../billing/pricing.ts";
import { Refusal } from "../../calls/refusal.ts";
import { PAGE_PATHS } from "./paths.ts";
import { priceCard } from "./call-card.ts";
import { html } from "./html.ts";
import { dollars, notice, sendPage } from "./layout.ts";
import type { PageContext } from "./context.ts";
import { FormFault, checkPassphrase, paged, providerSignal, readForm } from "./context.ts";
import { CHECKOUT_ORIGIN, passphraseField, redirect } from "./parts.ts";

export function topUpPages(router: Router, api: PageContext): void {
  const { pages } = api;
  const linkOf = (token: string): { amountCents: number; provider: "house" | "stripe" } => {
    const link = pages.readTopUpLink(token);
    if (link !== null) return link;
    throw new Refusal("not_found", "This link is unknown. Ask for a new one.");
  };

  const show = (context: Koa.ParameterizedContext, token: string, fault: FormFault | null): void => {
    const { amountCents, provider } = linkOf(token);
    const amount = dollars(amountCents);
    const house = provider === "house";
    const main = html`<h1>Top up</h1>
      ${fault !== null && notice("bad", fault.message)} ${priceCard(PRICES, amountCents)}
      <form class="confirm" method="post" action="${PAGE_PATHS.topUp(token)}">
        <input type="hidden" name="form_token" value="${api.forgery.token(`top-up ${token}`)}" />
        <input type="hidden" name="attempt" value="${randomBytes(16).toString("base64url")}" />
        ${house && passphraseField(api)}
        <button>${house ? `Add ${amount}` : `Continue to payment of ${amount}`}</button>
        <p class="quiet">Nothing happens until you press the button.</p>
      </form>`;
    sendPage(context, fault?.status ?? 200, { title: "Top up", main }, house ? "" : ` ${CHECKOUT_ORIGIN}`);
  };

  router.get(
    PAGE_PATHS.topUp(":token"),
    paged(api, (context) => show(context, context.params["token"] ?? "", null)),
  );

  router.post(
    PAGE_PATHS.topUp(":token"),
    paged(api, async (context) => {
      const token = context.params["token"] ?? "";
      try {
        const form = await readForm(context, api, `top-up ${token}`);
        const { amountCents, provider } = linkOf(token);
        if (provider === "house") checkPassphrase(context, api, form);
        const reply = await pages.confirmTopUpLink(token, form.get("attempt") ?? "", providerSignal(api));
        if (reply.kind === "failed") throw new FormFault(502, reply.message);
        if (reply.kind === "redirect") return redirect(context, reply.url);
        sendPage(context, 200, {
          title: "Topped up",
          main: html`${notice("good", `${dollars(amountCents)} of credit added.`)}
            <h1>Thank you</h1>
            <p class="lead">The credit can be used at once. You can close this page.</p>`,
        });
      } catch (error) {
        if (!(error instanceof FormFault)) throw error;
        show(context, token, error);
      }
    }),
  );
}
