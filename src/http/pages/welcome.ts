/** `/`: what this is and where to go, for whoever opens the appliance's address; and what is written for agents. */
import type Router from "@koa/router";
import { PRICES } from "../../billing/pricing.ts";
import type { PageContext } from "./context.ts";
import { paged } from "./context.ts";
import { llmsText, skillText } from "./for-agents.ts";
import type { Appliance } from "./for-agents.ts";
import { html } from "./html.ts";
import { dollars, sendReadOnlyPage } from "./layout.ts";
import type { Page } from "./layout.ts";
import { PAGE_PATHS } from "./paths.ts";

export function welcomePages(router: Router, api: PageContext): void {
  const appliance = (): Appliance => ({ baseUrl: api.baseUrl(), demo: api.demo });
  router.get(
    "/",
    paged(api, (context) => sendReadOnlyPage(context, 200, welcomePage(appliance()))),
  );
  for (const [path, type, text] of [
    ["/llms.txt", "text/plain", llmsText],
    ["/skill.md", "text/markdown", skillText],
  ] as const) {
    router.get(path, (context) => {
      context.set("Content-Type", `${type}; charset=utf-8`);
      context.body = text(appliance());
    });
  }
}

function welcomePage({ baseUrl, demo }: Appliance): Page {
  const request = `curl -s ${baseUrl}/v1/calls \\
  -H 'Content-Type: application/json' -d '{
  "phone": "${demo.phone}",
  "goal": "Book a table for two on Friday at 7 PM",
  "questions": ["How much is the dinner menu?"],
  "on_behalf_of": "Alex Morgan"
}'`;
  const follow = `curl -s "${baseUrl}/v1/calls/$CALL_ID?wait=50" \\
  -H "Authorization: Bearer $CALL_KEY"`;
  const configuration = `{ "mcpServers": { "outdial": {
  "url": "${baseUrl}/mcp",
  "headers": { "Authorization": "Bearer svc_…" }
} } }`;
  return {
    title: "Calls for agents",
    main: html`<h1>This is an appliance that phones businesses</h1>
      <p class="lead">
        An agent says whom to phone, to what end and what to ask. Outdial places the call, holds the conversation, asks
        the agent when the business wants to know something, and hands back the transcript, the answers and the outcome.
      </p>
      <section class="card">
        <h2>Try it</h2>
        <p>The demo number ${demo.phone} reaches a fictional restaurant. It is free and needs no key:</p>
        <pre><code>${request}</code></pre>
        <p>
          The answer has a <code>call_id</code> and a <code>call_key</code>. Follow the call with them until its status
          is <code>ended</code>:
        </p>
        <pre><code>${follow}</code></pre>
      </section>
      <section class="card">
        <h2>Give it to your agent</h2>
        <p>As tools over MCP (streamable HTTP), for any client that takes them:</p>
        <pre><code>${configuration}</code></pre>
        <p>Without the header the demo number, plans, the business search and prices work. Or have your agent read:</p>
        <ul>
          <li><a href="/skill.md">skill.md</a>: how a call is placed and followed, to be kept as a skill</li>
          <li><a href="/llms.txt">llms.txt</a>: where everything is</li>
          <li><a href="/openapi.json">openapi.json</a>: the REST interface</li>
        </ul>
      </section>
      <section class="card">
        <h2>Documentation</h2>
        <p>All of it is here, without a network: <a href="${PAGE_PATHS.docs}">documentation</a>.</p>
        <ul>
          <li><a href="${PAGE_PATHS.docsGuide}">Guide</a>: whole programs to copy, in curl, TypeScript and Python</li>
          <li>
            <a href="${PAGE_PATHS.docsApi}">Interface</a>: each operation,
            <a href="${`${PAGE_PATHS.docsOperation("placeCall")}#try`}">to be tried in the page</a>
          </li>
          <li><a href="${PAGE_PATHS.docsAgents}">Agents</a>: the tools in the clients that take them</li>
        </ul>
      </section>
      <section class="card">
        <h2>Your account</h2>
        <p>
          A call that is answered costs ${dollars(PRICES.answeredCents)}, ${PRICES.includedSeconds / 60} minutes
          included, and ${dollars(PRICES.extraMinuteCents)} for each further minute; one that is not answered costs
          nothing. An account begins with your agent's first call: it shows you a link, and nothing is dialled before
          you have confirmed.
        </p>
        <p><a href="${PAGE_PATHS.account}">Balance, charges and keys</a></p>
      </section>
      <p class="quiet">
        For the operator: <a href="${PAGE_PATHS.docsSetUp}">set-up</a>,
        <a href="${PAGE_PATHS.docsConfiguration}">configuration</a>,
        <a href="/readyz">whether calls can be placed now</a>, <a href="/metrics">figures</a>.
      </p>`,
  };
}
