/**
 * Whole calls in Spanish on a line in virtual time: a scripted model leads, the engines are scripted, everything between
 * them is the appliance's. What becomes of the call is decided from its transcript, as ever.
 */
import pino from "pino";
import { describe, expect, it } from "vitest";
import { decideOutcome } from "../../src/calls/outcome.ts";
import type { Ended } from "../../src/calls/call.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import { modelBrains } from "../../src/conversation/dialog/model/model-brain.ts";
import { withTakeover } from "../../src/conversation/dialog/takeover.ts";
import { taskOf } from "../../src/conversation/dialog/task.ts";
import { createSpeaker } from "../../src/conversation/playout/speaker.ts";
import type { Chat, Voice } from "../../src/conversation/ports.ts";
import { splitIntoClauses } from "../../src/language/speech-pieces.ts";
import { FakeClock } from "../fakes/clock.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";
import { briefOf } from "../conversation/dialog/brain-requests.ts";
import { ScriptedChat } from "../conversation/dialog/model/scripted-chat.ts";
import { brainBriefOf, call, dataIn } from "../conversation/dialog/model/talk.ts";
import type { Answer } from "../simulators/openai-chat/answer.ts";
import type { SimulatedRequest } from "../simulators/openai-chat/server.ts";

const BRIEF = briefOf({
  goal: "Reservar una mesa para dos el viernes a las siete y media de la tarde",
  businessName: "Casa Marina",
  questions: ["¿Cuánto cuesta el menú?"],
  language: "es-MX",
});
const { apology } = textsOf("es");
const RATE = 16_000;

/** Of every sentence that English callers hear: nothing of it may be said. */
const ENGLISH = /\b(?:the|you|your|hello|please|thank|goodbye|sorry|moment|calling)\b/i;

/** The model as a table: what it answers to the last thing the business said. */
function leading(request: SimulatedRequest): Answer {
  const heard = dataIn(request).findLast((line) => typeof line["business"] === "string")?.["business"];
  const said = String(heard);
  if (/nombre/.test(said)) return { text: "A nombre de Alex Morgan." };
  if (/reservada/.test(said))
    return {
      text: "Muchas gracias. ¿Y cuánto cuesta el menú?",
      calls: [
        call("record_errand", { errand: 1, done: true, quotes: ["queda reservada una mesa para dos"] }),
        call("record_fact", {
          fact: "appointment_time",
          value: "viernes a las 19:30",
          quotes: ["el viernes a las siete y media de la tarde"],
        }),
        call("record_fact", {
          fact: "confirmation_number",
          value: "B74K9",
          quotes: ["Su localizador es B siete cuatro ka nueve"],
        }),
      ],
    };
  if (/cuarenta/.test(said))
    return {
      text: "Perfecto, eso es todo. Muchas gracias, adiós.",
      calls: [
        call("record_answer", {
          question: 1,
          status: "answered",
          answer: "42,50 € por persona",
          quote: "cuarenta y dos euros con cincuenta por persona",
        }),
        call("record_fact", {
          fact: "price_quoted",
          value: "42,50 €",
          quotes: ["cuarenta y dos euros con cincuenta por persona"],
        }),
        call("end_call", {}),
      ],
    };
  return { text: "Sí, quería una mesa para dos el viernes a las siete y media." };
}

function rig(chat: Chat, voice: Voice = speaking()) {
  const clock = new FakeClock();
  const log = pino({ level: "silent" });
  const minds = [{ name: "model", brains: modelBrains(chat, () => "q_1") }];
  const brain = withTakeover(minds, { timers: clock, clock, log }).begin(brainBriefOf(BRIEF), []);
  const speaker = createSpeaker({ voice, splitIntoClauses, sampleRateHz: RATE });
  const line = new VirtualLine(
    brain,
    { task: taskOf(BRIEF), kept: { moment: textsOf("es").oneMoment, apology } },
    null,
    undefined,
    speaker,
  );
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      await line.pass(20);
      clock.advance(20);
    }
  };
  return { brain, line, pass, speaker };
}

/** Silence as long as its words; broken from when `broken` says so. */
function speaking(broken: () => boolean = () => false): Voice {
  return {
    sampleRateHz: RATE,
    async *speak(text) {
      await Promise.resolve();
      if (broken()) throw new Error("the service has closed the connection");
      yield new Int16Array((text.split(" ").length * WORD_MS * RATE) / 1000);
    },
  };
}

function transcriptOf(line: VirtualLine): TranscriptEntry[] {
  return line.told.flatMap(({ event }, i): TranscriptEntry[] =>
    event.type === "heard" || event.type === "spoke"
      ? [
          {
            seq: i + 1,
            role: event.type === "heard" ? "business" : "assistant",
            text: event.text,
            cutOff: null,
            atMs: event.atMs,
            offsetMs: event.atMs,
            latency: null,
          },
        ]
      : [],
  );
}

describe("a call in Spanish", () => {
  it("is opened, led and ended in Spanish, and its values are proven by Spanish words", async () => {
    const chat = new ScriptedChat(leading);
    const { line, pass } = rig(chat);
    line.conversation.answered();
    await line.says("Casa Marina, buenos días, dígame.");
    await pass(12_000);
    expect(line.spoken()[0]).toMatch(
      /^Hola, buenas, soy Ada, un asistente automático, y llamo de parte de Alex Morgan\. /,
    );
    expect(line.spoken()[0]).toContain("Llamo para reservar una mesa para dos el viernes");
    await line.says("¿A qué nombre la pongo?");
    await pass(7000);
    await line.says(
      "Muy bien, queda reservada una mesa para dos el viernes a las siete y media de la tarde. Su localizador es B siete cuatro ka nueve.",
    );
    await pass(8000);
    await line.says("Son cuarenta y dos euros con cincuenta por persona.");
    await pass(8000);

    expect(line.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);
    expect(line.spoken().join(" ")).not.toMatch(ENGLISH);
    expect(chat.requests[0]?.messages[0]?.content).toContain("This call is in Spanish.");
    const [found] = line.events("findings");
    if (found?.type !== "findings") throw new Error("nothing was found");
    const ended = {
      status: "ended",
      reason: "completed",
      answered: true,
      answeredBy: "human",
      metMenu: false,
    } as Ended;
    const { outcome, questions } = decideOutcome(ended, BRIEF, transcriptOf(line), found.findings);
    expect(outcome).toMatchObject({
      success: true,
      confirmationNumber: "B74K9",
      priceQuoted: "42,50 €",
      appointmentTime: "viernes a las 19:30",
    });
    expect(questions).toMatchObject([{ status: "answered", answer: "42,50 € por persona" }]);
  });

  it("whose voice fails for good ends with the apology that was made while it rang, in Spanish", async () => {
    let broken = false;
    const { brain, line, pass, speaker } = rig(
      new ScriptedChat(leading),
      speaking(() => broken),
    );
    const { signal } = new AbortController();
    await speaker.prepare(brain.openingLine(), signal);
    await speaker.prepare(apology, signal);
    line.conversation.answered();
    await line.says("Casa Marina, buenos días, dígame.");
    await pass(12_000);
    broken = true;
    await line.says("¿A qué nombre la pongo?");
    await pass(12_000);
    expect(line.spoken()).toEqual([brain.openingLine(), apology]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
    expect(line.spoken().join(" ")).not.toMatch(ENGLISH);
  });

  it("whose voice was broken from the start ends at once: there is nothing to say it with", async () => {
    const { line, pass } = rig(
      new ScriptedChat(leading),
      speaking(() => true),
    );
    line.conversation.answered();
    await line.says("Casa Marina, buenos días, dígame.");
    await pass(3000);
    expect(line.spoken()).toEqual([]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });

  it("whose last model fails says goodbye in Spanish, and the rules do not lead it on in English", async () => {
    const chat = new ScriptedChat(() => {
      throw new Error("the server is gone");
    });
    const { brain, line, pass } = rig(chat);
    line.conversation.answered();
    await line.says("Casa Marina, buenos días, dígame.");
    await pass(12_000);
    await line.says("¿A qué nombre la pongo?");
    await pass(12_000);
    expect(line.spoken()).toEqual([brain.openingLine(), textsOf("es").wrapUp]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "provider_failure" }]);
  });
});
