/** What the pages for people do, page by page. */
import type { DeskContext } from "../calls/desk-context.ts";
import { accountPages } from "./account-page.ts";
import type { MoneyIn } from "./money-in.ts";
import type { PageOperations } from "./operations.ts";
import { setupPage } from "./setup-page.ts";
import { signIns } from "./sign-in.ts";
import { topUps } from "./top-up.ts";
import { webhooks } from "./webhooks.ts";

export function pageOperations(context: DeskContext, money: MoneyIn): PageOperations {
  return {
    ...setupPage(context, money),
    ...signIns(context),
    ...accountPages(context),
    ...topUps(context, money),
    ...webhooks(context, money),
  };
}
