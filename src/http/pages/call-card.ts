/** Exactly the call that will be placed, and what it costs: the heart of the set-up page. */
import type { Brief } from "../../calls/brief.ts";
import type { Prices } from "../../billing/pricing.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { dollars } from "./layout.ts";

/** What people or businesses wrote: its own direction, its own line breaks. */
const said = (text: string): Html => html`<span class="said" dir="auto">${text}</span>`;

export function callCard(brief: Brief): Html {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Business", brief.businessName],
    ["On behalf of", brief.onBehalfOf],
    ["Details", brief.details],
    ["Constraints", brief.constraints],
    ["If a machine answers", brief.voicemailMessage],
    ["Call back at", brief.callbackNumber],
    ["May connect to", brief.transferTo],
    ["Language", brief.language === "en-US" ? null : brief.language],
  ];
  const shown = rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return html`<section class="card" aria-labelledby="the-call">
    <h2 id="the-call">The call</h2>
    <p class="number"><bdi>${brief.phone}</bdi></p>
    <p class="goal">${said(brief.goal)}</p>
    ${
      brief.questions.length > 0 &&
      html`<h3>It will ask</h3>
        <ol class="questions">
          ${brief.questions.map((question) => html`<li>${said(question)}</li>`)}
        </ol>`
    }
    ${
      shown.length > 0 &&
      html`<dl class="facts">
        ${shown.map(
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

export function priceCard(prices: Prices, amountCents: number): Html {
  const minutes = prices.includedSeconds / 60;
  const calls = Math.floor(amountCents / prices.answeredCents);
  const longest = minutes + Math.floor((amountCents - prices.answeredCents) / prices.extraMinuteCents);
  return html`<section class="card" aria-labelledby="the-price">
    <h2 id="the-price">What it costs</h2>
    <dl class="prices">
      <div>
        <dt>If nobody answers</dt>
        <dd>nothing</dd>
      </div>
      <div>
        <dt>When it is answered, ${minutes} minutes included</dt>
        <dd>${dollars(prices.answeredCents)}</dd>
      </div>
      <div>
        <dt>Each further minute started</dt>
        <dd>${dollars(prices.extraMinuteCents)}</dd>
      </div>
    </dl>
    <p>
      ${dollars(amountCents)} buys ${calls} answered calls of up to ${minutes} minutes, or one of ${longest} minutes.
    </p>
  </section>`;
}
