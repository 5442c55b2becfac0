/** How the pages are looked at in a browser. */
import type { Page } from "playwright-core";

/** Runs in the page: texts whose contrast with what is behind them is under 4.5 (WCAG 2.2, 1.4.3). */
export const FAINT_TEXTS = `(() => {
  const numbers = (color) => (color.match(/[0-9.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  for (const element of document.body.querySelectorAll("*")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (!own) continue;
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.push(contrast.toFixed(2) + " " + element.textContent.trim().slice(0, 40));
  }
  return faint;
})()`;

/** Everything that must not happen on a page of ours. */
export function watch(page: Page, base: string): string[] {
  const faults: string[] = [];
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => faults.push(`error ${error.message}`));
  page.on("console", (message) => {
    // A hint to developers about password managers, not a fault of the page.
    if (!message.text().startsWith("[DOM]")) faults.push(`console ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) faults.push(`request ${request.url()}`);
  });
  return faults;
}
