/** A call with a mind, event by event, with the history that a conversation would keep of it. */
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../../../src/conversation/ports.ts";
import type { Brief } from "../../../../src/calls/brief.ts";
import { errandsOf } from "../../../../src/conversation/dialog/task.ts";
import { modelBrains } from "../../../../src/conversation/dialog/model/model-brain.ts";
import { openAiChat } from "../../../../src/engines/openai/chat.ts";
import { OpenAiChatServer } from "../../../simulators/openai-chat/server.ts";
import type { Script, SimulatedRequest } from "../../../simulators/openai-chat/server.ts";

export const NEVER = new AbortController().signal;

export function brainBriefOf(brief: Brief): BrainBrief {
  return { brief, errands: errandsOf(brief), assistant: { name: "Ada", disclosure: true } };
}

export type Model = {
  readonly server: OpenAiChatServer;
  readonly chat: ReturnType<typeof openAiChat>;
  readonly brain: Brain;
  close(): Promise<void>;
};

/** A mind led by the simulated server, through the real SDK. */
export async function modelFor(
  brief: Brief,
  script: Script,
  deadlines = { connectMs: 500, firstByteMs: 500, gapMs: 500 },
): Promise<Model> {
  const server = new OpenAiChatServer(script);
  const chat = openAiChat({ apiKey: "sk-test", model: "scripted", baseUrl: await server.listen(), deadlines });
  let questions = 0;
  const brain = modelBrains(chat, () => `q_${(questions += 1)}`).begin(brainBriefOf(brief), []);
  return {
    server,
    chat,
    brain,
    async close() {
      chat.close();
      await server.close();
    },
  };
}

export class Talk {
  readonly history: HistoryEntry[] = [];
  readonly moves: BrainMove[] = [];
  readonly #brain: Brain;

  constructor(brain: Brain) {
    this.#brain = brain;
  }

  /** Answers the moves of this event; what they say is heard to its end. */
  async give(event: BrainEvent, signal: AbortSignal = NEVER): Promise<BrainMove[]> {
    if (event.type === "heard" && event.text !== "") this.history.push({ role: "business", text: event.text });
    if (event.type === "opened" && event.heard !== null) this.history.push({ role: "business", text: event.heard });
    if (event.type === "answered")
      this.history.push({ role: "answer", questionId: event.questionId, answer: event.answer });
    if (event.type === "answer_expired")
      this.history.push({ role: "answer", questionId: event.questionId, answer: null });
    const made: BrainMove[] = [];
    for await (const move of this.#brain.respond(event, [...this.history], signal)) made.push(move);
    this.moves.push(...made);
    for (const move of made) {
      if (move.type === "finding" || move.type === "fact" || move.type === "errand" || move.type === "conclusion")
        this.history.push({ role: "note", note: move });
      if (move.type === "ask_agent")
        this.history.push({ role: "asked", questionId: move.questionId, question: move.question });
    }
    const text = saidIn(made);
    if (text !== "") this.history.push({ role: "assistant", text });
    return made;
  }

  hear(text: string): Promise<BrainMove[]> {
    return this.give({ type: "heard", text, confidence: null });
  }

  open(heard: string | null = "Blue Harbor Bistro, how can I help you?"): Promise<BrainMove[]> {
    return this.give({ type: "opened", heard });
  }
}

export function saidIn(moves: readonly BrainMove[]): string {
  return moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
}

/** What the last message of the request says last, and all of what it brings as data. */
export function dataIn({ messages }: SimulatedRequest): Record<string, unknown>[] {
  return messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (content ?? "").split("\n"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function call(name: string, given: unknown): { name: string; arguments: string } {
  return { name, arguments: typeof given === "string" ? given : JSON.stringify(given) };
}
