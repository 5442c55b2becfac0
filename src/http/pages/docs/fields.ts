/** Names with what they are: fields of a body, parameters, settings. A list and no table, so that it fits a phone. */
import type { Html } from "../html.ts";
import { html } from "../html.ts";

export type Field = {
  readonly name: string;
  /** What kind of value, and whatever else is short. */
  readonly facts: readonly string[];
  readonly description: string;
  readonly id?: string;
};

export function fieldList(fields: readonly Field[]): Html {
  return html`<dl class="fields">
    ${fields.map(({ name, facts, description, id }) => {
      const told = html`<code>${name}</code> <span class="quiet">${facts.join(" · ")}</span>`;
      return html`<div>
        ${id === undefined ? html`<dt>${told}</dt>` : html`<dt id="${id}">${told}</dt>`}
        <dd>${withCode(description)}</dd>
      </div>`;
    })}
  </dl>`;
}

/** Names stand in backticks where a description is Markdown, as OpenAPI has it. */
function withCode(text: string): readonly (string | Html)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
