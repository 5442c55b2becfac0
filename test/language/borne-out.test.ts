import { describe, expect, it } from "vitest";
import { isBorneOut } from "../../src/language/en/borne-out.ts";
import type { ValueKind } from "../../src/language/en/borne-out.ts";

type Row = readonly [value: string, said: string];

const HELD: Readonly<Record<ValueKind, readonly Row[]>> = {
  price: [
    ["$42.50", "forty two fifty"],
    ["$42.50", "it is forty two dollars and fifty cents a head"],
    ["45 dollars", "A table for two is Forty-Five dollars."],
    ["$250", "two fifty a night"],
    ["$2.50", "two fifty"],
    ["$1,200 to $1,800", "twelve to eighteen hundred"],
    ["free", "there is no charge for that"],
    ["1,250.00 dollars", "that comes to $1,250"],
    ["$70 a month", "the best i can do is seventy a month"],
    ["$70", "the best i can do is seventy a month"],
    ["$28.75", "for the small one that'd be 2875"],
    ["$2,875", "for the small one that'd be 2875"],
  ],
  time: [
    ["7:30 PM", "half past seven"],
    ["7:30 PM", "we have seven thirty on friday"],
    ["19:30", "half past seven in the evening"],
    ["Friday at 7:00", "see you friday at seven"],
    ["Tuesday, March 3 at 3 PM", "tuesday march third at three p m"],
    ["tomorrow at 5", "come tomorrow at five"],
    ["Friday", "Friday works."],
  ],
  code: [
    ["B74K9", "b seven four k nine"],
    ["A7", "your table is booked, the number is A 7."],
    ["7492", "your confirmation number is seven four nine two"],
    ["BH-4471", "the number is b h four four seven one"],
    ["#4471", "your order number is 4471"],
    ["7749218355", "it's 774 921 8355"],
  ],
};

const NOT_HELD: Readonly<Record<ValueKind, readonly Row[]>> = {
  price: [
    ["$54", "forty five"],
    ["$12 to $1,800", "twelve to eighteen hundred"],
    ["$70", "we have seventy seats"],
    ["$70 a year", "seventy dollars a month"],
    ["$40", "forty to fifty dollars"],
    ["$40 including dessert", "it is forty dollars"],
    ["affordable", "it is forty dollars"],
    ["", "it is forty dollars"],
  ],
  time: [
    ["7:30 PM", "seven thirty a m"],
    ["Friday at 7:00", "at seven"],
    ["Saturday at 7:00", "friday at seven"],
    ["8:00 PM", "seven or nine"],
    ["Tuesday, March 3 at 3 PM", "tuesday at three p m"],
    ["Friday at 7, with champagne", "friday at seven"],
    ["soon", "see you soon"],
  ],
  code: [
    ["7493", "your confirmation number is seven four nine two"],
    ["7492", "seven four nine"],
    ["yes", "yes"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ],
};

describe.each(["price", "time", "code"] as const)("a %s", (kind) => {
  it.each(HELD[kind])("%s is borne out by: %s", (value, said) => {
    expect(isBorneOut(kind, value, said)).toBe(true);
  });

  it.each(NOT_HELD[kind])("%s is not borne out by: %s", (value, said) => {
    expect(isBorneOut(kind, value, said)).toBe(false);
  });
});
