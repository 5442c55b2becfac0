/** What every page has around it, and how a page is sent. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type Koa from "koa";
import type { Value } from "./html.ts";
import { Html, html } from "./html.ts";

const STYLE = readFileSync(new URL("./style.css", import.meta.url), "utf8");
const SHARED_STYLE = readFileSync(new URL("./shared.css", import.meta.url), "utf8");
const ICON = readFileSync(new URL("./icon.svg", import.meta.url), "utf8");
const DOCS_STYLE = readFileSync(new URL("./docs/docs.css", import.meta.url), "utf8");
const DOCS_SCRIPT = readFileSync(new URL("./docs/docs.js", import.meta.url), "utf8");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Named after their contents, so that they may be kept for ever. */
export const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [`/assets/style-${digest(STYLE)}.css`]: { type: "text/css; charset=utf-8", text: STYLE },
  [`/assets/shared-${digest(SHARED_STYLE)}.css`]: { type: "text/css; charset=utf-8", text: SHARED_STYLE },
  [`/assets/icon-${digest(ICON)}.svg`]: { type: "image/svg+xml", text: ICON },
  [`/assets/docs-${digest(DOCS_STYLE)}.css`]: { type: "text/css; charset=utf-8", text: DOCS_STYLE },
  [`/assets/docs-${digest(DOCS_SCRIPT)}.js`]: { type: "text/javascript; charset=utf-8", text: DOCS_SCRIPT },
};
const [STYLE_PATH = "", SHARED_PATH = "", ICON_PATH = "", DOCS_STYLE_PATH = "", DOCS_SCRIPT_PATH = ""] =
  Object.keys(ASSETS);
/** What only the page of a shared call needs. */
export const SHARED_STYLE_PATH: string = SHARED_PATH;

export type Page = {
  readonly title: string;
  readonly main: Html;
  /** More for the head: a preview for those who are sent the link, a style of its own. */
  readonly head?: Html;
  /** Wider than a letter, for tables. */
  readonly wide?: boolean;
};

function layout({ title, main, head, wide = false }: Page): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Outdial</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        ${head ?? null}
      </head>
      <body>
        <header class="top"><span class="mark" aria-hidden="true"></span><span class="name">Outdial</span></header>
        <main class="${wide ? "wide" : "letter"}">${main}</main>
      </body>
    </html> `;
  return page.text;
}

export function sendPage(context: Koa.ParameterizedContext, status: number, page: Page, formTargets = ""): void {
  context.status = status;
  context.set("Content-Type", "text/html; charset=utf-8");
  context.set(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
  );
  // Not no-referrer: browsers would then send "Origin: null" with our own forms, as they do with forged ones.
  context.set("Referrer-Policy", "same-origin");
  context.set("X-Robots-Tag", "noindex, nofollow");
  context.set("X-Frame-Options", "DENY");
  context.set("Cross-Origin-Opener-Policy", "same-origin");
  context.body = layout(page);
}

/** A page without forms, whose address is a secret to be kept from other sites. */
export function sendReadOnlyPage(context: Koa.ParameterizedContext, status: number, page: Page): void {
  sendPage(context, status, page);
  context.set(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  context.set("Referrer-Policy", "no-referrer");
}

/** What only the documentation needs: its style, and the one script there is. */
export const DOCS_HEAD: Html = new Html(
  html`<link rel="stylesheet" href="${DOCS_STYLE_PATH}" />`.text + `<script src="${DOCS_SCRIPT_PATH}" defer></script>`,
);

/** A page whose script asks this appliance and nobody else. */
export function sendScriptedPage(context: Koa.ParameterizedContext, page: Page): void {
  sendReadOnlyPage(context, 200, page);
  context.set(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
}

/** A sentence that stands out: `role` says how urgently a screen reader tells it. */
export function notice(kind: "good" | "bad" | "plain", text: Value): Html {
  return html`<p class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${text}</p>`;
}

/** Whole cents as people write dollars. */
export function dollars(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  return `${sign}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")} USD`;
}

/** A moment as both people and machines read it. */
export function moment(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
