import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { SHOP_PHONE } from "../../fakes/desk.ts";
import type { Appliance } from "../appliance.ts";
import { openAppliance } from "../appliance.ts";
import { doneBy } from "../../fakes/conversations.ts";
import { BISTRO, played, share } from "./shared-scene.ts";
import { browserOrSkip, openBrowser } from "./browser.ts";
import { FAINT_TEXTS, watch } from "./looking.ts";

const HOSTILE = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `"><svg onload=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</p></main><iframe srcdoc="<script>alert(1)</script>">`,
  `javascript:alert(1)`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `\${alert(1)} {{alert(1)}} <%= alert(1) %>`,
  `<style>*{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">`,
  `\u202Eesrever \u2066isolate\u2069`,
  `مرحبا، أريد حجز طاولة لشخصين`,
  "x".repeat(290),
  "\u{1f600}".repeat(100),
  "one\nline\n\nafter another\twith tab",
];

const REQUEST = { phone: SHOP_PHONE, goal: "Book a table", questions: ["Do you have a terrace?"] };

const { executable, skip } = browserOrSkip();

describe.skipIf(skip)("the pages in chromium", () => {
  let browser: Browser;
  let appliance: Appliance;
  beforeAll(async () => {
    browser = await openBrowser(executable);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    appliance = await openAppliance();
  });
  afterEach(() => appliance.end());

  const open = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await browser.newContext(options)).newPage();
  const setupUrl = async (body: object): Promise<string> =>
    String((await appliance.client.post("/v1/calls", { ...REQUEST, ...body })).json["setup_url"]);

  it("show hostile text as text, and run none of it", async () => {
    const page = await open();
    const faults = watch(page, appliance.base);
    const everywhere = HOSTILE.join("\n");
    await page.goto(
      await setupUrl({
        goal: everywhere,
        details: everywhere,
        constraints: everywhere,
        voicemail_message: everywhere.slice(0, 900),
        business_name: HOSTILE[0],
        on_behalf_of: HOSTILE[2],
        questions: HOSTILE,
      }),
    );
    const shown = await page.locator(".questions .said").allTextContents();
    expect(shown).toEqual(HOSTILE);
    expect(await page.locator(".goal").textContent()).toBe(everywhere);
    expect(await page.locator("script, iframe, svg, img, base, main style").count()).toBe(0);
    await page.getByRole("button").click();
    expect(await page.locator("h1").textContent()).toContain("tell your agent");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("show hostile key names as text", async () => {
    const page = await open();
    const faults = watch(page, appliance.base);
    const { key } = appliance.bench.fund(500);
    await page.goto(`${appliance.base}/account`);
    await page.getByLabel("A key of the account").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    for (const name of HOSTILE.filter((one) => one.length <= 60)) {
      await page.getByLabel("Name of a new key").fill(name);
      await page.getByRole("button", { name: "Make a key" }).click();
      await page.goto(`${appliance.base}/account`);
    }
    expect(await page.locator("ul.keys strong").allTextContents()).toEqual(
      expect.arrayContaining([HOSTILE[0], HOSTILE[1]]),
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("show a hostile call as text to all the world, and run none of it", async () => {
    const page = await open();
    const faults = watch(page, appliance.base);
    const everywhere = HOSTILE.join("\n");
    const call = await played(appliance, {
      request: { goal: everywhere, business_name: HOSTILE[0], questions: HOSTILE },
      said: HOSTILE.map((text, index) => [index % 2 === 0 ? "business" : "assistant", text, text] as const),
      findings: {
        questions: HOSTILE.map((text) => ({ question: text, status: "answered", answer: text, quote: text })),
        errands: doneBy(HOSTILE[0] ?? ""),
        summary: everywhere,
        nextSteps: everywhere,
      },
    });
    await page.goto(await share(appliance, call));
    expect(await page.locator(".talk .said").allTextContents()).toEqual(HOSTILE);
    expect(await page.locator(".answers h3").allTextContents()).toEqual(HOSTILE);
    expect(await page.locator("h1").textContent()).toBe(HOSTILE[0]);
    expect(await page.title()).toContain(HOSTILE[0]);
    expect(await page.locator("script, iframe, svg, img, base, main style, [onerror], [onload]").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
      true,
    );
    await page.context().close();
  });

  it.each(["light", "dark", "print"] as const)(
    "a shared call can be read, %s: contrast of at least 4.5",
    async (how) => {
      const page = await open(how === "print" ? { colorScheme: "dark" } : { colorScheme: how });
      const faults = watch(page, appliance.base);
      const call = await played(appliance, BISTRO);
      const url = await share(appliance, call);
      if (how === "print") await page.emulateMedia({ media: "print" });
      const missed = await share(appliance, await played(appliance, { said: [["business", "No."]] }));
      for (const one of [url, `${url}#line-5`, missed]) {
        await page.goto(one);
        expect(await page.evaluate<string[]>(FAINT_TEXTS)).toEqual([]);
      }
      await share(appliance, call, false);
      expect(faults).toEqual([]);
      await page.goto(url);
      expect(await page.evaluate<string[]>(FAINT_TEXTS)).toEqual([]);
      await page.context().close();
    },
  );

  it("tell a screen reader of a shared call in order", async () => {
    const page = await open();
    await page.goto(await share(appliance, await played(appliance, BISTRO)));
    expect(await page.getByRole("heading").allTextContents()).toEqual([
      "Blue Harbor Bistro",
      "What was asked",
      "What came of it",
      "Questions and answers",
      "Do you have a vegetarian menu?",
      "Is there parking nearby?",
      "What does the tasting menu cost?",
      "The conversation",
    ]);
    expect(await page.getByRole("listitem").count()).toBe(3 + BISTRO.said.length);
    await page.getByRole("link").first().click();
    expect(page.url()).toMatch(/#line-10$/);
    expect(await page.locator("#line-10").textContent()).toContain("We do, four dishes.");
    expect(await page.evaluate('document.querySelector(":target")?.id')).toBe("line-10");
    await page.context().close();
  });

  it("fit a narrow phone, whatever is written on them", async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    const { key } = appliance.bench.fund(500);
    const fits = async (): Promise<boolean> =>
      page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
    await page.goto(await setupUrl({ goal: "x".repeat(2000), business_name: "W".repeat(200), questions: HOSTILE }));
    expect(await fits()).toBe(true);
    await page.getByRole("button").click();
    expect(await fits()).toBe(true);
    await page.goto(`${appliance.base}/account`);
    expect(await fits()).toBe(true);
    await page.getByLabel("A key of the account").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Name of a new key").fill("M".repeat(60));
    await page.getByRole("button", { name: "Make a key" }).click();
    expect(await fits()).toBe(true);
    await page.context().close();
  });

  it("lead through the whole first call with the keyboard alone and without JavaScript", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(await setupUrl({}));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Now tell your agent");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=This link works once");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Auto-reload is on");
    for (let tab = 0; tab < 2; tab++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Auto-reload is off");
    await page.context().close();
  });

  it("tell a screen reader what everything is", async () => {
    const page = await open();
    await page.goto(await setupUrl({}));
    expect(await page.getByRole("main").ariaSnapshot()).toMatchInlineSnapshot(`
      "- main:
        - paragraph: Your agent wants to place a call
        - heading "Check the call, then approve it" [level=1]
        - region "The call":
          - heading "The call" [level=2]
          - paragraph: "+14155550123"
          - paragraph: Book a table
          - heading "It will ask" [level=3]
          - list:
            - listitem: Do you have a terrace?
        - region "What it costs":
          - heading "What it costs" [level=2]
          - term: If nobody answers
          - definition: nothing
          - term: When it is answered, 5 minutes included
          - definition: 1.00 USD
          - term: Each further minute started
          - definition: 0.25 USD
          - paragraph: 10.00 USD buys 10 answered calls of up to 5 minutes, or one of 41 minutes.
        - button "Add 10.00 USD and approve the call"
        - paragraph: "The credit is this appliance's own: no card is asked for, and nothing leaves this machine. Nothing happens until you press the button.""
    `);
    const { key } = appliance.bench.fund(500);
    await page.goto(`${appliance.base}/account`);
    await page.getByLabel("A key of the account").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    for (const name of ["Top up", "Auto-reload is on", "Keys", "Ledger"]) {
      expect(await page.getByRole("heading", { name, level: 2 }).count()).toBe(1);
    }
    const unnamed = `[...document.querySelectorAll("input:not([type=hidden])")].filter(({ labels }) => labels.length !== 1).length`;
    expect(await page.evaluate(unnamed)).toBe(0);
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("can be read when it is %s: contrast of at least 4.5", async (colorScheme) => {
    const page = await open({ colorScheme });
    const { key } = appliance.bench.fund(500);
    const faint: string[] = [];
    const look = async (): Promise<void> => void faint.push(...(await page.evaluate<string[]>(FAINT_TEXTS)));
    await page.goto(await setupUrl({ details: "x" }));
    await look();
    await page.getByRole("button").click();
    await look();
    await page.goto(`${appliance.base}/account`);
    await page.getByLabel("A key of the account").fill("svc_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await look();
    await page.getByLabel("A key of the account").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.locator("summary").first().click();
    await look();
    expect(faint).toEqual([]);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
      colorScheme === "light" ? "rgb(246, 244, 239)" : "rgb(20, 25, 23)",
    );
    await page.context().close();
  });
});
