/**
 * Where an operation is tried. Hidden until the script is there, and no form: without the script nothing typed in can
 * go anywhere, least of all into an address.
 */
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Shown } from "./chrome.ts";
import type { Operation, Parameter } from "./described-operations.ts";

export function trySection({ demo }: Shown, operation: Operation, body: unknown): Html {
  const { method, path, key, parameters, name } = operation;
  const asked = parameters.filter(({ in: place }) => place !== "header");
  const places = name === "placeCall";
  const field = ({ name: param, in: place, required = false }: Parameter): Html =>
    html`<div class="field">
      <label for="${`try-${param}`}">${param}${!required && " (optional)"}</label>
      <input
        id="${`try-${param}`}"
        type="text"
        name="${param}"
        data-in="${place}"
        autocomplete="off"
        spellcheck="false"
      />
    </div>`;
  return html`<section
      id="try"
      class="card"
      aria-labelledby="try-heading"
      hidden
      data-method="${method}"
      data-path="${path}"
      data-demo="${places ? demo.phone : ""}"
    >
      <h2 id="try-heading">Try it</h2>
      ${
        places &&
        html`<p>
          This really places a call to the demo number, on this machine: free ${demo.callsPerDay} times a day, and
          without a key. Other numbers are not called from here.
        </p>`
      }
      ${
        key !== "none" &&
        html`<div class="field">
          <label for="try-key">Key${key === "optional" && " (the demo number needs none)"}</label>
          <input id="try-key" type="password" data-key="" autocomplete="off" aria-describedby="try-key-note" />
          <p id="try-key-note" class="quiet">Sent to this appliance only, and forgotten when you leave the page.</p>
        </div>`
      }
      ${asked.map(field)}
      ${
        body !== null &&
        html`<div class="field">
          <label for="try-body">Body</label>
          <textarea id="try-body" data-body="" rows="10" spellcheck="false" autocomplete="off">
${JSON.stringify(body, null, 2)}</textarea>
        </div>`
      }
      <p><button type="button" data-send="">${places ? "Place the call" : "Send"}</button></p>
      <p data-status="" role="status"></p>
      <div data-call=""></div>
      <div data-answer=""></div>
    </section>
    <p id="try-without" class="quiet">With JavaScript this can be tried here; the command above does the same.</p>`;
}
