import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { speakable } from "../../src/language/speakable.ts";

const ROWS: readonly (readonly [written: string, said: string])[] = [
  ["Your code is B74K9.", "Your code is B seven four K nine."],
  ["Order #4471 is ready.", "Order number four four seven one is ready."],
  ["Reference 38152", "Reference three eight one five two"],
  ["AB-1234", "A, B one two three four"],
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
  ["9:05 AM", "nine oh five a.m."],
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
  // ranges
  ["It takes 10-12 days.", "It takes ten to twelve days."],
  ["$40-$50 an hour", "forty to fifty dollars an hour"],
  ["7:30-9:00 PM", "seven thirty to nine p m"],
  ["Open Mon-Fri 9am-5pm, Sat 10-4.", "Open Monday to Friday nine a.m. to five p m, Saturday ten to four."],
  ["20-30% off", "twenty to thirty percent off"],
  ["2019-2021", "twenty nineteen to twenty twenty one"],
  // abbreviations, units, fractions
  ["123 Oak Dr., near Dr. Lee", "one hundred twenty three Oak Drive, near Doctor Lee"],
  ["She is at 12 Main St. It is far.", "She is at twelve Main Street. It is far."],
  ["St. Mary's, 45 5th Ave", "Saint Mary's, forty five fifth Avenue"],
  ["approx. 30 min, e.g. by car", "approximately thirty minutes, for example by car"],
  ["soup vs. salad, w/ fries, w/o salt", "soup versus salad, with fries, without salt"],
  ["½ hour, 2½ hours, 1/2 price", "half an hour, two and a half hours, half price"],
  ["5 km, 1 mi, 72°F, 10 lbs", "five kilometers, one mile, seventy two degrees Fahrenheit, ten pounds"],
  ["$5/person, 50¢, $1.5 million", "five dollars per person, fifty cents, one point five million dollars"],
  ["10.00 USD or 42€", "ten dollars or forty two euros"],
  ["two (2) rooms", "two rooms"],
  // numbers that are said in their own way
  ["in 2005, 1900 and the 1980s", "in two thousand five, nineteen hundred and the nineteen eighties"],
  ["#12, ext. 412, No. 5", "number twelve, extension four one two, number five"],
  ["Your order number is 1234.", "Your order number is one two three four."],
  ["on 6/12, or Jan 5, 2026", "on June twelfth, or January fifth, twenty twenty six"],
  ["June 12th", "June twelfth"],
  ["-5 degrees", "minus five degrees"],
  ["COVID-19", "COVID nineteen"],
  ["+442079460958", "plus four four two, zero seven nine, four six zero, nine five eight"],
  // a voice takes a lone "a" for the article
  ["Your code is A7BA2.", "Your code is A, seven B A, two."],
  ["we open at eight a m", "we open at eight a.m."],
  ["8 AM Friday, 7 PM Monday", "eight a.m., Friday, seven p m Monday"],
];

describe("makes a text speakable", () => {
  it.each(ROWS)("%s", (written, said) => {
    expect(speakable(written, "en-US")).toBe(said);
  });

  it("gives a voice nothing but words and pauses, whatever the text", () => {
    const sign = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(..."0123456789$:/-.,#%°½ AaPp".split("")));
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        expect(speakable(signs.join(""), "en-US")).toMatch(/^[\p{L}\p{M}\s.,;:!?'()-]*$/u);
      }),
    );
  });
});
