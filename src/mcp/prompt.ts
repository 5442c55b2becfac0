/** A prompt that clients show as a command of their own. */

export const PROMPT = {
  name: "phone_a_business",
  title: "Phone a business",
  description:
    "Phones a business for you: finds it if need be, shows you what the call will be like, and follows it to its end.",
  arguments: [
    { name: "who", description: "A phone number, or the name of a business and where it is.", required: true },
    { name: "goal", description: "What the call must achieve.", required: true },
  ],
};

export function promptText({ who = "", goal = "" }: Readonly<Record<string, string>>): string {
  return `Phone ${who} for me with the tools of Outdial. What the call must achieve: ${goal}

If that is no phone number, look it up with find_business and let me choose. Then show me what plan_call says, ask me what it will need, and ask for my consent before place_call, because a call that is answered costs money. Follow the call with get_call until it has ended; when the business asks something, answer it at once if I have told you, and ask me if I have not. At the end tell me the outcome and the answers.`;
}
