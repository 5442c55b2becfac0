/** Giving the appliance to an agent: as tools, as a skill, as a description. */
import { html } from "../html.ts";
import { alternatives, snippet } from "./chrome.ts";
import type { DocsPage, Shown } from "./chrome.ts";
import { clientConfigurations } from "./snippets.ts";
import { PAGE_PATHS } from "../paths.ts";

export function agentsPage(shown: Shown): DocsPage {
  const { baseUrl, demo } = shown;
  return {
    title: "Agents",
    content: html`<h1>Giving it to an agent</h1>
      <p class="lead">
        As tools over MCP, as a skill to read, or as a plain interface over HTTP: all three do the same things.
      </p>

      <h2 id="tools">As tools (MCP)</h2>
      <p>Streamable HTTP at this address:</p>
      ${snippet(`${baseUrl}/mcp`)}
      <p>
        The tools are <code>place_call</code>, <code>list_calls</code>, <code>get_call</code>,
        <code>answer_question</code>, <code>hang_up</code>, <code>share_call</code>, <code>plan_call</code>,
        <code>find_business</code>, <code>account</code> and <code>pricing</code>, with the fields, limits and errors of
        the <a href="${PAGE_PATHS.docsApi}">interface</a>.
      </p>
      <p>
        Without a key leave the header out: the demo number ${demo.phone}, plans, the business search and prices work,
        and other calls answer with a link for the user. Put the <code>account_key</code> that follows, or a key from
        the <a href="${PAGE_PATHS.account}">account page</a>, in place of <code>svc_…</code>.
      </p>
      ${alternatives("clients", clientConfigurations(shown))}
      <p>
        <code>get_call</code> waits at most 50 seconds and reports each line as progress meanwhile; call it again until
        <code>status</code> is <code>ended</code>. A question of the business is put to the person where the client can
        do that (elicitation); else it is in the result, for <code>answer_question</code>.
      </p>

      <h2 id="skill">As a skill</h2>
      <p>
        <a href="/skill.md">skill.md</a> tells how a call is placed and followed, with this appliance's address in it.
        An agent that keeps skills as files takes it so:
      </p>
      ${snippet(`mkdir -p ~/.claude/skills/phone-a-business
curl -s ${baseUrl}/skill.md -o ~/.claude/skills/phone-a-business/SKILL.md`)}

      <h2 id="reading">To read</h2>
      <p>
        <a href="/llms.txt">llms.txt</a> says in a few lines where everything is.
        <a href="/openapi.json">openapi.json</a>
        describes every operation, for generators of clients and for agents that make requests themselves.
      </p>`,
  };
}
