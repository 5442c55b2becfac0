import { describe, expect, it } from "vitest";
// Under another name: what is called html is formatted as HTML, and these must stay as they are.
import { Html, html as template } from "../../../src/http/pages/html.ts";

describe("the template", () => {
  it("escapes every value, in text and in attributes", () => {
    const evil = `<script>alert("1")</script>&'`;
    const page = template`<p title="${evil}">${evil}</p>`;
    expect(page.text).toBe(
      `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;'">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;'</p>`,
    );
  });

  it("nests what is Html already, joins lists, and leaves nothing for null and false", () => {
    const items = ["a", "<b>"].map((one) => template`<li>${one}</li>`);
    expect(template`<ul>${items}</ul>${null}${false}${0}`.text).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>0");
    expect(template`${new Html("<hr>")}`.text).toBe("<hr>");
  });

  it("refuses values where escaping would not help", () => {
    const value = "x";
    expect(() => template`<p class=${value}></p>`).toThrow(/outside double quotes/);
    expect(() => template`<p ${value}></p>`).toThrow(/outside double quotes/);
    expect(() => template`<p class='${value}'></p>`).toThrow(/double quotes/);
    expect(() => template`<script>${value}</script>`).toThrow(/no inline script/);
    expect(() => template`<style>${value}</style>`).toThrow(/no inline script/);
    expect(() => template`<p class="${value}`).toThrow(/ends inside a tag/);
  });
});
