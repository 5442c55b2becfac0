import { describe, expect, it } from "vitest";
import { goalOf, spokenQuestion } from "../../../src/conversation/dialog/brain/english/goal-sentence.ts";
import { briefOf } from "./brain-requests.ts";

describe("says the goal as a person would", () => {
  it.each([
    ["Book a table for two on Friday at 7", "booking", "I'd like to book a table for two on Friday at 7."],
    ["Please book a table for 4 tomorrow", "booking", "I'd like to book a table for 4 tomorrow."],
    ["Invite Mr. Lopez to the board meeting", "other", "I'd like to invite Mr. Lopez to the board meeting."],
    ["Return the drill I rented", "other", "I'd like to return the drill Alex Morgan rented."],
    [
      "Find out if the spin class is full and sign me up",
      "find_out",
      "I'd like to find out if the spin class is full and sign Alex Morgan up.",
    ],
    ["book table", "booking", "I'd like to book a table."],
    ["I want to reserve a room for two nights", "booking", "I'd like to reserve a room for two nights."],
    ["To schedule an eye exam", "booking", "I'd like to schedule an eye exam."],
    [
      "Make a reservation for 6 people at 19:30 under the name Lee",
      "booking",
      "I'd like to make a reservation for 6 people at 19:30 under the name Lee.",
    ],
    ["Table for two on Friday at 7pm", "booking", "I'm calling about a table for two on Friday at 7pm."],
    ["Oil change appointment", "booking", "I'm calling about an oil change appointment."],
    [
      "Booking a table for my wife's birthday",
      "booking",
      "I'm calling about booking a table for Alex Morgan's wife's birthday.",
    ],
    [
      "My bike has a flat tire. Book a repair for Saturday morning.",
      "booking",
      "I'd like to book a repair for Saturday morning.",
    ],
    [
      "See if they can fit me in for a haircut on Thursday",
      "booking",
      "I'd like to see if you can fit Alex Morgan in for a haircut on Thursday.",
    ],
    ["Contact Blue Harbor Bistro to reserve a table for 2", "booking", "I'd like to reserve a table for 2."],
    [
      "I need you to call and schedule an oil change for my Honda Civic",
      "booking",
      "I'd like to schedule an oil change for Alex Morgan's Honda Civic.",
    ],
    ["Order two large pizzas for pickup at 6", "order", "I'd like to order two large pizzas for pickup at 6."],
    ["Cancel my appointment on Tuesday", "cancel", "I'd like to cancel Alex Morgan's appointment on Tuesday."],
    [
      "Reschedule my dentist appointment from Monday to Wednesday",
      "change",
      "I'd like to reschedule Alex Morgan's dentist appointment from Monday to Wednesday.",
    ],
    [
      "Tell them I'll be 20 minutes late for my 3pm appointment",
      "inform",
      "I'm calling to let you know that Alex Morgan will be 20 minutes late for their 3pm appointment.",
    ],
    [
      "Let them know that the delivery has not arrived",
      "inform",
      "I'm calling to let you know that the delivery has not arrived.",
    ],
    ["Leave a message for Dr. Lee", "inform", "I'd like to leave a message for Dr. Lee."],
    ["Find out their opening hours on Sunday", "find_out", "I'd like to find out your opening hours on Sunday."],
    [
      "Call the restaurant and ask whether they have outdoor seating",
      "find_out",
      "I'd like to ask whether you have outdoor seating.",
    ],
    ["Ask if they have the book 'Dune' in stock", "find_out", "I'd like to ask if you have the book 'Dune' in stock."],
    ["Get a quote for a brake adjustment", "find_out", "I'd like to get a quote for a brake adjustment."],
    ["What are your opening hours?", "find_out", "I have a question. What are your opening hours?"],
    ["Do they have gluten-free options?", "find_out", "I have a question. Do you have gluten-free options?"],
    ["whether the pool is open", "find_out", "I'd like to know whether the pool is open."],
    ["Check if my prescription is ready", "find_out", "I'd like to check if Alex Morgan's prescription is ready."],
    [
      "Confirm my reservation for Saturday at 8",
      "find_out",
      "I'd like to confirm Alex Morgan's reservation for Saturday at 8.",
    ],
    ["I'd like to know how much a haircut costs", "find_out", "I'd like to know how much a haircut costs."],
    ["Ask them to send an invoice", "other", "I'd like to ask you to send an invoice."],
    ["Complain about the noise", "other", "I'd like to complain about the noise."],
    ["Return a pair of shoes", "other", "I'd like to return a pair of shoes."],
    ["Plan a dinner", "other", "I'd like to plan a dinner."],
    ["🙂", "other", "I have a question for you."],
  ])("%s", (goal, kind, sentence) => {
    expect(goalOf(briefOf({ goal }))).toEqual({ kind, sentence });
  });

  it("without naming a customer who is not named", () => {
    expect(goalOf(briefOf({ goal: "Cancel my appointment", onBehalfOf: null })).sentence).toBe(
      "I'd like to cancel my appointment.",
    );
  });

  it("in a sentence that can be listened to, however long the goal", () => {
    const goal = `Book a table ${"for a very special dinner with friends, ".repeat(60)}`;
    expect(goalOf(briefOf({ goal })).sentence.split(" ").length).toBeLessThan(55);
  });
});

describe("asks a question as it was sent, as a question", () => {
  it.each([
    ["How much is the dinner menu?", "How much is the dinner menu?"],
    ["do you have parking", "Do you have parking?"],
    ["Do they take cards?", "Do you take cards?"],
    ["opening hours", "Could you tell me the opening hours?"],
    ["price of a tune up", "Could you tell me the price of a tune up?"],
    ["whether dogs are allowed", "Could you tell me whether dogs are allowed?"],
    ["Ask if they deliver", "Could you tell me if you deliver?"],
    ["Can you cook without gluten?", "Can you cook without gluten?"],
    ["Can I cancel for free?", "Can Alex Morgan cancel for free?"],
    ["At what time do they close?", "At what time do you close?"],
    ["Parking?", "Parking?"],
  ])("%s", (question, spoken) => {
    expect(spokenQuestion(question, briefOf({ goal: "x" }))).toBe(spoken);
  });
});
