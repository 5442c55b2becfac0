/** Letting a person pay: the provider is asked, what it says is taken in, and the person's browser is told where to go. */
import type { DeskContext } from "../calls/desk-context.ts";
import type { PaymentRow } from "../calls/ports-store.ts";
import { Refusal } from "../calls/refusal.ts";
import type { MoneyIn } from "./money-in.ts";
import type { ConfirmReply } from "./operations.ts";

export type Collecting = {
  readonly payment: PaymentRow;
  /** What the person reads at the provider's. */
  readonly description: string;
  /** Where the provider sends them back to. */
  readonly returnUrl: string;
};

/** Lets the person pay; repeating it with the same row is harmless. */
export async function collect(
  context: DeskContext,
  money: MoneyIn,
  { payment, description, returnUrl }: Collecting,
  signal: AbortSignal,
): Promise<ConfirmReply> {
  const { store, payments, log } = context;
  const { paymentId, accountId, amountCents } = payment;
  try {
    const reply = await payments.collect({ paymentId, accountId, amountCents, description, returnUrl }, signal);
    if (reply.kind === "redirect") {
      store.atomically(() => {
        if (store.payments.read(paymentId)?.state === "succeeded") return;
        store.payments.noteRef(paymentId, reply.providerRef);
        const setup = payment.setupId === null ? null : store.setups.byId(payment.setupId);
        if (setup?.state === "open") store.setups.markPaying(setup.setupId);
      });
      return { kind: "redirect", url: reply.url };
    }
    money.take(reply.news);
    if (reply.news.kind === "paid") return { kind: "confirmed", accountUrl: null };
    return { kind: "failed", message: "The payment was declined. Nothing was paid; try again or use another card." };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ payment_id: paymentId, err: error }, "the payment provider could not be reached");
    return {
      kind: "failed",
      message: "The payment provider cannot be reached just now. Nothing was paid; try again.",
    };
  }
}
