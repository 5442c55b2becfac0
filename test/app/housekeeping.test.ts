import { expect, it } from "vitest";
import { keepHouse } from "../../src/app/housekeeping.ts";
import { FakeClock } from "../fakes/clock.ts";
import { settled } from "../fakes/desk.ts";

const HOUR_MS = 3_600_000;

function house(at: string | null, fails = false) {
  const clock = new FakeClock(new Date("2026-03-02T10:00:00").toISOString());
  const seen: string[] = [];
  let newestMs: number | null = null;
  const note = (what: string): void => void seen.push(`${what} ${new Date(clock.wallMs()).toTimeString().slice(0, 5)}`);
  const kept = keepHouse({
    verify: () => note("verified"),
    backUp: {
      at,
      newestMs: () => newestMs,
      make: () => {
        note("backed up");
        if (fails) return Promise.reject(new Error("no room"));
        newestMs = clock.wallMs();
        return Promise.resolve();
      },
    },
    clock,
    timers: clock,
    onError: (error, what) => void seen.push(`${what}: ${String(error)}`),
  });
  return { clock, seen, kept, backups: () => seen.filter((one) => !one.startsWith("verified")) };
}

async function pass(clock: FakeClock, hours: number): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute += 1) {
    clock.advance(60_000);
    await settled();
  }
}

it("looks at once and every hour at what is stored", () => {
  const { clock, seen, kept } = house(null);
  clock.advance(2 * HOUR_MS);
  expect(seen).toEqual(["verified 10:00", "verified 11:00", "verified 12:00"]);
  kept.end();
  expect(clock.waiting).toBe(0);
});

it("backs up once every night at its time", async () => {
  const { clock, kept, backups } = house("03:30");
  await pass(clock, 60);
  expect(backups()).toEqual(["backed up 03:30", "backed up 03:30"]);
  kept.end();
  expect(clock.waiting).toBe(0);
});

it("tells of a backup that could not be made, and tries again the next night at the latest", async () => {
  const { clock, kept, backups } = house("03:30", true);
  await pass(clock, 44);
  expect(backups()).toEqual([
    "backed up 03:30",
    "no backup could be made: Error: no room",
    "backed up 03:30",
    "no backup could be made: Error: no room",
  ]);
  kept.end();
});

it("makes none when none are wanted, and none after the end", async () => {
  const never = house(null);
  await pass(never.clock, 30);
  expect(never.backups()).toEqual([]);
  never.kept.end();
  const ended = house("03:30");
  ended.kept.end();
  await pass(ended.clock, 30);
  expect(ended.backups()).toEqual([]);
});
