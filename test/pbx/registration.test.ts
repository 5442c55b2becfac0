import { expect, it } from "vitest";
import { notRegistered, statusIn } from "../../src/pbx/registration.ts";

const HEAD = ` <Registration/ServerURI..............................>  <Auth....................>  <Status.......>\n${"=".repeat(90)}\n`;

it.each([
  ["Unregistered      (exp. 0s)", "Unregistered"],
  ["Registered        (exp. 297s)", "Registered"],
  ["Rejected          (exp. 12s ago)", "Rejected"],
  ["Stopped", "Stopped"],
])("reads %s", (column, status) => {
  const line = ` trunk-registration/sip:sip.carrier.example:5060        trunk-auth                  ${column}\n`;
  expect(statusIn(`${HEAD}\n${line}\nObjects found: 1\n`)).toBe(status);
});

it("knows nothing of other registrations, nor of what it does not understand", () => {
  expect(statusIn(`${HEAD}\n other/sip:x  other-auth  Registered (exp. 9s)\n`)).toBeNull();
  expect(statusIn("No objects found.\n")).toBeNull();
});

it("is a reason not to dial only when the trunk is known not to have accepted us", () => {
  for (const status of [null, "Registered"]) expect(notRegistered(status)).toBeNull();
  for (const status of ["Unregistered", "Rejected", "Stopped"])
    expect(notRegistered(status)).toMatch(/^The trunk .*\.$/);
});
