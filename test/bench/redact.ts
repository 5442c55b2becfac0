/** A transcript of 200 lines cleared for the share page, beside one regular expression that finds written numbers only. */
import { redactConversation } from "../../src/sharing/redaction/redact.ts";
import type { Known } from "../../src/sharing/redaction/redact.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const ROUNDS = 150;
const KNOWN: Known = {
  phones: ["+14155552671", "+442079460958"],
  emails: ["anna.weber@example.com"],
  codes: ["77492183"],
};
const LINES = [
  "Thank you for calling Blue Harbor Bistro, this is Dana speaking. How can I help you?",
  "Hello, this is an AI assistant calling for Anna Weber. I'd like to book a table for two on Friday at seven thirty.",
  "Let me have a look. One moment, please.",
  "Of course, take your time.",
  "So, on Friday the twenty-fourth we have six fifteen, seven thirty or nine o'clock.",
  "Seven thirty would be great.",
  "And what is the best number to reach you at?",
  "It's four one five, five five five, two six seven one.",
  "Four one five, five five five... was that two six seven one?",
  "Yes, that is right.",
  "Would you like to sit inside or outside?",
  "Outside, if there is a table in the shade.",
  "Perfect. The set menu is forty-two dollars per person, or $24.00 at lunch.",
  "And could you tell me whether there is parking nearby?",
  "There is, behind the building, and it is free after six.",
  "Where can I send a question about allergies?",
  "You can write to reservations at blue harbor dot com, somebody reads that every morning.",
  "Thank you. Is there a confirmation number?",
  "Yes, it's seven seven four nine two one eight three.",
  "Great. Thank you very much, and goodbye.",
];

export async function run(): Promise<readonly Result[]> {
  const turns = Array.from({ length: 200 }, (_, line) => ({
    speaker: line % 2 === 0 ? "business" : "assistant",
    text: LINES[line % LINES.length] ?? "",
  }));
  const ours = time(() => redactConversation(turns, KNOWN));
  const bare = time(() => turns.map(({ text }) => text.replaceAll(/\+?\d[\d ().-]{6,}\d|\S+@\S+\.\w+/g, "[hidden]")));
  return [result("redact_ms", "ms (p95, 200 lines)", ours, ["one regular expression, p95", bare])];
}

function time(work: () => unknown): number {
  for (let round = 0; round < ROUNDS; round++) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  });
  return percentile(
    times.toSorted((a, b) => a - b),
    0.95,
  );
}
