import { afterEach, beforeEach, expect, it } from "vitest";
import { PRICES } from "../../src/billing/pricing.ts";
import { DEMO_PHONE } from "../fakes/desk.ts";
import { openAppliance } from "./appliance.ts";
import type { Appliance } from "./appliance.ts";

const MOST_BYTES = 100 * 1024;
const PATHS = ["/", "/llms.txt", "/skill.md"];

let appliance: Appliance;
beforeEach(async () => {
  appliance = await openAppliance();
});
afterEach(() => appliance.end());

it.each(PATHS)("%s says where everything is, with the appliance's own address, number and prices", async (path) => {
  const { status, text } = await appliance.client.get(path);
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(MOST_BYTES);
  for (const fact of [`${appliance.base}/mcp`, DEMO_PHONE, `${(PRICES.answeredCents / 100).toFixed(2)} USD`]) {
    expect(text, fact).toContain(fact);
  }
});

it.each(PATHS)("%s takes nothing from elsewhere, and every link in it leads somewhere", async (path) => {
  const { text } = await appliance.client.get(path);
  const links = [...text.matchAll(/(?:href|src)="([^"]+)"|\]\((\S+?)\)/g)].map(
    ([, inPage, inText]) => inPage ?? inText ?? "",
  );
  for (const link of links) {
    const target = new URL(link, appliance.base);
    expect(target.origin).toBe(appliance.base);
    // The tools are no page: this suite's appliance has none.
    if (target.pathname === "/mcp") continue;
    const response = await fetch(target);
    await response.text();
    expect([200, 503], link).toContain(response.status);
  }
  expect(links.length + (path === "/skill.md" ? 1 : 0)).toBeGreaterThan(0);
});

it("the first example of the page and of the skill places a call as it stands", async () => {
  for (const path of ["/", "/skill.md"]) {
    const text = (await appliance.client.get(path)).text.replaceAll("&quot;", '"');
    const body = /-d '(\{[\s\S]*?\})'/.exec(text)?.[1] ?? "";
    expect((await appliance.client.post("/v1/calls", JSON.parse(body))).status, path).toBe(201);
  }
});

it("the skill begins as skills do", async () => {
  const { text, headers } = await appliance.client.get("/skill.md");
  expect(text).toMatch(/^---\nname: [a-z-]{1,64}\ndescription: .{1,1024}\n---\n/);
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
});
