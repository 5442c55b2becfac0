/**
 * A shared call, for somebody who knows nothing of the product: what was asked, what came of it, the answers with the
 * words they were given in, and the conversation. Shows the copy made when it was published, in which numbers and
 * addresses are hidden already. It has no form and no script, and tells no other site where its readers came from.
 */
import type Router from "@koa/router";
import type { SharedCall } from "../../sharing/shared-call.ts";
import { PAGE_PATHS } from "./paths.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { SHARED_STYLE_PATH, sendReadOnlyPage } from "./layout.ts";
import type { Page } from "./layout.ts";
import type { PageContext } from "./context.ts";
import { paged } from "./context.ts";
import { answersSection, conversationSection, outcomeSection } from "./shared-parts.ts";

const PREVIEW_LENGTH = 200;
/** 160 bits in base62. */
const TOKEN = /^[0-9A-Za-z]{27}$/;

export function sharedPages(router: Router, api: PageContext): void {
  router.get(
    PAGE_PATHS.share(":token"),
    paged(api, (context) => {
      const token = context.params["token"] ?? "";
      const shared = TOKEN.test(token) ? api.readShared(token) : null;
      if (shared === null) return sendReadOnlyPage(context, 404, UNKNOWN);
      if (shared === "withdrawn") return sendReadOnlyPage(context, 410, GONE);
      sendReadOnlyPage(context, 200, sharedPage(shared, api.baseUrl() + PAGE_PATHS.share(token)));
    }),
  );
}

const UNKNOWN: Page = {
  title: "No such page",
  main: html`<h1>There is nothing here</h1>
    <p class="lead">No call has been shared under this link. Check that the whole link was copied.</p>`,
};

const GONE: Page = {
  title: "No longer shared",
  main: html`<h1>This call is no longer shared</h1>
    <p class="lead">Whoever shared it has taken the page down. Ask them for a new link if you still need it.</p>`,
};

function sharedPage(call: SharedCall, url: string): Page {
  const whom = call.businessName ?? "a business";
  const title = `A phone call to ${whom}`;
  return {
    title,
    head: html`<link rel="stylesheet" href="${SHARED_STYLE_PATH}" />
      <meta name="description" content="${preview(call.outcome.summary)}" />
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content="Outdial" />
      <meta property="og:title" content="${preview(title)}" />
      <meta property="og:description" content="${preview(call.outcome.summary)}" />
      <meta property="og:url" content="${url}" />
      <meta name="twitter:card" content="summary" />
      <meta name="format-detection" content="telephone=no, email=no, address=no, date=no" />`,
    main: html`<p class="eyebrow">A phone call to</p>
      <h1 class="whom"><bdi>${call.businessName ?? "A business"}</bdi></h1>
      <p class="circumstances">${circumstances(call)}</p>
      <section aria-labelledby="asked">
        <h2 id="asked">What was asked</h2>
        <p class="goal"><span class="said" dir="auto">${call.goal}</span></p>
      </section>
      ${outcomeSection(call)} ${answersSection(call)} ${conversationSection(call)}
      <footer class="colophon">
        <p>
          Placed by an AI assistant with Outdial, which makes phone calls to businesses for people. Phone numbers and
          email addresses are hidden on this page, and it can be taken down at any time by whoever shared it.
        </p>
      </footer>`,
  };
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

function circumstances(call: SharedCall): Html {
  const at = new Date(call.startedAtMs);
  const facts = [talkTime(call.durationS), answerer(call)].filter((fact) => fact !== null);
  return html`<time datetime="${at.toISOString()}">${DAY.format(at)}, ${TIME.format(at)} UTC</time>${facts.map(
      (fact) => html`<span class="fact">${fact}</span>`,
    )}`;
}

function answerer({ answeredBy }: SharedCall): string | null {
  switch (answeredBy) {
    case "human":
      return "a person answered";
    case "machine":
      return "a machine answered";
    case "unknown":
      return "answered";
    case null:
      return "not answered";
  }
}

function talkTime(seconds: number): string | null {
  if (seconds === 0) return null;
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

/** As much as chats and mail programs show of it. */
function preview(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const points = [...line];
  return points.length <= PREVIEW_LENGTH ? line : `${points.slice(0, PREVIEW_LENGTH - 1).join("")}…`;
}
