/**
 * GET /v1/calls/{id}/events: the call's progress as server-sent events. The stream ends after `ended`; a client that
 * comes back after that is told with 204 that there is nothing more, which is what stops an EventSource.
 */
import type { ServerResponse } from "node:http";
import type Router from "@koa/router";
import type { CallRecord, KeyHolder } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { Door } from "../door.ts";
import { bearer } from "../credentials.ts";
import { applyHeaders } from "../reply.ts";
import { markText, newsSince, readMark } from "../progress.ts";
import type { Mark } from "../progress.ts";
import { callIdOf } from "./calls.ts";

const HEARTBEAT_MS = 15_000;
/** A client that reads this much too slowly is cut off; it resumes where it was. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const STREAMS_PER_KEY = 20;
const STREAMS_IN_ALL = 1000;

export function eventRoutes(router: Router, door: Door, callJson: (call: CallRecord) => string): void {
  const { operations, credentials } = door;
  const streams = new Map<string, number>();
  let inAll = 0;

  router.get("/v1/calls/:id/events", (context) => {
    const caller = credentials.required(context.req);
    const callId = callIdOf(context.params);
    const call = operations.readCall(caller, callId);
    const mark = readMark([context.req.headers["last-event-id"]].flat()[0]);
    if (mark.over && call.status === "ended") {
      context.status = 204;
      return;
    }
    const key = bearer(context.req) ?? "";
    context.status = 200;
    context.set("Content-Type", "text/event-stream; charset=utf-8");
    context.set("X-Accel-Buffering", "no");
    context.set("Connection", "close");
    if (context.method === "HEAD") return;
    take(caller);
    applyHeaders(context);
    context.respond = false;
    context.res.once("close", () => free(caller));
    stream(
      context.res,
      mark,
      () => (operations.authenticate(key) === null ? null : operations.readCall(caller, callId)),
      callId,
    );
  });

  function take(caller: KeyHolder): void {
    const ofKey = streams.get(caller.keyId) ?? 0;
    if (ofKey >= STREAMS_PER_KEY || inAll >= STREAMS_IN_ALL) {
      throw new Refusal(
        "too_many_waits",
        `Too many event streams are open (at most ${STREAMS_PER_KEY} a key): close one.`,
      );
    }
    streams.set(caller.keyId, ofKey + 1);
    inAll += 1;
  }

  function free(caller: KeyHolder): void {
    const left = (streams.get(caller.keyId) ?? 1) - 1;
    if (left === 0) streams.delete(caller.keyId);
    else streams.set(caller.keyId, left);
    inAll -= 1;
  }

  /** Writes what is new now and after every change. `look` answers null once the key is no longer valid. */
  function stream(response: ServerResponse, from: Mark, look: () => CallRecord | null, callId: string): void {
    let mark = from;
    const push = (): void => {
      let call: CallRecord | null;
      try {
        call = look();
      } catch (error) {
        door.log.warn({ err: error }, "event stream ended");
        call = null;
      }
      if (call === null) return void response.end();
      for (const event of newsSince(mark, call, callJson)) {
        response.write(`id: ${markText(event.mark)}\nevent: ${event.name}\ndata: ${event.data}\n\n`);
        mark = event.mark;
      }
      if (mark.over) response.end();
      else if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    };
    const unwatch = operations.watch(callId, push);
    const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT_MS);
    const end = (): void => void response.end();
    door.signal.addEventListener("abort", end, { once: true });
    response.once("close", () => {
      unwatch();
      clearInterval(heartbeat);
      door.signal.removeEventListener("abort", end);
    });
    response.write("retry: 2000\n\n");
    push();
  }
}
