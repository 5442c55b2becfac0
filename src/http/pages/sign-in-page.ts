/** The way in: with a key, or by pressing the button behind a one-time link (link scanners press none). */
import { PAGE_PATHS } from "./paths.ts";
import { html } from "./html.ts";
import { notice } from "./layout.ts";
import type { Page } from "./layout.ts";

export function signInPage(token: string, fault: string | null): Page {
  return {
    title: "Sign in",
    main: html`<h1>Your account</h1>
      ${fault !== null && notice("bad", fault)}
      <form class="confirm" method="post" action="/account/sign-in">
        <input type="hidden" name="form_token" value="${token}" />
        <p class="field">
          <label for="key">A key of the account</label>
          <input
            id="key"
            name="key"
            type="password"
            required
            autocomplete="current-password"
            spellcheck="false"
            aria-describedby="key-help"
          />
        </p>
        <button>Sign in</button>
        <p class="quiet" id="key-help">
          Your agent has one: the <code>account_key</code> of its first call, beginning with <code>svc_</code>.
        </p>
      </form>`,
  };
}

export function enterPage(link: string, token: string): Page {
  return {
    title: "Open the account page",
    main: html`<h1>Open the account page</h1>
      <p class="lead">This link works once. It opens the page of your account in this browser for twelve hours.</p>
      <form class="confirm" method="post" action="${PAGE_PATHS.enter(link)}">
        <input type="hidden" name="form_token" value="${token}" />
        <button>Open it now</button>
      </form>`,
  };
}
