/**
 * Whole calls in Spanish, French and German on a line in virtual time, led by a scripted model: a voicemail, a menu, an
 * objection, a person who makes us wait, and a question that only the caller can answer.
 */
import { describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { isObjection, saysObjection } from "../../src/calls/objection.ts";
import { modelBrains } from "../../src/conversation/dialog/model/model-brain.ts";
import { taskOf } from "../../src/conversation/dialog/task.ts";
import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import { voicemailLine } from "../../src/conversation/dialog/voicemail-line.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";
import { briefOf } from "../conversation/dialog/brain-requests.ts";
import { ScriptedChat } from "../conversation/dialog/model/scripted-chat.ts";
import { brainBriefOf, call, dataIn } from "../conversation/dialog/model/talk.ts";
import { made } from "../conversation/line/made-tones.ts";
import type { Answer } from "../simulators/openai-chat/answer.ts";

const CALLS = {
  "es-MX": {
    goal: "Reservar una mesa para cuatro el jueves a las ocho de la noche",
    message: "Por favor, llámenos al cincuenta y cinco doce treinta y cuatro.",
    greeting: "Fonda Lupita, buenas noches, ¿en qué le puedo servir?",
    voicemail: [
      "Hola, se ha comunicado con Fonda Lupita,",
      "en este momento no podemos contestar, deje su mensaje después del tono.",
    ],
    menu: "Gracias por llamar a Fonda Lupita. Para reservaciones, oprima el dos. Para pedidos a domicilio, oprima el tres.",
    person: "Reservaciones, le atiende Chela, ¿en qué le puedo ayudar?",
    objection: "Oiga, le pido que no vuelvan a llamar a este número.",
    wait: "Permítame tantito, voy a checar la agenda.",
    back: "Gracias por esperar, ya estoy aquí.",
    asks: "¿La quieren adentro o en la terraza?",
    patience: "Sí, claro, espero.",
    chosen: "En la terraza, por favor.",
    asking: "Un momento, por favor, lo consulto.",
    answer: "Terrace",
  },
  "fr-CA": {
    goal: "Réserver une table pour quatre jeudi à vingt heures",
    message: "Merci de nous rappeler au cinq un quatre, cinq cinq cinq, douze trente-quatre.",
    greeting: "Bistro Chez Lise, bonsoir, comment puis-je vous aider ?",
    voicemail: [
      "Bonjour, vous avez bien joint le Bistro Chez Lise,",
      "nous ne pouvons pas prendre votre appel, laissez un message après le timbre sonore, au son du timbre.",
    ],
    menu: "Bienvenue au Bistro Chez Lise. Pour les réservations, faites le deux. Pour une livraison, faites le trois.",
    person: "Réservations, Lise à l'appareil, que puis-je faire pour vous ?",
    objection: "Écoutez, je vous demande de ne plus nous appeler.",
    wait: "Gardez la ligne un instant, je regarde le cahier.",
    back: "Merci d'avoir patienté, me revoilà.",
    asks: "Vous la voulez en salle ou sur la terrasse ?",
    patience: "Oui, pas de problème, je patiente.",
    chosen: "Sur la terrasse, s'il vous plaît.",
    asking: "Un instant, s'il vous plaît, je me renseigne.",
    answer: "Terrace",
  },
  "de-AT": {
    goal: "Einen Tisch für vier am Donnerstag um zwanzig Uhr reservieren",
    message: "Bitte rufen Sie uns unter eins zwei drei vier fünf sechs sieben zurück.",
    greeting: "Gasthaus Huber, grüß Gott, was kann ich für Sie tun?",
    voicemail: [
      "Grüß Gott, Sie sind mit der Mobilbox vom Gasthaus Huber verbunden,",
      "bitte hinterlassen Sie eine Nachricht nach dem Signalton.",
    ],
    menu: "Willkommen im Gasthaus Huber. Für Reservierungen drücken Sie bitte die Zwei. Für Catering drücken Sie die Drei.",
    person: "Reservierung, Huber am Apparat, was kann ich für Sie tun?",
    objection: "Ich hab schon gesagt, rufen Sie uns bitte nicht mehr an.",
    wait: "Momenterl bitte, ich schau schnell ins Buch.",
    back: "Danke fürs Warten, da bin ich wieder.",
    asks: "Möchten Sie drinnen oder im Gastgarten sitzen?",
    patience: "Ja freilich, ich warte gern.",
    chosen: "Im Gastgarten, bitte.",
    asking: "Einen Moment bitte, ich kläre das.",
    answer: "Garden",
  },
} as const;
type Tag = keyof typeof CALLS;
const TAGS = Object.keys(CALLS) as Tag[];

function rig(language: Tag) {
  const words = CALLS[language];
  const brief = briefOf({ goal: words.goal, language, voicemailMessage: words.message });
  const chat = new ScriptedChat((request): Answer => {
    const data = dataIn(request);
    const heard = String(data.findLast((line) => typeof line["business"] === "string")?.["business"] ?? "");
    const told = JSON.stringify(data.slice(-2));
    if (told.includes(words.answer)) return { text: words.chosen };
    if (heard.includes(words.asks) && !JSON.stringify(data).includes("Inside or outside"))
      return { text: words.asking, calls: [call("ask_caller", { question: "Inside or outside?" })] };
    if (heard.includes(words.menu.slice(0, 20))) return { text: "", calls: [call("press_keys", { keys: "2" })] };
    return { text: textsOf(language).allRight[0] };
  });
  const brainBrief = brainBriefOf(brief);
  const line = new VirtualLine(modelBrains(chat, () => "q_1").begin(brainBrief, []), {
    task: taskOf(brief),
    language,
    voicemailMessage: voicemailLine(brainBrief),
  });
  line.conversation.answered();
  return { line, chat, words, brief };
}

const finished = (line: VirtualLine): unknown => line.events("finished")[0];
const states = (line: VirtualLine): readonly string[] =>
  line.events("line_state").flatMap((event) => (event.type === "line_state" ? [event.state] : []));
const pressed = (line: VirtualLine): readonly string[] =>
  line.events("press").flatMap((event) => (event.type === "press" ? event.keys : []));

describe.each(TAGS)("a call in %s", (language) => {
  it("to a voicemail leaves the message once, after the beep, and says in its language that a machine calls", async () => {
    const { line, words } = rig(language);
    for (const said of words.voicemail) {
      await line.says(said);
      await line.pass(300);
    }
    await line.pass(700);
    await line.sounds(made([[[1000], 500]], { rateHz: 16_000 }));
    await line.pass(30_000);
    expect(states(line).at(-1)).toBe("voicemail");
    const message = line.spoken().at(-1) ?? "";
    expect(message.endsWith(words.message)).toBe(true);
    expect(message.startsWith(textsOf(language).introduction("Ada", "Alex Morgan"))).toBe(true);
    expect(line.spoken().filter((text) => text.includes(words.message))).toHaveLength(1);
    expect(finished(line)).toMatchObject({ reason: "voicemail" });
  });

  it("to a menu presses its key, says nothing to it, and tells whoever comes then who calls", async () => {
    const { line, words } = rig(language);
    await line.pass(500);
    await line.says(words.menu);
    await line.pass(4000);
    expect(pressed(line)).toEqual(["2"]);
    expect(line.spoken()).toEqual([]);
    await line.says(words.person);
    await line.pass(12_000);
    expect(line.spoken()[0]).toContain(textsOf(language).introduction("Ada", "Alex Morgan"));
    expect(states(line).filter((state) => state !== "silence")).toEqual(["human", "ivr", "human"]);
  });

  it("ends within ten seconds of an objection, with an apology in its language, and for good", async () => {
    const { line, words } = rig(language);
    await line.says(words.greeting);
    await line.pass(14_000);
    await line.says(words.objection);
    const objectedMs = line.nowMs;
    await line.pass(15_000);
    const end = line.told.find(({ event }) => event.type === "finished");
    expect((end?.atMs ?? Infinity) - objectedMs).toBeLessThan(10_000);
    expect(line.spoken().at(-1)).toBe(textsOf(language).objection);
    // What the number is kept from on the strength of.
    expect(saysObjection(words.objection, language)).toBe(true);
    const entry: TranscriptEntry = {
      ...{ seq: 1, role: "business", text: words.objection },
      ...{ cutOff: null, atMs: 0, offsetMs: 0, latency: null },
    };
    const [noted] = line.events("objected");
    const quotes = noted?.type === "objected" ? noted.quotes : null;
    expect(isObjection(quotes ?? [], [entry], language)).toBe(true);
  });

  it("waits for a person who has gone to look, says nothing meanwhile, and goes on without telling anew who calls", async () => {
    const { line, words } = rig(language);
    await line.says(words.greeting);
    await line.pass(14_000);
    await line.says(words.wait);
    await line.pass(5000);
    const before = line.spoken().length;
    await line.pass(25_000);
    expect(states(line).at(-1)).toBe("hold");
    expect(line.spoken()).toHaveLength(before);
    await line.says(words.back);
    await line.pass(6000);
    expect(states(line).at(-1)).toBe("human");
    expect(line.spoken().slice(before).join(" ")).not.toContain("Alex Morgan");
    expect(line.spoken().length).toBeGreaterThan(before);
  });

  it("keeps them company while the caller is asked, asks once for patience, and passes the answer on", async () => {
    const { line, words } = rig(language);
    const texts = textsOf(language);
    await line.says(words.greeting);
    await line.pass(14_000);
    await line.says(words.asks);
    await line.pass(4000);
    expect(line.events("asked")).toHaveLength(1);
    expect(line.spoken().at(-1)).toBe(words.asking);
    const from = line.spoken().length;
    await line.pass(46_000);
    const company = line.spoken().slice(from);
    expect(company.length).toBeGreaterThanOrEqual(3);
    expect(company).toContain(texts.waitLonger);
    company.forEach((text, i) => expect(text).not.toBe(company[i - 1]));
    for (const text of company) expect([...texts.stillChecking, texts.waitLonger]).toContain(text);
    await line.says(words.patience);
    await line.pass(4000);
    expect(texts.thankYouForTime).toContain(line.spoken().at(-1));
    expect(line.events("ask_prolonged")).toHaveLength(1);
    line.conversation.answer("q_1", words.answer);
    await line.pass(5000);
    expect(line.spoken().at(-1)).toBe(words.chosen);
  });
});
