/** Requests in everyday words, and answers in everyday words: without yes or no, or none at all. */
import { describe, expect, it } from "vitest";
import { briefOf } from "./brain-requests.ts";
import { askedAgent, factOf, findings, goalOfCall, openedCall } from "./brain-script.ts";

const asking = (question: string) => openedCall(briefOf({ goal: "Find out a few things", questions: [question] }));

const ANSWERS: readonly (readonly [asked: string, heard: string])[] = [
  ["Do you have any rooms with a balcony?", "All of ours do, actually."],
  ["Is parking free?", "For customers it is."],
  ["Can I bring my dog?", "As long as he's on a leash."],
  ["Do you take American Express?", "We only take cash."],
  ["Do I need a referral?", "It depends on your insurance."],
  ["Do you repair vintage radios?", "My father used to, but we stopped doing that."],
  ["Are you open on Thanksgiving?", "We close early that day."],
  ["Do you have gluten free pizza?", "The kitchen says yes."],
  ["Is the pool heated?", "Not at the moment, the heater broke down."],
  ["Is the trail open to bikes?", "Only on weekdays."],
  ["Does the ferry run in winter?", "It does, but only twice a day."],
  ["Do you rent snowshoes?", "Next door they do."],
  ["Do you have the book The Overstory in stock?", "I see two on the shelf."],
  ["Could I pick it up tonight?", "We're here until late."],
  ["Is there a student discount?", "Ten percent with a valid ID."],
  ["Do children get in free?", "Under six."],
  ["Are reservations required?", "We recommend them on weekends."],
  ["Do you ship internationally?", "Only within the States."],
  ["Is breakfast included?", "That's extra."],
  ["Is the showroom wheelchair accessible?", "There's a ramp at the side."],
  ["Do you buy used records?", "Depends what shape they're in."],
  ["Is there a vet on duty right now?", "The doctor is in until six."],
  ["Has my order been shipped?", "It went out yesterday."],
  ["Is the elevator working again?", "They fixed it this morning."],
  ["Can my son take part?", "He'd have to be eight."],
  ["Do you still have tickets for Saturday?", "A handful, in the balcony."],
  ["Are the rooms air conditioned?", "Every one of them."],
  ["Do you do house calls?", "Doctor Lee does, on Wednesdays."],
  ["Do I have to pay in advance?", "You pay when you get here."],
  ["Does the price include tax?", "Tax comes on top."],
  ["Do you speak Spanish?", "My wife does."],
  ["Will it be ready by Friday?", "More like Monday."],
  ["Is the pharmacy open on Sundays?", "Ten till two."],
  ["Can I get a table outside?", "Weather permitting."],
  ["Is Dr. Brown accepting new patients?", "His list is full until spring."],
  ["Do you fix zippers?", "All the time."],
  ["Do you deliver mattresses upstairs?", "To the curb only."],
  ["Do you have live music?", "Fridays and Saturdays."],
  ["Are walk-ins welcome?", "Come on by."],
  ["Is the vaccine free?", "Your insurance covers it."],
  ["Do you have a table for ten?", "We can push some together."],
  ["Can you match a competitor's price?", "Bring us the ad."],
  ["Is there an age limit?", "Twenty one and over."],
  ["Do I need to print my ticket?", "Just show it on your phone."],
  ["Do you allow smoking on the terrace?", "At the far end, yeah."],
  ["Do you sell by the yard?", "By the meter, actually."],
  ["Is the sauna mixed?", "Women on Tuesdays, mixed otherwise."],
  ["How much is a day pass?", "It's a suggested donation."],
  ["What time is sunset yoga?", "It starts half an hour before sunset."],
  ["What would a tune-up cost?", "Depends what's wrong with it, starts at seventy five."],
  ["How long does a perm take?", "About two and a half hours."],
  ["How far ahead do I need to book?", "At least a week."],
  ["When does the next course begin?", "The second of March."],
  ["Which floor are you on?", "We're on the third."],
  ["What breed of dogs do you groom?", "Any breed really, big or small."],
  ["Who do I talk to about refunds?", "You'd want Mrs. Keller."],
  ["When is the best time to call the doctor?", "Mornings are best."],
];

describe("an answer that names neither yes nor no", () => {
  it.each(ANSWERS)("%s “%s”", (asked, heard) => {
    const call = asking(asked);
    call.hear(heard);
    const found = findings(call).findLast(({ question }) => question === asked);
    expect(found).toMatchObject({ status: "answered" });
    expect(heard).toContain(found?.quote);
  });
});

const NO_ANSWERS: readonly (readonly [asked: string, heard: string])[] = [
  ["Is parking free?", "I'm new here, my colleague usually does that."],
  ["Is parking free?", "Let me see where that is."],
  ["Is parking free?", "I wonder what that is."],
  ["Is parking free?", "If you give me your name I can check."],
  ["Is parking free?", "There you are."],
  ["Is parking free?", "That's what everybody does."],
  ["Is parking free?", "My colleague knows how it is."],
  ["Is parking free?", "We get that question a lot."],
  ["Is parking free?", "I used to work there."],
  ["Is parking free?", "It's a lovely day, isn't it?"],
  ["Is parking free?", "It's Kim."],
  ["Is parking free?", "There's somebody at the door."],
  ["Is parking free?", "You need to speak up."],
  ["Is parking free?", "The kids are crazy today."],
  ["Is parking free?", "Just a sec, he is on the phone."],
  ["Is parking free?", "I think it's four gigs at now, Lucy."],
  ["Is parking free?", "My hearing isn't great, dear."],
  ["Is parking free?", "I don't work in that department."],
  ["Is parking free?", "He's with a customer."],
  ["Is parking free?", "They're on lunch."],
  ["Is parking free?", "I can't hear you."],
  ["Is parking free?", "Hold on, yes."],
  ["Is parking free?", "Kim speaking, yes."],
  ["Is parking free?", "This is the front desk, yes."],
  ["Is parking free?", "We only speak Spanish."],
  ["Is parking free?", "We'll be right with you."],
  ["Do you have winter tires?", "Let me transfer you to tires."],
  ["Do you take walk-ins?", "I take it you want a haircut."],
  ["Do you take walk-ins?", "We'll take a message."],
  ["How long does a repair take?", "Once a month we close early."],
  ["How long does a repair take?", "It's twelve dollars a week."],
];

describe("no answer", () => {
  it.each(NO_ANSWERS)("%s “%s”", (asked, heard) => {
    const call = asking(asked);
    call.hear(heard);
    expect(findings(call).filter(({ status }) => status === "answered")).toEqual([]);
  });

  it("is believed to be one when it is said to the question asked again, in words that make sense", () => {
    const asked = "Is there somewhere to leave a suitcase?";
    const call = asking(asked);
    expect(call.hear("Behind the counter.")).toContain(asked);
    call.hear("Behind the counter.");
    expect(findings(call).at(-1)).toMatchObject({ status: "answered", quote: "Behind the counter" });
  });
});

it("a dollar sign in the customer's name is said as it is", () => {
  const brief = briefOf({ goal: "Ask about dogs", questions: ["Can I bring my dog?"], onBehalfOf: "Big $1 Store" });
  expect(openedCall(brief).hear("Bananas.")).toContain("Can Big $1 Store bring their dog?");
});

describe("the goal as it is said", () => {
  it.each([
    [
      "I left my jacket there last night, find out if they have it",
      "Alex Morgan left their jacket there last night. I'd like to find out if you have it.",
    ],
    [
      "I lost a ring in the pool. Ask whether somebody handed it in.",
      "Alex Morgan lost a ring in the pool. I'd like to ask whether somebody handed it in.",
    ],
    ["My bike has a flat tire. Ask when they open.", "I'd like to ask when you open."],
  ])("begins with what happened where it would not be understood else: %s", (goal, said) => {
    const call = openedCall(briefOf({ goal, onBehalfOf: "Alex Morgan" }));
    const opening = call.moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
    expect(opening.endsWith(`on behalf of Alex Morgan. ${said}`), opening).toBe(true);
  });
});

describe("a sound that says yes", () => {
  it.each(["Mhm.", "Uh-huh.", "Mm-hmm.", "Yessir.", "You bet.", "Precisely."])(
    "confirms a name, and is none: %s",
    (yes) => {
      const call = asking("Who should I ask for?");
      expect(call.hear("Just ask for Tina.")).toContain("I have Tina");
      expect(call.hear(yes)).toContain("Goodbye");
      expect(findings(call).at(-1)).toMatchObject({ status: "answered", quote: "Just ask for Tina" });
    },
  );

  it.each(["Uh-uh.", "Nuh-uh."])("or no: %s", (no) => {
    const call = asking("Who should I ask for?");
    call.hear("Just ask for Tina.");
    expect(call.hear(no)).toContain("spell");
  });

  it("is no answer with a goodbye, nor while the agent is asked", () => {
    const leaving = asking("Do you use peanut oil?");
    leaving.hear("Sure thing, bye.");
    expect(findings(leaving)).toEqual([]);
    const waiting = asking("Do you have size 42 boots?");
    expect(waiting.hear("Which ones, the brown or the black?")).toContain("One moment");
    waiting.hear("That's right.");
    expect(findings(waiting)).toEqual([]);
  });

  it("counts behind another sentence", () => {
    const call = asking("Is the pool open?");
    call.hear("I think it opened last week. Yeah, it's full of people.");
    expect(findings(call).at(-1)).toMatchObject({ status: "answered" });
  });
});

describe("questions of the request with a goal that only names a subject", () => {
  it("are asked at once, and their answers are all there is to do", () => {
    const call = openedCall(briefOf({ goal: "Ask about allergies", questions: ["Do you use peanut oil?"] }));
    call.hear("We fry in canola, no peanuts.");
    call.hear("Bye.");
    expect(goalOfCall(call)).toMatchObject({ met: true });
    expect(findings(call)).toHaveLength(1);
  });

  it("do not speak to the business of things", () => {
    const call = openedCall(
      briefOf({ goal: "Ask about boots", questions: ["Do you have size 42 boots?", "How much are they?"] }),
    );
    expect(call.hear("Yes we do.")).toContain("How much are they?");
  });
});

describe("a message, and a person to speak to", () => {
  const calling = (goal: string) => openedCall(briefOf({ goal, onBehalfOf: "Alex Morgan" }));

  it("is told for the customer, and taken when they thank for it", () => {
    const call = calling("Tell them I can't make it to my appointment tomorrow");
    const said = call.moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
    expect(said).toContain("let you know that Alex Morgan can't make it to their appointment tomorrow.");
    expect(call.hear("Oh okay. Do you want to reschedule?")).toContain("One moment please");
    call.hear("Alright, thanks for letting us know.");
    call.hear("Bye.");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("who is not in is not reached, whatever they say then", () => {
    const call = calling("Ask to speak to the manager about an overcharge");
    const said = call.moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
    expect(said).toContain("I'd like to speak to the manager about an overcharge.");
    call.hear("She's not in till Thursday.");
    call.hear("Got it. Bye.");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });

  it("things are kept apart from people: they are reserved, and not you", () => {
    const call = calling("Check whether the 2 pm tour has two spots left, and reserve them if so");
    expect(call.hear("Exactly two left.")).toContain("reserve them");
  });
});

describe("a booking", () => {
  const TABLE = "Book a table for four on Saturday at 8 pm";
  const calling = (goal: string) =>
    openedCall(briefOf({ goal, onBehalfOf: "Alex Morgan", callbackNumber: "+14155550100" }));

  it("is not asked for at another time where they take none, or none on the telephone", () => {
    expect(calling(TABLE).hear("We don't take reservations, it's first come first served.")).toContain("Goodbye");
    expect(calling(TABLE).hear("You need to book online.")).toContain("Goodbye");
    expect(calling(TABLE).hear("Sorry, we're full that night.")).toContain("next time that you have free");
  });

  it.each([
    "We're full, but I can put you on the waitlist.",
    "I can pencil you in but I need a credit card to hold it.",
  ])("that comes with something else is the agent's to decide: %s", (offer) => {
    const call = calling(TABLE);
    expect(call.hear(offer)).toContain("One moment please");
    expect(askedAgent(call)).toEqual([expect.stringContaining(offer.slice(0, 20))]);
  });

  it("is wanted when they ask so", () => {
    const call = calling(TABLE);
    call.hear("Okay, I have a table at eight by the kitchen.");
    expect(call.hear("So you want it?")).toBe("Yes, please.");
    expect(call.hear("And a number?")).toContain("4 1 5, 5 5 5, 0 1 0 0");
    call.hear("Alright, it's yours. Reference is B as in boy, 47.");
    expect(factOf(call, "confirmation_number")).toBe("B47");
  });

  it("is no more when they are out of it", () => {
    const call = calling("Order two large margherita pizzas for pickup at 6:30");
    expect(call.hear("We're out of dough tonight, sorry.")).toContain("Goodbye");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });

  it("is cancelled when it has been taken out", () => {
    const call = calling("Cancel my appointment with Dr. Kim on Tuesday");
    call.hear("Okay, that's been taken out.");
    call.hear("Bye.");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });
});

describe("an offer outside what was asked for", () => {
  const DINNER = briefOf({
    goal: "Book a table for two on Friday",
    constraints: "Between 6 and 8 pm. No deposit above 20 dollars.",
    onBehalfOf: "Alex Morgan",
  });

  it.each([
    "How's quarter past eight?",
    "Only thing left is the late seating.",
    "We could squeeze you in at the bar around nine.",
    "Would you be open to Saturday instead?",
    "I've got a five forty five.",
    "Half eight is the best I can do.",
    "Seven works, but there's a fifty dollar deposit.",
    "Sure, I put you down for nine.",
    "Friday's gone, Thursday at seven is open.",
    "Let's say nine, alright?",
    "It's booked for eight thirty.",
  ])("is not taken: %s", (offer) => {
    const call = openedCall(DINNER);
    expect(call.hear(offer)).toMatch(/^(One moment please|I was asking for Friday, between 6 and 8 pm)/);
    call.hear("Okay, you're all set, bye.");
    expect(goalOfCall(call)?.met ?? false).toBe(false);
  });

  it.each([
    ["I can do seven.", "7:00"],
    ["Is ten to eight okay?", "7:50"],
    ["We have five or seven.", "7:00"],
    ["We have you at seven fifteen, Friday, party of two.", "Friday at 7:15"],
  ])("is none where the request allows it: %s", (offer, time) => {
    const call = openedCall(DINNER);
    expect(call.hear(offer)).toMatch(/^(Great, thank you|Yes|7:00, please)/);
    expect(factOf(call, "appointment_time")).toBe(time);
  });

  it("is one by its price alone", () => {
    const call = openedCall(briefOf({ goal: "Book an oil change for Tuesday morning, at most 60 dollars" }));
    call.hear("Tuesday we have ten.");
    expect(call.hear("That's eighty nine ninety five.")).toContain("One moment please");
    expect(askedAgent(call)).toEqual([expect.stringContaining("$89.95")]);
    call.hear("Okay, booked, bye.");
    expect(goalOfCall(call)?.met ?? false).toBe(false);
  });

  it("is known by how many they are: two is no hour, and six is", () => {
    const call = openedCall(DINNER);
    call.hear("How many?");
    call.hear("Got it, two at seven thirty on Friday. You're all set.");
    expect(factOf(call, "appointment_time")).toBe("Friday at 7:30");
    const other = openedCall(DINNER);
    expect(other.hear("All booked for six on Friday.")).toContain("confirmation number");
    expect(factOf(other, "appointment_time")).toBe("Friday at 6:00");
  });
});

describe("what they ask in few words", () => {
  const DINNER = briefOf({
    goal: "Book a table for four on Friday at 7 pm",
    onBehalfOf: "Alex Morgan",
    details: "It's a birthday dinner. One guest is vegetarian. They would like to sit outside.",
  });

  it.each([
    ["And who's it for?", "The name is Alex Morgan."],
    ["What's the occasion?", "It's a birthday dinner."],
    ["Is it a special occasion?", "It's a birthday dinner."],
    ["Inside or out?", "They would like to sit outside."],
    ["Just the four of you?", "Yes, that's right."],
    ["Just the six of you?", "Not quite. It should be for 4 people."],
    ["So four people, Friday?", "Yes, that's right."],
    ["Should I put you down?", "Yes, please."],
  ])("is answered from the request: %s", (question, answer) => {
    const call = openedCall(DINNER);
    expect(call.hear(question)).toBe(answer);
    expect(askedAgent(call)).toEqual([]);
  });
});

describe("a question of the request", () => {
  it.each([
    ["Do I have to pay in advance?", "Does Alex Morgan have to pay in advance?"],
    ["Am I on the list?", "Is Alex Morgan on the list?"],
    ["Have I been charged?", "Has Alex Morgan been charged?"],
    ["Was I billed twice?", "Was Alex Morgan billed twice?"],
    ["May I bring my own wine?", "May Alex Morgan bring their own wine?"],
    ["Did I leave my umbrella there?", "Did Alex Morgan leave their umbrella there?"],
    ["How long do I have to wait?", "How long does Alex Morgan have to wait?"],
    ["Should I call ahead?", "Should Alex Morgan call ahead?"],
    ["Can you tell me whether I need a ticket?", "Can you tell me whether Alex Morgan needs a ticket?"],
  ])("is asked for the customer: %s", (question, spoken) => {
    const call = openedCall(
      briefOf({ goal: "Find out a few things", questions: [question], onBehalfOf: "Alex Morgan" }),
    );
    expect(call.hear("Bananas.")).toContain(spoken);
  });
});
