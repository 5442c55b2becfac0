/**
 * What one client has been told of each call it follows, so that progress tells each thing once however many requests it
 * is told over, and a person is asked each question once.
 */
import { isObject, listAt, objectAt, textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { ServerSent } from "./server-sent.ts";

const REMEMBERED_CALLS = 200;

export class CallMemory {
  readonly #calls = new Map<string, ToldOfCall>();

  of(callId: string): ToldOfCall {
    const known = this.#calls.get(callId) ?? new ToldOfCall();
    this.#calls.delete(callId);
    this.#calls.set(callId, known);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > REMEMBERED_CALLS && oldest !== undefined) this.#calls.delete(oldest);
    return known;
  }
}

export class ToldOfCall {
  /** The question that was last put to the person at the client. */
  asked: string | null = null;
  /** One came when there was no time left to put it: the next request is not to wait. */
  owed = false;
  lastEventId: string | null = null;
  #status: string | null = null;
  #line: string | null = null;
  #seq = 0;

  /** What an event adds, in words. */
  newsOfEvent({ id, event, data }: ServerSent): readonly string[] {
    if (id !== null) this.lastEventId = id;
    if (event === "status") return this.#state(data);
    if (event === "transcript") return this.#entry(objectAt(data, "entry"));
    return event === "ended" ? this.newsOfCall(data) : [];
  }

  /** What the whole call adds, in words. */
  newsOfCall(call: JsonObject): readonly string[] {
    const entries = listAt(call, "transcript").filter(isObject);
    return [...entries.flatMap((entry) => this.#entry(entry)), ...this.#state(call)];
  }

  #state(state: JsonObject): readonly string[] {
    const [status, line] = [textAt(state, "status"), textAt(state, "line_state")];
    if (status === null || (status === this.#status && line === this.#line)) return [];
    [this.#status, this.#line] = [status, line];
    return [line === null || line === status ? `Status: ${status}` : `Status: ${status}, ${line}`];
  }

  #entry(entry: JsonObject): readonly string[] {
    const seq = Number(entry["seq"]);
    if (!(seq > this.#seq)) return [];
    this.#seq = seq;
    return [`${textAt(entry, "role") ?? "?"}: ${textAt(entry, "text") ?? ""}`];
  }
}
