/** What a simulated Deepgram is told to do with the next connections. Without a script it does what Deepgram does. */
import type { HeardWord, LevelEar } from "../spoken-levels.ts";

export type Script = {
  /** Answers the request with this instead of opening a socket. */
  readonly refuse?: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Takes the connection and never answers. */
  readonly hang?: boolean;
  /** Sends this instead of any answer of HTTP. */
  readonly banner?: string;
  /** Between what a message answers and the message: how long the machine thinks and the network takes. */
  readonly delayMs?: number;
  /** Before the connection is let in: what a distant server's handshakes take. */
  readonly letInAfterMs?: number;
  /** The connection breaks after so many bytes from the server, the handshake not counted, wherever that is. */
  readonly cutAtByte?: number;
  /** What is sent before the message of this number, from 0; -1: before anything, as soon as the socket is open. */
  readonly garbage?: { readonly beforeMessage: number; readonly content: string | Uint8Array };
  /** After so many messages nothing more is sent. */
  readonly stallAfter?: number;
  /** Opens the socket and never looks at it again: no answers, no pongs. */
  readonly frozen?: boolean;
  /** Closes after so many messages. */
  readonly closeAfter?: { readonly messages: number; readonly code: number; readonly reason: string };
  /** Nothing from the client for so long: NET-0001. 10 s unless said otherwise. */
  readonly idleMs?: number;

  /** Listening: the words that lie in the stream, instead of those that are spoken in levels. */
  readonly words?: readonly HeardWord[];
  /** What hears instead. */
  readonly ear?: (sampleRateHz: number) => LevelEar;
  /** Words that are final come so much later than others. */
  readonly finalDelayMs?: number;
  /** A Finalize is passed over, as when little is buffered. */
  readonly finalizeIgnored?: boolean;
  /** Nothing is told of silence: what is final ends with its last word. */
  readonly terse?: boolean;
  /** Times begin anew with each utterance, as some servers have it. */
  readonly ownClock?: boolean;
  /** Words are told without their times. */
  readonly untimed?: boolean;
  /** Seconds of silence after which a turn may be, and is, over. */
  readonly eagerS?: number;
  readonly endOfTurnS?: number;

  /** Speaking: silence before and after the words. */
  readonly leadMs?: number;
  readonly tailMs?: number;
  /** From the flush to the first sound. */
  readonly firstSoundMs?: number;
  /** In one message; need not be even. */
  readonly chunkBytes?: number;
  readonly everyMs?: number;
  /** Speaks so many chunks and then no more. */
  readonly chunksMost?: number;
  /** Every Flush is answered as one too many. */
  readonly flushRefused?: boolean;
  /** A Clear is passed over. */
  readonly clearIgnored?: boolean;
  /** The end of what was cleared is told all the same, when the next text is there already. */
  readonly lateFlushed?: boolean;
};
