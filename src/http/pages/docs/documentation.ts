/** `/docs`: what there is to know about the appliance, in the appliance, with nothing from elsewhere. */
import type Router from "@koa/router";
import { Refusal } from "../../../calls/refusal.ts";
import type { PageContext } from "../context.ts";
import { paged } from "../context.ts";
import { html } from "../html.ts";
import { PAGE_PATHS } from "../paths.ts";
import { agentsPage } from "./agents.ts";
import { sendDocs } from "./chrome.ts";
import type { DocsPage, Shown } from "./chrome.ts";
import { configurationPage } from "./configuration.ts";
import { operationsOf, schemasOf } from "./described-operations.ts";
import { ERROR_CODES, errorIndex, errorPage } from "./error-pages.ts";
import { explorerIndex, operationPage } from "./explorer.ts";
import { guidePage } from "./guide.ts";
import { setUpPage } from "./set-up.ts";
import type { SettingsReference } from "./settings-reference.ts";

export type Told = {
  /** Our own `openapi.json`, as an object. */
  readonly description: () => object;
  readonly reference: SettingsReference;
};

export function documentationPages(router: Router, api: PageContext, { description, reference }: Told): void {
  const show = (path: string, page: (shown: Shown, name: string) => DocsPage | undefined): void => {
    router.get(
      path,
      paged(api, (context) => {
        const shown = { baseUrl: api.baseUrl(), demo: api.demo };
        const found = page(shown, context.params["name"] ?? "");
        if (found === undefined) {
          throw new Refusal("not_found", `There is no such page: ${PAGE_PATHS.docs} says which there are.`);
        }
        sendDocs(context, found);
      }),
    );
  };
  show(PAGE_PATHS.docs, overview);
  show(PAGE_PATHS.docsGuide, guidePage);
  show(PAGE_PATHS.docsAgents, agentsPage);
  show(PAGE_PATHS.docsSetUp, setUpPage);
  show(PAGE_PATHS.docsApi, (shown) => explorerIndex(shown, operationsOf(description())));
  show(PAGE_PATHS.docsOperation(":name"), (shown, name) => {
    const operation = operationsOf(description()).find((one) => one.name === name);
    return operation && operationPage(shown, operation, schemasOf(description()));
  });
  show(PAGE_PATHS.docsErrors, errorIndex);
  show(PAGE_PATHS.docsError(":name"), (shown, name) => {
    const code = ERROR_CODES.find((one) => one === name);
    return code && errorPage(shown, code, operationsOf(description()));
  });
  show(PAGE_PATHS.docsConfiguration, () => configurationPage(reference));
}

function overview({ demo }: Shown): DocsPage {
  const chapters: readonly (readonly [path: string, name: string, about: string])[] = [
    [PAGE_PATHS.docsGuide, "Guide", "Placing a call, following it, answering, what came of it, and what it costs."],
    [PAGE_PATHS.docsAgents, "Agents", "The same as tools for agents (MCP), and as a skill."],
    [PAGE_PATHS.docsApi, "Interface", "Every operation, with its fields and examples, to be tried in the page."],
    [PAGE_PATHS.docsErrors, "Errors", "What each error means, and what to do."],
    [PAGE_PATHS.docsSetUp, "Set-up", "For the operator: a telephone line, engines, others who reach it."],
    [PAGE_PATHS.docsConfiguration, "Configuration", "Every setting, with its range and its default."],
  ];
  return {
    title: "Documentation",
    content: html`<h1>Documentation</h1>
      <p class="lead">
        Outdial phones businesses on behalf of a user: it holds the conversation, asks back when it has to, and returns
        the transcript, the answers and the outcome. Everything here comes from this appliance and shows its own
        address.
      </p>
      <ul class="operations">
        ${chapters.map(([path, name, about]) => html`<li><a href="${path}">${name}</a> <span>${about}</span></li>`)}
      </ul>
      <p>
        To hear what it is about, <a href="${`${PAGE_PATHS.docsOperation("placeCall")}#try`}">phone the demo number</a>
        (${demo.phone}) from your browser: it is free and needs no key.
      </p>`,
  };
}
