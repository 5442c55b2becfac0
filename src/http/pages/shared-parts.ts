/** The parts of a shared call's page: its outcome, its answers, its conversation. */
import type { QuestionRecord } from "../../calls/operations.ts";
import type { SharedCall, SharedLine } from "../../sharing/shared-call.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

const said = (text: string): Html => html`<span class="said" dir="auto">${text}</span>`;

export function outcomeSection({ outcome }: SharedCall): Html {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Confirmation number", outcome.confirmationNumber],
    ["Price", outcome.priceQuoted],
    ["Appointment", outcome.appointmentTime],
    ["What is next", outcome.nextSteps === "" ? null : outcome.nextSteps],
  ];
  const facts = rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return html`<section class="card outcome ${outcome.success ? "reached" : "missed"}" aria-labelledby="outcome">
    <h2 id="outcome">What came of it</h2>
    <p class="verdict">${outcome.success ? "The goal was reached" : "The goal was not reached"}</p>
    <p class="summary">${said(outcome.summary)}</p>
    ${
      facts.length > 0 &&
      html`<dl class="facts">
        ${facts.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${said(value)}</dd>
            </div>`,
        )}
      </dl>`
    }
  </section>`;
}

export function answersSection({ questions, transcript }: SharedCall): Html | null {
  if (questions.length === 0) return null;
  const lines = new Set(transcript.map(({ seq }) => seq));
  return html`<section aria-labelledby="answers">
    <h2 id="answers">${questions.length === 1 ? "The question and its answer" : "Questions and answers"}</h2>
    <ol class="answers">
      ${questions.map(
        (record) =>
          html`<li>
            <h3>${said(record.question)}</h3>
            ${answerOf(record)} ${quoteOf(record, lines)}
          </li>`,
      )}
    </ol>
  </section>`;
}

function answerOf({ status, answer }: QuestionRecord): Html {
  if (status === "answered" && answer !== null) return html`<p class="answer">${said(answer)}</p>`;
  const why = {
    answered: "Answered, as the conversation shows.",
    refused: "They would not say.",
    unknown: "They did not know.",
    not_asked: "It did not come to this question.",
  }[status];
  return html`<p class="answer none">${why}</p>`;
}

/** The words themselves, leading to their place in the conversation. (Chromium does not follow a click on a link around a `q`.) */
function quoteOf({ quote, seq }: QuestionRecord, lines: ReadonlySet<number>): Html | null {
  if (quote === null || quote.trim() === "") return null;
  const words = html`“<bdi>${quote}</bdi>”`;
  return seq !== null && lines.has(seq)
    ? html`<p class="quote">In their words: <a href="#line-${seq}">${words}</a></p>`
    : html`<p class="quote">In their words: ${words}</p>`;
}

const SPEAKERS = { assistant: "Assistant", business: "Business", system: "Note" } as const;

export function conversationSection({ transcript, language, businessName }: SharedCall): Html | null {
  if (transcript.length === 0) return null;
  return html`<section class="conversation" aria-labelledby="conversation">
    <h2 id="conversation">The conversation</h2>
    <ol class="talk" lang="${language}">
      ${transcript.map((line) => lineItem(line, line.role === "business" ? businessName : null))}
    </ol>
  </section>`;
}

function lineItem({ seq, role, text, cutOff, offsetMs }: SharedLine, name: string | null): Html {
  return html`<li id="line-${seq}" class="${role}">
    <p class="who" lang="en"><bdi>${name ?? SPEAKERS[role]}</bdi> <span class="when">${clock(offsetMs)}</span></p>
    <p class="words">${said(text)}${cutOff && html`<span class="cut" lang="en"> (interrupted)</span>`}</p>
  </li>`;
}

/** Minutes and seconds since the call was answered. */
function clock(offsetMs: number): string {
  const seconds = Math.max(0, Math.floor(offsetMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
