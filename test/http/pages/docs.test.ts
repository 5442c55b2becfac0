import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { settingsReference } from "../../../src/config/reference.ts";
import { DEMO_PHONE } from "../../fakes/desk.ts";
import { ASKED, SAID, playNextCall } from "../demo-scene.ts";
import { openAppliance } from "../appliance.ts";
import type { Appliance } from "../appliance.ts";
import { browserOrSkip, openBrowser } from "./browser.ts";
import { FAINT_TEXTS, watch } from "./looking.ts";

const PATHS = [
  "/docs",
  "/docs/guide",
  "/docs/agents",
  "/docs/api",
  "/docs/api/placeCall",
  "/docs/api/getCall",
  "/docs/errors",
  "/docs/errors/insufficient_funds",
  "/docs/set-up",
  "/docs/configuration",
];
const FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

const { executable, skip } = browserOrSkip();

describe.skipIf(skip)("the documentation in chromium", () => {
  let browser: Browser;
  let appliance: Appliance;
  beforeAll(async () => {
    browser = await openBrowser(executable);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    appliance = await openAppliance({}, {}, { reference: settingsReference() });
  });
  afterEach(() => appliance.end());

  const open = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await browser.newContext(options)).newPage();

  it("places a demo call from the page, without a key: asks back, shows the transcript and the outcome", async () => {
    const page = await open();
    const faults = watch(page, appliance.base);
    const playing = playNextCall(appliance.bench);
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    await page.getByRole("button", { name: "Place the call" }).click();
    await page.getByLabel(ASKED).fill("Outside, please.");
    await page.getByRole("button", { name: "Answer" }).click();
    await page.getByText("The call has ended: A table for two is booked").waitFor();
    await playing;
    const lines = page.getByRole("list", { name: "Transcript" }).locator(".said");
    const answered = SAID.indexOf(ASKED) + 1;
    const answer = `Answer to “${ASKED}”: Outside, please.`;
    expect(await lines.allTextContents()).toEqual(SAID.toSpliced(answered, 0, answer));
    expect(await page.locator("#try pre").textContent()).toContain('"end_reason": "completed"');
    expect(appliance.bench.conversations.answers.map(({ text }) => text)).toEqual(["Outside, please."]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("calls no other number from the page, and hangs up when asked to", async () => {
    const page = await open();
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    const body = page.getByRole("textbox", { name: "Body" });
    const example = await body.inputValue();
    await body.fill(example.replace(DEMO_PHONE, "+14155550123"));
    await page.getByRole("button", { name: "Place the call" }).click();
    await page.getByText(`only the demo number is called: set phone to ${DEMO_PHONE}`).waitFor();
    expect(appliance.bench.pbx.dialled).toEqual([]);
    await body.fill(example);
    await page.getByRole("button", { name: "Place the call" }).click();
    await page.getByRole("button", { name: "Hang up" }).click();
    await page.getByText("The call has ended").waitFor();
    expect(appliance.bench.pbx.hungUp).toHaveLength(1);
    await page.context().close();
  });

  it("shows what is said as text, and runs none of it", async () => {
    const page = await open();
    const faults = watch(page, appliance.base);
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    await page.getByRole("button", { name: "Place the call" }).click();
    await page.getByRole("button", { name: "Hang up" }).waitFor();
    const { pbx, conversations } = appliance.bench;
    const callId = pbx.dialled[0]?.callId ?? "";
    const hostile = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
    pbx.answered(callId);
    conversations.tell(callId, "heard", { text: hostile, atMs: 100 });
    conversations.tell(callId, "asked", { questionId: "q_1", question: hostile });
    await page.getByLabel(hostile).waitFor();
    expect(await page.locator("ol.talk .said").textContent()).toBe(hostile);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("sends a key that is typed in, tells what it is answered, and keeps the key nowhere", async () => {
    const page = await open();
    const { key } = appliance.bench.fund(500);
    await page.goto(`${appliance.base}/docs/api/account`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Answered 401").waitFor();
    expect(await page.locator("#try pre").textContent()).toContain("/docs/errors/missing_key");
    await page.getByRole("textbox", { name: "Key" }).fill(key);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Answered 200").waitFor();
    expect(await page.locator("#try pre").textContent()).toContain('"balance_usd": 5');
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    expect(page.url()).not.toContain(key);
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Key" }).inputValue()).toBe("");
    await page.context().close();
  });

  it("keeps the line under a code off its underscores, and the button off the words beside it", async () => {
    const page = await open({ viewport: { width: 1000, height: 800 } });
    await page.goto(`${appliance.base}/docs/errors`);
    const offset = `(() => {
      const style = getComputedStyle(document.querySelector('a[href="/docs/errors/own_number"]'));
      return parseFloat(style.textUnderlineOffset) / parseFloat(style.fontSize);
    })()`;
    expect(await page.evaluate<number>(offset)).toBeGreaterThan(0.3);
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    const apart = `(() => {
      const button = document.querySelector(".copied > button").getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(document.querySelector(".copied > pre"));
      return [...words.getClientRects()].every(({ right, top }) => right <= button.left || top >= button.bottom);
    })()`;
    expect(await page.evaluate(apart)).toBe(true);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(apart)).toBe(true);
    await page.context().close();
  });

  it("copies a snippet", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${appliance.base}/docs/errors/invalid_json`);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.locator("pre").textContent());
    await page.context().close();
  });

  it("can all be read without JavaScript, and has nothing there to type into", async () => {
    const page = await open({ javaScriptEnabled: false });
    for (const path of PATHS) {
      await page.goto(appliance.base + path);
      expect(await page.getByRole("heading", { level: 1 }).isVisible(), path).toBe(true);
      expect(await page.locator("input:visible, textarea:visible, button:visible").count(), path).toBe(0);
    }
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    expect(await page.getByText("With JavaScript this can be tried here").isVisible()).toBe(true);
    await page.context().close();
  });

  it("can be walked with the keyboard, from the skip link to the button that calls", async () => {
    const page = await open();
    await page.goto(`${appliance.base}/docs/api/placeCall`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    const reached: string[] = [];
    for (let tab = 0; tab < 6; tab++) {
      await page.keyboard.press("Tab");
      const name = "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent";
      reached.push((await page.evaluate<string>(name)).trim().slice(0, 14));
    }
    expect(reached).toEqual(["Copy", 'curl -s "http:', "Key (the demo ", "Body", "Place the call", expect.any(String)]);
    await page.context().close();
  });

  it("tells a screen reader where it is, and what each field and button is for", async () => {
    const page = await open();
    await page.goto(`${appliance.base}/docs/api/getCall`);
    const chapters = page.getByRole("navigation", { name: "Documentation" }).getByRole("link");
    expect(await chapters.count()).toBe(7);
    expect(await page.locator("[aria-current]").allTextContents()).toEqual(["Interface"]);
    expect(await page.getByRole("region", { name: "Try it" }).ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Try it":
        - heading "Try it" [level=2]
        - text: Key
        - textbox "Key"
        - paragraph: Sent to this appliance only, and forgotten when you leave the page.
        - text: id
        - textbox "id"
        - text: wait (optional)
        - textbox "wait (optional)"
        - paragraph:
          - button "Send"
        - status"
    `);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("can be read when it is %s, on a narrow phone too", async (colorScheme) => {
    const page = await open({ colorScheme, viewport: { width: 320, height: 640 } });
    const faults = watch(page, appliance.base);
    for (const path of PATHS) {
      await page.goto(appliance.base + path);
      await page.evaluate(
        "for (const one of document.querySelectorAll('details')) { one.name = ''; one.open = true; }",
      );
      expect(await page.evaluate<string[]>(FAINT_TEXTS), path).toEqual([]);
      expect(await page.evaluate(FITS), path).toBe(true);
      const unnamed =
        "[...document.querySelectorAll('input, textarea')].filter(({ labels }) => labels.length !== 1).length";
      expect(await page.evaluate(unnamed), path).toBe(0);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
