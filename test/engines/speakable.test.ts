import { describe, expect, it } from "vitest";
import { speakable } from "../../src/engines/speakable.ts";

const ROWS: readonly (readonly [written: string, said: string])[] = [
  ["Your code is B74K9.", "Your code is B seven four K nine."],
  ["Order #4471 is ready.", "Order number four four seven one is ready."],
  ["Reference 38152", "Reference three eight one five two"],
  ["AB-1234", "A B one two three four"],
  ["Call +1 (202) 555-0119.", "Call two zero two, five five five, zero one one nine."],
  ["Call +12025550119 now", "Call two zero two, five five five, zero one one nine now"],
  ["202-555-0119", "two zero two, five five five, zero one one nine"],
  ["202.555.0119", "two zero two, five five five, zero one one nine"],
  ["Dial 555-0142, please.", "Dial five five five, zero one four two, please."],
  ["+44 20 7946 0958", "plus four four, two zero, seven nine four six, zero nine five eight"],
  ["It is $42.50.", "It is forty two dollars and fifty cents."],
  ["$1", "one dollar"],
  ["$1,250 in total", "one thousand two hundred fifty dollars in total"],
  ["$0.99", "ninety nine cents"],
  ["€15 or £1.01", "fifteen euros or one pound and one penny"],
  ["At 7:30 PM.", "At seven thirty p m."],
  ["at 7:30 p.m. today", "at seven thirty p m today"],
  ["7pm", "seven p m"],
  ["12:00", "twelve o'clock"],
  ["9:05 AM", "nine oh five a m"],
  ["19:30", "nineteen thirty"],
  ["9-5", "nine to five"],
  ["on March 3", "on March third"],
  ["the 22nd", "the twenty second"],
  ["2026-06-12", "June twelfth, twenty twenty six"],
  ["in 1984", "in nineteen eighty four"],
  ["1,200 people", "one thousand two hundred people"],
  ["10% off", "ten percent off"],
  ["4.5 stars", "four point five stars"],
  ["Dr. Lee & Mr. Smith", "Doctor Lee and Mister Smith"],
  ["12 Main St., please", "twelve Main Street, please"],
  ["Write to alex.morgan@example.com.", "Write to alex dot morgan at example dot com."],
  ["See https://www.example.com/menu for it", "See example dot com slash menu for it"],
  ["example.com/a-b", "example dot com slash a dash b"],
  ["Hello (again) there", "Hello, again, there"],
  ["one — two", "one, two"],
  ["“Quoted” ‘text’", "Quoted 'text'"],
  ["tab\there\u0000\u0007!", "tab here!"],
  ["Wait... what?!", "Wait. what!"],
  ["🙂", ""],
  ["", ""],
  ["4 people", "four people"],
  ["100 days", "one hundred days"],
  ["24/7", "twenty four seven"],
  ["007", "zero zero seven"],
];

describe("makes a text speakable", () => {
  it.each(ROWS)("%s", (written, said) => {
    expect(speakable(written, "en-US")).toBe(said);
  });

  it("leaves the numbers of other languages to their own engines", () => {
    expect(speakable("Es kostet 42,50 €\u0007.", "de-DE")).toBe("Es kostet 42,50 €.");
  });
});
