/**
 * Whispering: how a simulated recogniser comes to know what is being said. Whoever plays a line to the callee's side of
 * a call tells the words and their times to a loopback UDP port of the appliance, which passes them on to its
 * conversation threads. Both ends run on one machine, so one wall clock serves them.
 */
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { z } from "zod";

const LOOPBACK = "127.0.0.1";

export type WhisperedLine = {
  /** The number that was called; only its digits count. Calls under way at the same time need numbers of their own. */
  readonly number: string;
  /** When its first sample is played, in milliseconds since the epoch: with the number, what the line is known by. */
  readonly startedAtMs: number;
  /** Words, and when they are said from the start of the line on. None: sound without words. */
  readonly parts: readonly WhisperedPart[];
};

export type WhisperedPart = { readonly text: string; readonly fromMs: number; readonly toMs: number };

const datagram: z.ZodType<WhisperedLine> = z.strictObject({
  number: z.string().regex(/\d/),
  startedAtMs: z.number(),
  parts: z.array(z.strictObject({ text: z.string(), fromMs: z.number(), toMs: z.number() })),
});

export type Whisper = {
  /** To be told as the line begins to be played. Told once more with other parts, it is the line that was cut short. */
  tell(line: WhisperedLine): void;
  close(): void;
};

/** The way to the ears of an appliance that has printed `Whisper at 127.0.0.1:<port>`. */
export function openWhisper(port: number): Whisper {
  const socket = createSocket("udp4");
  // Nobody listens any more: the appliance has ended, and its calls with it.
  socket.on("error", () => undefined);
  return {
    tell: (line) => socket.send(writeWhisper(line), port, LOOPBACK, () => undefined),
    close: () => socket.close(),
  };
}

export type WhisperPort = {
  readonly port: number;
  /** The one listener to lines, from when it is given on. */
  onLine(listener: (line: WhisperedLine) => void): void;
  close(): Promise<void>;
};

/** The appliance's end. What is no whisper is passed over. */
export async function listenForWhispers(): Promise<WhisperPort> {
  const socket = createSocket("udp4");
  const port = await bound(socket);
  let tell: (line: WhisperedLine) => void = () => undefined;
  socket.on("message", (bytes) => {
    const line = readWhisper(bytes.toString("utf8"));
    if (line !== null) tell(line);
  });
  return {
    port,
    onLine: (listener) => {
      tell = listener;
    },
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

export function writeWhisper(line: WhisperedLine): string {
  return JSON.stringify(line);
}

/** The line in a datagram, null when there is none. */
export function readWhisper(text: string): WhisperedLine | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = datagram.safeParse(raw);
  return read.success ? read.data : null;
}

function bound(socket: Socket): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  socket.once("error", reject);
  socket.bind(0, LOOPBACK, () => {
    socket.off("error", reject);
    resolve(socket.address().port);
  });
  return promise;
}
