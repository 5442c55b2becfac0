/**
 * What the pages for people may ask: the set-up of a first call, the account page, topping up. Rendered by
 * `http/pages`; everything that decides or remembers is behind this page. Operations that may have to reach the
 * payment provider are asynchronous; the others answer at once. What is refused is a Refusal.
 */
import type { Brief } from "../calls/brief.ts";
import type { AccountRecord } from "../calls/operations.ts";
import type { Prices } from "./pricing.ts";

export type SetupView = {
  /** `first_call` opens an account; `top_up` adds to one that exists. */
  readonly kind: "first_call" | "top_up";
  /**
   * `open`: waits for the person. `paying`: they were sent to the provider and no news has come yet. `completed`: paid,
   * the agent may repeat its request. `used`: the call has been placed.
   */
  readonly state: "open" | "paying" | "completed" | "used";
  /** Exactly the call that will be placed; null for a top-up that belongs to no call. */
  readonly brief: Brief | null;
  readonly prices: Prices;
  readonly amountCents: number;
  readonly provider: "house" | "stripe";
  /** This call cannot be dialled as the appliance is configured now (no trunk): say so before they pay. */
  readonly trunkMissing: boolean;
  readonly expiresAtMs: number;
};

export type ConfirmReply =
  /**
   * Paid. `accountUrl` is a one-time link to the account page: shown to the person who confirmed, once; null when it
   * has been given out before.
   */
  | { readonly kind: "confirmed"; readonly accountUrl: string | null }
  /** Send the browser there (303). */
  | { readonly kind: "redirect"; readonly url: string }
  /** The provider refused or cannot be reached: show this sentence; the same form may be sent again. */
  | { readonly kind: "failed"; readonly message: string };

type PageSession = {
  readonly accountId: string;
  readonly expiresAtMs: number;
};

export type KeyView = {
  readonly keyId: string;
  /** First characters, to tell keys apart. The key itself is never stored. */
  readonly prefix: string;
  readonly name: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
};

export type LedgerRow = {
  readonly seq: number;
  readonly atMs: number;
  readonly code: "topup" | "reload" | "hold" | "release" | "charge" | "refund" | "chargeback" | "adjust";
  readonly amountCents: number;
  /** What it did to the balance: holds and releases change only what is available. */
  readonly balanceChangeCents: number;
  readonly callId: string | null;
};

export type AccountPage = {
  readonly account: AccountRecord;
  readonly provider: "house" | "stripe";
  readonly cardSaved: boolean;
  /** A sentence when auto-reload has been suspended after three declined payments, else null. */
  readonly autoReloadSuspended: string | null;
  /** A sentence when the account is frozen, else null. */
  readonly frozen: string | null;
  /** Newest first. */
  readonly ledger: readonly LedgerRow[];
  /** Give to `readAccountPage` for the rows before these; null when there are none. */
  readonly ledgerBefore: number | null;
  readonly keys: readonly KeyView[];
};

export interface PageOperations {
  /** What the link shows. Reading changes nothing, however often. Null: unknown or expired. */
  readSetup(token: string): SetupView | null;
  /**
   * The person's confirmation: pays `amountCents` and completes the set-up. Sent again it does nothing more. `not_found`
   * when the link is unknown or expired.
   */
  confirmSetup(token: string, signal: AbortSignal): Promise<ConfirmReply>;
  /** The person's browser is back from the provider: asks what became of it. Reading again is harmless. */
  settleSetup(token: string, signal: AbortSignal): Promise<SetupView | null>;
  /** The one-time link to the account page, once, after the set-up is completed; null before, and ever after. */
  claimAccountLink(token: string): string | null;

  /** Opens a session for the holder of an account key or of a one-time link; null when it is neither. */
  signIn(
    credential: { readonly key: string } | { readonly link: string },
  ): { session: string; expiresAtMs: number } | null;
  /** Who a session belongs to; null when unknown, expired or ended. */
  readSession(session: string): PageSession | null;
  signOut(session: string): void;

  readAccountPage(accountId: string, ledgerBefore: number | null): AccountPage;
  switchAutoReload(accountId: string, on: boolean): void;
  /** The new key, shown once. */
  createKey(accountId: string, name: string | null): { readonly key: string; readonly keyId: string };
  /** False when the account has no such key. */
  renameKey(accountId: string, keyId: string, name: string | null): boolean;
  /** Works at once, and ends the sessions that were opened with it. False when the account has no such key. */
  revokeKey(accountId: string, keyId: string): boolean;

  /**
   * A top-up of 10.00 from the account page. `attempt` is a random word made when the form was rendered: the same form
   * sent twice pays once.
   */
  topUp(accountId: string, attempt: string, signal: AbortSignal): Promise<ConfirmReply>;
  /** The public top-up link of an account (`top_up_url`): what it shows. Null: unknown. It lets nobody in or see more. */
  readTopUpLink(token: string): { readonly amountCents: number; readonly provider: "house" | "stripe" } | null;
  /** Pays in through the top-up link. `not_found` when it is unknown. `accountUrl` is always null here. */
  confirmTopUpLink(token: string, attempt: string, signal: AbortSignal): Promise<ConfirmReply>;

  /** A delivery of the payment provider. False: not genuine, answer 400; else 200, also when it is of no interest. */
  takeWebhook(rawBody: Uint8Array, signature: string | null): boolean;
}
