import type { SpokenTexts } from "./spoken-texts.ts";

export const GERMAN_TEXTS: SpokenTexts = {
  introduction: (name, whom) => `Guten Tag, hier spricht ${name}, ein automatischer Assistent, im Auftrag von ${whom}.`,
  plainIntroduction: (name, whom) => `Guten Tag, hier spricht ${name}, ich rufe im Auftrag von ${whom} an.`,
  someCustomer: "einer Kundin oder einem Kunden",
  theBusiness: "das Unternehmen",
  thanks: ["Danke.", "Prima, vielen Dank.", "Sehr gut, danke."],
  allRight: ["In Ordnung.", "Verstehe.", "Gut."],
  moment: ["Einen Moment bitte, ich kläre das.", "Einen kleinen Augenblick bitte, ich frage nach."],
  stillChecking: [
    "Danke, dass Sie warten. Ich kläre das noch.",
    "Ich warte noch auf die Antwort. Vielen Dank für Ihre Geduld.",
    "Entschuldigen Sie, dass es dauert. Es ist gleich so weit.",
    "Ich bin noch da und sage es Ihnen, sobald ich es weiß.",
  ],
  stillHere: [
    "Ja, ich bin noch da. Ich warte auf die Antwort.",
    "Ich bin hier. Entschuldigen Sie, dass Sie warten müssen.",
  ],
  hurrying: [
    "Entschuldigen Sie die Wartezeit. Die Frage ist gestellt.",
    "Verzeihung, ich sage es Ihnen, sobald ich es weiß.",
  ],
  waitLonger: "Entschuldigung, ich habe die Antwort noch nicht. Könnten Sie noch etwas warten?",
  thankYouForTime: ["Vielen Dank, das ist sehr nett.", "Ich danke Ihnen sehr."],
  cannotWait: "Das verstehe ich. Können wir ohne die Antwort weitermachen, oder sollen wir Sie zurückrufen?",
  goOnWithout: "In Ordnung, dann machen wir ohne weiter.",
  alsoAsking: "Das kläre ich auch gleich. Einen Moment, bitte.",
  askingNext: "Und jetzt kläre ich Ihre andere Frage.",
  sureHold: "Natürlich.",
  notUnderstood: [
    "Entschuldigung, das habe ich nicht verstanden. Könnten Sie es wiederholen?",
    "Verzeihung, könnten Sie das bitte noch einmal sagen?",
  ],
  robot: (whom) => `Ja, ich bin ein automatischer Assistent. Ich rufe im Auftrag von ${whom} an.`,
  areYouThere: "Hallo? Sind Sie noch da?",
  nobody: "Ich höre niemanden. Ich versuche es später noch einmal. Auf Wiederhören.",
  noAnswer:
    "Es tut mir leid, das kann ich Ihnen gerade nicht sagen. Können wir ohne das weitermachen, oder sollen wir später noch einmal anrufen?",
  willCallBack: "In Ordnung. Wir rufen später wieder an. Vielen Dank für Ihre Hilfe. Auf Wiederhören.",
  isThatAnObjection: "Entschuldigen Sie die Störung. Möchten Sie, dass diese Nummer nicht mehr angerufen wird?",
  objection: "Bitte entschuldigen Sie den Anruf. Wir rufen Sie nicht mehr an. Auf Wiederhören.",
  wrongNumber: "Entschuldigung, da habe ich mich verwählt. Auf Wiederhören.",
  goodbye: "Das ist alles. Vielen Dank für Ihre Hilfe. Auf Wiederhören.",
  shortGoodbye: "Vielen Dank. Auf Wiederhören.",
  wrapUp: "Es tut mir leid, ich muss das Gespräch jetzt beenden. Vielen Dank für Ihre Hilfe. Auf Wiederhören.",
  connecting: "Ich verbinde Sie. Einen Moment, bitte.",
  stillConnecting: [
    "Danke, dass Sie warten. Ich versuche noch, Sie zu verbinden.",
    "Noch einen kleinen Moment, bitte.",
  ],
  notConnected: "Es tut mir leid, dort ist gerade niemand zu erreichen.",
  onTheLine: (name, business, about) =>
    `Guten Tag, hier ist ${name}, Ihr automatischer Assistent. Ich habe ${business} in der Leitung, es geht um Folgendes: ${about} Ich verbinde Sie jetzt.`,
  oneMoment: "Einen Moment, bitte.",
  apology:
    "Es tut mir leid, wir haben eine technische Störung, und ich kann nicht weitersprechen. Wir rufen wieder an. Auf Wiederhören.",
};
