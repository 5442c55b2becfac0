/** All pages for people, their style, and the payment provider's webhook. */
import type Router from "@koa/router";
import { readBytes } from "../body.ts";
import { Refusal } from "../../calls/refusal.ts";
import { accountPages } from "./account.ts";
import { ASSETS } from "./layout.ts";
import type { PageContext } from "./context.ts";
import { documentationPages } from "./docs/documentation.ts";
import type { Told } from "./docs/documentation.ts";
import { setupPages } from "./setup.ts";
import { sharedPages } from "./shared.ts";
import { topUpPages } from "./top-up.ts";
import { welcomePages } from "./welcome.ts";
import { sendJson } from "../reply.ts";

const WEBHOOK_LIMIT_BYTES = 512 * 1024;

export function pageRoutes(router: Router, api: PageContext, told: Told): void {
  welcomePages(router, api);
  documentationPages(router, api, told);
  setupPages(router, api);
  topUpPages(router, api);
  accountPages(router, api);
  sharedPages(router, api);

  for (const [path, { type, text }] of Object.entries(ASSETS)) {
    router.get(path, (context) => {
      context.set("Content-Type", type);
      context.set("Cache-Control", "public, max-age=31536000, immutable");
      context.body = text;
    });
  }

  router.post("/webhooks/stripe", async (context) => {
    const bytes = await readBytes(context.req, WEBHOOK_LIMIT_BYTES);
    const signature = [context.req.headers["stripe-signature"]].flat()[0] ?? null;
    if (!api.pages.takeWebhook(bytes, signature)) {
      throw new Refusal("invalid_field", "The signature of this delivery is not the payment provider's.", {
        param: "Stripe-Signature",
      });
    }
    sendJson(context, 200, JSON.stringify({ received: true }));
  });
}
