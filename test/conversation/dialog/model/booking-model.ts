/** A scripted model that plays the demo's call: what a good model would answer to each of the bistro's lines. */
import type { Answer, SimulatedCall } from "../../../simulators/openai-chat/answer.ts";
import type { SimulatedRequest } from "../../../simulators/openai-chat/server.ts";
import { call, dataIn } from "./talk.ts";

/** Reads the talk from the request alone, as a model does. */
export function bookingAnswer(request: SimulatedRequest): Answer {
  const data = dataIn(request);
  const last = data.findLast(
    (line) => "business" in line || "caller_answers" in line || "caller_did_not_answer" in line,
  );
  if (last === undefined) return { text: "Hello?" };
  if ("caller_answers" in last) return { text: "Thank you for waiting. Outside, please." };
  if ("caller_did_not_answer" in last) return { text: "I have no answer to that, please go on without it." };
  const heard = String(last["business"]);
  const calls = notesOn(heard);
  return { text: lineTo(heard), calls: [...calls, ...deedsOn(heard)] };
}

function lineTo(heard: string): string {
  const text = heard.toLowerCase();
  if (/what name/.test(text)) return "The name is Alex Morgan.";
  if (/inside or outside/.test(text)) return "One moment please, I am checking that.";
  if (/confirmation number/.test(text)) return "Thank you very much. How much is the dinner menu?";
  if (/dollars per person|\$42/.test(text)) return "Thank you. And what time does the kitchen close?";
  if (/kitchen closes/.test(text)) return "I see, thank you. Is there parking nearby?";
  if (/parking is free/.test(text)) return "That is all I need. Thank you for your help, and goodbye.";
  if (/we have a table/.test(text)) return "Yes, please book that.";
  if (/goodbye/.test(text)) return "Goodbye.";
  return "Sorry, could you say that again, please?";
}

function deedsOn(heard: string): readonly SimulatedCall[] {
  if (/inside or outside/i.test(heard))
    return [call("ask_caller", { question: "Would you like to sit inside or outside?" })];
  return /parking is free|goodbye/i.test(heard) ? [call("end_call", {})] : [];
}

function notesOn(heard: string): readonly SimulatedCall[] {
  const notes: SimulatedCall[] = [];
  const quoteOf = (pattern: RegExp): string => pattern.exec(heard)?.[0] ?? "";
  const booked = quoteOf(/your table for .*? is booked/i);
  if (booked !== "") {
    notes.push(call("record_errand", { errand: 1, done: true, quotes: [booked] }));
    notes.push(call("record_fact", { fact: "appointment_time", value: "Friday at 7:00 PM", quotes: [booked] }));
  }
  const number = /confirmation number is ((?:(?:zero|one|two|three|four|five|six|seven|eight|nine|\d)\b[, ]*)+)/i.exec(
    heard,
  );
  if (number !== null)
    notes.push(
      call("record_fact", {
        fact: "confirmation_number",
        value: digitsOf(number[1] ?? ""),
        quotes: [number[0].trim()],
      }),
    );
  const price = quoteOf(/the dinner menu .*?(dollars|\$42) per person/i);
  if (price !== "") {
    notes.push(call("record_answer", { question: 1, status: "answered", answer: "$42 per person", quote: price }));
    notes.push(call("record_fact", { fact: "price_quoted", value: "$42 per person", quotes: [price] }));
  }
  const closes = quoteOf(/the kitchen closes at [\w: ]+m\b/i);
  if (closes !== "")
    notes.push(call("record_answer", { question: 2, status: "answered", answer: "It closes at 10 PM", quote: closes }));
  const parking = quoteOf(/parking is free behind the building/i);
  if (parking !== "")
    notes.push(
      call("record_answer", {
        question: 3,
        status: "answered",
        answer: "Yes, free, behind the building",
        quote: parking,
      }),
    );
  return notes;
}

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function digitsOf(words: string): string {
  return words
    .trim()
    .split(/[\s,]+/)
    .map((word) => {
      const digit = DIGITS.indexOf(word.toLowerCase());
      return digit < 0 ? word : String(digit);
    })
    .join("");
}
