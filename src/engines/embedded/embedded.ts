/**
 * The embedded engines as main and the conversation threads see them: who starts what, and what crosses a thread.
 *
 * The libraries behind them block while they work, so they run in threads of their own. The main thread starts those
 * and supervises them (`beginVoice`, `beginRecogniser`); each conversation thread is given one MessagePort per engine
 * (`host.connect()`, transferred to the thread) and makes the engine of the conversation's ports out of it
 * (`connectVoice`, `connectRecogniser`). Sound then goes from thread to thread directly, never through the main one.
 * A worker that dies is replaced by its host; whoever was using it hears of it and reaches the new one by the same port.
 */
import type { MessagePort } from "node:worker_threads";

/** What the main thread holds of an engine that lives in threads of its own. */
export interface EngineHost {
  /** A new way in, to be transferred to the thread that will use it. */
  connect(): MessagePort;
  /** Null while it serves, else one sentence. */
  notReady(): string | null;
  /** Ends the engine's threads. Speech and utterances under way fail. */
  close(): Promise<void>;
}

/** An engine reached through a port; closing gives up the port, not the engine behind it. */
export type Connected<Engine> = Engine & { close(): void };

export type EmbeddedVoiceName = "awb" | "rms" | "slt" | "kal16";
