/** The account page itself: balance, auto-reload, keys, ledger. */
import type { AccountPage, KeyView, LedgerRow } from "../../billing/operations.ts";
import { AUTO_RELOAD_AMOUNT_CENTS, AUTO_RELOAD_THRESHOLD_CENTS, INITIAL_TOP_UP_CENTS } from "../../billing/pricing.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { dollars, moment, notice } from "./layout.ts";
import type { Page } from "./layout.ts";

export type Shown = {
  /** A key that has just been made: shown this once. */
  readonly newKey?: string;
  readonly fault?: string;
};

export type AccountView = {
  readonly page: AccountPage;
  /** The ledger is shown from before this row on. */
  readonly before: number | null;
  readonly token: string;
  readonly attempt: string;
  /** Topping up needs the operator's passphrase. */
  readonly passphrase: boolean;
  readonly shown: Shown;
};

export function accountPage(view: AccountView): Page {
  const { page, shown } = view;
  const { account } = page;
  return {
    title: "Account",
    wide: true,
    main: html`<h1 class="balance"><span class="eyebrow">Balance</span> ${dollars(account.balanceCents)}</h1>
      ${
        account.heldCents > 0 &&
        html`<p class="lead">
          ${dollars(account.balanceCents - account.heldCents)} available, ${dollars(account.heldCents)} reserved for
          calls under way.
        </p>`
      }
      ${shown.fault !== undefined && notice("bad", shown.fault)} ${page.frozen !== null && notice("bad", page.frozen)}
      ${page.autoReloadSuspended !== null && notice("bad", page.autoReloadSuspended)}
      ${shown.newKey !== undefined && newKeyNotice(shown.newKey)}
      <div class="columns">${topUpSection(view)} ${reloadSection(view)}</div>
      ${keysSection(page.keys, view.token)} ${ledgerSection(page, view.before)}
      <form method="post" action="/account/sign-out">
        ${hidden(view.token)}<button class="second">Sign out</button>
      </form>`,
  };
}

const hidden = (token: string): Html => html`<input type="hidden" name="form_token" value="${token}" />`;

function newKeyNotice(key: string): Html {
  return html`<section class="notice good" role="status" aria-labelledby="new-key">
    <h2 id="new-key">The new key</h2>
    <p><code class="key">${key}</code></p>
    <p>Copy it now and give it to your agent. It is not stored and cannot be shown again.</p>
  </section>`;
}

function topUpSection({ page, token, attempt, passphrase }: AccountView): Html {
  const amount = dollars(INITIAL_TOP_UP_CENTS);
  return html`<section class="card" aria-labelledby="top-up">
    <h2 id="top-up">Top up</h2>
    <p>
      ${
        page.provider === "house"
          ? "This appliance's own credit: no card is asked for."
          : page.cardSaved
            ? "By card. A card is saved for auto-reload; a new one replaces it."
            : "By card. It is saved for auto-reload."
      }
    </p>
    <form method="post" action="/account/top-up">
      ${hidden(token)}<input type="hidden" name="attempt" value="${attempt}" />
      ${
        passphrase &&
        html`<p class="field">
          <label for="passphrase">The operator's passphrase</label>
          <input id="passphrase" name="passphrase" type="password" required autocomplete="current-password" />
        </p>`
      }
      <button>Add ${amount}</button>
    </form>
  </section>`;
}

function reloadSection({ page, token, passphrase }: AccountView): Html {
  const on = page.account.autoReload;
  const from = page.provider === "house" ? "of the appliance's own credit" : "from the saved card";
  const rule = `When a charge leaves less than ${dollars(AUTO_RELOAD_THRESHOLD_CENTS)}, ${dollars(AUTO_RELOAD_AMOUNT_CENTS)} ${from} are added.`;
  const approved = passphrase && " The operator's passphrase is needed each time, so nothing is added by itself.";
  const cardMissing = page.provider === "stripe" && !page.cardSaved;
  return html`<section class="card" aria-labelledby="auto-reload">
    <h2 id="auto-reload">Auto-reload is ${on ? "on" : "off"}</h2>
    <p>${rule}${cardMissing && " No card is saved yet, so nothing is charged."}${approved}</p>
    <form method="post" action="/account/auto-reload">
      ${hidden(token)}<input type="hidden" name="on" value="${on ? "false" : "true"}" />
      <button class="second">Turn ${on ? "off" : "on"}</button>
    </form>
  </section>`;
}

function keysSection(keys: readonly KeyView[], token: string): Html {
  return html`<section aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    <ul class="keys">
      ${keys.map((key) => keyRow(key, token))}
    </ul>
    <form class="row" method="post" action="/account/keys">
      ${hidden(token)}
      <p class="field">
        <label for="new-name">Name of a new key</label
        ><input id="new-name" name="name" maxlength="60" autocomplete="off" />
      </p>
      <button class="second">Make a key</button>
    </form>
  </section>`;
}

function keyRow(key: KeyView, token: string): Html {
  const name = html`<strong dir="auto">${key.name ?? "Unnamed"}</strong>`;
  const used = key.lastUsedAtMs === null ? "never used" : html`last used ${moment(key.lastUsedAtMs)}`;
  if (key.revokedAtMs !== null) {
    return html`<li class="revoked">
      <p>${name} <code>${key.prefix}…</code></p>
      <p class="quiet">revoked ${moment(key.revokedAtMs)}</p>
    </li>`;
  }
  return html`<li>
    <p>${name} <code>${key.prefix}…</code></p>
    <p class="quiet">made ${moment(key.createdAtMs)}, ${used}</p>
    <details>
      <summary>Rename or revoke<span class="hidden"> ${key.name ?? key.prefix}</span></summary>
      <form class="row" method="post" action="${`/account/keys/${encodeURIComponent(key.keyId)}/name`}">
        ${hidden(token)}
        <p class="field">
          <label for="${`name-${key.keyId}`}">Name</label
          ><input id="${`name-${key.keyId}`}" name="name" maxlength="60" value="${key.name ?? ""}" autocomplete="off" />
        </p>
        <button class="second">Rename</button>
      </form>
      <form method="post" action="${`/account/keys/${encodeURIComponent(key.keyId)}/revoke`}">
        ${hidden(token)}
        <p>Whoever uses this key is shut out at once, here too if they signed in with it.</p>
        <button class="danger">Revoke this key</button>
      </form>
    </details>
  </li>`;
}

const WORDS: Readonly<Record<LedgerRow["code"], string>> = {
  topup: "Top-up",
  reload: "Auto-reload",
  hold: "Reserved for a call",
  release: "Reservation released",
  charge: "Call charged",
  refund: "Refund",
  chargeback: "Taken back by the bank",
  adjust: "Adjustment by the operator",
};

function ledgerSection({ ledger, ledgerBefore }: AccountPage, before: number | null): Html {
  return html`<section aria-labelledby="ledger">
    <h2 id="ledger">Ledger</h2>
    ${
      ledger.length === 0
        ? html`<p class="quiet">Nothing yet.</p>`
        : html`<div class="scroll" role="region" aria-labelledby="ledger" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col" class="amount">Amount</th>
                </tr>
              </thead>
              <tbody>
                ${ledger.map(ledgerRow)}
              </tbody>
            </table>
          </div>`
    }
    <nav class="pages" aria-label="Ledger pages">
      ${before !== null && html`<a href="/account">Newest</a>`}${
        ledgerBefore !== null && html`<a href="${`/account?before=${ledgerBefore}`}">Earlier</a>`
      }
    </nav>
  </section>`;
}

function ledgerRow(row: LedgerRow): Html {
  const moved = row.balanceChangeCents;
  const sign = moved > 0 ? "+" : "";
  return html`<tr>
    <td>${moment(row.atMs)}</td>
    <td>${WORDS[row.code]}${row.callId !== null && html`<br /><code class="quiet">${row.callId}</code>`}</td>
    <td class="amount">
      ${moved === 0 ? html`<span class="quiet">(${dollars(row.amountCents)})</span>` : `${sign}${dollars(moved)}`}
    </td>
  </tr>`;
}
