/**
 * Everything the brain says in English, in one table: another language is another table. Sentences are short and
 * their words common, because the ear on the other side may be a machine too.
 */
import type { GoalKind } from "./goal-sentence.ts";
import type { AskKind } from "./topics.ts";

/** The lines that are the same in every call, shortest first: openers of an answer, fillers, goodbyes. */
export function oftenSaid(): readonly string[] {
  const lines = Object.values(TEXTS).flatMap((text) => {
    if (typeof text === "string") return [text];
    return typeof text === "function" ? [] : Object.values<unknown>(text);
  });
  const whole = lines.filter((line) => typeof line === "string").filter((line) => /[.?!]$/.test(line));
  return [...new Set(whole)].toSorted((one, other) => one.length - other.length);
}

export const TEXTS = {
  introduction: (name: string, whom: string) =>
    `Hello, this is ${name}, an automated assistant calling on behalf of ${whom}.`,
  plainIntroduction: (name: string, whom: string) => `Hello, this is ${name}, calling on behalf of ${whom}.`,
  someCustomer: "a customer",

  theBusiness: "the business",
  thanks: ["Thank you.", "Great, thank you.", "Thanks.", "All right, thank you."],
  allRight: ["All right.", "I see.", "Okay."],
  asIWasSaying: "As I was saying:",
  askAgain: (question: string) => `Sorry, I didn't get that. ${question}`,
  askAgainFor: (what: string, question: string) => `Sorry, I am asking for ${what}. ${question}`,
  wantedValue: {
    price: "the price",
    time: "the time",
    date: "the day",
    name: "the name",
    code: "the number",
    phone: "the phone number",
    quantity: "",
    yes_no: "",
    choice: "",
    free: "",
  } satisfies Readonly<Record<AskKind, string>>,
  onceMore: (question: string) => `Before I go, let me ask once more. ${question}`,
  goOnAsking: (question: string) => `And my question was: ${question}`,
  repeatQuestion: (question: string) => `My question is: ${question}`,
  repeatGoal: (goal: string) => `Sure. ${goal}`,
  repeatLine: (line: string) => `Sure. I said: ${line}`,
  beforeYouGoAlso: (line: string) => `Before you go, one more thing. ${line}`,
  beforeYouGo: (question: string) => `Before you go, one more question. ${question}`,
  notUnderstood: ["Sorry, I didn't catch that. Could you say it again?", "Sorry, could you repeat that, please?"],

  pleaseDo: {
    booking: "Could you please book that for me?",
    order: "Could you please place that order for me?",
    cancel: "Could you please cancel that for me?",
    change: "Could you please make that change for me?",
    inform: "Could you please pass that on?",
    find_out: "Could you help me with that?",
    other: "Could you please take care of that for me?",
  } satisfies Readonly<Record<GoalKind, string>>,
  isItDone: {
    booking: "Just to be sure, is it booked now?",
    order: "Just to be sure, is the order placed now?",
    cancel: "Just to be sure, is it cancelled now?",
    change: "Just to be sure, is it changed now?",
    inform: "Will you pass that on?",
    find_out: "Is that right?",
    other: "Just to be sure, is that done now?",
  } satisfies Readonly<Record<GoalKind, string>>,
  confirmationNumber: "Is there a confirmation number?",
  wanted: (what: string) => `I was asking for ${what}. Is that possible?`,
  otherTime: "I see. What is the next time that you have free?",

  readBack: (parts: string) => `Let me read that back. ${parts} Is that correct?`,
  readBackAgain: (parts: string) => `Sorry, I didn't get that. ${parts} Is that correct, yes or no?`,
  readBackNumber: (spaced: string) => `The confirmation number is ${spaced}.`,
  readBackPrice: (price: string) => `The price is ${price}.`,
  readBackTime: (time: string) => `The time is ${time}.`,
  readBackAnswer: (question: string, value: string) =>
    `To my question, ${question.charAt(0).toLowerCase()}${question.slice(1).replace(/[?.!]+$/, "")}, I have ${value}.`,
  spelledName: (name: string, letters: string) => `${name}, spelled ${letters}`,
  spellName: ["Sorry, could you spell that name for me?", "Could you spell it once more, please, letter by letter?"],
  tellAnswerAgain: (question: string) => `Sorry about that. Could you tell me again, please? ${question}`,
  leftOpen: "All right, I will leave that open.",
  tellAgain: "Sorry about that. Could you tell me the right one again, please?",

  wantsToTalk: (whom: string, target: string) =>
    `${whom} would like to speak with ${target} directly. May I connect you?`,
  connecting: "I'm connecting you now. One moment, please.",
  stillConnecting: [
    "I'm still trying to reach them. One moment, please.",
    "Thank you for holding. I'm still calling them.",
  ],
  notConnected: "I'm sorry, I could not reach them.",
  /** To the one who asked for the call. */
  onTheLine: (name: string, business: string, about: string) =>
    `Hello, this is ${name}, your automated assistant, with ${business} on the line about this: ${about} I'm connecting you now.`,

  moment: ["One moment please, let me check that.", "Just a moment, let me ask about that."],
  stillChecking: [
    "Thank you for holding. I'm still checking.",
    "I'm still waiting for the answer. Thank you for your patience.",
    "Sorry for the wait. It won't be much longer.",
    "Thank you for waiting. I'm still here.",
  ],
  stillHere: ["Yes, I'm still here. I'm waiting for the answer.", "I'm right here. Sorry to keep you waiting."],
  hurrying: ["I'm sorry for the delay. I have already asked.", "I apologize. I'll tell you as soon as I know."],
  waitLonger: "I'm sorry, I don't have the answer yet. Could you hold a little longer?",
  thankYouForTime: ["Thank you, that's very kind.", "I appreciate it, thank you."],
  cannotWait: "I understand. Can we go on without that, or should we call you back?",
  goOnWithout: "All right, let's go on without it.",
  alsoAsking: "I'll ask about that too. One moment, please.",
  askingNext: "And now I'm checking your other question.",
  thankYouForWaiting: "Thank you for waiting.",
  noAnswer:
    "I'm sorry, I don't have an answer to that right now. Can we go on without it, or should we call back later?",
  notKnown: "I'm sorry, I don't have that information.",
  willCallBack: "All right. We will call back later. Thank you for your help. Goodbye.",
  theBusinessSays: (statement: string) => `The business says: "${statement}".`,
  alternative: (offer: string) => `The business says: "${offer}". Is that all right?`,
  priceAbove: (price: string, limit: string) => `They quote ${price}; the request says "${limit}". Is that all right?`,

  name: (name: string) => `The name is ${name}.`,
  spelled: (letters: string) => `It is spelled ${letters}.`,
  caller: (name: string, whom: string) => `This is ${name}, an automated assistant calling on behalf of ${whom}.`,
  plainCaller: (name: string, whom: string) => `This is ${name}, calling on behalf of ${whom}.`,
  phone: (groups: string) => `The phone number is ${groups}.`,
  address: (address: string) => `The address is ${address}.`,
  email: (address: string) => `The email address is ${address}.`,
  party: (people: string) => `For ${people}.`,
  when: (when: string) => `${when}, please.`,
  request: (words: string) => words,
  yes: "Yes, please.",
  yesRight: "Yes, that's right.",
  notQuite: (what: string) => `Not quite. It should be ${what}.`,
  no: "No, thank you.",
  noThatIsAll: "No, that is all. Thank you very much for your help. Goodbye.",
  fine: "I'm fine, thank you.",
  here: "Yes, I'm here.",
  sureHold: "Of course.",

  robot: (whom: string) => `Yes, I am an automated assistant. I'm calling on behalf of ${whom}.`,
  isThatAnObjection: "I'm sorry to disturb you. Do you want me to make sure that this number is not called again?",
  /** To words that are meant for a language model. */
  cannotHelp: "I'm sorry, I can't help with that.",
  objection: "I apologize for the call. We will not call you again. Goodbye.",
  wrongNumber: "I'm sorry, I must have the wrong number. Goodbye.",
  areYouThere: "Hello? Are you still there?",
  cannotHear: (line: string) => `Hello? I can't hear you. ${line}`,
  nobody: "I can't hear anyone. I will try again another time. Goodbye.",
  goodbye: "That is all. Thank you very much for your help. Goodbye.",
  goodbyeRefused: "All right. Thank you for your time. Goodbye.",
  shortGoodbye: "Thank you. Goodbye.",
  /** Kept as sound from before the answer: for when everything takes too long, and for when there is no voice any more. */
  oneMoment: "One moment, please.",
  apology: "I'm sorry, something is broken on our side and I have to end the call. Goodbye.",
  wrapUp: "I'm sorry, I have to end the call now. Thank you for your help. Goodbye.",
} as const;

export const SUMMARY = {
  spokeWith: (business: string) => `Spoke with ${business}.`,
  theBusiness: "the business",
  reached: (errand: string, quote: string) => `To "${errand}" they said: "${quote}".`,
  met: (quote: string) => `The goal was met: "${quote}".`,
  denied: (quote: string) => `They said: "${quote}".`,
  refused: (quote: string) => `It was not possible: "${quote}".`,
  open: "The goal was not confirmed.",
  allAnswered: (count: number) =>
    count === 1 ? "The question was answered." : `All ${count} questions were answered.`,
  someAnswered: (answered: number, count: number) => `${answered} of ${count} questions were answered.`,
  number: (number: string) => `Confirmation number: ${number}.`,
  price: (price: string) => `Price quoted: ${price}.`,
  time: (time: string) => `Appointment: ${time}.`,
  asked: (question: string, answer: string) =>
    `They asked "${question}" and were told "${answer.replace(/[.!]$/, "")}".`,
  askedInVain: (question: string) => `They asked "${question}", which could not be answered during the call.`,
  objection: "The person does not want to be called again.",
  wrongNumber: "It was the wrong number.",
  machine: "A machine answered and asked for a message.",
  screened: "A machine asked who was calling, and the call was not taken.",
  menu: "A menu answered, and none of its keys led to anybody.",
  nobody: "Nobody spoke.",
  nextNothing: "Nothing more to do.",
  nextKeep: (number: string) => `Keep the confirmation number ${number}.`,
  nextCome: (time: string) => `The appointment is ${time}.`,
  nextAnswer: (question: string) => `Find out the answer to "${question}" and call again.`,
  nextCallBack: "They expect to be called back.",
  nextAsk: (questions: string) => `Still open: ${questions}`,
  nextOther: "Try another time or another business.",
  nextAgain: "Call again to finish the request.",
  nextNever: "Do not call this number again.",
  nextNumber: "Check the number.",
} as const;
