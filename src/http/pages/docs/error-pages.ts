/** The pages behind `docs_url`: every code there is, from the table that answers with it. */
import { ERROR_RULES, errorAnswer } from "../../api/errors.ts";
import type { ErrorCode } from "../../api/errors.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { PAGE_PATHS } from "../paths.ts";
import { snippet } from "./chrome.ts";
import type { DocsPage, Shown } from "./chrome.ts";
import type { Operation } from "./described-operations.ts";
import { ERROR_TEXTS } from "./error-texts.ts";

/** In the order of their statuses. */
export const ERROR_CODES = Object.keys(ERROR_RULES) as readonly ErrorCode[];

export function errorIndex(): DocsPage {
  const statuses = [...new Set(ERROR_CODES.map((code) => ERROR_RULES[code].status))];
  const entry = (code: ErrorCode): Html =>
    html`<li>
      <a href="${PAGE_PATHS.docsError(code)}"><code>${code}</code></a> <span>${ERROR_TEXTS[code].means}</span>
    </li>`;
  return {
    title: "Errors",
    content: html`<h1>Errors</h1>
      <p class="lead">
        Every error is a JSON object with a code that never changes its meaning, and a message that says what to change.
        Decide by <code>code</code>; show people <code>message</code>. When <code>retryable</code> is true, the same
        request may succeed after <code>Retry-After</code> seconds.
      </p>
      <p>
        One answer that looks like an error is none: 402 with <code>needs_setup</code> carries a link for your user. A
        call that is not answered or fails is no error either, but an
        <a href="${`${PAGE_PATHS.docsGuide}#outcome`}">outcome</a>.
      </p>
      ${statuses.map(
        (status) =>
          html`<h2 id="${`status-${status}`}">${status}</h2>
            <ul class="operations">
              ${ERROR_CODES.filter((code) => ERROR_RULES[code].status === status).map(entry)}
            </ul>`,
      )}`,
  };
}

export function errorPage({ baseUrl }: Shown, code: ErrorCode, operations: readonly Operation[]): DocsPage {
  const { means, remedy } = ERROR_TEXTS[code];
  const { status, headers, body } = errorAnswer(
    { code, message: remedy, details: {} },
    "req_0Rgr0toGZ2B00000a",
    baseUrl,
  );
  const meet = operations.filter(({ answers }) =>
    answers.some(({ content }) => Object.values(content).some(({ examples = {} }) => code in examples)),
  );
  const head = [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return {
    title: code,
    content: html`<p class="eyebrow">${status} · ${body.error.type}</p>
      <h1><code>${code}</code></h1>
      <p class="lead">${means}</p>
      <h2 id="remedy">What to do</h2>
      <p>${remedy}</p>
      <p>
        ${
          body.error.retryable
            ? "The same request may succeed later: wait as many seconds as Retry-After says."
            : "The same request will be answered in the same way until something changes."
        }
      </p>
      <h2 id="example">What it looks like</h2>
      ${snippet(`${head.join("\n")}\n\n${JSON.stringify(body, null, 2)}`)}
      ${
        meet.length > 0 &&
        html`<h2 id="operations">Where you meet it</h2>
          <ul class="operations">
            ${meet.map(
              ({ name, method, path, summary }) =>
                html`<li>
                  <a href="${PAGE_PATHS.docsOperation(name)}"><code>${`${method.toUpperCase()} ${path}`}</code></a>
                  <span>${summary}</span>
                </li>`,
            )}
          </ul>`
      }
      <p><a href="${PAGE_PATHS.docsErrors}">All errors</a></p>`,
  };
}
