/**
 * The sockets of one voice. Each speaks one text at a time, so as many are open as texts were wanted at once, up to a
 * number; they stay open, and whoever comes first is given the one that spoke last. A socket that has used up its minute
 * rests and another one speaks; when none may, the text waits for a moment, and then fails rather than to be thrown off.
 */
import type { Clock } from "../../lib/clock.ts";
import { orAborted } from "../../lib/abort.ts";
import type { DeepgramAccount } from "./account.ts";
import { DeepgramFailure, late } from "./failure.ts";
import { openSpeakSocket } from "./speak-socket.ts";
import type { SpeakFormat, SpeakSocket } from "./speak-socket.ts";

const FREE_WITHIN_MS = 3000;

export type SpeakPoolOptions = {
  readonly account: DeepgramAccount;
  readonly format: SpeakFormat;
  readonly socketsMost: number;
  readonly clock: Clock;
};

export type Taken = {
  readonly socket: SpeakSocket;
  /** It was opened for this. */
  readonly opened: boolean;
};

export class SpeakPool {
  readonly #options: SpeakPoolOptions;
  readonly #end = new AbortController();
  readonly #sockets: SpeakSocket[] = [];
  /** Given to somebody who has not begun to speak. */
  readonly #promised = new Set<SpeakSocket>();
  #opening = 0;
  #waiting: (() => void)[] = [];

  constructor(options: SpeakPoolOptions) {
    this.#options = options;
  }

  /** A socket that may be sent a text of so many characters now. The signal only ends the wait for it. */
  async take(characters: number, signal: AbortSignal): Promise<Taken> {
    const { account, clock, socketsMost } = this.#options;
    const untilMs = clock.monotonicMs() + FREE_WITHIN_MS;
    let refusal: DeepgramFailure | null = null;
    for (;;) {
      signal.throwIfAborted();
      this.#end.signal.throwIfAborted();
      const free = this.#free(characters);
      if (free !== undefined) {
        this.#promised.add(free);
        return { socket: free, opened: false };
      }
      if (refusal === null && this.#sockets.length + this.#opening < socketsMost) {
        try {
          return { socket: await this.#open(signal, true), opened: true };
        } catch (cause) {
          // The account may have no more of them; then those that there are have to do.
          const others = this.#sockets.length + this.#opening > 0;
          if (!others || !(cause instanceof DeepgramFailure) || !cause.retryable) throw cause;
          refusal = cause;
          continue;
        }
      }
      const leftMs = untilMs - clock.monotonicMs();
      if (leftMs <= 0) {
        throw refusal ?? late(account, `has no socket free for us within its limits (${socketsMost} are open)`);
      }
      await this.#change(leftMs, signal);
    }
  }

  /** It is being spoken over, or not wanted after all. */
  taken(socket: SpeakSocket): void {
    this.#promised.delete(socket);
    this.#wake();
  }

  /** One socket open and free, so that the next text need not wait for a connection. */
  async warm(signal: AbortSignal): Promise<void> {
    if (this.#opening > 0 || this.#free(0) !== undefined) return;
    if (this.#sockets.length < this.#options.socketsMost) await this.#open(signal, false);
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.close();
    this.#end.abort(new Error("the voice was closed"));
    this.#wake();
  }

  #free(characters: number): SpeakSocket | undefined {
    const nowMs = this.#options.clock.monotonicMs();
    const idle = this.#sockets.filter((socket) => socket.state === "idle" && !this.#promised.has(socket));
    for (const socket of idle) if (socket.allowance.isWornOut(nowMs)) socket.close();
    return idle.findLast((socket) => socket.state === "idle" && socket.allowance.permits(characters, nowMs));
  }

  /** Who wanted it may be gone by the time it is there; it is kept for the next. */
  async #open(signal: AbortSignal, promised: boolean): Promise<SpeakSocket> {
    const { account, format, clock } = this.#options;
    this.#opening += 1;
    const opened = openSpeakSocket(account, format, clock, () => this.#onChange(), this.#end.signal)
      .then((socket) => {
        this.#sockets.push(socket);
        if (promised) this.#promised.add(socket);
        return socket;
      })
      .finally(() => {
        this.#opening -= 1;
        this.#wake();
      });
    try {
      return await orAborted(opened, signal);
    } catch (cause) {
      opened.then(
        (socket) => this.taken(socket),
        () => undefined,
      );
      throw cause;
    }
  }

  #onChange(): void {
    for (const socket of this.#sockets.filter(({ state }) => state === "ended")) {
      this.#sockets.splice(this.#sockets.indexOf(socket), 1);
      this.#promised.delete(socket);
    }
    this.#wake();
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when a socket has become free or ended, when one may have used its minute again, and when it is too late. */
  #change(leftMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", go);
        resolve();
      };
      const timer = setTimeout(go, Math.min(leftMs, 250));
      signal.addEventListener("abort", go, { once: true });
      this.#waiting.push(go);
    });
  }
}
