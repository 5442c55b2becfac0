/** How the appliance stands in the moment it is asked: seats, calls under way, money held, the way out, the disk. */
import type { StoreFigures } from "../../calls/ports-store.ts";
import type { Make } from "./make.ts";

export type Seats = { readonly total: number | null; readonly used: number };

/** What the wiring knows and the desk does not. */
export type ApplianceState = {
  readonly store: StoreFigures;
  /** Changes of calls that could not be written yet. */
  readonly writesWaiting: number;
  /** Asterisk is connected, and calls within it could be placed. */
  readonly asterisk: boolean;
  /** Whether calls could be placed over each trunk now, its registration included. */
  readonly trunks: Readonly<Record<string, boolean>>;
  readonly ready: boolean;
};

export type Now = { readonly seats: Seats; readonly longPolls: number; readonly state: ApplianceState | null };

export function stateFigures(make: Make): (now: Now) => void {
  const used = make.gauge("outdial_seats_used", "Calls under way.");
  const all = make.gauge("outdial_seats", "Calls that this machine carries at a time.");
  const free = make.gauge("outdial_seats_free", "Calls that it could take on now.");
  const polls = make.gauge("outdial_long_polls", "Requests that wait for news of a call.");
  const calls = make.gauge("outdial_calls", "Calls by state; queued: accepted and not dialled yet.", ["state"]);
  const held = make.gauge(
    "outdial_held_usd",
    "What calls under way have reserved and not been charged, in US dollars.",
  );
  const ready = make.gauge("outdial_ready", "1 while a call could be placed, as /readyz says.");
  const asterisk = make.gauge("outdial_asterisk_connected", "1 while Asterisk is connected.");
  const trunk = make.gauge(
    "outdial_trunk_ready",
    "1 while calls could be placed over the trunk: Asterisk is connected, and registered where the trunk wants that.",
    ["trunk"],
  );
  const writes = make.gauge(
    "outdial_writes_waiting",
    "Calls whose latest changes could not be written to the database yet.",
  );
  const deliveries = make.gauge(
    "outdial_webhook_deliveries_waiting",
    "Deliveries to webhooks that have not arrived yet.",
  );
  const oldest = make.gauge(
    "outdial_webhook_oldest_delivery_timestamp_seconds",
    "When the oldest delivery that has not arrived yet was to be made, in seconds since 1970; 0 when none waits.",
  );
  const database = make.gauge("outdial_database_bytes", "Size of the database's file.");
  const log = make.gauge("outdial_database_wal_bytes", "Size of the log beside it that is not folded in yet.");

  return ({ seats, longPolls, state }) => {
    used.set(seats.used);
    // Nobody has measured it: then there is no such figure, rather than a wrong one.
    if (seats.total === null) {
      all.remove();
      free.remove();
    } else {
      all.set(seats.total);
      free.set(Math.max(0, seats.total - seats.used));
    }
    polls.set(longPolls);
    if (state === null) return;
    const { store } = state;
    calls.set({ state: "queued" }, store.calls.queued);
    calls.set({ state: "ringing" }, store.calls.ringing);
    calls.set({ state: "in_progress" }, store.calls.in_progress);
    held.set(store.heldCents / 100);
    ready.set(state.ready ? 1 : 0);
    asterisk.set(state.asterisk ? 1 : 0);
    for (const [name, isReady] of Object.entries(state.trunks)) trunk.set({ trunk: name }, isReady ? 1 : 0);
    writes.set(state.writesWaiting);
    deliveries.set(store.deliveriesWaiting);
    oldest.set((store.oldestDeliveryMs ?? 0) / 1000);
    database.set(store.databaseBytes);
    log.set(store.walBytes);
  };
}
