/** Faults of what carries a conversation: its media socket, its thread, the engine process. Somebody is on the line. */
import { availableParallelism, loadavg } from "node:os";
import { FAILPOINTS } from "../../src/lib/failpoint.ts";
import type { Fault } from "./fault.ts";
import { diesOnTheLine, inLineWorld, onTheLine, type LineWorld } from "./line-rig.ts";

const ENDED_WITHIN_MS = 5000;
const BYE_WITHIN_MS = 1000;
const BACK_WITHIN_MS = 10_000;
const ENGINE = "engines/neural/process";

/** What is started anew takes processor time; with others at work on the machine it gets its share only. */
function backWithinMs(): number {
  return BACK_WITHIN_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

const talk = (name: string, cause: Fault["cause"]): Fault => ({ name, times: 1, cause });

async function lost(world: LineWorld, reason: string, spoil: () => void, mend: () => void): Promise<void> {
  const { callId, line } = await world.talk();
  spoil();
  await Promise.all([
    world.ends(callId, reason, ENDED_WITHIN_MS),
    world.hangsUp(line, ENDED_WITHIN_MS + BYE_WITHIN_MS),
  ]);
  mend();
  await world.worksAgain(backWithinMs());
}

const media = (how: "cut" | "stall", what: string): Fault =>
  talk(`the media socket ${what} in a call`, () =>
    inLineWorld(async (world) => {
      const relays = await world.relay();
      await world.start();
      await lost(world, "trunk_failure", relays[how], relays.mend);
    }),
  );

const thread = (how: "hangs" | "dies"): Fault =>
  talk(`a conversation thread ${how} in a call`, () =>
    onTheLine((world) =>
      lost(world, "provider_failure", () => world.break({ at: "talk.tick", how }), () => undefined),
    ),
  ); // prettier-ignore

/** Its call has other engines behind it, and goes on. */
const engine = (signal: "SIGKILL" | "SIGSTOP"): Fault =>
  talk(`the engine process gets ${signal} in a call`, () =>
    onTheLine(async (world) => {
      const { callId } = await world.talk();
      const pid = world.child(ENGINE);
      if (pid === 0) throw new Error("there is no engine process: the small engines are configured");
      const killedMs = performance.now();
      process.kill(pid, signal);
      // Until that is found out a new call is taken, and goes on like the one that is up.
      while ([pid, 0].includes(world.child(ENGINE))) await world.look();
      await world.worksAgain(backWithinMs(), killedMs);
      const { status } = await world.read(callId);
      world.expect(status === "in_progress", `a call that had engines behind the engine is ${String(status)}`);
    }),
  );

const KILLED_AT = FAILPOINTS.filter((name) => /^(?:talk|engine)\./.test(name) && name !== "talk.leg_lost");

export const TALK_FAULTS: readonly Fault[] = [
  media("cut", "is cut"),
  media("stall", "stalls, half open,"),
  thread("hangs"),
  thread("dies"),
  engine("SIGKILL"),
  engine("SIGSTOP"),
  ...KILLED_AT.map((at) => talk(`SIGKILL at ${at}, in a conversation`, () => diesOnTheLine(at, "converses"))),
  talk("SIGKILL at talk.leg_lost, in a conversation", () => diesOnTheLine("talk.leg_lost", "loses its media")),
];
