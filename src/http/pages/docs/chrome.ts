/** What every page of the documentation has around it: where one is, where one can go. */
import type Koa from "koa";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { DOCS_HEAD, sendScriptedPage } from "../layout.ts";
import { PAGE_PATHS } from "../paths.ts";

/** What a page knows of the appliance that shows it. */
export type Shown = {
  readonly baseUrl: string;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
};

export type DocsPage = { readonly title: string; readonly content: Html };

const CHAPTERS: readonly (readonly [path: string, name: string])[] = [
  [PAGE_PATHS.docs, "Overview"],
  [PAGE_PATHS.docsGuide, "Guide"],
  [PAGE_PATHS.docsAgents, "Agents"],
  [PAGE_PATHS.docsApi, "Interface"],
  [PAGE_PATHS.docsErrors, "Errors"],
  [PAGE_PATHS.docsSetUp, "Set-up"],
  [PAGE_PATHS.docsConfiguration, "Configuration"],
];

export function sendDocs(context: Koa.ParameterizedContext, { title, content }: DocsPage): void {
  const here = (path: string): string | null =>
    context.path === path ? "page" : path !== PAGE_PATHS.docs && context.path.startsWith(`${path}/`) ? "true" : null;
  const link = (path: string, name: string): Html => {
    const current = here(path);
    return current === null
      ? html`<li><a href="${path}">${name}</a></li>`
      : html`<li><a href="${path}" aria-current="${current}">${name}</a></li>`;
  };
  sendScriptedPage(context, {
    title,
    head: DOCS_HEAD,
    wide: true,
    main: html`<a class="skip" href="#content">Skip to the content</a>
      <nav class="docs" aria-label="Documentation">
        <ul>
          ${CHAPTERS.map(([path, name]) => link(path, name))}
        </ul>
      </nav>
      <div id="content" class="docs" tabindex="-1">${content}</div>`,
  });
}

/** To be copied as it stands; the script puts a button beside it. */
export function snippet(text: string): Html {
  return html`<pre class="snippet" tabindex="0"><code>${text}</code></pre>`;
}

/** The same thing in several languages: the first is open. */
export function alternatives(group: string, told: readonly (readonly [name: string, text: string])[]): Html {
  return html`${told.map(([name, text], index) =>
    index === 0
      ? html`<details name="${group}" open>
          <summary>${name}</summary>
          ${snippet(text)}
        </details>`
      : html`<details name="${group}">
          <summary>${name}</summary>
          ${snippet(text)}
        </details>`,
  )}`;
}
