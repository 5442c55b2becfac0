/**
 * The program of the engine process: hears and speaks for all conversations, and knows of them nothing but sound and
 * text. A process of its own, because models of this size take memory, time and sometimes a crash with them, none of
 * which may touch a call. When its models are loaded it gives up every privilege; where the system lets us it has no
 * network either. It ends with the process that started it.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { getPriority, setPriority } from "node:os";
import type { Socket } from "node:net";
import { Workshop } from "./workshop.ts";
import type { FromProcess, ProcessBirth, ToProcess } from "./birth.ts";
import { loadModels } from "./load-models.ts";
import { measureLoad } from "./measure-load.ts";
import { decoder, encode } from "./wire.ts";
import type { Answer, Order } from "./wire.ts";

const NOBODY = 65_534;
/** Words may come a little later; the audio of a call may not. */
const LESS_URGENT = 5;
/** The kernel takes this process first when memory runs out, not the calls. */
const FIRST_TO_GO = "900";

async function run(birth: ProcessBirth): Promise<void> {
  tryTo(() => writeFileSync("/proc/self/oom_score_adj", FIRST_TO_GO));
  const models = await loadModels(birth.models, birth.env);
  const load = birth.load ?? (await measureLoad(models));
  const workshop = new Workshop({
    ...models,
    decodings: birth.decodings,
    onStuck: (what) => {
      process.stderr.write(`${what} has hung; the engine process ends and is replaced\n`);
      process.exit(70);
    },
  });
  rmSync(birth.socketPath, { force: true });
  const server = createServer((socket) => serve(socket, workshop));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(birth.socketPath, resolve);
  });
  tryTo(beLessUrgent);
  giveUpPrivileges();
  tell({ type: "ready", memoryBytes: process.memoryUsage.rss(), load });
}

function serve(socket: Socket, workshop: Workshop): void {
  const client = workshop.enter((answer: Answer, sound) => {
    if (!socket.destroyed) socket.write(encode(answer, sound));
  });
  const read = decoder<Order>(({ head, body }) => client.take(head, body));
  socket.on("data", (piece) => {
    try {
      read(piece);
    } catch (error) {
      process.stderr.write(`a conversation thread sent what is no message: ${String(error)}\n`);
      socket.destroy();
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => client.leave());
}

/** On Linux every thread has a priority of its own, and those that decode are there already. */
function beLessUrgent(): void {
  for (const thread of readdirSync("/proc/self/task").map(Number)) {
    if (getPriority(thread) < LESS_URGENT) setPriority(thread, LESS_URGENT);
  }
}

function giveUpPrivileges(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // A system that does not let us: it only makes the worst case worse.
  }
}

function tell(message: FromProcess): void {
  process.send?.(message);
}

// Ctrl-C reaches everybody in the foreground, and calls under way still need their words while the appliance drains.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
// Whoever started us is gone: nobody needs us any more.
process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToProcess) => {
  switch (message.type) {
    case "begin":
      run(message.birth).catch((error: unknown) => {
        tell({ type: "unfit", message: error instanceof Error ? error.message : String(error) });
        process.exit(78);
      });
      return;
    case "ping":
      return tell({ type: "pong", memoryBytes: process.memoryUsage.rss() });
  }
});
