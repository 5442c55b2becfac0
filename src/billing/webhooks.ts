/** What the payment provider tells on its own. */
import type { DeskContext } from "../calls/desk-context.ts";
import type { MoneyIn } from "./money-in.ts";
import type { PageOperations } from "./operations.ts";

export function webhooks({ payments }: DeskContext, money: MoneyIn): Pick<PageOperations, "takeWebhook"> {
  return {
    takeWebhook(rawBody, signature) {
      const news = payments.readWebhook(rawBody, signature);
      if (news === "bad_signature") return false;
      for (const one of news) money.take(one);
      return true;
    },
  };
}
