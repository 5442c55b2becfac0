import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/calls/ports-store.ts";
import { cents, PRICES } from "../../src/billing/pricing.ts";
import { newId } from "../../src/lib/ids.ts";
import { openStore } from "../../src/store/store.ts";
import { briefTo, SHOP_PHONE } from "../fakes/desk.ts";
import { cases } from "../support/cases.ts";

const amount = fc.integer({ min: 1, max: 400 });
const step = fc.oneof(
  fc.record({ do: fc.constant("credit" as const), payment: fc.nat(4), amount }),
  fc.record({ do: fc.constant("hold" as const), call: fc.nat(2), slot: fc.nat(3), amount }),
  fc.record({ do: fc.constant("charge" as const), call: fc.nat(2), slot: fc.nat(3) }),
  fc.record({ do: fc.constant("release" as const), call: fc.nat(2) }),
  fc.record({ do: fc.constant("refund" as const), call: fc.nat(2) }),
  fc.record({ do: fc.constant("crash" as const) }),
);

/** What the ledger must say, kept in plain numbers. */
type CallBook = {
  readonly slots: Map<number, { amount: number; charged: boolean }>;
  released: boolean;
  refunded: number;
};

describe("the ledger under any sequence of operations", () => {
  const folder = mkdtempSync(join(tmpdir(), "outdial-ledger-"));
  let store: Store;
  const open = (): Store => openStore({ folder, onEffectError: () => {} });
  beforeAll(() => void (store = open()));
  afterAll(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("agrees with plain arithmetic, balances, and does nothing twice, across crashes", { timeout: 60_000 }, () => {
    let operations = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 80, size: "max" }), (steps) => {
        const accountId = newId("acct");
        const callIds = [newId("call"), newId("call"), newId("call")];
        store.atomically(() => {
          store.accounts.open(accountId, 0);
          for (const callId of callIds) {
            const call = {
              callId,
              accountId,
              brief: briefTo(SHOP_PHONE),
              route: "trunk",
              free: false,
              prices: PRICES,
            } as const;
            store.calls.insert({ ...call, createdAtMs: 0, questions: [] });
            store.calls.saveLife(callId, { ...ANSWERED }, true);
          }
        });
        let available = 0;
        const paid = new Set<number>();
        const books: CallBook[] = callIds.map(() => ({ slots: new Map(), released: false, refunded: 0 }));

        for (const one of steps) {
          operations += 1;
          const book = books["call" in one ? one.call : 0];
          const callId = callIds["call" in one ? one.call : 0];
          if (book === undefined || callId === undefined) throw new Error("no such call");
          const reserved = (): number =>
            [...book.slots.values()].filter(({ charged }) => !charged).reduce((sum, slot) => sum + slot.amount, 0);
          const twice = <T>(run: () => T): T => {
            const first = store.atomically(run);
            store.atomically(run);
            return first;
          };
          switch (one.do) {
            case "credit": {
              const paymentId = `${accountId}_p${one.payment}`;
              twice(() => {
                const amountCents = cents(one.amount);
                if (
                  store.payments.create({
                    paymentId,
                    accountId,
                    kind: "top_up",
                    setupId: null,
                    amountCents,
                    createdAtMs: 0,
                  })
                ) {
                  store.payments.settle(paymentId, "succeeded");
                }
                store.ledger.credit(accountId, paymentId, "topup", amountCents, 0);
              });
              if (!paid.has(one.payment)) available += one.amount;
              paid.add(one.payment);
              break;
            }
            case "hold": {
              if (book.released) break;
              const held = twice(() => store.ledger.hold(accountId, callId, `m${one.slot}`, cents(one.amount), 0));
              const known = book.slots.has(one.slot);
              expect(held).toBe(known || available >= one.amount);
              if (known || !held) break;
              book.slots.set(one.slot, { amount: one.amount, charged: false });
              available -= one.amount;
              break;
            }
            case "charge": {
              const slot = book.slots.get(one.slot);
              if (slot === undefined || book.released) break;
              twice(() => store.ledger.charge(accountId, callId, `m${one.slot}`, cents(slot.amount), 0));
              slot.charged = true;
              break;
            }
            case "release":
              twice(() => store.ledger.release(accountId, callId, 0));
              if (reserved() > 0) book.released = true;
              for (const [key, slot] of book.slots) {
                if (slot.charged) continue;
                available += slot.amount;
                book.slots.delete(key);
              }
              break;
            case "refund": {
              const posted = [...book.slots.values()]
                .filter(({ charged }) => charged)
                .reduce((sum, slot) => sum + slot.amount, 0);
              twice(() => store.ledger.refund(accountId, callId, cents(Math.min(posted, 7)), 0));
              if (book.refunded > 0 || posted === 0) break;
              book.refunded = Math.min(posted, 7);
              available += book.refunded;
              break;
            }
            case "crash":
              expect(() =>
                store.atomically(() => {
                  store.ledger.release(accountId, callId, 0);
                  store.ledger.hold(accountId, callId, "m9", cents(1), 0);
                  throw new Error("died in the middle");
                }),
              ).toThrow("died in the middle");
          }
          const held = books
            .flatMap(({ slots }) => [...slots.values()])
            .filter(({ charged }) => !charged)
            .reduce((sum, slot) => sum + slot.amount, 0);
          expect(store.ledger.balance(accountId)).toEqual({ balanceCents: available + held, heldCents: held });
          for (const [index, id] of callIds.entries()) {
            const row = store.calls.read(id);
            const slots = [...(books[index]?.slots.values() ?? [])];
            const sum = (charged: boolean): number =>
              slots.filter((slot) => slot.charged === charged).reduce((total, slot) => total + slot.amount, 0);
            expect([row?.reservedCents, row?.postedCents, row?.refundedCents]).toEqual([
              sum(false),
              sum(true),
              books[index]?.refunded,
            ]);
          }
        }
        expect(store.verify()).toEqual([]);
        store.close();
        store = open();
        expect(store.verify()).toEqual([]);
      }),
      { numRuns: cases(60) },
    );
    expect(operations).toBeGreaterThan(cases(1000));
  });
});

const ANSWERED = {
  status: "in_progress",
  lineState: null,
  answeredBy: null,
  answeredAtMs: 1,
  endedAtMs: null,
  endReason: null,
  sipStatus: null,
  metMenu: false,
  introduced: true,
  aliveMs: 0,
  durationS: null,
  latencyMs: null,
  outcome: null,
} as const;
