/** Every setting there is, from the schema that checks the file. */
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { PAGE_PATHS } from "../paths.ts";
import type { DocsPage } from "./chrome.ts";
import { fieldList } from "./fields.ts";
import type { Field } from "./fields.ts";
import type { DescribedSetting, SettingsReference } from "./settings-reference.ts";

export function configurationPage(reference: SettingsReference): DocsPage {
  return {
    title: "Configuration",
    content: html`<h1>Configuration</h1>
      <p class="lead">
        What has a default may be left out. A dot stands for a level of the YAML file; <code>null</code> means that
        nothing is set. <a href="${PAGE_PATHS.docsSetUp}">Set-up</a> shows how they belong together.
      </p>
      <nav aria-label="Groups of settings">
        <ul class="codes">
          ${reference.map(({ name }) => html`<li><a href="${`#group-${name}`}">${name}</a></li>`)}
        </ul>
      </nav>
      ${reference.map(groupSection)}`,
  };
}

function groupSection({ name, settings }: SettingsReference[number]): Html {
  const seen = new Set<string>();
  const anchored = (one: DescribedSetting): Field => {
    const id = seen.has(one.path) ? null : one.path;
    seen.add(one.path);
    return settingField(one, id);
  };
  const parts: { readonly about: string | null; readonly settings: DescribedSetting[] }[] = [];
  for (const one of settings) {
    const about =
      one.provider === null ? null : `${one.path.slice(0, one.path.lastIndexOf("."))}: provider ${one.provider}`;
    const last = parts.at(-1);
    if (last !== undefined && last.about === about) last.settings.push(one);
    else parts.push({ about, settings: [one] });
  }
  return html`<section aria-labelledby="${`group-${name}`}">
    <h2 id="${`group-${name}`}">${name}</h2>
    ${parts.map(({ about, settings: same }) => html`${about !== null && html`<h3>${about}</h3>`}${fieldList(same.map(anchored))}`)}
  </section>`;
}

function settingField({ path, type, fallback, description, secret }: DescribedSetting, id: string | null): Field {
  const facts = [
    type,
    fallback === null ? "no default" : `default ${fallback}`,
    ...(secret ? ["secret: best as ${NAME}, from the environment"] : []),
  ];
  return { name: path, facts, description, ...(id === null ? {} : { id }) };
}
