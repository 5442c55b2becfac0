import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { boundLog } from "../../src/pbx/bounded-log.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "outdial-log-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (name = "asterisk.log"): string => join(folder, name);
const text = (name?: string): string => readFileSync(path(name), "utf8");

it("leaves a log that is short, and none, as it is", () => {
  expect(boundLog(folder, null, 10)).toBe(false);
  writeFileSync(path(), "0123456789");
  expect(boundLog(folder, null, 10)).toBe(false);
  expect(text()).toBe("0123456789");
});

it("keeps the end of a long one beside it and begins anew, again and again", () => {
  writeFileSync(path(), "old 0123456789");
  expect(boundLog(folder, null, 10)).toBe(true);
  expect([text(), text("asterisk.log.1")]).toEqual(["", "0123456789"]);
  appendFileSync(path(), "then 9876543210");
  expect(boundLog(folder, null, 10)).toBe(true);
  expect([text(), text("asterisk.log.1")]).toEqual(["", "9876543210"]);
});

it("follows nothing that Asterisk's user may have put there", () => {
  const precious = path("precious");
  writeFileSync(precious, "0123456789 and more");
  symlinkSync(precious, path());
  expect(boundLog(folder, null, 10)).toBe(false);
  rmSync(path());
  linkSync(precious, path());
  expect(boundLog(folder, null, 10)).toBe(false);
  rmSync(path());
  writeFileSync(path(), "0123456789 and more");
  symlinkSync(precious, path("asterisk.log.1"));
  expect(boundLog(folder, null, 10)).toBe(true);
  expect(readFileSync(precious, "utf8")).toBe("0123456789 and more");
  expect(existsSync(path("asterisk.log.1"))).toBe(true);
});
