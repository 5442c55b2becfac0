/** The interface, operation by operation, as `openapi.json` describes it, each to be tried in the page. */
import { ERROR_RULES } from "../../api/errors.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { PAGE_PATHS } from "../paths.ts";
import { BASE } from "../../openapi/examples.ts";
import { snippet } from "./chrome.ts";
import type { DocsPage, Shown } from "./chrome.ts";
import type { Answer, Operation, Schemas } from "./described-operations.ts";
import { fieldList } from "./fields.ts";
import type { Field } from "./fields.ts";
import { fieldsOf, kindOf } from "./schema-fields.ts";
import { demoRequest } from "./snippets.ts";
import { trySection } from "./try-section.ts";

const KEYS = {
  needed: "A key is needed.",
  optional: "With a key, or without one.",
  none: "No key is needed.",
} as const;

export function explorerIndex({ baseUrl }: Shown, operations: readonly Operation[]): DocsPage {
  return {
    title: "Interface",
    content: html`<h1>The interface</h1>
      <p class="lead">
        Everything is below <code>${`${baseUrl}/v1`}</code>, with bodies in JSON; the key is sent as
        <code>Authorization: Bearer svc_…</code>.
      </p>
      <ul class="operations">
        ${operations.map(
          ({ name, method, path, summary }) =>
            html`<li>
              <a href="${PAGE_PATHS.docsOperation(name)}"><code>${`${method.toUpperCase()} ${path}`}</code></a>
              <span>${summary}</span>
            </li>`,
        )}
      </ul>
      <p>
        The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), from the very schemas that check
        requests. What can be refused is under <a href="${PAGE_PATHS.docsErrors}">Errors</a>.
      </p>`,
  };
}

export function operationPage(shown: Shown, operation: Operation, schemas: Schemas): DocsPage {
  const { method, path, summary, description, key, parameters, body, answers } = operation;
  const json = body?.["application/json"];
  return {
    title: summary,
    content: html`<p class="eyebrow"><code>${`${method.toUpperCase()} ${path}`}</code></p>
      <h1>${summary}</h1>
      ${description !== "" && html`<p class="lead">${description}</p>`}
      <p>${KEYS[key]}</p>
      ${snippet(curlFor(shown, operation))} ${trySection(shown, operation, exampleBody(shown, operation))}
      ${
        parameters.length > 0 &&
        html`<h2 id="parameters">Parameters</h2>
          ${fieldList(parameters.map((one) => parameterField(one, schemas)))}`
      }
      ${
        json?.schema !== undefined &&
        html`<h2 id="body">Body</h2>
          ${fieldList(fieldsOf(json.schema, schemas))}`
      }
      <h2 id="answers">Answers</h2>
      ${answers.map((answer) => answerSection(shown, answer, schemas))}`,
  };
}

function parameterField(
  { name, in: place, required = false, description, schema }: Operation["parameters"][number],
  schemas: Schemas,
): Field {
  const facts = [place, ...(schema === undefined ? [] : kindOf(schema, schemas)), required ? "required" : "optional"];
  return { name, facts, description: description ?? "" };
}

function answerSection({ baseUrl }: Shown, { status, description, content }: Answer, schemas: Schemas): Html {
  const [type, told] = Object.entries(content)[0] ?? [];
  const examples = Object.entries(told?.examples ?? {});
  const codes = examples.map(([name]) => name).filter((name) => name in ERROR_RULES);
  const fields = codes.length > 0 || told?.schema === undefined ? [] : fieldsOf(told.schema, schemas);
  return html`<section aria-labelledby="${`status-${status}`}">
    <h3 id="${`status-${status}`}"><code>${status}</code> ${description}</h3>
    ${codes.length > 0 && codeLinks(codes)}
    ${
      fields.length > 0 &&
      html`<details>
        <summary>Fields</summary>
        ${fieldList(fields)}
      </details>`
    }
    ${examples.map(
      ([name, { value }]) =>
        (codes.length === 0 || status === "402") &&
        html`<details>
          <summary>Example: ${name.replaceAll("_", " ")}</summary>
          ${snippet(written(type, value).replaceAll(BASE, baseUrl))}
        </details>`,
    )}
  </section>`;
}

const written = (type: string | undefined, value: unknown): string =>
  type === "text/event-stream" ? String(value) : JSON.stringify(value, null, 2);

function codeLinks(codes: readonly string[]): Html {
  const links = codes.map(
    (code) =>
      html`<li>
        <a href="${PAGE_PATHS.docsError(code)}"><code>${code}</code></a>
      </li>`,
  );
  return html`<ul class="codes">
    ${links}
  </ul>`;
}

/** What the examples of the page send. */
function exampleBody({ demo }: Shown, { name, body }: Operation): unknown {
  if (body === null) return null;
  if (name === "placeCall" || name === "planCall") return demoRequest(demo.phone);
  return Object.values(body["application/json"]?.examples ?? {})[0]?.value ?? {};
}

function curlFor(shown: Shown, operation: Operation): string {
  const { method, path, key, parameters, name } = operation;
  const body = exampleBody(shown, operation);
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required === true);
  const query =
    needed.length === 0
      ? ""
      : `?${needed.map((one) => `${one.name}=${one.schema?.examples?.[0] ?? "barber"}`).join("&")}`;
  return [
    `curl -s${name === "callEvents" ? "N" : ""}${method === "get" || method === "post" ? "" : ` -X ${method.toUpperCase()}`} "${shown.baseUrl}${path.replace("{id}", "$CALL_ID")}${query}"`,
    ...(method === "post" && body === null ? ["-X POST"] : []),
    ...(key === "needed" ? [`-H "Authorization: Bearer $KEY"`] : []),
    ...(body === null ? [] : [`-H 'Content-Type: application/json' -d '${JSON.stringify(body, null, 2)}'`]),
  ].join(" \\\n  ");
}
