/** What a business is likely to say in a given call: hints for the recogniser, as sentences in plain words. */
import type { Brief } from "../../calls/brief.ts";
import { inWords } from "./english/spoken.ts";
import { askKind, optionsOf } from "./english/topics.ts";

/** Sentences and words likely to be heard: names, the words of the questions turned into statements, what is asked back. */
export function expectedBusinessPhrases(brief: Brief): string[] {
  const phrases = [
    ...(brief.businessName === null ? [] : greetings(brief.businessName)),
    ...(brief.onBehalfOf === null ? [] : named(brief.onBehalfOf)),
    ...brief.questions.flatMap(statementsFrom),
    ...[brief.goal, brief.details, brief.constraints].flatMap((text) => (text === null ? [] : [text])),
  ];
  return [...new Set(phrases.map(inWords).filter((phrase) => phrase !== ""))];
}

function greetings(name: string): string[] {
  return [
    name,
    `thank you for calling ${name}`,
    `thank you for calling ${name} how can I help you`,
    `${name} how can I help you`,
    `hello ${name}`,
    `good morning ${name}`,
    `this is ${name}`,
  ];
}

function named(name: string): string[] {
  const last = name.split(/\s+/).at(-1) ?? name;
  return [
    name,
    last,
    `under the name ${name}`,
    `for ${name}`,
    `under ${last}`,
    `thank you ${name}`,
    `is that for ${name}`,
  ];
}

/** "Is there parking nearby?" is answered with "there is parking nearby", "How much is lunch?" with "lunch is". */
function statementsFrom(question: string): string[] {
  const bare = question.replace(/[?.!]+\s*$/, "").trim();
  const auxiliary =
    /^(is|are|do|does|can|could|will|would|have|has) (there|you|they|we|it|the \w+|your \w+|\w+)\s*(.*)$/i.exec(bare);
  const subject =
    /^(?:how much|what|when|where|which|who|how long|how late|what time|how many)\s+(?:\w+ )?(is|are|does|do|will|can)\s+(.*)$/i.exec(
      bare,
    );
  const statements: string[] = [bare];
  if (auxiliary?.[2] !== undefined) {
    const rest = auxiliary[3] ?? "";
    const whom = /^(you|they)$/i.test(auxiliary[2]) ? "we" : auxiliary[2];
    const verb = /^(do|does)$/i.test(auxiliary[1] ?? "") ? "" : `${auxiliary[1] ?? ""} `;
    statements.push(`yes ${whom} ${verb}${rest}`, `no ${whom} ${verb}not ${rest}`, rest);
  }
  if (subject?.[2] !== undefined) {
    const about = subject[2].replace(/\b(cost|close|open|take|start|end)$/i, "$1s").replace(/\byou\b/gi, "we");
    const ends = askKind(bare) === "price" ? ["is", "costs"] : askKind(bare) === "time" ? ["at"] : ["is"];
    statements.push(about, ...ends.map((end) => `${about} ${end}`));
  }
  for (const option of optionsOf(bare)) statements.push(option);
  return statements;
}
