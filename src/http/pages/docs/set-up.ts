/** For the operator: from an appliance that knows the demo number to one that phones the world. */
import { html } from "../html.ts";
import { PAGE_PATHS } from "../paths.ts";
import { snippet } from "./chrome.ts";
import type { DocsPage, Shown } from "./chrome.ts";

const TRUNK = `trunk:
  host: sip.example.org
  username: acct1
  password: "\${TRUNK_PASSWORD}"
  register: true
  caller_id: "+14155550100"`;

const ENGINES = `speech:
  stt: [{ provider: deepgram, api_key: "\${DEEPGRAM_API_KEY}" }, { provider: embedded }]
  tts: { provider: embedded }
llm:
  - { provider: openai, base_url: "http://127.0.0.1:8081/v1", model: my-model }`;

const OTHERS = `server:
  host: 0.0.0.0
  public_url: "https://calls.example.org"
  trusted_proxies: ["127.0.0.1"]
billing:
  passphrase: "\${OUTDIAL_PASSPHRASE}"`;

export function setUpPage({ demo }: Shown): DocsPage {
  const setting = (path: string) =>
    html`<a href="${`${PAGE_PATHS.docsConfiguration}#${path}`}"><code>${path}</code></a>`;
  return {
    title: "Set-up",
    content: html`<h1>Setting it up</h1>
      <p class="lead">
        As it comes, the appliance phones its demo number ${demo.phone} and nothing leaves the machine. For other
        numbers it needs a line; better ears, voices and minds are a matter of choice.
      </p>
      <p>
        The settings are one YAML file: the one that <code>OUTDIAL_CONFIG</code> names, else
        <code>config/outdial.yaml</code>. It is checked as a whole at the start, and every mistake is told at once.
        <code>\${NAME}</code> stands for an environment variable, so that no secret needs to stand in the file.
        <a href="${PAGE_PATHS.docsConfiguration}">Every setting</a> has its default.
      </p>
      ${snippet("cp config/outdial.example.yaml config/outdial.yaml\nnpm run doctor")}

      <h2 id="trunk">A telephone line</h2>
      <p>
        Any SIP trunk will do; <code>config/trunks</code> has presets for several carriers, for a login and for trunks
        that know your address.
      </p>
      ${snippet(TRUNK)}
      <ul>
        <li>${setting("trunk.caller_id")} is the number that is shown; it must be yours.</li>
        <li>
          Open ${setting("asterisk.rtp_ports")} (UDP) in the firewall, and set ${setting("trunk.external_address")}
          behind NAT: a call that is answered and carries no sound ends in <code>no_media</code>.
        </li>
        <li>
          ${setting("policy.allowed_countries")} says where calls may go. Emergency and premium numbers are never
          called.
        </li>
        <li>
          Then ask <a href="/readyz">whether calls can be placed now</a>, and <code>npm run doctor</code> what is wrong
          if they cannot.
        </li>
      </ul>

      <h2 id="engines">Engines: hearing, speaking, thinking</h2>
      <p>
        The embedded engines need no key and send nothing anywhere. Others take their place by a line in the settings: a
        hosted service, a server of your own with the same interface, or a folder with a model. A list is an order of
        preference: when one fails, also in mid-call, the next takes over, and the embedded one stands behind all.
      </p>
      ${snippet(ENGINES)}
      <p>See ${setting("speech.stt")}, ${setting("speech.tts")} and ${setting("llm")}.</p>

      <h2 id="others">When others reach it</h2>
      <p>
        On this machine alone, whoever can open a page may approve a call. As soon as others reach the appliance a
        passphrase is needed, and it does not start without one. Put a proxy that speaks TLS in front of it.
      </p>
      ${snippet(OTHERS)}
      <p>
        Who comes under another name than that of ${setting("server.public_url")} is refused with
        <a href="${PAGE_PATHS.docsError("unknown_host")}"><code>unknown_host</code></a
        >; more names go into ${setting("server.allowed_hosts")}. A proxy must pass on the answers of
        <code>/v1/calls/…/events</code> and <code>/mcp</code> as they come, without collecting them.
      </p>

      <h2 id="money">Money</h2>
      <p>
        With ${setting("billing.provider")} <code>house</code> the credit is the appliance's own: it counts what calls
        cost, and charges nobody. With <code>stripe</code> people pay by card.
      </p>

      <h2 id="watching">Watching over it</h2>
      <p>
        <a href="/healthz">/healthz</a> answers while the process lives, <a href="/readyz">/readyz</a> when a call could
        be placed, <a href="/metrics">/metrics</a> has figures for Prometheus: calls by state and reason, seats, what
        each turn was spent on, engines, money, threads, the trunk and the database. A dashboard for Grafana and alert
        rules are in <code>config/monitoring</code>. Each event of a call is a line of JSON in the log; numbers and what
        was said are not in it (${setting("log.level")}). ${setting("telemetry.otlp_url")} sends each call to a
        collector of OpenTelemetry, with a span for each turn and stage.
      </p>`,
  };
}
